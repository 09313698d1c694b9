"""Two ways to tell where a message ends: a line each, or headers with a Content-Length before it.

:class:`.LineBuffer` and :class:`HeaderBuffer` cut a stream of chunks without any input or output of their own
(sans-IO); :func:`messages` and :func:`send` read from streams and write to them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import Enum
from typing import BinaryIO, Final

import msgspec

from ._framing import LineBuffer, too_long
from ._rpc_errors import RpcError
from ._rpc_tables import MAX_HEADER_BYTES, MAX_MESSAGE_BYTES
from .errors import DecodeError

_LENGTH: Final = b"content-length"
_TYPE: Final = b"content-type"
_DIGITS: Final = re.compile(rb"[0-9]{1,18}")
_NAME: Final = re.compile(rb"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
_CHARSET: Final = re.compile(rb';[ \t]*charset[ \t]*=[ \t]*"?([^"; \t]*)', re.IGNORECASE)
_UTF_8: Final = (b"utf-8", b"utf8")
_CHUNK: Final = 1 << 16


class Framing(Enum):
    """How messages follow each other in a stream."""

    LINE = "line"
    CONTENT_LENGTH = "content-length"


def frame(message: bytes, framing: Framing = Framing.LINE) -> bytes:
    """``message`` as it stands in a stream."""
    if framing is Framing.LINE:
        # What encoders give has no line ends; in JSON they can only stand between tokens.
        return (msgspec.json.format(message, indent=-1) if b"\n" in message else message) + b"\n"
    return b"Content-Length: %d\r\n\r\n%b" % (len(message), message)


class HeaderBuffer:
    """Cuts a stream of chunks, however it was chopped, into the messages behind its headers.

    Of a message of more than ``max_message`` bytes, or in another encoding than UTF-8, an error comes out, and nothing
    of it is held.  Headers from which no length can be told end it all: nobody knows where the next message begins.
    """

    __slots__ = ("_held", "_max_header", "_max_message", "_skip", "_wanted", "broken")

    def __init__(self, max_message: int = MAX_MESSAGE_BYTES, max_header: int = MAX_HEADER_BYTES) -> None:
        self._max_message = max_message
        self._max_header = max_header
        self._held = bytearray()
        self._wanted: int | None = None
        self._skip = 0
        self.broken = False
        """Whether the stream can't be read any further."""

    def feed(self, chunk: bytes) -> list[bytes | RpcError]:
        """The messages that ``chunk`` completes, and errors."""
        found: list[bytes | RpcError] = []
        if self.broken:
            return found
        self._held += chunk
        while self._step(found):
            pass
        return found

    def close(self) -> list[bytes | RpcError]:
        """What is wrong with the end of the stream, if anything."""
        if self.broken or not (self._held or self._skip or self._wanted is not None):
            return []
        self.broken = True
        self._held.clear()
        return [cut_off()]

    def _step(self, found: list[bytes | RpcError]) -> bool:
        """Whether it may go on."""
        if self._skip:
            skipped = min(self._skip, len(self._held))
            del self._held[:skipped]
            self._skip -= skipped
            return not self._skip and bool(self._held)
        if self._wanted is None:
            return self._header(found)
        if len(self._held) < self._wanted:
            return False
        found.append(bytes(self._held[: self._wanted]))
        del self._held[: self._wanted]
        self._wanted = None
        return bool(self._held)

    def _header(self, found: list[bytes | RpcError]) -> bool:
        match = _END.search(self._held, 0, self._max_header)
        if match is None:
            fault = header_fault(bytes(self._held[: self._held.rfind(b"\n") + 1]))
            if fault is None and len(self._held) >= self._max_header:
                fault = too_long_header(self._max_header)
            if fault is not None:
                self._give_up(found, fault)
            return False
        block = bytes(self._held[: match.end()])
        del self._held[: match.end()]
        length = parse_header(block)
        if isinstance(length, RpcError):
            self._give_up(found, length)
            return False
        fault = unwanted(block, length, self._max_message)
        if fault is None:
            self._wanted = length
        else:
            found.append(fault)
            self._skip = length
        return True

    def _give_up(self, found: list[bytes | RpcError], fault: RpcError) -> None:
        self.broken = True
        self._held.clear()
        found.append(fault)


_END: Final = re.compile(rb"(?:^|\n)\r?\n")
"""The empty line behind the headers."""


