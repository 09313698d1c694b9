"""From chunks of bytes to lines, without any input or output of its own (sans-IO)."""

from __future__ import annotations

from ._tables import MAX_LINE_BYTES
from .errors import DecodeError

WHITE_SPACE = b" \t\r\n"
"""What JSON takes for white space, line ends included."""


def length_fault(line: bytes, max_line: int) -> DecodeError | None:
    """The fault of a message that is longer than ``max_line`` bytes, its line end not counted."""
    size = len(line) - line.endswith(b"\n")
    if size > max_line and line[size - 1 : size] == b"\r":
        size -= 1
    return too_long(max_line) if size > max_line else None


def too_long(max_line: int) -> DecodeError:
    """The error about a message of more than ``max_line`` bytes."""
    return DecodeError("line-too-long", "", f"expected at most {max_line} bytes")


class LineBuffer:
    """Cuts a stream of chunks, however it was chopped, into the lines that a reader sees.

    Lines end with LF alone; one CR before it is dropped, and lines of white space are skipped.  A line of more than
    ``max_line`` bytes comes out as the error that it is, and no more than that of it is held.
    """

    __slots__ = ("_held", "_max_line", "_skipping")

    def __init__(self, max_line: int = MAX_LINE_BYTES) -> None:
        self._max_line = max_line
        self._held = bytearray()
        self._skipping = False

    def feed(self, chunk: bytes) -> list[bytes | DecodeError]:
        """The lines that ``chunk`` completes, without their ends; errors as soon as a line is too long."""
        *ended, rest = chunk.split(b"\n")
        lines: list[bytes | DecodeError] = []
        for part in ended:
            self._hold(part, lines)
            self._end(lines)
        self._hold(rest, lines)
        return lines

    def close(self) -> list[bytes | DecodeError]:
        """The last line, if the stream ended without a line end."""
        lines: list[bytes | DecodeError] = []
        self._end(lines)
        return lines

    def _hold(self, part: bytes, lines: list[bytes | DecodeError]) -> None:
        if self._skipping:
            return
        self._held += part
        # One byte more may be the carriage return of the line end.
        if len(self._held) > self._max_line + 1:
            lines.append(too_long(self._max_line))
            self._held.clear()
            self._skipping = True

    def _end(self, lines: list[bytes | DecodeError]) -> None:
        line = bytes(self._held)
        self._held.clear()
        if self._skipping:
            self._skipping = False
            return
        fault = length_fault(line, self._max_line)
        if fault is not None:
            lines.append(fault)
        elif line.strip(WHITE_SPACE):
            lines.append(line.removesuffix(b"\r"))
