"""One JSON object a line: read messages from bytes and streams, and write them.

``decode`` is strict about what a reader must refuse and lenient about what it must not: members, envelopes and values
of vocabularies that this revision does not know never fail a message.  Whatever else is wrong is one
:class:`DecodeError`.  ``encode`` writes the canonical form: members in wire order, compact, UTF-8.

All functions may be called from several threads at once; two of them must not share a stream.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import BinaryIO

from ._classes import LAST_WINS, Envelope
from ._encoding import encode
from ._framing import WHITE_SPACE, LineBuffer, length_fault, too_long
from ._reading import FAILURES, Examined, Message, UnknownEnvelope, is_canonical, typed
from ._tables import MAX_DEPTH, MAX_LINE_BYTES
from .errors import DecodeError, EncodeError

__all__ = [
    "MAX_DEPTH",
    "MAX_LINE_BYTES",
    "DecodeError",
    "EncodeError",
    "Envelope",
    "Examined",
    "LineBuffer",
    "Message",
    "UnknownEnvelope",
    "decode",
    "encode",
    "examine",
    "read",
    "write",
]

_SKIP_BYTES = 1 << 16


def decode(line: bytes, max_line: int = MAX_LINE_BYTES) -> Message:
    """The message in ``line``: one JSON object, with or without a line end, white space allowed between its tokens.

    A message of an unknown type comes back as :class:`UnknownEnvelope`.  Raises :class:`DecodeError`, also where the
    message has more than ``max_line`` bytes.  A ``bytearray`` or a ``memoryview`` of bytes is read like ``bytes``.
    """
    if len(line) <= max_line:
        try:
            envelope = typed(line)
        except FAILURES:
            pass
        else:
            # The types know no other members, so all bytes were looked at; two of one name are left to see.
            if envelope.__class__ in LAST_WINS or is_canonical(line, envelope):
                return envelope
    message = _outcome(bytes(line), max_line)
    if isinstance(message, DecodeError):
        raise message
    return message


def examine(line: bytes, *, strict: bool = False, max_line: int = MAX_LINE_BYTES) -> Examined:
    """Everything that is wrong with ``line``, in the order of the model, and the message if readers accept it.

    ``strict`` adds what stops no reader, but that no author may write and no typed value shows: unknown envelopes and
    members, nulls, doubled members in any envelope, missing members that readers have a default for.
    """
    line = bytes(line)
    fault = length_fault(line, max_line)
    if fault is not None:
        return Examined(None, (fault,))
    try:
        envelope = typed(line)
    except FAILURES:
        return _carefully(line, strict)
    if (envelope.__class__ in LAST_WINS and not strict) or is_canonical(line, envelope):
        return Examined(envelope, ())
    return _carefully(line, strict)


def read(stream: BinaryIO, *, max_line: int = MAX_LINE_BYTES) -> Iterator[Message | DecodeError]:
    """The messages of ``stream``, each as soon as its line is complete.

    A line that is no message is yielded as the error that it is, and reading goes on with the next one; an exception
    would end the iterator.  Lines of white space are skipped; of a line of more than ``max_line`` bytes only that
    many are held.  Nothing is taken from ``stream`` beyond the line that was yielded.  Files are read fastest with a
    buffer of 64 KiB: ``open(path, "rb", buffering=1 << 16)``.
    """
    readline, typed_, last_wins = stream.readline, typed, LAST_WINS
    room = max_line + 2
    while line := readline(room):
        if len(line) <= max_line:
            try:
                envelope = typed_(line)
            except FAILURES:
                pass
            else:
                if envelope.__class__ in last_wins or is_canonical(line, envelope):
                    yield envelope
                    continue
        if not line.endswith(b"\n"):
            line = _complete(readline, line, room)
        if len(line) >= room and not line.endswith(b"\n"):
            yield too_long(max_line)
            while line and not line.endswith(b"\n"):
                line = readline(_SKIP_BYTES)
        elif line.strip(WHITE_SPACE) or length_fault(line, max_line) is not None:
            yield _outcome(line, max_line)


def write(stream: BinaryIO, envelope: Envelope) -> None:
    """Write ``envelope`` as one line, and flush; :class:`EncodeError` before any byte leaves."""
    line = encode(envelope)
    written = stream.write(line)
    # An unbuffered pipe may take less than it is given.
    while written is not None and written < len(line):
        line = line[written:]
        written = stream.write(line)
    stream.flush()


def _complete(readline: Callable[[int], bytes], line: bytes, room: int) -> bytes:
    """``line`` with what a stream that delivers piecemeal still has of it, up to ``room`` bytes."""
    while len(line) < room and not line.endswith(b"\n") and (more := readline(room - len(line))):
        line += more
    return line


# Sound messages need neither tables nor the standard library's parser, so these are imported with the first other one.


def _outcome(line: bytes, max_line: int) -> Message | DecodeError:
    from ._careful import outcome

    return outcome(line, max_line)


def _carefully(line: bytes, strict: bool) -> Examined:
    from ._careful import carefully

    return carefully(line, strict=strict)
