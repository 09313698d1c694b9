"""Plain values against the tables: every fault of a message, and what has to go before it can be typed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
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
_TAG = Kind("string", "the name of an envelope")


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
        yield "missing-member", token(TAG), f"expected {_TAG.expected}"
    elif not isinstance(tag, str):
        yield from _value(_TAG, None, tag, token(TAG), strict)
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
        at = pointer + token(name)
        if held is _ABSENT:
            if member.required:
                yield "missing-member", at, f"expected {_expected(member)}"
            elif strict and member.owed:
                yield "missing-for-author", at, f"expected {_expected(member)}"
        elif held is None and member.nullable:
            if strict:
                yield "null-written", at, f"expected {_expected(member)}{'' if member.owed else ', or no member'}"
                if member.owed:
                    yield "missing-for-author", at, f"expected {_expected(member)}"
        elif not member.many:
            yield from _value(TYPES[member.type], RECORDS.get(member.type), held, at, strict)
        elif isinstance(held, list):
            for index, item in enumerate(held):
                yield from _value(TYPES[member.type], RECORDS.get(member.type), item, at + token(index), strict)
        else:
            yield _misfit(held, at, _expected(member))
    if strict and not value.keys() <= shape.names:
        yield from (
            ("unknown-member", pointer + token(name), f"expected only {', '.join(shape.members) or 'the tag'}")
            for name in value
            if name not in shape.names
        )


def _value(kind: Kind, shape: Shape | None, value: object, at: str, strict: bool) -> Iterator[Found]:
    found = _KINDS.get(type(value))
    if kind.json == "number" and found == "integer":
        found = "number"
    if found != kind.json:
        yield _misfit(value, at, kind.expected)
    elif isinstance(value, dict) and shape is not None:
        yield from _members(shape, value, at, strict)
    else:
        rule = _limit(kind, value)
        if rule is not None:
            yield rule, at, f"expected {kind.expected}"


def _limit(kind: Kind, value: object) -> str | None:
    """The rule about size that a value of the right kind breaks."""
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


def _misfit(value: object, at: str, expected: str) -> Found:
    return "null-member" if value is None else "wrong-type", at, f"expected {expected}, found {_name(value)}"


def _name(value: object) -> str:
    return "null" if value is None else _ARTICLES[_KINDS[type(value)]]


def _expected(member: Member) -> str:
    expected = TYPES[member.type].expected
    return f"an array, each item {expected}" if member.many else expected
