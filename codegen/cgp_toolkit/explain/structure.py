"""Envelopes, types, members and values, ready to be looked up."""

from __future__ import annotations

import json

from cgp_toolkit.explain.thing import Fact, Kind, Thing
from cgp_toolkit.model import Constraint, Envelope, Member, Omit, OnNull, Record, Scalar, Value, Vocabulary


def envelope(envelope: Envelope) -> Thing:
    """A message type."""
    correlation = envelope.correlation
    facts: dict[str, Fact] = {
        "direction": f"{envelope.sender} → {envelope.receiver}",
        "reply": envelope.reply or "",
        "requires": envelope.requires or "",
        "correlation": "" if correlation is None else f"{correlation.member}, when {correlation.when}",
        "duplicate members": str(envelope.duplicates),
        "members": tuple(member.name for member in envelope.members),
        **_history(envelope),
    }
    return Thing(Kind.ENVELOPE, envelope.name, envelope.doc, facts, envelope.position)


def record(record: Record) -> Thing:
    """An object."""
    facts: dict[str, Fact] = {
        "members": tuple(member.name for member in record.members),
        "variants": tuple(f"{v.member} = {v.value}: {v.doc}" for v in record.variants),
        **_history(record),
    }
    return Thing(Kind.TYPE, record.name, record.doc, facts, record.position)


def scalar(scalar: Scalar) -> Thing:
    """A string, number or boolean."""
    width = "" if scalar.width is None else f", {scalar.width} bits, {'signed' if scalar.signed else 'unsigned'}"
    facts: dict[str, Fact] = {
        "base": f"{scalar.base}{width}",
        "unit": scalar.unit or "",
        "compared": str(scalar.compare),
        "readers accept": _limits(scalar.read),
        "authors write": _limits(scalar.author),
        "grammar": scalar.grammar or "",
        "source": str(scalar.origin),
        "requirements": scalar.requirements,
        "decisions": scalar.decisions,
    }
    return Thing(Kind.TYPE, scalar.name, scalar.doc, facts, scalar.position)


def _limits(limits: Constraint) -> tuple[str, ...]:
    said = {
        "at least": limits.minimum,
        "at most": limits.maximum,
        "length at least": limits.min_length,
        "length at most": limits.max_length,
        "form": limits.pattern,
        "calendar": limits.calendar,
    }
    return tuple(f"{label} {value}" for label, value in said.items() if value is not None)


def vocabulary(vocabulary: Vocabulary) -> Thing:
    """A set of strings."""
    facts: dict[str, Fact] = {
        "openness": str(vocabulary.openness),
        "unknown values": vocabulary.unknown_doc
        + (f" Read as {vocabulary.unknown_reads_as}." if vocabulary.unknown_reads_as else ""),
        "values": tuple(value.name for value in vocabulary.values),
        "source": str(vocabulary.origin),
        "requirements": vocabulary.requirements,
        "decisions": vocabulary.decisions,
    }
    return Thing(Kind.TYPE, vocabulary.name, vocabulary.doc, facts, vocabulary.position)


def member(owner: Envelope | Record, member: Member) -> Thing:
    """A member of a record or envelope."""
    facts: dict[str, Fact] = {
        "of": owner.name,
        "type": f"list of {member.type}" if member.many else member.type,
        "on read": str(member.read),
        "for authors": str(member.author),
        "null": "reads as absent" if member.on_null is OnNull.ABSENT else "is an error",
        "default": "" if member.default is None else json.dumps(member.default, ensure_ascii=False),
        "left out": "never" if member.omit is Omit.NEVER else f"when {member.omit}",
        "set by": member.set_by or "",
        **_history(member),
    }
    return Thing(Kind.MEMBER, f"{owner.name}.{member.name}", member.doc, facts, member.position, (member.name,))


def value(vocabulary: Vocabulary, value: Value, code: bool) -> Thing:
    """A listed value; ``code`` tells whether it is an error code."""
    facts: dict[str, Fact] = {
        "of": vocabulary.name,
        "kind": "error code" if code else "",
        **{
            name: trait if isinstance(trait, str) else json.dumps(trait)
            for name, trait in value.traits.items()
            if trait is not None
        },
        "since": value.since,
        "stability": str(value.stability),
        "source": str(value.origin),
    }
    return Thing(Kind.VALUE, f"{vocabulary.name}.{value.name}", value.doc, facts, value.position, (value.name,))


def _history(item: Envelope | Record | Member) -> dict[str, Fact]:
    return {
        "since": item.since,
        "stability": str(item.stability),
        "source": str(item.origin),
        "requirements": item.requirements,
        "decisions": item.decisions,
    }
