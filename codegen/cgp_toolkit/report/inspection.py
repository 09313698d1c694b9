"""How an inspection went: a view while it runs, then what is wrong, what was left out, and the counts."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import groupby
from typing import TYPE_CHECKING

from cgp_toolkit.report.console import Printer, counted, json_text, out
from cgp_toolkit.wire.inspect import Check, Evidence, Inspected, Result, Status

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

_ALIKE = 3
_STYLES = {Status.PASSED: "green", Status.FAILED: "bold red", Status.WARNED: "yellow", Status.UNTESTED: "cyan"}


class View:
    """Shows which check runs, and every one that fails; without a terminal nothing."""

    def __init__(self, progress: Progress | None = None, task: TaskID | None = None) -> None:
        self._progress = progress
        self._task = task
        self._counts: Counter[Status] = Counter()

    def begins(self, check: Check, number: int, of: int) -> None:
        """A check begins."""
        if self._progress is not None and self._task is not None:
            self._progress.update(self._task, completed=number - 1, total=of, description=check.id)

    def ends(self, result: Result) -> None:
        """A check has ended."""
        self._counts[result.status] += 1
        if self._progress is None or self._task is None:
            return
        self._progress.update(self._task, counts=_sum(self._counts))
        if result.status in (Status.FAILED, Status.WARNED):
            what = result.evidence[0].what if result.evidence else ""
            text = f"[{_STYLES[result.status]}]{result.status}[/] {result.check.id}: "
            from rich.markup import escape

            self._progress.console.print(text + escape(what), highlight=False)


@contextmanager
def view() -> Iterator[View]:
    """A live view on standard error, if somebody watches."""
    if not sys.stderr.isatty():
        yield View()
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = (
        SpinnerColumn(),
        BarColumn(bar_width=24),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("{task.fields[counts]}", markup=False),
        TextColumn("{task.description}", markup=False),
    )
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True, redirect_stdout=False, redirect_stderr=False) as progress:
        yield View(progress, progress.add_task("", total=None, counts=""))


def print_as_text(inspected: Inspected, *, every: bool, strict: bool) -> None:
    """What is wrong, what could not be tested, and the counts; ``every``: what is fine and all that is alike, too."""
    printer = out()
    wrong = [result for result in inspected.results if result.status in (Status.FAILED, Status.WARNED)]
    kinds: dict[tuple[str, str, str], list[Result]] = {}
    for result in sorted(wrong, key=lambda result: result.status is Status.WARNED):
        kinds.setdefault(_kind(result), []).append(result)
    for results in kinds.values():
        _print_alike(printer, results, len(results) if every else _ALIKE)
    if every:
        for result in inspected.results:
            if result.status is Status.PASSED:
                why = f"  ({result.why})" if result.why else ""
                printer.line(("passed", _STYLES[Status.PASSED]), f"    {result.check.id}{why}")
        printer.line()
    untested = [result for result in inspected.results if result.status is Status.UNTESTED]
    for why, alike in groupby(sorted(untested, key=lambda r: r.why), key=lambda r: r.why):
        names = ", ".join(result.check.id for result in alike)
        printer.line(("untested", _STYLES[Status.UNTESTED]), f"  {names}: {why}")
    _print_requirements(printer, inspected)
    if wrong and inspected.noise:
        printer.line("the last it said on standard error:")
        for line in inspected.noise:
            printer.line(f"  {line}")
    who = inspected.peer.greeting or inspected.peer.address
    style = "bold green" if inspected.ok(strict=strict) else "bold red"
    counts = counted(len(inspected.results), "check")
    printer.line(
        (who, "bold"), f" ({inspected.revision}): {counts}, ", (_sum(inspected.count()), style), _took(inspected)
    )


def _print_alike(printer: Printer, results: Sequence[Result], most: int) -> None:
    """Results of one check for different examples: what they have in common is said once."""
    first, *others = results
    _print_result(printer, first)
    for result in others[: most - 1]:
        printer.line("  ", (result.check.id, "bold"))
        for evidence in result.evidence:
            _print_wire(printer, evidence)
    if len(results) > most:
        names = ", ".join(result.check.id.partition("/")[2] for result in results[most:])
        printer.line(f"  and {len(results) - most} more like these (--all shows them): {names}")
    _print_fixes(printer, first)
    printer.line()


def _kind(result: Result) -> tuple[str, str, str]:
    name = result.check.id.partition("/")[0]
    return (name, result.status, result.evidence[0].what if result.evidence and "/" in result.check.id else "")


def _print_result(printer: Printer, result: Result) -> None:
    check = result.check
    requirements = ", ".join(check.requirements)
    printer.line(
        (result.status.value, _STYLES[result.status]), "  ", (check.id, "bold"), f"  [{requirements}, {check.level}]"
    )
    printer.line("  ", " ".join(check.doc.split()))
    for evidence in result.evidence:
        _print_evidence(printer, evidence)
    if result.more:
        printer.line(f"  … and {result.more:,} more times")


def _print_fixes(printer: Printer, result: Result) -> None:
    check = result.check
    fixes = dict.fromkeys(filter(None, [*(evidence.fix for evidence in result.evidence), check.fix]))
    for fix in fixes:
        printer.line("  way out  ", (" ".join(fix.split()), "green"))


def _print_evidence(printer: Printer, evidence: Evidence) -> None:
    printer.line("  ", (evidence.what, "red" if evidence.error else "yellow"))
    _print_wire(printer, evidence)


def _print_wire(printer: Printer, evidence: Evidence) -> None:
    for line in evidence.sent:
        printer.line("    sent   ", line)
    for line in evidence.got or ("nothing",):
        printer.line("    got    ", line)


def _print_requirements(printer: Printer, inspected: Inspected) -> None:
    """Which requirements are met, as far as the checks tell."""
    statuses = by_requirement(inspected.results)
    broken = [name for name, status in statuses.items() if status is Status.FAILED]
    met = [name for name, status in statuses.items() if status in (Status.PASSED, Status.WARNED)]
    if broken:
        printer.line("requirements that are broken: ", (", ".join(broken), "red"))
    printer.line(f"requirements that were tested and hold: {len(met)}")


def by_requirement(results: Sequence[Result]) -> dict[str, Status]:
    """For each requirement the worst that its checks say; a check speaks for the first of its requirements only."""
    order = (Status.FAILED, Status.WARNED, Status.PASSED, Status.UNTESTED)
    found: dict[str, Status] = {}
    for result in results:
        name = result.check.requirements[0]
        found[name] = min(found.get(name, Status.UNTESTED), result.status, key=order.index)
    return found


def _sum(counts: Counter[Status]) -> str:
    return (
        ", ".join(f"{counts[status]:,} {status.value}" for status in Status if counts[status]) or "nothing was checked"
    )


def _took(inspected: Inspected) -> str:
    return f", {inspected.seconds:.1f} s"


def print_as_json(inspected: Inspected, *, strict: bool) -> None:
    """The whole report, for programs."""
    counts = inspected.count()
    print(
        json_text(
            {
                "ok": inspected.ok(strict=strict),
                "revision": inspected.revision,
                "peer": {
                    "transport": inspected.peer.transport,
                    "address": inspected.peer.address,
                    "name": inspected.peer.greeting,
                },
                "seconds": round(inspected.seconds, 3),
                "counts": {status.value: counts[status] for status in Status},
                "requirements": {name: status.value for name, status in by_requirement(inspected.results).items()},
                "checks": [_data(result) for result in inspected.results],
            }
        )
    )


def _data(result: Result) -> dict[str, object]:
    check = result.check
    return {
        "id": check.id,
        "status": result.status.value,
        "group": check.group.value,
        "requirements": list(check.requirements),
        "level": check.level,
        "doc": " ".join(check.doc.split()),
        "why": result.why,
        "seconds": round(result.seconds, 3),
        "evidence": [
            {
                "what": evidence.what,
                "error": evidence.error,
                "sent": list(evidence.sent),
                "got": list(evidence.got),
                "fix": evidence.fix or check.fix,
            }
            for evidence in result.evidence
        ],
        "more": result.more,
        "fix": " ".join(check.fix.split()),
    }


def print_checks(checks: Sequence[Check]) -> None:
    """What would be checked."""
    rows = [(check.id, ", ".join(check.requirements), check.level, " ".join(check.doc.split())) for check in checks]
    out().table(("check", "requirements", "level", "shows"), rows)
