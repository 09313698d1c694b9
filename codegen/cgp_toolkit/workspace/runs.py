"""One run: from the model on the disk to its outputs, written or only compared."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import TypeAlias

from cgp_toolkit.model import Model
from cgp_toolkit.model.loading import draft
from cgp_toolkit.targets.base import Files, Target
from cgp_toolkit.workspace.crew import Crew, workers_for
from cgp_toolkit.workspace.disk import write
from cgp_toolkit.workspace.errors import TargetError, WorkspaceError
from cgp_toolkit.workspace.outputs import (
    Change,
    Difference,
    compare,
    emit_each,
    needed,
    outputs,
    refuse_foreign,
)
from cgp_toolkit.workspace.spec import read_spec, sound


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


Ready: TypeAlias = Callable[[Target, Files], None]
"""Gets the files of a target."""


class Works:
    """Where models become the files of ``targets``, once or again and again; to be closed."""

    def __init__(self, targets: Iterable[Target]) -> None:
        self.targets = tuple(targets)
        self._crew: Crew | None = None

    def __enter__(self) -> Works:
        """The works themselves."""
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        """Close them."""
        self._dismiss()

    def emit(self, spec: Path, ready: Ready) -> Model:
        """The model below ``spec``; ``ready`` gets the files of each target as soon as they are there.

        :class:`TargetError` if one fails, when the others are through.
        """
        texts = read_spec(spec)
        if self._crew is not None and not self._crew.whole:
            self._dismiss()
        return self._first(texts, ready) if self._crew is None else self._next(self._crew, texts, ready)

    def _first(self, texts: Mapping[str, str], ready: Ready) -> Model:
        drafted = draft(texts)
        wanted = needed(self.targets)
        workers = workers_for(wanted)
        if workers and drafted.model is not None and not drafted.diagnostics:
            self._crew = Crew(wanted, texts, drafted.model, workers)
            self._crew.begin(texts)
        try:
            model = sound(drafted)
        except BaseException:
            self._dismiss()
            raise
        if self._crew is not None:
            return self._collect(self._crew, model, ready)
        for target, files in emit_each(model, self.targets):
            ready(target, files)
        return model

    def _next(self, crew: Crew, texts: Mapping[str, str], ready: Ready) -> Model:
        crew.begin(texts)
        try:
            model = sound(draft(texts))
        except BaseException:
            # The crew stays for what it knows.  What it made of this model does not count, whether it failed or not.
            with suppress(TargetError):
                crew.collect(lambda target, files: None)
            raise
        return self._collect(crew, model, ready)

    def _collect(self, crew: Crew, model: Model, ready: Ready) -> Model:
        chosen = {target.name for target in self.targets}

        def arrived(target: Target, files: Files) -> None:
            if target.name in chosen:
                ready(target, files)

        crew.collect(arrived)
        return model

    def _dismiss(self) -> None:
        if self._crew is not None:
            self._crew.close()
            self._crew = None


def check(spec: Path, out: Path, targets: Iterable[Target]) -> Run:
    """Regenerate in memory and compare with ``out``; nothing is written.

    :class:`cgp_toolkit.model.diagnostics.ModelError`, :class:`WorkspaceError` or ``TargetError`` if that fails.
    """
    with Works(targets) as works:
        return _checked(spec, out, works)


def generate(spec: Path, out: Path, targets: Iterable[Target]) -> Run:
    """Regenerate and bring ``out`` up to date; the run tells what differed before.

    Fails like :func:`check`, and :class:`WorkspaceError` if ``out`` can't be written.
    """
    with Works(targets) as works:
        return regenerate(spec, out, works)


def regenerate(spec: Path, out: Path, works: Works) -> Run:
    """As :func:`generate` does, by works that stay open."""
    run = _checked(spec, out, works)
    refuse_foreign(out, run.differences, run.targets)
    write(out, run.differences)
    return run


def follow(spec: Path, out: Path, works: Works) -> Run:
    """As :func:`regenerate` does, but each target is written when it is ready, whatever becomes of the others."""
    _refuse_inside(spec, out)
    found: dict[str, tuple[Difference, ...]] = {}

    def ready(target: Target, files: Files) -> None:
        differences = compare(out, outputs(target, files), (target,))
        refuse_foreign(out, differences, (target,))
        write(out, differences)
        found[target.name] = differences

    model = works.emit(spec, ready)
    return Run(model, works.targets, tuple(d for target in works.targets for d in found[target.name]))


def _checked(spec: Path, out: Path, works: Works) -> Run:
    _refuse_inside(spec, out)
    found: list[Difference] = []
    model = works.emit(spec, lambda target, files: found.extend(compare(out, outputs(target, files), (target,))))
    return Run(model, works.targets, tuple(sorted(found, key=lambda difference: difference.path)))


def _refuse_inside(spec: Path, out: Path) -> None:
    if out.resolve().is_relative_to(spec.resolve()):
        raise WorkspaceError(f"the output folder {out} is inside of the model's folder; choose another with --out")
