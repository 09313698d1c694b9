"""Which questions can be asked about an event, and which of their conditions can hold at all."""

from __future__ import annotations

from collections.abc import Mapping

from cgp_toolkit.lifecycle.table import Event, answers, asks
from cgp_toolkit.model import Condition, Envelope, Happening, Member, Model, Question, Signal
from cgp_toolkit.model.lifecycle import QUESTIONS

Askable = Mapping[Question, tuple[Condition, ...]]
"""The questions of an event, each with the conditions that are possible there."""


def askable(model: Model, event: Event) -> Askable:
    """What a session can judge about ``event``; nothing for an event that no question is about."""
    if event.happening is Happening.MEETS:
        return _about_signal(model, Signal(event.name))
    envelope = model.envelopes[event.name]
    protocol = model.protocol
    sent = event.happening is Happening.SENDS
    questions: list[Question] = []
    if envelope.name == protocol.answer or (envelope.name == protocol.opening and not sent):
        questions.append(Question.VERSION)
    if envelope.name == protocol.failure:
        questions.append(Question.REFUSAL if sent else Question.FAILURE)
    if asks(model, envelope):
        questions.append(Question.REQUEST)
    if answers(model, envelope):
        questions.append(Question.ANSWER if sent else Question.REPLY)
    elif envelope.name == protocol.answer and sent:
        questions.append(Question.ANSWER)
    return {question: _possible(question, envelope) for question in questions}


def _about_signal(model: Model, signal: Signal) -> Askable:
    if signal is Signal.UNKNOWN_ENVELOPE:
        return {Question.MEMBERS: tuple(QUESTIONS[Question.MEMBERS])}
    if signal is Signal.DEADLINE:
        correlated = any(asks(model, e) and e.correlation is not None for e in model.envelopes.values())
        return {Question.OVERDUE: (Condition.LOCK_STEP, Condition.CORRELATED) if correlated else (Condition.LOCK_STEP,)}
    return {}


def _possible(question: Question, envelope: Envelope) -> tuple[Condition, ...]:
    never: set[Condition] = set()
    if envelope.requires is None:
        never.add(Condition.GATED)
    if envelope.correlation is None:
        never |= {Condition.UNDECLARED_ID, Condition.ID_IN_FLIGHT, Condition.LATE}
    return tuple(condition for condition in QUESTIONS[question] if condition not in never)


def version_member(model: Model, envelope: str) -> Member:
    """The member of the opening or the answer that holds the version; ``KeyError`` if there is none."""
    for member in model.envelopes[envelope].members:
        if member.type == model.protocol.version.scalar:
            return member
    raise KeyError(envelope)
