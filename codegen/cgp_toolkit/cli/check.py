"""``cgp check``: are the outputs what the model says?"""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Annotated

import typer

from cgp_toolkit.cli.options import JsonOption, OutOption, SpecOption, TargetOption, examples, out_folder, spec_folder
from cgp_toolkit.cli.options import targets as targets_called

NAME = "check"
EXAMPLES = examples(
    ("cgp check", "fail if something generated is out of date"),
    ("cgp check -t python --full", "one target, with all of every difference"),
    ("cgp check --json", "the report for programs"),
)


def command(
    target: TargetOption = None,
    spec: SpecOption = None,
    out: OutOption = None,
    full: Annotated[bool, typer.Option("--full", help="Show all of every difference.")] = False,
    json: JsonOption = False,
) -> None:
    """Regenerate in memory and compare with what is on the disk; nothing is written.

    Fails on files that differ, are missing, or that no target gives, and says what mends it.
    """
    from cgp_toolkit.targets.base import head_start

    chosen = targets_called(target)
    mend = _mend(target, spec, out)
    with head_start(chosen):
        from cgp_toolkit.model.diagnostics import ModelError
        from cgp_toolkit.report.checked import print_checked
        from cgp_toolkit.report.generated import print_unsound
        from cgp_toolkit.workspace import check, shown_all

        spec = spec_folder(spec)
        out = out_folder(out, spec)
        try:
            run = check(spec, out, chosen)
        except ModelError as error:
            print_unsound(shown_all(error.diagnostics, spec), json=json)
            raise typer.Exit(1) from None
    print_checked(run, out, mend, full=full, json=json)
    raise typer.Exit(1 if run.pending() else 0)


def _mend(target: list[str] | None, spec: Path | None, out: Path | None) -> str:
    """The command that brings the same outputs up to date."""
    words = ["cgp", "generate"]
    for name in target or ():
        words += ["--target", name]
    if spec is not None:
        words += ["--spec", str(spec)]
    if out is not None:
        words += ["--out", str(out)]
    return shlex.join(words)
