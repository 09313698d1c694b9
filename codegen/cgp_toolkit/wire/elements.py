"""The elements of a JSON array that may be larger than memory."""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO

from cgp_toolkit.wire.scanning import (
    OPENING,
    OUTSIDE,
    SPACE,
    TO_BRACKET,
    TO_COMMA,
    TO_STRING_END,
    WHITE_SPACE,
    container,
)

_CHUNK = 1 << 16
_LARGEST_CHUNK = 1 << 20


class BrokenArray(Exception):
    """An array that does not end, or something behind its end.  ``line`` and ``column`` count from 1."""

    def __init__(self, problem: str, line: int, column: int) -> None:
        super().__init__(problem)
        self.line = line
        self.column = column


def elements(head: bytes, stream: BinaryIO, limit: int) -> Iterator[tuple[bytes, int, int]]:
    """The bytes of each element, with the line and column of its start.

    ``head`` is what was read of ``stream`` already, up to the opening bracket at least.  Commas and brackets outside
    of strings are all that counts, so that one broken element does not hide the next.  Of an element of more than
    ``limit`` bytes only the beginning is kept.  :class:`BrokenArray` if the array is cut off or something follows it.
    """
    splitter = _Splitter(head, stream, limit)
    splitter.take(head.index(b"[") + 1)
    number, more = 0, True
    while more:
        data, line, column, more = splitter.element()
        # Between two commas something is missing; between the two brackets of an empty array nothing is.
        if data or more or number:
            yield data, line, column
        number += 1
    splitter.finish()


class _Splitter:
    """What stands before ``start`` in the buffer has been passed; ``line`` and ``column`` are where ``start`` is."""

    def __init__(self, head: bytes, stream: BinaryIO, limit: int) -> None:
        self.buffer = head
        self.start = 0
        self.stream = stream
        self.limit = limit
        self.line = 1
        self.column = 1

    def take(self, end: int) -> bytes:
        """Pass everything before ``end``."""
        taken = self.buffer[self.start : end]
        self.start = end
        lines = taken.count(b"\n")
        if lines:
            self.line += lines
            self.column = 1
        self.column += _characters(taken[taken.rfind(b"\n") + 1 :])
        return taken

    def fill(self) -> bool:
        """Read on, forgetting what was passed, so that ``start`` is 0; whether there was more."""
        self.buffer = self.buffer[self.start :]
        self.start = 0
        more = self.stream.read(min(max(_CHUNK, len(self.buffer)), _LARGEST_CHUNK))
        self.buffer += more
        return bool(more)

    def need(self) -> None:
        """Read on; the array is broken if there is no more."""
        if not self.fill():
            self.take(len(self.buffer))
            raise BrokenArray("the array does not end", self.line, self.column)

    def element(self) -> tuple[bytes, int, int, bool]:
        """The next element, where it starts, and whether a comma follows it."""
        self.skip_white_space()
        line, column = self.line, self.column
        whole = container().match(self.buffer, self.start)
        depth, position = 0, self.start if whole is None else whole.end()
        while True:
            match = (TO_BRACKET if depth else TO_COMMA).match(self.buffer, position)
            if match is None:
                if len(self.buffer) - self.start > self.limit + 1:
                    kept = self.buffer[self.start : self.start + self.limit + 2]
                    self.take(position)
                    return kept, line, column, self.drop(depth)
                position -= self.start
                self.need()
                continue
            position = match.end()
            if match[1] in OPENING:
                depth += 1
            elif depth:
                depth -= 1
            elif match[1] != b"}":
                data = self.take(position)[:-1]
                return data.rstrip(WHITE_SPACE), line, column, match[1] == b","

    def drop(self, depth: int) -> bool:
        """Pass the rest of an element that is too large to be kept; whether a comma follows it."""
        while True:
            match = (TO_BRACKET if depth else TO_COMMA).match(self.buffer, self.start)
            if match is None:
                self.drop_string()
                continue
            self.take(match.end())
            if match[1] in OPENING:
                depth += 1
            elif depth:
                depth -= 1
            elif match[1] != b"}":
                return match[1] == b","

    def drop_string(self) -> None:
        """Pass what is left of the buffer; if it ends within a string, then up to the end of that string."""
        outside = OUTSIDE.match(self.buffer, self.start)
        assert outside is not None, "the expression matches any text"
        in_string = outside.end() < len(self.buffer)
        self.take(outside.end() + in_string)
        while in_string:
            match = TO_STRING_END.match(self.buffer, self.start)
            if match is not None:
                self.take(match.end())
                return
            # A backslash at the end escapes what is still to come.
            rest = self.buffer[self.start :]
            self.take(len(self.buffer) - (len(rest) - len(rest.rstrip(b"\\"))) % 2)
            self.need()
        self.need()

    def skip_white_space(self) -> None:
        """Pass white space."""
        while True:
            space = SPACE.match(self.buffer, self.start)
            assert space is not None, "the expression matches any text"
            if space.end() > self.start:
                self.take(space.end())
            if self.start < len(self.buffer) or not self.fill():
                return

    def finish(self) -> None:
        """Make sure that nothing follows."""
        self.skip_white_space()
        if self.start < len(self.buffer):
            raise BrokenArray("something follows the end of the array", self.line, self.column)


def _characters(text: bytes) -> int:
    """How many characters there are, in UTF-8 that may be wrong."""
    return len(text.decode(errors="replace"))
