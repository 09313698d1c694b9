"""What the comments on types and members say: the words of the model, and what a user of them asks next.

Each function gives paragraphs of plain text with code in backticks; how a language writes comments is its own matter.
``Called`` gives what a language calls an envelope or, for a vocabulary, a type.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable

from cgp_toolkit.model import (
    Calendar,
    Compare,
    Envelope,
    Member,
    Openness,
    Record,
    Scalar,
    Stability,
    Value,
    Vocabulary,
)

Called = Callable[[str], str]
"""From an envelope or a type of the model to its name in a language."""

_OPENNESS = {
    Openness.CLOSED: "Closed: readers refuse any other value.",
    Openness.TOLERATED: "Authors write listed values only.",
    Openness.OPEN: "Authors may write any other text.",
    Openness.NAMESPACED: "New values are written as {form}.",
}

_COMPARE = {
    Compare.INSTANT: "Compare instants, not texts.",
    Compare.FAMILY: "Compare families, not texts.",
    Compare.BYTES: "Compare the bytes.",
}


def owner(called: Called, subject: Envelope | Record) -> list[str]:
    """What a message or a part of one is for."""
    return _envelope(called, subject) if isinstance(subject, Envelope) else _record(subject)


def _envelope(called: Called, subject: Envelope) -> list[str]:
    facts = [f"Sent by the {subject.sender}"]
    if subject.reply is not None:
        facts.append(f"answered by {called(subject.reply)}")
    facts = ["; ".join(facts) + "."]
    if subject.requires is not None:
        facts.append(f"Only where `{subject.requires}` is true.")
    if subject.correlation is not None:
        facts.append(f"May carry `{subject.correlation.member}` where `{subject.correlation.when}` is true.")
    facts += _common(subject.stability, subject.requirements)
    return [subject.doc, " ".join(facts)]


def _record(subject: Record) -> list[str]:
    variants = [
        f"Authors, where `{variant.member}` is `{variant.value}`: {variant.doc} ({variant.requirement})"
        for variant in subject.variants
    ]
    return [subject.doc, " ".join(_common(subject.stability, subject.requirements)), *variants]


def member(subject: Member) -> list[str]:
    """What it means, what a missing one reads as, what authors owe."""
    facts = []
    if subject.has_default:
        facts.append(f"Default: {json.dumps(subject.default, ensure_ascii=False)}.")
    if subject.optional and subject.author.value == "required":
        facts.append("Required for authors.")
    if subject.set_by is not None:
        facts.append(f"Set by the {subject.set_by}.")
    facts += _common(subject.stability, subject.requirements)
    return [subject.doc, " ".join(facts)]


def scalar(subject: Scalar) -> list[str]:
    """What it is, its unit, and what only authors owe."""
    facts = []
    if subject.unit is not None:
        facts.append(f"Unit: {subject.unit}.")
    if subject.author.pattern is not None:
        facts.append(f"Authors write a full match of `{subject.author.pattern}`.")
    if subject.author.calendar is Calendar.UTC_INSTANT:
        facts.append("Authors write a date and time that exist.")
    if subject.compare in _COMPARE:
        facts.append(_COMPARE[subject.compare])
    facts += _common(Stability.CORE, subject.requirements)
    return [subject.doc, " ".join(facts)]


def vocabulary(called: Called, subject: Vocabulary) -> list[str]:
    """What it is about, and what holds for values that are not listed."""
    form = called(subject.form) if subject.form is not None else ""
    facts = [_OPENNESS[subject.openness].format(form=form)]
    if subject.unknown_doc and subject.openness is not Openness.CLOSED:
        facts.append(f"An unlisted value: {subject.unknown_doc}")
    facts += _common(Stability.CORE, subject.requirements)
    return [subject.doc, " ".join(facts)]


def value(subject: Value) -> list[str]:
    """What a listed value means."""
    return [" ".join([subject.doc, *_common(subject.stability, ())])]


def _common(stability: Stability, requirements: Iterable[str]) -> list[str]:
    facts = []
    if stability in (Stability.DRAFT, Stability.DEPRECATED):
        facts.append(f"{stability.value.capitalize()}.")
    ids = ", ".join(requirements)
    if ids:
        facts.append(f"Requirements: {ids}.")
    return facts
