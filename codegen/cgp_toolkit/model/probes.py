"""Probes: what an inspector says to a running peer, and what has to come back.

The words of the axes are those of ``spec/``; nothing here belongs to a particular protocol.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from cgp_toolkit.model.axes import Level, Verdict
from cgp_toolkit.model.rules import Phrase
from cgp_toolkit.model.source import Position
from cgp_toolkit.model.types import Json

GREETING, QUESTION, GOODBYE = COMMON = ("greeting", "question", "goodbye")
"""The names of the messages of an inspection."""

EXAMPLE = "example"
"""The name of the example that a probe is run for."""


class Transport(StrEnum):
    """How a peer is reached."""

    STDIO = "stdio"
    HTTP = "http"


class Start(StrEnum):
    """Where a probe starts: before anything was said, or after the handshake."""

    FRESH = "fresh"
    READY = "ready"


class Answer(StrEnum):
    """What may come of a message: the reply that the model names, the failure, or nothing."""

    REPLY = "reply"
    FAILURE = "failure"
    NOTHING = "nothing"


class Leaving(StrEnum):
    """How a session is ended: by the closing message, or by the end of the input."""

    GOODBYE = "goodbye"
    END_OF_INPUT = "end-of-input"


class Writing(StrEnum):
    """How the bytes of a message are laid out.

    ``at-the-limit`` and ``beyond-the-limit`` fill a line with white space up to the limit of bytes, or one byte more.
    ``last-line`` is a line without end, after which the input ends.
    """

    LINE = "line"
    CRLF = "crlf"
    AFTER_BLANK_LINES = "after-blank-lines"
    BYTE_BY_BYTE = "byte-by-byte"
    AT_THE_LIMIT = "at-the-limit"
    BEYOND_THE_LIMIT = "beyond-the-limit"
    LAST_LINE = "last-line"


class Watch(StrEnum):
    """What is watched during the whole inspection.

    ``unreadable``: output that is no message.  ``form``: what no reader minds, but authors owe.  ``unasked``: a message
    that answers nothing.  ``misdirected``: a message that only the other role sends.  ``ended``: an end that nobody
    asked for.  ``statuses``: HTTP statuses.
    """

    UNREADABLE = "unreadable"
    UNASKED = "unasked"
    MISDIRECTED = "misdirected"
    FORM = "form"
    ENDED = "ended"
    STATUSES = "statuses"


@dataclass(frozen=True, slots=True)
class Inspection:
    """What every probe builds on: the role that is inspected, and three messages."""

    doc: str
    role: str
    greeting: dict[str, Json]
    question: dict[str, Json]
    text_at: tuple[str, ...]
    goodbye: dict[str, Json]
    position: Position


@dataclass(frozen=True, slots=True)
class Run:
    """A variable, and what it stands for: given values, or the items of a list that an expression gives."""

    variable: str
    values: tuple[Json, ...] | None
    items: Phrase | None
    most: int
    position: Position


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that is sent or done.  ``send`` is a message or the name of one; ``None`` for a leaving or a pause.

    ``statuses`` are names of the HTTP binding's.
    """

    send: str | dict[str, Json] | None
    change: Mapping[str, Json]
    set: Mapping[str, Phrase]
    each: Run | None
    times: int
    bare: bool
    written: Writing
    method: str | None
    media_type: str | None
    expect: tuple[Answer, ...]
    codes: tuple[str, ...]
    should: str | None
    statuses: tuple[str, ...]
    check: Phrase | None
    wrong: str | None
    keep: str | None
    leave: Leaving | None
    pause: float | None
    position: Position


@dataclass(frozen=True, slots=True)
class Probe:
    """A short talk with a peer, something that is watched, or why neither is possible."""

    name: str
    doc: str
    requirements: tuple[str, ...]
    decisions: tuple[str, ...]
    level: Level | None
    over: tuple[Transport, ...]
    start: Start
    needs: Phrase | None
    without: str | None
    rude: bool
    examples: Verdict | None
    steps: tuple[Step, ...]
    watch: Watch | None
    untested: str | None
    fix: str
    position: Position
