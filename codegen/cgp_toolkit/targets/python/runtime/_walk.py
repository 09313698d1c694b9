"""Plain values against the tables: every fault of a message, and what has to go before it can be typed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TypeAlias

from ._objects import ENVELOPES, RECORDS, TYPES
from ._pointers import token
from ._shapes import Kind, Member, Shape
from ._tables import TAG

Found: TypeAlias = tuple[str, str, str]
"""Rule, pointer, detail."""

_KINDS = {dict: "object", list: "array", str: "string", bool: "boolean", int: "integer", float: "number"}
_ARTICLES = {
    "object": "an object",
    "array": "an array",
    "string": "a string",
    "boolean": "a boolean",
    "integer": "an integer",
    "number": "a number with a fraction or an exponent",
}
_ABSENT = object()
_MISFITS = frozenset({"null-member", "wrong-type"})
_TAG = "the name of an envelope"


def faults(message: object, *, strict: bool) -> Iterator[Found]:
    """Every fault of a message, in the order of the model; of an unknown envelope only its tag is looked at.

    ``strict`` adds what stops no reader and shows in no typed value: unknown envelopes and members, nulls, missing
    members that authors owe and readers have a default for.
    """
    if not isinstance(message, dict):
        yield "not-an-object", "", f"expected an object, found {_name(message)}"
        return
    tag = message.get(TAG, _ABSENT)
    if tag is _ABSENT:
        yield "missing-member", token(TAG), f"expected {_TAG}"
    elif not isinstance(tag, str):
        yield _misfit(tag, _TAG, token(TAG))
    elif tag in ENVELOPES:
        yield from _members(ENVELOPES[tag], message, "", strict)
    elif strict:
        yield "unknown-envelope", token(TAG), f"expected one of {', '.join(ENVELOPES)}"


def prune(value: dict[str, object], shape: Shape) -> list[object]:
    """Take from ``value``, in place, all that reads as absent: unknown members, and nulls where null is allowed.

    Returns what the unknown members held; whatever does not fit is left for the typed conversion to refuse.
    """
    dropped: list[object] = []
    if not value.keys() <= shape.names:
        dropped += [value.pop(name) for name in [name for name in value if name not in shape.names]]
    if None in value.values():
        for name in [name for name, held in value.items() if held is None and name in shape.nullable]:
            del value[name]
    for name, record, many in shape.nested:
        held = value.get(name)
        if many and isinstance(held, list):
            for item in held:
                if isinstance(item, dict):
                    dropped += prune(item, RECORDS[record])
        elif isinstance(held, dict):
            dropped += prune(held, RECORDS[record])
    return dropped


def _members(shape: Shape, value: Mapping[str, object], pointer: str, strict: bool) -> Iterator[Found]:
    for name, member in shape.members.items():
        held = value.get(name, _ABSENT)
        if held is _ABSENT:
            if member.required:
                yield "missing-member", pointer + token(name), f"expected {_expected(member)}"
            elif strict and member.owed:
                yield "missing-for-author", pointer + token(name), f"expected {_expected(member)}"
        elif held is None and member.nullable:
            if strict:
                alternative = "" if member.owed else ", or no member"
                yield "null-written", pointer + token(name), f"expected {_expected(member)}{alternative}"
                if member.owed:
                    yield "missing-for-author", pointer + token(name), f"expected {_expected(member)}"
        elif not member.many:
            yield from _values(member, ((name, held),), pointer, strict)
        elif isinstance(held, list):
            yield from _values(member, enumerate(held), pointer + token(name), strict)
        else:
            yield _misfit(held, _expected(member), pointer + token(name))
    if strict and not value.keys() <= shape.names:
        for name in value:
            if name not in shape.names:
                only = ", ".join(shape.members) or "the tag"
                yield "unknown-member", pointer + token(name), f"expected only {only}"


def _values(member: Member, values: Iterable[tuple[str | int, object]], pointer: str, strict: bool) -> Iterator[Found]:
    """The faults of ``values``, each with its step below ``pointer``; the pointers of sound ones are never made."""
    kind, shape = TYPES[member.type], RECORDS.get(member.type)
    for step, value in values:
        if shape is not None and isinstance(value, dict):
            yield from _members(shape, value, pointer + token(step), strict)
            continue
        rule = _broken(kind, value)
        if rule in _MISFITS:
            yield _misfit(value, kind.expected, pointer + token(step))
        elif rule is not None:
            yield rule, pointer + token(step), f"expected {kind.expected}"


def _broken(kind: Kind, value: object) -> str | None:
    """The rule that a value without members breaks."""
    found = _KINDS.get(type(value))
    if found != kind.json and not (found == "integer" and kind.json == "number"):
        return "null-member" if value is None else "wrong-type"
    if isinstance(value, str):
        if len(value) < kind.min_length:
            return "too-short"
        if kind.max_length is not None and len(value) > kind.max_length:
            return "too-long"
        if kind.values is not None and value not in kind.values:
            return "not-in-vocabulary"
    elif isinstance(value, (int, float)):
        below = kind.minimum is not None and value < kind.minimum
        if below or (kind.maximum is not None and value > kind.maximum):
            return "out-of-range"
    return None


def _misfit(value: object, expected: str, at: str) -> Found:
    return "null-member" if value is None else "wrong-type", at, f"expected {expected}, found {_name(value)}"


def _name(value: object) -> str:
    return "null" if value is None else _ARTICLES[_KINDS[type(value)]]


def _expected(member: Member) -> str:
    expected = TYPES[member.type].expected
    return f"an array, each item {expected}" if member.many else expected
