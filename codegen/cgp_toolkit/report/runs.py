"""What ``cgp generate`` did, and what ``cgp check`` found."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from rich.console import Console
from rich.table import Table

from cgp_toolkit.model.diagnostics import Diagnostic
from cgp_toolkit.report.console import counted, err, json_line, line, out, shortened
from cgp_toolkit.report.diagnostics import as_data, print_findings
from cgp_toolkit.workspace import Change, Difference, Run

Saved = tuple[str, ...] | None
"""The files whose saving led to a run; ``None`` where nobody watches."""

_COLUMNS = {
    Change.ADDED: "green",
    Change.CHANGED: "yellow",
    Change.STAMP: "dim",
    Change.REMOVED: "red",
    Change.SAME: "dim",
}
_STATES = {
    Change.ADDED: "missing",
    Change.CHANGED: "differing",
    Change.STAMP: "stamp only",
    Change.REMOVED: "orphaned",
}
_LINES_PER_FILE = 60
_LINES = 400


def print_watching(spec: Path) -> None:
    """That the model is being followed."""
    err().print(line(("watching ", "bold"), str(spec), "; Ctrl-C ends"))


def print_unsound(found: Sequence[Diagnostic], *, json: bool, saved: Saved = None) -> None:
    """That nothing was done because the model is not sound."""
    if json:
        _print_json({"ok": False, **_saved(saved), "findings": as_data(found)})
        return
    console = err()
    print_findings(found, console)
    console.print(line((counted(len(found), "finding"), "bold red"), " in the model; nothing was written"))


def print_failure(error: Exception, *, json: bool, saved: Saved) -> None:
    """That a run failed for another reason."""
    if json:
        _print_json({"ok": False, **_saved(saved), "error": str(error)})
    else:
        err().print(line(("cgp:", "bold red"), f" {error}; nothing was written"))


def print_generated(run: Run, out_folder: Path, seconds: float, *, json: bool, saved: Saved) -> None:
    """What a run wrote: a row a target, then the files that changed in more than their stamp."""
    if json:
        _print_json(_generated(run, out_folder, seconds, saved))
        return
    console = out()
    if saved:
        console.print(line("saved ", (", ".join(shortened(saved, 3)), "bold")))
    console.print(_table(run))
    for change in (Change.ADDED, Change.CHANGED, Change.REMOVED):
        paths = tuple(d.path for d in run.differences if d.change is change)
        for path in shortened(paths):
            console.print(line((f"{change:>8}", _COLUMNS[change]), f"  {path}"))
    written = counted(len(run.pending()), "file")
    outcome = f"{written} of {len(run.differences):,} written" if run.pending() else "nothing to do"
    console.print(line((outcome, "bold green"), f" in {out_folder}, {seconds:.2f} s"))


def _table(run: Run) -> Table:
    table = Table(box=None, pad_edge=False)
    table.add_column("target")
    for change, style in _COLUMNS.items():
        table.add_column(str(change), justify="right", style=style)
    for target in run.targets:
        counts = (len(run.of(target.name, change)) for change in _COLUMNS)
        table.add_row(target.name, *(str(count) if count else "·" for count in counts))
    return table


def _generated(run: Run, out_folder: Path, seconds: float, saved: Saved) -> dict[str, object]:
    return {
        "ok": True,
        **_saved(saved),
        "model": run.model.digest,
        "out": str(out_folder),
        "seconds": round(seconds, 3),
        "targets": {
            target.name: {
                "added": run.of(target.name, Change.ADDED),
                "changed": run.of(target.name, Change.CHANGED),
                "stamp_only": run.of(target.name, Change.STAMP),
                "removed": run.of(target.name, Change.REMOVED),
                "same": len(run.of(target.name, Change.SAME)),
            }
            for target in run.targets
        },
    }


def print_checked(run: Run, out_folder: Path, mend: str, *, full: bool, json: bool) -> None:
    """What is out of date, how it differs, and the command that mends it."""
    pending = run.pending()
    if json:
        _print_json(_checked(run, mend, full=full))
        return
    console = out()
    if not pending:
        console.print(line(("up to date", "bold green"), f": {counted(len(run.differences), 'file')} in {out_folder}"))
        return
    _print_differences(pending, console, full=full)
    counts = ", ".join(
        f"{number:,} {state}"
        for change, state in _STATES.items()
        if (number := sum(d.change is change for d in pending))
    )
    console.print(
        line((f"{counted(len(pending), 'file')} of {len(run.differences):,} out of date", "bold red"), f": {counts}")
    )
    console.print(line("to mend: ", (mend, "bold")))


def _print_differences(pending: Sequence[Difference], console: Console, *, full: bool) -> None:
    """Names of what is missing or orphaned, diffs of what differs, in bounds unless ``full``."""
    stamps = [d for d in pending if d.change is Change.STAMP]
    left = _LINES
    for difference in pending:
        if difference.change is Change.STAMP and not full:
            continue
        console.print(line((f"{_STATES[difference.change]:>9}", _COLUMNS[difference.change]), f"  {difference.path}"))
        if full or (difference.change is Change.CHANGED and left > 0):
            left -= _print_diff(difference, console, None if full else min(left, _LINES_PER_FILE))
    if stamps and not full:
        console.print(
            line(("stamp only", "dim"), f"  {counted(len(stamps), 'file')}: the model or the toolkit is a newer one")
        )


def _print_diff(difference: Difference, console: Console, most: int | None) -> int:
    """At most so many lines of a diff, and a note about the rest; the number of lines printed."""
    lines = list(difference.diff())
    shown = lines[:most]
    for text in shown:
        style = {"+": "green", "-": "red", "@": "cyan"}.get(text[:1], "")
        console.print(line((text, style)))
    if len(lines) > len(shown):
        console.print(line((f"… {len(lines) - len(shown):,} more lines; --full shows them", "dim")))
    return len(shown)


def _checked(run: Run, mend: str, *, full: bool) -> dict[str, object]:
    return {
        "ok": not run.pending(),
        "model": run.model.digest,
        "files": [
            {
                "path": difference.path,
                "target": difference.target,
                "state": _STATES[difference.change],
                "diff": _bounded(difference.diff(), None if full else _LINES_PER_FILE),
            }
            for difference in run.pending()
        ],
        "mend": mend if run.pending() else None,
    }


def _bounded(lines: Iterable[str], most: int | None) -> str:
    return "\n".join(list(lines)[:most])


def _saved(saved: Saved) -> dict[str, object]:
    return {} if saved is None else {"saved": saved}


def _print_json(value: object) -> None:
    print(json_line(value), flush=True)
