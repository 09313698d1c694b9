"""What is known about the protocol beside its types: requirements, decisions, examples, exchanges, sessions."""

from __future__ import annotations

from dataclasses import dataclass

from cgp_toolkit.model.axes import Decider, Level, Origin, Verdict
from cgp_toolkit.model.source import Position
from cgp_toolkit.model.types import Json


@dataclass(frozen=True, slots=True)
class Requirement:
    """One normative sentence.  ``decided_by`` says what can decide it, ``nothing`` included; ``claims`` are its places.

    ``aliases`` are ids under which other public pages know it (or by which they mean something else).
    """

    name: str
    level: Level
    binds: tuple[str, ...]
    text: str
    source: str
    origin: Origin
    decided_by: tuple[Decider, ...]
    aliases: tuple[str, ...]
    claims: tuple[Position, ...]
    position: Position


@dataclass(frozen=True, slots=True)
class Decision:
    """Where sources disagree or stay silent: what was decided, and why."""

    name: str
    topic: str
    decision: str
    why: str
    origin: Origin
    requirements: tuple[str, ...]
    position: Position


@dataclass(frozen=True, slots=True)
class Failure:
    """What is wrong with an example: the rule id, the JSON pointer and, if any, the requirement."""

    rule: str
    at: str
    requirement: str | None
    position: Position


@dataclass(frozen=True, slots=True)
class Example:
    """A named message.  Exactly one of ``message`` (a JSON object) and ``line`` (raw bytes) is given.

    ``line`` is for what JSON values cannot show: duplicate members, bad UTF-8, odd spelling.
    """

    name: str
    doc: str
    verdict: Verdict
    message: dict[str, Json] | None
    line: bytes | None
    fails: tuple[Failure, ...]
    requirements: tuple[str, ...]
    decisions: tuple[str, ...]
    position: Position


@dataclass(frozen=True, slots=True)
class ExchangeFailure:
    """What is wrong with two messages together, and in which of them: ``request`` or ``reply``."""

    of: str
    rule: str
    at: str
    requirement: str | None
    position: Position


@dataclass(frozen=True, slots=True)
class ExchangeExample:
    """A named request with its reply and, where it matters, the answer to the handshake; each is fine alone."""

    name: str
    doc: str
    request: dict[str, Json]
    reply: dict[str, Json]
    ack: dict[str, Json] | None
    fails: tuple[ExchangeFailure, ...]
    requirements: tuple[str, ...]
    decisions: tuple[str, ...]
    position: Position


@dataclass(frozen=True, slots=True)
class Session:
    """A named recording: messages in wire order."""

    name: str
    doc: str
    messages: tuple[dict[str, Json], ...]
    requirements: tuple[str, ...]
    position: Position
