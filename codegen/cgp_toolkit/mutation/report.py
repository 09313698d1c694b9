"""What a run of mutants has shown: for people and for programs."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass

from cgp_toolkit.mutation.equivalents import Equivalent, equivalent, likened
from cgp_toolkit.mutation.matrix import Row
from cgp_toolkit.mutation.trial import Fate, Outcome

_COLUMNS = ("requirement", "by", "killed", "refused", "broken", "equivalent", "survived", "killer")


@dataclass(frozen=True, slots=True)
class Findings:
    """What is wrong with the vectors, or with the table of equivalent mutants.

    ``survivors`` are mutants that no vector tells and no entry excuses, ``killed`` those that a pattern excuses and a
    vector tells all the same, ``idle`` patterns without any mutant, ``toothless`` requirements without a killer.
    """

    survivors: tuple[Outcome, ...]
    killed: tuple[tuple[Outcome, str], ...]
    idle: tuple[str, ...]
    toothless: tuple[Row, ...]

    @property
    def fine(self) -> bool:
        """Whether nothing is wrong."""
        return not (self.survivors or self.killed or self.idle or self.toothless)


def excused(outcomes: Mapping[str, Outcome], table: Sequence[Equivalent]) -> frozenset[str]:
    """The mutants that survived and are in the table."""
    return frozenset(
        outcome.id
        for outcome in outcomes.values()
        if outcome.fate is Fate.SURVIVED and equivalent(table, outcome.id) is not None
    )


def findings(
    outcomes: Mapping[str, Outcome], table: Sequence[Equivalent], rows: Sequence[Row], *, whole: bool
) -> Findings:
    """What is wrong; that something is missing can only be told of a ``whole`` run."""
    known = {id_: equivalent(table, id_) for id_ in outcomes}
    return Findings(
        survivors=tuple(o for o in outcomes.values() if o.fate is Fate.SURVIVED and known[o.id] is None),
        killed=tuple(
            (o, next(pattern for pattern in entry.mutants if likened(pattern, o.id)))
            for o in outcomes.values()
            if o.fate is not Fate.SURVIVED and (entry := known[o.id]) is not None
        ),
        idle=tuple(
            pattern
            for entry in table
            for pattern in entry.mutants
            if whole and not any(likened(pattern, id_) for id_ in outcomes)
        ),
        toothless=tuple(row for row in rows if whole and row.toothless),
    )


def text(outcomes: Mapping[str, Outcome], rows: Sequence[Row], found: Findings, vectors: int) -> Iterator[str]:
    """The report in lines."""
    yield from _table(rows)
    yield ""
    fates = Counter(outcome.fate for outcome in outcomes.values())
    equivalent_ones = fates[Fate.SURVIVED] - len(found.survivors)
    yield (
        f"{len(outcomes):,} mutants, {vectors:,} vectors: {fates[Fate.KILLED]:,} killed by a vector, "
        f"{fates[Fate.REFUSED]:,} refused by the toolkit's own checks, {fates[Fate.BROKEN]:,} can't be imported, "
        f"{equivalent_ones:,} equivalent with a reason, {len(found.survivors):,} survived"
    )
    for outcome in found.survivors:
        yield f"survived: {outcome.id}" + (f" ({outcome.how})" if outcome.how else "")
    for outcome, pattern in found.killed:
        by = outcome.by or outcome.how
        yield f"no equivalent: {outcome.id} is {outcome.fate} by {by!r}; remove {pattern!r} from the table"
    for pattern in found.idle:
        yield f"no mutant: {pattern!r} is in the table of equivalent mutants, but there is none such; remove it"
    for row in found.toothless:
        yield f"no killer: no vector shows a mutant of what enforces {row.requirement} ({', '.join(row.means)})"


def _table(rows: Sequence[Row]) -> Iterator[str]:
    cells = [_COLUMNS, *map(_cells, rows)]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    for row in cells:
        yield "  ".join(f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True)).rstrip()


def _cells(row: Row) -> tuple[str, ...]:
    counts = (row.killed, row.refused, row.broken, row.equivalent, row.survived)
    return (row.requirement, ", ".join(row.means), *(str(count or "") for count in counts), row.killer or "NONE")


def as_json(outcomes: Mapping[str, Outcome], rows: Sequence[Row], found: Findings, table: Sequence[Equivalent]) -> str:
    """The same as one JSON object, with every mutant."""
    reasons = {id_: entry.why for id_ in outcomes if (entry := equivalent(table, id_)) is not None}
    return json.dumps(
        {
            "ok": found.fine,
            "mutants": [
                {
                    "id": outcome.id,
                    "fate": str(outcome.fate),
                    "by": outcome.by or None,
                    "how": outcome.how or None,
                    "equivalent": reasons.get(outcome.id),
                }
                for outcome in outcomes.values()
            ],
            "requirements": [asdict(row) for row in rows],
            "survivors": [outcome.id for outcome in found.survivors],
            "killed_equivalents": [outcome.id for outcome, _ in found.killed],
            "idle_equivalents": list(found.idle),
            "without_killer": [row.requirement for row in found.toothless],
        },
        ensure_ascii=False,
        indent=2,
    )
