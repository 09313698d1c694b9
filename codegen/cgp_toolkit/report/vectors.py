"""How a run of test vectors went: counts by kind and requirement, and the first failures with expected and got."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from cgp_toolkit.report.console import Printer, counted, json_text, out
from cgp_toolkit.wire.vectors.results import Count, Difference, Result, Status, by_kind, by_requirement

_SHOWN = 10
_SHOWN_OF_EACH = 3
_LONGEST = 300


@dataclass(frozen=True, slots=True)
class Report:
    """A finished run."""

    revision: str
    results: tuple[Result, ...]
    allow_unsupported: bool

    @property
    def failures(self) -> tuple[Result, ...]:
        """The results that make the run fail."""
        return tuple(r for r in self.results if r.fails(allow_unsupported=self.allow_unsupported))

    @property
    def ok(self) -> bool:
        """Whether something was run, and nothing failed."""
        return bool(self.results) and not self.failures


@contextmanager
def progress(total: int) -> Iterator[Callable[[], None]]:
    """What to call after each vector; a bar shows it if somebody watches."""
    if not sys.stderr.isatty():
        yield lambda: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    console = Console(stderr=True)
    with Progress(BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), console=console, transient=True) as bar:
        task = bar.add_task("", total=total)
        yield lambda: bar.update(task, advance=1)


def print_as_text(report: Report, *, every: bool) -> None:
    """The failures, then the counts."""
    printer = out()
    # What was not run has no story of its own.
    failures = [result for result in report.failures if every or result.status is not Status.NOT_RUN]
    for result in failures if every else failures[:_SHOWN]:
        _print_failure(printer, result, len(result.differences) if every else _SHOWN_OF_EACH)
    if not every and len(failures) > _SHOWN:
        printer.line(f"… and {len(failures) - _SHOWN:,} more; --all shows them")
    given_up = next((result for result in report.results if result.status is Status.NOT_RUN), None)
    if given_up is not None:
        printer.line(_what(given_up.differences[0]))
    for name, count in by_kind(report.results).items():
        printer.line((f"{name:<10}", "bold"), f"{count.passed:>5} of {count.total} passed")
    wanting = [(name, count) for name, count in by_requirement(report.results).items() if count.passed < count.total]
    if wanting:
        printer.line("requirements that are not met: ", ", ".join(f"{name} ({_of(count)})" for name, count in wanting))
    style = "bold green" if report.ok else "bold red"
    printer.line((report.revision, "bold"), f": {counted(len(report.results), 'vector')}, ", (_sum(report), style))


def _print_failure(printer: Printer, result: Result, most: int) -> None:
    printer.line((result.status.value, "red"), "  ", (result.vector.id, "bold"))
    for difference in result.differences[:most]:
        printer.line("  ", _what(difference))
        if difference.expected is not None or difference.got is not None:
            printer.line("    expected ", (_shown(difference.expected), "green"))
            printer.line("    got      ", (_shown(difference.got), "red"))
    if len(result.differences) > most:
        printer.line(f"  … and {len(result.differences) - most} more differences")


def _sum(report: Report) -> str:
    counts = Counter(result.status for result in report.results)
    parts = [f"{counts[status]:,} {status.value}" for status in Status if counts[status]]
    return ", ".join(parts)


def _of(count: Count) -> str:
    return f"{count.passed} of {count.total}"


def _what(difference: Difference) -> str:
    return f"{difference.what[:1].upper()}{difference.what[1:]}."


def _shown(value: object) -> str:
    text = value if isinstance(value, str) else json_text(value).replace("\n", " ")
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"


def print_as_json(report: Report) -> None:
    """The whole report, for programs."""
    counts = Counter(result.status for result in report.results)
    print(
        json_text(
            {
                "ok": report.ok,
                "revision": report.revision,
                "vectors": len(report.results),
                "counts": {status.value: counts[status] for status in Status},
                "kinds": _table(by_kind(report.results).items()),
                "requirements": _table(by_requirement(report.results).items()),
                "failures": [
                    {
                        "id": result.vector.id,
                        "kind": result.vector.kind,
                        "outcome": result.status.value,
                        "requirements": result.vector.requirements,
                        "differences": [
                            {"what": d.what, "expected": d.expected, "got": d.got} for d in result.differences
                        ],
                    }
                    for result in report.failures
                ],
            }
        )
    )


def _table(counts: Iterable[tuple[str, Count]]) -> dict[str, dict[str, int]]:
    return {name: {"passed": count.passed, "total": count.total} for name, count in counts}
