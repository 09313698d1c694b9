"""What ``cgp check`` found: what is out of date, how it differs, and what mends it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from cgp_toolkit.report.console import Printer, counted, out, print_json
from cgp_toolkit.workspace import Change, Difference, Run

_STATES = {
    Change.ADDED: "missing",
    Change.CHANGED: "differing",
    Change.STAMP: "stamp only",
    Change.REMOVED: "orphaned",
}
_LINES_PER_FILE = 60
_LINES = 400
_STYLES = {Change.ADDED: "green", Change.CHANGED: "yellow", Change.STAMP: "dim", Change.REMOVED: "red"}


def print_checked(run: Run, out_folder: Path, mend: str, *, full: bool, json: bool) -> None:
    """What is out of date, how it differs, and the command that mends it."""
    pending = run.pending()
    if json:
        print_json(_checked(run, mend, full=full))
        return
    printer = out()
    if not pending:
        printer.line(("up to date", "bold green"), f": {counted(len(run.differences), 'file')} in {out_folder}")
        return
    _print_differences(pending, printer, full=full)
    counts = ", ".join(
        f"{number:,} {state}"
        for change, state in _STATES.items()
        if (number := sum(d.change is change for d in pending))
    )
    printer.line(
        (f"{counted(len(pending), 'file')} of {len(run.differences):,} out of date", "bold red"), f": {counts}"
    )
    printer.line("to mend: ", (mend, "bold"))


def _print_differences(pending: Sequence[Difference], printer: Printer, *, full: bool) -> None:
    """Names of what is missing or orphaned, diffs of what differs, in bounds unless ``full``."""
    stamps = [d for d in pending if d.change is Change.STAMP]
    left = _LINES
    for difference in pending:
        if difference.change is Change.STAMP and not full:
            continue
        printer.line((f"{_STATES[difference.change]:>9}", _STYLES[difference.change]), f"  {difference.path}")
        if full or (difference.change is Change.CHANGED and left > 0):
            left -= _print_diff(difference, printer, None if full else min(left, _LINES_PER_FILE))
    if stamps and not full:
        printer.line(
            ("stamp only", "dim"), f"  {counted(len(stamps), 'file')}: the model or the toolkit is a newer one"
        )


def _print_diff(difference: Difference, printer: Printer, most: int | None) -> int:
    """At most so many lines of a diff, and a note about the rest; the number of lines printed."""
    lines = list(difference.diff())
    shown = lines[:most]
    for text in shown:
        style = {"+": "green", "-": "red", "@": "cyan"}.get(text[:1], "")
        printer.line((text, style))
    if len(lines) > len(shown):
        printer.line((f"… {len(lines) - len(shown):,} more lines; --full shows them", "dim"))
    return len(shown)


def _checked(run: Run, mend: str, *, full: bool) -> dict[str, object]:
    return {
        "ok": not run.pending(),
        "model": run.digest,
        "files": [_as_data(difference, full) for difference in run.pending()],
        "mend": mend if run.pending() else None,
    }


def _as_data(difference: Difference, full: bool) -> dict[str, object]:
    lines = list(difference.diff())
    shown = lines if full else lines[:_LINES_PER_FILE]
    return {
        "path": difference.path,
        "target": difference.target,
        "state": _STATES[difference.change],
        "diff": "\n".join(shown),
        "lines_left_out": len(lines) - len(shown),
    }
