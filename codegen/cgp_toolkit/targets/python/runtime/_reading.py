"""What reading gives, and the way there for sound messages; all that is imported before the first unsound one."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import msgspec
from msgspec import Struct

from ._classes import Envelope
from ._encoding import encode
from ._framing import WHITE_SPACE
from ._tables import MAX_DEPTH, TYPES_ARE_EXACT
from .errors import DecodeError

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


def _decode_and_walk(line: bytes) -> Envelope:
    from ._syntax import is_deeper, plain
    from ._walk import faults

    envelope = _decode(line)
    value = plain(line)
    if is_deeper([value], MAX_DEPTH) or next(faults(value, strict=False), None) is not None:
        raise msgspec.ValidationError
    return envelope


typed = _decode if TYPES_ARE_EXACT else _decode_and_walk
"""The envelope in a message; one of ``FAILURES`` if the careful way has to be gone.

The types know no members but the model's, so success means that every byte was looked at.  Whether a member stands
twice is still open: it makes no difference in the envelopes of ``LAST_WINS``, and none does if :func:`is_canonical`.
"""


def is_canonical(line: bytes, envelope: Envelope) -> bool:
    """Whether ``line`` is what a writer makes of ``envelope``, white space aside; then no member stands twice."""
    canonical = encode(envelope)[:-1]
    return bytes(line).strip(WHITE_SPACE) == canonical or msgspec.json.format(line, indent=-1) == canonical
