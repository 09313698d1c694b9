"""The books of an inspection: what was found, check by check, and which checks had something to look at."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from cgp_toolkit.wire.inspect.results import Evidence

_MOST = 4
"""How many pieces of evidence are kept of each check; the others are counted."""


@dataclass(slots=True)
class Seen:
    """What was entered for a while: whether nothing was wrong, and what was put to the test."""

    fine: bool = True
    looked: list[str] = field(default_factory=list)


class Ledger:
    """Evidence by the id of its check."""

    def __init__(self) -> None:
        self._evidence: dict[str, list[Evidence]] = {}
        self._more: Counter[str] = Counter()
        self._looked: Counter[str] = Counter()
        self._seen: Seen | None = None

    @contextmanager
    def watched(self) -> Iterator[Seen]:
        """What is entered meanwhile."""
        self._seen = seen = Seen()
        try:
            yield seen
        finally:
            self._seen = None

    def looked(self, check: str) -> None:
        """Something was put to the test."""
        self._looked[check] += 1
        if self._seen is not None:
            self._seen.looked.append(check)

    def found(self, check: str, evidence: Evidence) -> None:
        """Something is not as it has to be."""
        self._looked[check] += 1
        if self._seen is not None:
            self._seen.fine = False
        kept = self._evidence.setdefault(check, [])
        alike = any(piece.what == evidence.what for piece in kept)
        if alike or (len(kept) >= _MOST and not (evidence.error and not any(piece.error for piece in kept))):
            self._more[check] += 1
        else:
            kept.append(evidence)

    def evidence(self, check: str) -> list[Evidence]:
        """What was found."""
        return list(self._evidence.get(check, ()))

    def more(self, check: str) -> int:
        """How much more of it there was."""
        return self._more[check]

    def times(self, check: str) -> int:
        """How often something was put to the test."""
        return self._looked[check]