def parse_header(block: bytes) -> int | RpcError:
    """The length that headers give, the empty line behind them included."""
    fault = header_fault(block)
    if fault is not None:
        return fault
    lengths = [value for name, value in _fields(block) if name == _LENGTH]
    if not lengths:
        return _bad_header("expected Content-Length")
    if len(lengths) > 1:
        return _bad_header("expected Content-Length once")
    if _DIGITS.fullmatch(lengths[0]) is None:
        return _bad_header("expected digits behind Content-Length")
    return int(lengths[0])


def header_fault(block: bytes) -> RpcError | None:
    """What is wrong with whole lines of headers, however many are still to come."""
    for line in block.split(b"\n"):
        name, colon, _ = line.removesuffix(b"\r").partition(b":")
        if (name or colon) and not (colon and _NAME.fullmatch(name)):
            return _bad_header("expected a name and a colon")
    return None


def _fields(block: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Names in small letters, and values."""
    for line in block.split(b"\n"):
        name, _, value = line.partition(b":")
        yield name.lower(), value.strip(b" \t\r")


def unwanted(block: bytes, length: int, max_message: int) -> RpcError | None:
    """Why the message behind these headers, which have that length, is not taken."""
    if length > max_message:
        return from_line_fault(too_long(max_message))
    for name, value in _fields(block):
        charset = _CHARSET.search(value) if name == _TYPE else None
        if charset is not None and charset[1].lower() not in _UTF_8:
            return _bad_header("expected UTF-8 as charset")
    return None


def messages(
    stream: BinaryIO,
    framing: Framing = Framing.LINE,
    max_message: int = MAX_MESSAGE_BYTES,
    max_header: int = MAX_HEADER_BYTES,
) -> Iterator[bytes | RpcError]:
    """The messages of ``stream``, each as soon as it is complete, and errors in the place of those that are none.

    Nothing is taken from ``stream`` beyond the message that was yielded.
    """
    if framing is Framing.LINE:
        return _lines(stream, max_message)
    return _behind_headers(stream, max_message, max_header)


def send(stream: BinaryIO, message: bytes, framing: Framing = Framing.LINE) -> None:
    """Write a message, and flush."""
    data = frame(message, framing)
    written = stream.write(data)
    # An unbuffered pipe may take less than it is given.
    while written is not None and written < len(data):
        data = data[written:]
        written = stream.write(data)
    stream.flush()


def _lines(stream: BinaryIO, max_message: int) -> Iterator[bytes | RpcError]:
    buffer = LineBuffer(max_message)
    while chunk := stream.readline(_CHUNK):
        yield from map(_from_buffer, buffer.feed(chunk))
    yield from map(_from_buffer, buffer.close())


def _from_buffer(line: bytes | DecodeError) -> bytes | RpcError:
    return from_line_fault(line) if isinstance(line, DecodeError) else line


def _behind_headers(stream: BinaryIO, max_message: int, max_header: int) -> Iterator[bytes | RpcError]:
    while True:
        block = b""
        fault = None
        while fault is None and not _ends(block) and (more := stream.readline(max_header - len(block))):
            block += more
            fault = header_fault(block) if block.endswith(b"\n") else None
        if not block:
            return
        if fault is None and not _ends(block):
            fault = too_long_header(max_header) if len(block) >= max_header else cut_off()
        if fault is not None:
            yield fault
            return
        length = parse_header(block)
        if isinstance(length, RpcError):
            yield length
            return
        fault = unwanted(block, length, max_message)
        if fault is None:
            message = _exactly(stream, length)
            if len(message) < length:
                yield cut_off()
                return
            yield message
        else:
            yield fault
            while length and (skipped := len(stream.read(min(length, _CHUNK)))):
                length -= skipped
            if length:
                yield cut_off()
                return


def _ends(block: bytes) -> bool:
    return block.endswith((b"\n\n", b"\n\r\n")) or block in (b"\n", b"\r\n")


def _exactly(stream: BinaryIO, length: int) -> bytes:
    """So many bytes, or what there is of them."""
    data = stream.read(length)
    while len(data) < length and (more := stream.read(length - len(data))):
        data += more
    return data


def from_line_fault(fault: DecodeError) -> RpcError:
    """A fault of a line as that of a message."""
    return RpcError(fault.rule, fault.pointer, fault.detail)


def too_long_header(max_header: int) -> RpcError:
    """The error about headers without an end."""
    return _bad_header(f"expected at most {max_header} bytes of headers")


def cut_off() -> RpcError:
    """The error about a stream that ends too early; whoever sent it is gone."""
    return RpcError("cut-off", "", "expected the rest of a message", None, False)


def _bad_header(detail: str) -> RpcError:
    return RpcError("bad-header", "", detail)
