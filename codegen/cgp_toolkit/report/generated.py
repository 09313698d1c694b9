"""What ``cgp generate`` did."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rich.table import Table

from cgp_toolkit.model.diagnostics import Diagnostic
from cgp_toolkit.report.console import counted, err, out, print_json, shortened
from cgp_toolkit.report.diagnostics import as_data, print_findings
from cgp_toolkit.workspace import Change, Run

Saved = tuple[str, ...] | None
"""The files whose saving led to a run; ``None`` where nobody watches."""

_COLUMNS = {
    Change.ADDED: "green",
    Change.CHANGED: "yellow",
    Change.STAMP: "dim",
    Change.REMOVED: "red",
    Change.SAME: "dim",
}


def print_watching(spec: Path) -> None:
    """That the model is being followed."""
    err().line(("watching ", "bold"), str(spec), "; Ctrl-C ends")


def print_unsound(found: Sequence[Diagnostic], *, json: bool, saved: Saved = None) -> None:
    """That nothing was done because the model is not sound."""
    if json:
        print_json({"ok": False, **_saved(saved), "findings": as_data(found)})
        return
    printer = err()
    print_findings(found, printer)
    printer.line((counted(len(found), "finding"), "bold red"), " in the model; nothing was written")


def print_failure(error: Exception, *, json: bool, saved: Saved) -> None:
    """That a run failed for another reason."""
    if json:
        print_json({"ok": False, **_saved(saved), "error": str(error)})
    else:
        err().line(("cgp:", "bold red"), f" {error}; nothing of it was written")


def print_generated(run: Run, out_folder: Path, seconds: float, *, json: bool, saved: Saved) -> None:
    """What a run wrote: a row a target, then the files that changed in more than their stamp."""
    if json:
        print_json(_generated(run, out_folder, seconds, saved))
        return
    printer = out()
    if saved:
        printer.line("saved ", (", ".join(shortened(saved, 3)), "bold"))
    printer.block(_table(run))
    for change in (Change.ADDED, Change.CHANGED, Change.REMOVED):
        paths = tuple(d.path for d in run.differences if d.change is change)
        for path in shortened(paths):
            printer.line((f"{change:>8}", _COLUMNS[change]), f"  {path}")
    written = counted(len(run.pending()), "file")
    outcome = f"{written} of {len(run.differences):,} written" if run.pending() else "nothing to do"
    printer.line((outcome, "bold green"), f" in {out_folder}, {seconds:.2f} s")


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
        "model": run.digest,
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


def _saved(saved: Saved) -> dict[str, object]:
    return {} if saved is None else {"saved": saved}
