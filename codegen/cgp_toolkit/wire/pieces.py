"""From an input to the bytes of each message, whichever way it holds them, in constant memory.

An input is NDJSON (a message a line), one JSON value, or a JSON array of messages.  Each piece comes with the line and
column, counted from 1 and in characters, at which it starts.  No piece is parsed here: what is wrong with it is found
by whoever examines it.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from functools import partial
from itertools import chain
from typing import BinaryIO, TypeAlias

from cgp_toolkit.wire.elements import elements
from cgp_toolkit.wire.scanning import WHITE_SPACE, is_open

Piece: TypeAlias = tuple[bytes, int, int]
"""Bytes, line, column."""

_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_SKIP = 1 << 16


class Format(StrEnum):
    """How an input holds its messages."""

    AUTO = "auto"
    NDJSON = "ndjson"
    JSON = "json"


def pieces(stream: BinaryIO, format: Format, limit: int) -> Iterator[Piece]:  # noqa: A002
    """The messages of ``stream``; of one with more than ``limit`` bytes only the beginning, which is longer than that.

    :class:`cgp_toolkit.wire.elements.BrokenArray` at the end if an array is not finished as it has to be.
    """
    if format is Format.NDJSON:
        return _lines(stream, limit, [])
    room = limit + 2
    head = [stream.readline(room)]
    while head[-1] and not head[-1].strip(WHITE_SPACE):
        head.append(stream.readline(room))
    first = head[-1].removeprefix(_BYTE_ORDER_MARK).lstrip(WHITE_SPACE)
    if first.startswith(b"["):
        return elements(b"".join(head), stream, limit)
    cut = len(head[-1]) >= room and not head[-1].endswith(b"\n")
    if format is Format.AUTO and (cut or not is_open(first)):
        return _lines(stream, limit, head)
    if format is Format.AUTO:
        # A value over several lines, unless the next line starts another one: then this one is cut off.
        head.append(stream.readline(room))
        if head[-1].startswith(b"{"):
            return _lines(stream, limit, head)
    return _value(stream, b"".join(head), room)


def _lines(stream: BinaryIO, limit: int, head: list[bytes]) -> Iterator[Piece]:
    """Each line that is not white space; ``head`` has been read already."""
    room = limit + 2
    readline = stream.readline
    number = 0
    for line in chain(head, iter(partial(readline, room), b"")):
        number += 1
        if line.isspace() and not line.strip(WHITE_SPACE):
            continue
        if line:
            yield line, number, 1
        if len(line) >= room and not line.endswith(b"\n"):
            while (more := readline(_SKIP)) and not more.endswith(b"\n"):
                pass


def _value(stream: BinaryIO, head: bytes, room: int) -> Iterator[Piece]:
    """All of the input as one piece."""
    data = head
    while len(data) < room and (more := stream.read(room - len(data))):
        data += more
    value = data.lstrip(WHITE_SPACE)
    before = data[: len(data) - len(value)]
    value = value.rstrip(WHITE_SPACE)
    if value:
        yield value, before.count(b"\n") + 1, len(before) - before.rfind(b"\n")
