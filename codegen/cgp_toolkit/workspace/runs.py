"""One run: from the model on the disk to its outputs, written or only compared."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from cgp_toolkit.model import Model
from cgp_toolkit.targets.base import GROUP, Target, installed_targets
from cgp_toolkit.workspace.disk import write
from cgp_toolkit.workspace.errors import WorkspaceError
from cgp_toolkit.workspace.outputs import Change, Difference, compare, emit, refuse_foreign
from cgp_toolkit.workspace.spec import read_model


@dataclass(frozen=True, slots=True)
class Run:
    """What one run found: the model, the targets asked for, and every file of theirs."""

    model: Model
    targets: tuple[Target, ...]
    differences: tuple[Difference, ...]

    def of(self, target: str, change: Change) -> tuple[str, ...]:
        """The paths of one target with one fate, in order."""
        return tuple(d.path for d in self.differences if d.target == target and d.change is change)

    def pending(self) -> tuple[Difference, ...]:
        """The files that are not what the model gives."""
        return tuple(d for d in self.differences if d.change is not Change.SAME)


def check(spec: Path, out: Path, targets: Iterable[Target]) -> Run:
    """Regenerate in memory and compare with ``out``; nothing is written.

    :class:`cgp_toolkit.model.diagnostics.ModelError`, :class:`WorkspaceError` or ``TargetError`` if that fails.
    """
    chosen = tuple(targets)
    if out.resolve().is_relative_to(spec.resolve()):
        raise WorkspaceError(f"the output folder {out} is inside of the model's folder; choose another with --out")
    model = read_model(spec)
    return Run(model, chosen, compare(out, emit(model, chosen), chosen))


def generate(spec: Path, out: Path, targets: Iterable[Target]) -> Run:
    """Regenerate and bring ``out`` up to date; the run tells what differed before.

    Fails like :func:`check`, and :class:`WorkspaceError` if ``out`` can't be written.
    """
    run = check(spec, out, targets)
    refuse_foreign(out, run.differences, run.targets)
    write(out, run.differences)
    return run


def installed() -> dict[str, Target]:
    """The targets of all installed distributions by name; :class:`WorkspaceError` if they are not usable."""
    try:
        targets = installed_targets()
    except (ImportError, TypeError, ValueError) as error:
        raise WorkspaceError(str(error)) from error
    if not targets:
        raise WorkspaceError(f"no distribution offers a target ({GROUP}); install cgp-toolkit with pip")
    return targets


def chosen_targets(installed: Mapping[str, Target], names: Iterable[str]) -> tuple[Target, ...]:
    """The targets called ``names``, in their order and each once; all if there are none.  ``KeyError`` for another."""
    return tuple(installed[name] for name in dict.fromkeys(names) or installed)
