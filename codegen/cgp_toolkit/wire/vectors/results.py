"""What running vectors gives: a result each, with every difference from what was expected."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from cgp_toolkit.wire.vectors.suite import Vector


class Status(StrEnum):
    """How a vector went.

    ``unsupported``: the testee says that it can't do this.  ``silent``: no answer came in time.  ``crashed``: the
    testee ended instead of answering.  ``garbage``: what it wrote is no answer.  ``not-run``: the testee was given up.
    """

    PASSED = "passed"
    FAILED = "failed"
    UNSUPPORTED = "unsupported"
    SILENT = "silent"
    CRASHED = "crashed"
    GARBAGE = "garbage"
    NOT_RUN = "not-run"


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that is not as expected: a sentence, and both values, as far as there are any."""

    what: str
    expected: object = None
    got: object = None

    def __str__(self) -> str:
        if self.expected is None and self.got is None:
            return self.what
        return f"{self.what}: expected {self.expected!r}, got {self.got!r}"


@dataclass(frozen=True, slots=True)
class Result:
    """How one vector went."""

    vector: Vector
    status: Status
    differences: tuple[Difference, ...] = ()

    def fails(self, *, allow_unsupported: bool = False) -> bool:
        """Whether this makes the run fail."""
        return self.status is not Status.PASSED and not (allow_unsupported and self.status is Status.UNSUPPORTED)


@dataclass(frozen=True, slots=True)
class Count:
    """How many of some vectors passed, of how many."""

    passed: int
    total: int


def by_kind(results: Iterable[Result]) -> Mapping[str, Count]:
    """Counts by kind, in the order in which the kinds ran."""
    return _counted((result.vector.kind, result) for result in results)


def by_requirement(results: Iterable[Result]) -> Mapping[str, Count]:
    """Counts by requirement, in alphabetical order."""
    pairs = [(requirement, result) for result in results for requirement in result.vector.requirements]
    return _counted(sorted(pairs, key=lambda pair: pair[0]))


def _counted(pairs: Iterable[tuple[str, Result]]) -> Mapping[str, Count]:
    total: Counter[str] = Counter()
    passed: Counter[str] = Counter()
    for name, result in pairs:
        total[name] += 1
        passed[name] += result.status is Status.PASSED
    return {name: Count(passed[name], number) for name, number in total.items()}
