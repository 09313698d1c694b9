"""Streams that deliver as little at a time as a pipe may."""

from __future__ import annotations

from collections.abc import Iterator
from io import BufferedReader, RawIOBase


class _Drops(RawIOBase):
    def __init__(self, chunks: Iterator[bytes]) -> None:
        self._chunks = chunks
        self._left = b""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        while not self._left:
            chunk = next(self._chunks, None)
            if chunk is None:
                return 0
            self._left = chunk
        size = min(len(buffer), len(self._left))
        buffer[:size] = self._left[:size]
        self._left = self._left[size:]
        return size


def dripping(data: bytes, size: int) -> BufferedReader:
    """A stream that gives ``data``, at most ``size`` bytes at a time."""
    return BufferedReader(_Drops(data[at : at + size] for at in range(0, len(data), size)), buffer_size=size)


def flowing(chunks: Iterator[bytes]) -> BufferedReader:
    """A stream of what ``chunks`` gives, which need never be in memory as a whole."""
    return BufferedReader(_Drops(chunks), buffer_size=1 << 16)
