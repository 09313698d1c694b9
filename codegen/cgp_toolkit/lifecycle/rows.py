"""What a row of a session's table must be, each by itself."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from cgp_toolkit.lifecycle.conditions import version_member
from cgp_toolkit.lifecycle.table import placements
from cgp_toolkit.model import Happening, Lifecycle, Model, Outcome, Question, Row, Signal, Vocabulary
from cgp_toolkit.model.diagnostics import Diagnostic
from cgp_toolkit.model.lifecycle import QUESTION_OF, REST
from cgp_toolkit.model.words import suggestion

_PASSING = frozenset({Signal.END_OF_INPUT.value, Signal.DEADLINE.value})
"""Signals that are nobody's mistake."""


def names(model: Model, lifecycle: Lifecycle, broken: frozenset[str]) -> Iterator[Diagnostic]:
    """Roles, states, envelopes, requirements and decisions that rows name exist."""
    for row in lifecycle.rows:
        for kind, name, known in _references(model, lifecycle, row):
            if name not in known and name not in broken:
                text = f"there is no {kind} {name!r}" + suggestion(name, known)
                yield Diagnostic(row.position, "unknown-reference", text)


def _references(model: Model, lifecycle: Lifecycle, row: Row) -> Iterator[tuple[str, str, Collection[str]]]:
    states = tuple(state.name for state in lifecycle.states)
    yield "role", row.role, tuple(role.name for role in model.protocol.roles)
    for state in (*row.states, *((row.to,) if row.to is not None else ())):
        yield "state", state, states
    if row.happening is not Happening.MEETS:
        for name in row.names:
            if name != REST:
                yield "envelope", name, model.envelopes
    for requirement in row.requirements:
        yield "requirement", requirement, model.requirements
    for decision in row.decisions:
        yield "decision", decision, model.decisions


def directions(model: Model, lifecycle: Lifecycle) -> Iterator[Diagnostic]:
    """A role sends and receives the envelopes of its direction only."""
    for row in lifecycle.rows:
        if row.happening is Happening.MEETS:
            continue
        for name in row.names:
            envelope = model.envelopes.get(name)
            if envelope is None:
                continue
            party = envelope.sender if row.happening is Happening.SENDS else envelope.receiver
            if party != row.role:
                yield Diagnostic(
                    row.position,
                    "lifecycle-direction",
                    f"the {row.role} never {row.happening} {name!r}, which the {envelope.sender} sends",
                    f"leave it to the signal {Signal.MISDIRECTED.value!r}",
                )


def idle(model: Model, lifecycle: Lifecycle) -> Iterator[Diagnostic]:
    """A row for the rest covers something in each of its states."""
    for row in lifecycle.rows:
        if REST not in row.names:
            continue
        for state in row.states:
            found = placements(model, lifecycle, row.role, state)
            if not any(other is row and event.name not in row.names for event, other in found):
                yield Diagnostic(
                    row.position,
                    "lifecycle-idle",
                    f"in the state {state!r} every envelope has a row of its own, so that {REST!r} covers none",
                    "leave the state out",
                )


def outcomes(model: Model, lifecycle: Lifecycle) -> Iterator[Diagnostic]:
    """What becomes of an event fits the event, and an answer has a code that the failure's vocabulary lists."""
    for row in lifecycle.rows:
        problem = outcome_problem(model, row)
        if problem:
            yield Diagnostic(row.position, "lifecycle-outcome", problem)
        elif row.code is not None:
            codes = _codes(model)
            if row.code not in codes:
                text = f"the failure's vocabulary lists no code {row.code!r}" + suggestion(row.code, codes)
                yield Diagnostic(row.position, "lifecycle-code", text)


def outcome_problem(model: Model, row: Row) -> str:
    """Why what becomes of an event does not fit the event; empty if it does."""
    outcome, sent = row.outcome, row.happening is Happening.SENDS
    if row.happening is Happening.MEETS:
        accepted = {name for name in row.names if name in _PASSING}
        if outcome is not Outcome.ACCEPT and accepted:
            return f"nobody has done wrong where {sorted(accepted)[0]!r} is met, so that it is accepted"
        if outcome is Outcome.ACCEPT and accepted != set(row.names):
            return f"what is no message for anybody here is never accepted: {sorted({*row.names} - accepted)[0]!r}"
    if sent and outcome in (Outcome.ANSWER, Outcome.MISMATCH, Outcome.REFUSAL):
        return f"what a party sends itself is no {outcome.value}"
    if sent and outcome is Outcome.BREACH and row.to is not None:
        return "a breach of one's own never leaves, so that no state follows"
    if outcome is not Outcome.ANSWER:
        return "only an answer has a code" if row.code is not None else ""
    if model.protocol.failure in model.envelopes and model.envelopes[model.protocol.failure].sender != row.role:
        return f"the {row.role} does not send {model.protocol.failure!r}, so that it can't answer with it"
    if model.protocol.failure_text is None:
        return "the protocol names no member of the failure for the words of an answer"
    missing = _not_given(model)
    if missing:
        return f"a session can't fill the member {missing!r} of {model.protocol.failure!r}"
    implied = row.names == (Signal.MALFORMED_LINE.value,) or (
        bool(row.when) and {QUESTION_OF[condition] for condition in row.when} == {Question.VERSION}
    )
    if row.code is None and not implied:
        return "an answer has a code"
    if row.code is not None and implied:
        return "the fault or the version rule has a code for this already"
    return ""


def _not_given(model: Model) -> str:
    """A member without which the failure can't be written, and of which a session knows nothing."""
    protocol = model.protocol
    given = {protocol.failure_code, protocol.failure_id, protocol.failure_text}
    members = model.envelopes[protocol.failure].members if protocol.failure in model.envelopes else ()
    return next((member.name for member in members if not member.optional and member.name not in given), "")


def _codes(model: Model) -> tuple[str, ...]:
    member = model.envelopes[model.protocol.failure].member(model.protocol.failure_code)
    vocabulary = model.types[member.type]
    return tuple(value.name for value in vocabulary.values) if isinstance(vocabulary, Vocabulary) else ()


def versions(model: Model, lifecycle: Lifecycle) -> Iterator[Diagnostic]:
    """The envelopes of the handshake have the version that rows ask about."""
    asked = any(QUESTION_OF[condition] is Question.VERSION for row in lifecycle.rows for condition in row.when)
    for name in (model.protocol.opening, model.protocol.answer) if asked else ():
        try:
            version_member(model, name)
        except KeyError:
            yield Diagnostic(
                model.envelopes[name].position if name in model.envelopes else lifecycle.position,
                "lifecycle-condition",
                f"rows ask for the version, but {name!r} has no member of the type {model.protocol.version.scalar!r}",
            )
