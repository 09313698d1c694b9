"""The kill matrix: for each requirement that is enforced, the mutants of what enforces it and a vector that tells."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from cgp_toolkit.mutation.mutant import Mutant
from cgp_toolkit.mutation.trial import Fate, Outcome
from cgp_toolkit.tracing import COMPUTED, Trace


@dataclass(frozen=True, slots=True)
class Row:
    """One requirement: how many mutants of its enforcers met which fate, and a vector that killed one of them.

    ``equivalent`` are those that survived with a reason, ``survived`` those without one.
    """

    requirement: str
    means: tuple[str, ...]
    killed: int
    refused: int
    broken: int
    equivalent: int
    survived: int
    killer: str | None

    @property
    def mutants(self) -> int:
        """How many mutants were tried."""
        return self.killed + self.refused + self.broken + self.equivalent + self.survived

    @property
    def toothless(self) -> bool:
        """Whether no vector tells any of its mutants from the model."""
        return self.killer is None


def matrix(
    traces: Mapping[str, Trace],
    mutants: Iterable[Mutant],
    outcomes: Mapping[str, Outcome],
    excused: frozenset[str],
    citing: Mapping[str, frozenset[str]],
) -> tuple[Row, ...]:
    """A row for each requirement that something generated enforces, in the order of the model.

    ``excused`` are the mutants that are equivalent; ``citing`` has the vectors that cite a requirement, one of which is
    named as its killer if possible.
    """
    by_requirement: dict[str, list[Outcome]] = {name: [] for name in traces}
    for mutant in mutants:
        if mutant.id in outcomes:
            for requirement in mutant.requirements:
                by_requirement[requirement].append(outcomes[mutant.id])
    return tuple(
        _row(name, traced, by_requirement[name], excused, citing.get(name, frozenset()))
        for name, traced in traces.items()
        if traced.generated
    )


def _row(name: str, traced: Trace, found: Sequence[Outcome], excused: frozenset[str], citing: frozenset[str]) -> Row:
    fates = Counter(outcome.fate for outcome in found)
    killers = [outcome.by for outcome in found if outcome.fate is Fate.KILLED]
    equivalent = sum(outcome.fate is Fate.SURVIVED and outcome.id in excused for outcome in found)
    return Row(
        requirement=name,
        means=tuple(str(means) for means in traced.means if means in COMPUTED),
        killed=fates[Fate.KILLED],
        refused=fates[Fate.REFUSED],
        broken=fates[Fate.BROKEN],
        equivalent=equivalent,
        survived=fates[Fate.SURVIVED] - equivalent,
        killer=next((killer for killer in killers if killer in citing), killers[0] if killers else None),
    )
