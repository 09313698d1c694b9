"""Why an envelope cannot be written; looked for only after that has turned out."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum

from msgspec import Struct

from ._classes import CLASSES, RECORD_CLASSES
from ._objects import ENVELOPES, RECORDS, TYPES
from ._pointers import token
from ._shapes import Kind, Member, Shape
from ._syntax import is_unicode
from .errors import EncodeError

_PYTHON: dict[str, tuple[type, ...]] = {"string": (str,), "boolean": (bool,), "integer": (int,), "number": (float, int)}
# The integers that msgspec writes.
_LEAST, _MOST = -(1 << 63), (1 << 64) - 1


def refusal(envelope: object) -> EncodeError:
    """The error about the first member, in wire order, that cannot be written."""
    for tag, class_ in CLASSES.items():
        if isinstance(envelope, class_):
            return next(_members(ENVELOPES[tag], envelope, ""), EncodeError("wrong-type", "", "expected builtin types"))
    return EncodeError("unknown-envelope", "", f"expected one of {', '.join(c.__name__ for c in CLASSES.values())}")


def _members(shape: Shape, owner: Struct, pointer: str) -> Iterator[EncodeError]:
    attributes = dict(zip(owner.__struct_encode_fields__, owner.__struct_fields__, strict=True))
    for name, member in shape.members.items():
        value = getattr(owner, attributes[name])
        at = pointer + token(name)
        if value is None and not member.required:
            continue
        if not member.many:
            yield from _value(member, value, at)
        elif isinstance(value, (tuple, list)):
            for index, item in enumerate(value):
                yield from _value(member, item, at + token(index))
        else:
            yield EncodeError("wrong-type", at, f"expected a tuple, each item {TYPES[member.type].expected}")


def _value(member: Member, value: object, at: str) -> Iterator[EncodeError]:
    kind = TYPES[member.type]
    if member.type in RECORDS:
        if isinstance(value, RECORD_CLASSES[member.type]):
            yield from _members(RECORDS[member.type], value, at)
        else:
            yield EncodeError("wrong-type", at, f"expected {kind.expected}")
    else:
        rule = _rule(kind, value)
        if rule is not None:
            yield EncodeError(rule, at, f"expected {kind.expected}")


def _rule(kind: Kind, value: object) -> str | None:
    if not isinstance(value, _PYTHON[kind.json]) or (isinstance(value, bool) and kind.json != "boolean"):
        return "wrong-type"
    if isinstance(value, str):
        return "wrong-type" if _is_foreign(value) else None if is_unicode(value) else "lone-surrogate"
    if isinstance(value, int) and kind.json == "integer":
        return "wrong-type" if _is_foreign(value) else None if _LEAST <= value <= _MOST else "out-of-range"
    if kind.largest is not None and isinstance(value, (int, float)):
        return None if -kind.largest <= value <= kind.largest else "out-of-range"
    return None


def _is_foreign(value: str | int) -> bool:
    """Whether msgspec refuses the class of ``value``: of subclasses it writes only enumerations."""
    return type(value) not in (str, int, bool) and not isinstance(value, Enum)
