"""From one line to what it means: the fast way for sound messages, the careful way for all others."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from typing import TypeAlias

import msgspec
from msgspec import Struct

from ._classes import CLASSES, LAST_WINS, Envelope
from ._encoding import encode
from ._syntax import WHITE_SPACE, echo, is_deeper, length_fault, parse, plain
from ._tables import ENVELOPES, MAX_DEPTH, SPARE_DEPTH, TAG
from ._walk import faults, prune
from .errors import DecodeError

_MOST_FAULTS = 100

# What a decoder of msgspec raises for bytes that are not what it expects.
FAILURES = (msgspec.MsgspecError, RecursionError)


class UnknownEnvelope(Struct, frozen=True, gc=False):
    """A message whose tag this revision does not list.

    ``type`` is the tag, ``id`` the correlation id, if the message has one that is a non-empty string.  ``raw`` is the
    message as it came, without white space around it.  A ``bare`` one has no member beside its tag.
    """

    type: str
    id: str | None
    bare: bool
    raw: bytes


Message: TypeAlias = Envelope | UnknownEnvelope
"""What reading a message gives."""


class Examined(Struct, frozen=True):
    """What an examination has found: the message, if readers accept it, and the first hundred of its faults."""

    message: Message | None
    faults: tuple[DecodeError, ...]


_decode: Callable[[bytes], Envelope] = msgspec.json.Decoder(Envelope).decode


def _decode_within_depth(line: bytes) -> Envelope:
    envelope = _decode(line)
    if is_deeper([plain(line)], MAX_DEPTH):
        raise msgspec.ValidationError
    return envelope


# Only types that contain themselves can nest beyond the limit; all others are as deep as they are.
typed = _decode if SPARE_DEPTH >= 0 else _decode_within_depth
"""The envelope in a message; one of ``FAILURES`` if the careful way has to be gone.

The types know no members but the model's, so success means that every byte was looked at.  Whether a member stands
twice is still open: it makes no difference in the envelopes of ``LAST_WINS``, and none does if :func:`is_canonical`.
"""


def is_canonical(line: bytes, envelope: Envelope) -> bool:
    """Whether ``line`` is what a writer makes of ``envelope``, white space aside; then no member stands twice."""
    canonical = encode(envelope)[:-1]
    return line.strip(WHITE_SPACE) == canonical or msgspec.json.format(line, indent=-1) == canonical


def outcome(line: bytes, max_line: int) -> Message | DecodeError:
    """What any line at all means to a reader."""
    fault = length_fault(line, max_line)
    if fault is not None:
        return fault
    message = _leniently(line)
    if message is not None:
        return message
    examined = carefully(line, strict=False, most=1)
    return examined.faults[0] if examined.message is None else examined.message


def carefully(line: bytes, *, strict: bool, most: int = _MOST_FAULTS) -> Examined:
    """All faults with their pointers, up to ``most``, in the order of the model."""
    parsed = parse(line)
    if isinstance(parsed, DecodeError):
        return Examined(None, (parsed,))
    value = parsed.value
    syntax = [(fault.rule, fault.pointer, fault.detail) for fault in parsed.faults]
    doubles = [("duplicate-member", pointer, "expected the member once") for pointer in parsed.doubled]
    stopping = [*syntax, *(doubles if _refuses_doubles(value) else ()), *islice(faults(value, strict=False), most)]
    found = [*syntax, *doubles, *islice(faults(value, strict=True), most)] if strict else stopping
    errors = tuple(DecodeError(rule, pointer, detail, echo(value)) for rule, pointer, detail in found[:most])
    return Examined(_message(line, value) if isinstance(value, dict) and not stopping else None, errors)


def _leniently(line: bytes) -> Message | None:
    """The message in ``line``; ``None`` if there is none, or if only the careful way can tell."""
    try:
        value = plain(line)
    except FAILURES:
        return None
    if not isinstance(value, dict) or not isinstance(value.get(TAG), str) or _refuses_doubles(value):
        return None
    if (SPARE_DEPTH < 0 or value[TAG] not in CLASSES) and is_deeper([value], MAX_DEPTH):
        return None
    try:
        return _message(line, value, SPARE_DEPTH)
    except msgspec.ValidationError:
        return None


def _message(line: bytes, value: dict[str, object], spare_depth: int = MAX_DEPTH) -> Message:
    """The typed form of a plain value, which is used up.

    ``msgspec.ValidationError`` if it has none, or if an unknown member of it is deeper than ``spare_depth``.
    """
    tag = str(value[TAG])
    if tag not in CLASSES:
        return UnknownEnvelope(tag, echo(value), len(value) == 1, line.strip(WHITE_SPACE))
    if is_deeper(prune(value, ENVELOPES[tag]), spare_depth):
        raise msgspec.ValidationError
    return msgspec.convert(value, CLASSES[tag])


def _refuses_doubles(value: object) -> bool:
    tag = value.get(TAG) if isinstance(value, dict) else None
    return isinstance(tag, str) and tag in CLASSES and CLASSES[tag] not in LAST_WINS
