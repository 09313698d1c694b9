"""Standard input and output as the protocol has them: bytes, and for nobody else."""

from __future__ import annotations

import os
import select
import sys
from collections.abc import Iterator
from contextlib import contextmanager

CHUNK = 1 << 16


@contextmanager
def own_streams() -> Iterator[tuple[int, int]]:
    """Descriptors to read the protocol from and to write it to.

    Until the end of the block, whatever else reads the standard input finds it empty, and whatever else writes to the
    standard output, child processes included, writes to the standard error.
    """
    printed = sys.stdout
    if printed is not None:
        printed.flush()
    reading, writing = os.dup(0), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDWR)
    if sys.platform == "win32":
        import msvcrt

        for stream in (reading, writing):
            msvcrt.setmode(stream, os.O_BINARY)
    os.dup2(nothing, 0)
    try:
        os.dup2(2, 1)
    except OSError:
        # There is no standard error.
        os.dup2(nothing, 1)
    sys.stdout = sys.stderr
    try:
        yield reading, writing
    finally:
        sys.stdout = printed
        if printed is not None:
            printed.flush()
        os.dup2(reading, 0)
        os.dup2(writing, 1)
        for stream in (reading, writing, nothing):
            os.close(stream)


def read_some(stream: int) -> bytes:
    """What has come in, as soon as anything has; nothing at the end."""
    while True:
        try:
            return os.read(stream, CHUNK)
        except BlockingIOError:
            # Whoever shares the pipe with us has made it non-blocking for both.
            select.select([stream], [], [])
        except ConnectionError:
            return b""


def write_all(stream: int, data: bytes) -> None:
    """Write all of ``data``, however slowly the other side reads; ``BrokenPipeError`` if it is gone."""
    rest = memoryview(data)
    while rest:
        try:
            rest = rest[os.write(stream, rest) :]
        except BlockingIOError:
            select.select([], [stream], [])
        except ConnectionError:
            raise BrokenPipeError from None
