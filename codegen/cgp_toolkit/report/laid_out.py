"""What ``cgp new-target`` wrote, and what to do with it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from cgp_toolkit.report.console import counted, out, print_json


def print_laid_out(name: str, folder: Path, paths: Sequence[str], *, json: bool) -> None:
    """The files, and the next three commands."""
    if json:
        print_json({"ok": True, "target": name, "folder": str(folder), "files": list(paths)})
        return
    printer = out()
    for path in paths:
        printer.line(("  added  ", "green"), str(folder / path))
    printer.line((counted(len(paths), "file"), "bold"), f" of the target {name}; next:")
    printer.line(f"  pip install -e '{folder}[dev]'")
    printer.line(f"  cgp generate --target {name}")
    printer.line(f"  pytest {folder}")
