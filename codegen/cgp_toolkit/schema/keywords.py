"""Annotations: what a schema says about the model without asserting anything.

:data:`EXTENSIONS` lists every keyword of our own; validators that refuse unknown keywords are told of them from here.
"""

from __future__ import annotations

from collections.abc import Mapping

from cgp_toolkit.model import Envelope, Json, Member, Openness, Record, Scalar, Stability, Vocabulary
from cgp_toolkit.schema.profile import Profile
from cgp_toolkit.schema.scope import Schema

EXTENSIONS: Mapping[str, str] = {
    "x-direction": "The roles between which an envelope travels: `from` and `to`.",
    "x-reply": "The envelope that answers this one; none: no answer is due.",
    "x-requires": "The capability, as a path from the handshake's answer, without which an envelope may not be sent.",
    "x-correlation": "The `member` that holds the correlation id, and the capability `when` it may.",
    "x-duplicates": "What a reader does with a member that stands twice in one object.",
    "x-set-by": "The role that chooses a value which the other one only echoes.",
    "x-type": "The named type of a value whose definition is written out because null is allowed beside it.",
    "x-unit": "What a value counts in.",
    "x-compare": "How two values are compared.",
    "x-calendar": "A check on top of the pattern, which JSON Schema can't make.",
    "x-openness": "Who may use a value that a vocabulary does not list.",
    "x-values": "The listed values of a vocabulary, each with its meaning.",
    "x-unknown-value": "What an unlisted value means to a reader: the value it `reads_as`, and the same in words.",
    "x-requirements": "Ids of the requirements behind a part.",
    "x-decisions": "Ids of the decisions behind a part.",
    "x-since": "The version that introduced a part.",
    "x-stability": "How settled a part is.",
    "x-origin": "Where a part was first written.",
}


def of_envelope(envelope: Envelope) -> Schema:
    """Direction, reply, gate, correlation and history of an envelope."""
    result: Schema = {"x-direction": {"from": envelope.sender, "to": envelope.receiver}}
    if envelope.reply is not None:
        result["x-reply"] = envelope.reply
    if envelope.requires is not None:
        result["x-requires"] = envelope.requires
    if envelope.correlation is not None:
        result["x-correlation"] = {
            "member": envelope.correlation.member,
            "when": envelope.correlation.when,
            "requirement": envelope.correlation.requirement,
        }
    result["x-duplicates"] = envelope.duplicates.value
    return result | _history(envelope)


def of_record(record: Record) -> Schema:
    """History of a record."""
    return _history(record)


def of_member(member: Member) -> Schema:
    """Description, default and history of a member."""
    result: Schema = {"description": member.doc}
    if member.has_default:
        result["default"] = member.default
    if member.set_by is not None:
        result["x-set-by"] = member.set_by
    return result | _history(member)


def of_scalar(scalar: Scalar, profile: Profile) -> Schema:
    """Unit, comparison, calendar and sources of a scalar."""
    result: Schema = {}
    if scalar.unit is not None:
        result["x-unit"] = scalar.unit
    result["x-compare"] = scalar.compare.value
    calendar = profile.limits(scalar).calendar
    if calendar is not None:
        result["x-calendar"] = calendar.value
    return result | _sources(scalar)


def of_vocabulary(vocabulary: Vocabulary) -> Schema:
    """The policy, the values and the sources of a vocabulary."""
    result: Schema = {
        "x-openness": vocabulary.openness.value,
        "x-values": {value.name: value.doc for value in vocabulary.values},
    }
    if vocabulary.openness is not Openness.CLOSED:
        result["x-unknown-value"] = {"reads_as": vocabulary.unknown_reads_as, "doc": vocabulary.unknown_doc}
    return result | _sources(vocabulary)


def _history(part: Envelope | Record | Member) -> Schema:
    result: Schema = {"deprecated": True} if part.stability is Stability.DEPRECATED else {}
    return {**result, **_sources(part), "x-since": part.since, "x-stability": part.stability.value}


def _sources(part: Envelope | Record | Member | Scalar | Vocabulary) -> Schema:
    result: Schema = {}
    if part.requirements:
        result["x-requirements"] = _list(part.requirements)
    if part.decisions:
        result["x-decisions"] = _list(part.decisions)
    result["x-origin"] = part.origin.value
    return result


def _list(names: tuple[str, ...]) -> Json:
    return list(names)
