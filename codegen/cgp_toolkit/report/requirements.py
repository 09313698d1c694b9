"""Requirements with what enforces them: a table, its counts, and the same for programs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from cgp_toolkit.model import Level
from cgp_toolkit.report.console import counted, json_text, out
from cgp_toolkit.report.plain import place
from cgp_toolkit.tracing import COMPUTED, Enforcer, Means, Trace
from cgp_toolkit.workspace import shown

Vectors = Mapping[str, Sequence[str]]
"""The ids of the vectors that show a requirement, by its id."""

_OURS = COMPUTED | {Means.PROBE}
_COLUMNS = ("id", "level", "binds", "enforced by", "places", "vectors", "text")


def print_table(traces: Sequence[Trace], vectors: Vectors, every: int) -> None:
    """A row a requirement, and the counts; ``every`` is how many the model has."""
    printer = out()
    printer.table(_COLUMNS, [_row(traced, vectors) for traced in traces])
    printer.line()
    for line in _summary(traces, every):
        printer.line(line)


def _row(traced: Trace, vectors: Vectors) -> tuple[str, ...]:
    requirement = traced.requirement
    return (
        requirement.name,
        str(requirement.level),
        ", ".join(requirement.binds),
        ", ".join(traced.means),
        str(len(counting(traced)) or ""),
        str(len(vectors.get(requirement.name, ())) or ""),
        requirement.text,
    )


def counting(traced: Trace) -> tuple[Enforcer, ...]:
    """The enforcers behind the means of a requirement."""
    return tuple(enforcer for enforcer in traced.enforcers if enforcer.means in traced.means)


def _summary(traces: Sequence[Trace], every: int) -> Iterator[str]:
    levels = ", ".join(f"{number} {level}" for level, number in _levels(traces).items() if number)
    of = f" of {every}" if every != len(traces) else ""
    yield f"{counted(len(traces), 'requirement')}{of}" + (f": {levels}" if levels else "")
    enforced = [traced for traced in traces if traced.enforced]
    left = [traced for traced in traces if not traced.enforced]
    yield f"enforced by what comes from the model: {_share(enforced, traces)}{_listed(enforced, _OURS)}"
    yield f"left to others, as the model says: {_share(left, traces)}{_listed(left, frozenset(Means) - COMPUTED)}"


def _share(some: Sequence[Trace], traces: Sequence[Trace]) -> str:
    return f"{len(some)} ({round(100 * len(some) / max(len(traces), 1))} %)"


def _listed(traces: Sequence[Trace], shown: frozenset[Means]) -> str:
    counts = [f"{means} {number}" for means, number in _means(traces).items() if number and means in shown]
    return f"; {', '.join(counts)}" if counts else ""


def _levels(traces: Sequence[Trace]) -> dict[Level, int]:
    counts = Counter(traced.requirement.level for traced in traces)
    return {level: counts[level] for level in Level}


def _means(traces: Sequence[Trace]) -> dict[Means, int]:
    counts = Counter(means for traced in traces for means in traced.means)
    return {means: counts[means] for means in Means}


def as_json(traces: Sequence[Trace], vectors: Vectors, spec: Path) -> str:
    """The same as one JSON object."""
    return json_text(
        {
            "requirements": [_data(traced, vectors, spec) for traced in traces],
            "counts": {
                "all": len(traces),
                "enforced": sum(traced.enforced for traced in traces),
                "levels": {str(level): number for level, number in _levels(traces).items()},
                "means": {str(means): number for means, number in _means(traces).items()},
            },
        }
    )


def _data(traced: Trace, vectors: Vectors, spec: Path) -> dict[str, object]:
    requirement = traced.requirement
    return {
        "id": requirement.name,
        "level": str(requirement.level),
        "binds": list(requirement.binds),
        "text": requirement.text,
        "source": requirement.source,
        "decided_by": [str(decider) for decider in requirement.decided_by],
        **trace_data(traced, vectors, spec),
        "position": place(shown(requirement.position, spec)),
    }


def trace_data(traced: Trace, vectors: Vectors, spec: Path) -> dict[str, object]:
    """What enforces a requirement and what shows it, as JSON values."""
    return {
        "enforced": traced.enforced,
        "means": [str(means) for means in traced.means],
        "enforcers": [
            {
                "means": str(enforcer.means),
                "place": enforcer.place,
                "what": enforcer.what,
                "direct": enforcer.direct,
                "position": place(shown(enforcer.position, spec)),
            }
            for enforcer in traced.enforcers
        ],
        "shown_by": list(traced.shown_by),
        "vectors": list(vectors.get(traced.requirement.name, ())),
    }
