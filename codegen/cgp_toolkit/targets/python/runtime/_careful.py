"""From one line that is not simply sound to what it means, leniently first, then carefully."""

from __future__ import annotations

from itertools import islice

import msgspec

from ._classes import CLASSES, LAST_WINS
from ._framing import WHITE_SPACE, length_fault
from ._objects import ENVELOPES
from ._reading import FAILURES, Examined, Message, UnknownEnvelope
from ._syntax import MOST_FAULTS, echo, is_deeper, parse, plain
from ._tables import FAULTS, MAX_DEPTH, SPARE_DEPTH, TAG, TYPES_ARE_EXACT
from ._walk import Found, faults, prune
from .errors import DecodeError


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


def carefully(line: bytes, *, strict: bool, most: int = MOST_FAULTS) -> Examined:
    """All faults with their pointers, up to ``most``, in the order of the model."""
    parsed = parse(line, most)
    if isinstance(parsed, DecodeError):
        return Examined(None, (parsed,))
    value = parsed.value
    syntax = [("lone-surrogate", "", "expected escapes of surrogates in pairs")] if parsed.half_pair else []
    doubles = [("duplicate-member", pointer, "expected the member once") for pointer in parsed.doubled]
    walked = list(islice(faults(value, strict=strict), most))
    refused = syntax or (doubles and _refuses_doubles(value)) or _refuses(value, walked, most)
    found = [*syntax, *(doubles if strict or _refuses_doubles(value) else ()), *walked][:most]
    errors = tuple(DecodeError(rule, pointer, detail, echo(value)) for rule, pointer, detail in found)
    return Examined(_message(line, value) if isinstance(value, dict) and not refused else None, errors)


def _refuses(value: object, walked: list[Found], most: int) -> bool:
    """Whether readers refuse ``value``, of whose faults the first ``most`` were found."""
    if any(not FAULTS[rule].author for rule, _, _ in walked):
        return True
    # What only authors may not write can hide what comes after it.
    return len(walked) == most and next(faults(value, strict=False), None) is not None


def _leniently(line: bytes) -> Message | None:
    """The message in ``line``; ``None`` if there is none, or if only the careful way can tell."""
    if not TYPES_ARE_EXACT:
        return None
    try:
        value = plain(line)
    except FAILURES:
        return None
    if not isinstance(value, dict) or not isinstance(value.get(TAG), str) or _refuses_doubles(value):
        return None
    if value[TAG] not in CLASSES and is_deeper([value], MAX_DEPTH):
        return None
    try:
        return _message(line, value, SPARE_DEPTH)
    except msgspec.ValidationError:
        return None


def _message(line: bytes, value: dict[str, object], spare_depth: int | None = None) -> Message:
    """The typed form of a plain value, which is used up.

    ``msgspec.ValidationError`` if it has none, or if an unknown member of it is deeper than ``spare_depth``.
    """
    tag = str(value[TAG])
    if tag not in CLASSES:
        return UnknownEnvelope(tag, echo(value), len(value) == 1, line.strip(WHITE_SPACE))
    dropped = prune(value, ENVELOPES[tag])
    if spare_depth is not None and is_deeper(dropped, spare_depth):
        raise msgspec.ValidationError
    return msgspec.convert(value, CLASSES[tag])


def _refuses_doubles(value: object) -> bool:
    tag = value.get(TAG) if isinstance(value, dict) else None
    return isinstance(tag, str) and tag in CLASSES and CLASSES[tag] not in LAST_WINS
