"""What an inspection gives: a result for each check, with what was sent, what came back, and the way out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum


class Status(StrEnum):
    """How a check went.  ``warned``: only a SHOULD is not met.  ``untested``: nothing can be said, and ``why`` not."""

    PASSED = "passed"
    FAILED = "failed"
    WARNED = "warned"
    UNTESTED = "untested"


class Group(StrEnum):
    """What a check looks at: a talk of its own, the whole inspection, or every message that came."""

    PROBE = "probe"
    WATCH = "watch"
    REPLIES = "replies"


@dataclass(frozen=True, slots=True)
class Evidence:
    """One thing that is not as it has to be.

    ``what`` is a sentence, ``sent`` and ``got`` are what went over the wire around it, cut where they are long; ``fix``
    is the way out, if it differs from that of the check.
    """

    what: str
    sent: tuple[str, ...] = ()
    got: tuple[str, ...] = ()
    error: bool = True
    fix: str | None = None


@dataclass(frozen=True, slots=True)
class Check:
    """What is checked: its id, the requirements behind it, the closest one first, and what it shows."""

    id: str
    group: Group
    requirements: tuple[str, ...]
    level: str
    doc: str
    fix: str


@dataclass(slots=True)
class Result:
    """A check and how it went.

    ``why`` says why nothing can be said, or what was looked at; ``seconds`` is how long it took, ``times`` how often
    the same evidence was found beside the pieces that are kept.
    """

    check: Check
    status: Status
    evidence: list[Evidence] = field(default_factory=list)
    why: str = ""
    seconds: float = 0.0
    more: int = 0


@dataclass(frozen=True, slots=True)
class Peer:
    """Who was inspected: how it was reached, and what it said about itself in the handshake, if it did."""

    address: str
    transport: str
    greeting: str | None = None


@dataclass(frozen=True, slots=True)
class Inspected:
    """A finished inspection."""

    revision: str
    peer: Peer
    results: tuple[Result, ...]
    seconds: float
    noise: tuple[str, ...] = ()
    """The last lines that the peer wrote to its standard error."""

    def count(self) -> Counter[Status]:
        """How many checks went how."""
        return Counter(result.status for result in self.results)

    def ok(self, *, strict: bool = False) -> bool:
        """Whether something passed and nothing failed; with ``strict``, nothing was warned about or left out either."""
        counts = self.count()
        bad = counts[Status.FAILED] + (counts[Status.WARNED] + counts[Status.UNTESTED] if strict else 0)
        return bool(counts[Status.PASSED]) and not bad


def worst(evidence: Iterable[Evidence]) -> Status:
    """The status that evidence gives."""
    pieces = tuple(evidence)
    if any(piece.error for piece in pieces):
        return Status.FAILED
    return Status.WARNED if pieces else Status.PASSED
