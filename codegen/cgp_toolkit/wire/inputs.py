"""Files and standard input, opened and looked at."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from cgp_toolkit.wire.errors import InputError

STANDARD_INPUT = "-"

_BUFFER = 1 << 16
_SAMPLE = 1024
_UTF_16_MARKS = (b"\xff\xfe", b"\xfe\xff")
# What a text may start with: printable ASCII, white space, a byte order mark or another letter of UTF-8.
_FIRST_BYTES = frozenset(b"\t\n\r") | frozenset(range(0x20, 0x7F)) | frozenset(range(0xC2, 0xF5))


@dataclass(frozen=True, slots=True)
class Input:
    """An open input: what to call it, its bytes, and how many there are, if that is known."""

    name: str
    stream: BinaryIO
    size: int | None


@contextmanager
def opened(path: str) -> Iterator[Input]:
    """The input that ``path`` names, ``-`` being standard input; :class:`InputError` if it can't be read."""
    if path == STANDARD_INPUT:
        yield _looked_at(Input("<stdin>", sys.stdin.buffer, None))
        return
    with _open(path) as stream:
        # A pipe or a device has no size that means anything.
        size = os.fstat(stream.fileno()).st_size if stream.seekable() else None
        yield _looked_at(Input(path, stream, size))


def _open(path: str) -> BinaryIO:
    try:
        return Path(path).open("rb", buffering=_BUFFER)
    except FileNotFoundError:
        raise InputError(f"{path} does not exist") from None
    except IsADirectoryError:
        raise InputError(f"{path} is a folder; name the files in it") from None
    except OSError as error:
        raise InputError(f"{path} can't be read: {error.strerror}") from None


def _looked_at(source: Input) -> Input:
    """``source``, if its first bytes look like text."""
    peek = getattr(source.stream, "peek", None)
    sample: bytes = peek(_SAMPLE)[:_SAMPLE] if peek is not None else b""
    if peek is not None and not sample:
        raise InputError(f"{source.name} is empty: there is no message in it")
    if sample.startswith(_UTF_16_MARKS):
        raise InputError(f"{source.name} is UTF-16; save it as UTF-8")
    if sample and (sample[0] not in _FIRST_BYTES or (b"\0" in sample and sample.lstrip()[:1] not in (b"{", b"["))):
        raise InputError(f"{source.name} is binary; expected JSON text")
    return source
