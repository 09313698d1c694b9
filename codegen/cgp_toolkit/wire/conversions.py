"""What a conversion is asked for, and what comes of it; without the generated binding."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Encoding(StrEnum):
    """An encoding of the messages."""

    NDJSON = "ndjson"
    JSONRPC = "jsonrpc"


class Framing(StrEnum):
    """How JSON-RPC messages follow each other."""

    LINE = "line"
    CONTENT_LENGTH = "content-length"


@dataclass(slots=True)
class Conversion:
    """Counts over one input.

    Of the ``messages``, so many were ``written`` and so many ``failed``; the others have no place in the other
    encoding.  ``losses`` counts what was left out, whole messages and parts of them.
    """

    messages: int = 0
    written: int = 0
    failed: int = 0
    losses: int = 0
