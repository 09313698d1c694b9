"""``cgp generate``: bring the outputs to what the model says."""

from __future__ import annotations

from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Annotated

import typer

from cgp_toolkit.cli.options import JsonOption, OutOption, SpecOption, TargetOption, examples, out_folder, spec_folder
from cgp_toolkit.cli.options import targets as targets_called

if TYPE_CHECKING:
    from cgp_toolkit.workspace import Works

NAME = "generate"
EXAMPLES = examples(
    ("cgp generate", "everything, below generated/ beside the model"),
    ("cgp generate --watch", "again after every save, until Ctrl-C"),
    ("cgp generate -t schemas --out build", "one target, elsewhere"),
    ("cgp generate --json", "the report for programs"),
)


def command(
    target: TargetOption = None,
    spec: SpecOption = None,
    out: OutOption = None,
    watch: Annotated[bool, typer.Option("--watch", "-w", help="Stay and regenerate after every save.")] = False,
    json: JsonOption = False,
) -> None:
    """Write every output that the model gives.

    All outputs are computed before any is written: if the model is not sound or a target fails, nothing changes.
    Only files that differ are touched; files below the target's folder that the model no longer gives are removed.
    After a save that --watch sees, each target is written as soon as it is ready.
    """
    from cgp_toolkit.targets.base import head_start

    chosen = targets_called(target)
    with head_start(chosen):
        spec = spec_folder(spec)
        out = out_folder(out, spec)
        from cgp_toolkit.workspace import Works

        with Works(chosen) as works:
            if not watch:
                raise typer.Exit(0 if _run(spec, out, works, json=json) else 1)
            _follow(spec, out, works, json=json)


def _follow(spec: Path, out: Path, works: Works, *, json: bool) -> None:
    """Runs after every save, until Ctrl-C."""
    from cgp_toolkit.report.generated import print_watching
    from cgp_toolkit.workspace.watch import saves

    try:
        for number, saved in enumerate(saves(spec)):
            _run(spec, out, works, json=json, saved=saved)
            if number == 0:
                print_watching(spec)
    except KeyboardInterrupt:
        pass


def _run(spec: Path, out: Path, works: Works, *, json: bool, saved: tuple[str, ...] | None = None) -> bool:
    """One run with its report; ``saved`` is what led to it, where the model is watched.  Whether it succeeded."""
    from cgp_toolkit.model.diagnostics import ModelError
    from cgp_toolkit.report import generated
    from cgp_toolkit.workspace import TargetError, WorkspaceError, follow, regenerate, shown_all

    start = perf_counter()
    try:
        run = follow(spec, out, works) if saved else regenerate(spec, out, works)
    except ModelError as error:
        generated.print_unsound(shown_all(error.diagnostics, spec), json=json, saved=saved)
        return False
    except (TargetError, WorkspaceError) as error:
        if saved is None:
            raise
        generated.print_failure(error, json=json, saved=saved)
        return False
    generated.print_generated(run, out, perf_counter() - start, json=json, saved=saved)
    return True
