"""Options that several commands share, and how a shell completes them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

if TYPE_CHECKING:
    from cgp_toolkit.model import Model
    from cgp_toolkit.targets.base import Target

T = TypeVar("T")


def examples(*lines: tuple[str, str]) -> str:
    """The epilog of a help page: commands, and what each does."""
    width = max(len(command) for command, _ in lines)
    return "\b\nExamples:\n" + "\n".join(f"  {command:<{width}}  {what}" for command, what in lines)


def _complete_target(incomplete: str) -> list[str]:
    from importlib.metadata import entry_points

    from cgp_toolkit.targets.base import GROUP

    # The names are all that is needed; loading the targets would take longer than a keystroke may.
    return sorted(point.name for point in entry_points(group=GROUP) if point.name.startswith(incomplete))


SpecOption = Annotated[
    Path | None,
    typer.Option(
        "--spec",
        metavar="DIR",
        exists=True,
        file_okay=False,
        help="The folder of the model; by default spec/ here or above, else the one that the toolkit carries.",
    ),
]
OutOption = Annotated[
    Path | None,
    typer.Option(
        "--out", metavar="DIR", file_okay=False, help="The output folder; by default generated/ beside the model."
    ),
]
TargetOption = Annotated[
    list[str] | None,
    typer.Option(
        "--target", "-t", metavar="NAME", autocompletion=_complete_target, help="Only this target; can be repeated."
    ),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON, for programs.")]


def spec_folder(given: Path | None) -> Path:
    """The folder of the model to use."""
    from cgp_toolkit.workspace import find_spec

    return given if given is not None else find_spec()


def out_folder(given: Path | None, spec: Path) -> Path:
    """The output folder to use."""
    from cgp_toolkit.workspace import default_out

    return given if given is not None else default_out(spec)


def sound_model(spec: Path) -> Model:
    """The model below ``spec``; ``ModelError`` with places as a person would name them if it is not sound."""
    from cgp_toolkit.model.diagnostics import ModelError
    from cgp_toolkit.workspace import inspect_model, shown_all

    model, found = inspect_model(spec)
    if model is None or found:
        raise ModelError(shown_all(found, spec))
    return model


def looked_up(spec: Path, look: Callable[[Model, bool], T]) -> T:
    """What ``look`` finds in the model below ``spec``, which need not be sound, as long as it can be built.

    ``look`` gets the model, and whether it is sound, so that anything can be computed from it.
    ``ModelError`` if it can't, or if it refers to something on the way that is not there.
    """
    from cgp_toolkit.model.diagnostics import ModelError
    from cgp_toolkit.report.diagnostics import print_unsound_note
    from cgp_toolkit.workspace import inspect_model, shown_all

    model, found = inspect_model(spec)
    if model is None:
        raise ModelError(shown_all(found, spec))
    try:
        result = look(model, not found)
    except LookupError:
        if not found:
            raise
        raise ModelError(shown_all(found, spec)) from None
    if found:
        print_unsound_note(len(found))
    return result


def completions(incomplete: str, known: Callable[[Model], Iterable[str]]) -> list[str]:
    """The names of the model at hand that start like ``incomplete``, in any case; none if it can't be read."""
    from cgp_toolkit.workspace import WorkspaceError, find_spec, inspect_model

    try:
        model, _ = inspect_model(find_spec())
    except WorkspaceError:
        return []
    folded = incomplete.casefold()
    return [] if model is None else [name for name in known(model) if name.casefold().startswith(folded)]


def targets(names: Iterable[str] | None) -> tuple[Target, ...]:
    """The targets called ``names``, all if there are none; wrong usage if one does not exist."""
    from cgp_toolkit.targets.base import chosen_targets, installed_targets

    known = installed_targets()
    for name in names or ():
        if name not in known:
            from cgp_toolkit.explain import similar

            meant = "".join(f"; did you mean {close!r}?" for close in similar(name, tuple(known), most=1))
            raise typer.BadParameter(
                f"there is no target {name!r}{meant} (known: {', '.join(known)})", param_hint="--target"
            )
    return chosen_targets(known, names or ())
