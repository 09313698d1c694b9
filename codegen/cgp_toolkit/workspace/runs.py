"""One run: from the model on the disk to its outputs, written or only compared."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import TypeAlias

from cgp_toolkit.model.diagnostics import ModelError
from cgp_toolkit.model.loading import draft
from cgp_toolkit.targets.base import Files, Target, needed
from cgp_toolkit.workspace.crew import Crew, workers_for
from cgp_toolkit.workspace.disk import write
from cgp_toolkit.workspace.errors import WorkspaceError
from cgp_toolkit.workspace.outputs import (
    Change,
    Difference,
    compare,
    emit_each,
    outputs,
    refuse_foreign,
)
from cgp_toolkit.workspace.spec import read_spec, sound


@dataclass(frozen=True, slots=True)
class Run:
    """What one run found: the digest of the model, the targets asked for, and every file of theirs."""

    digest: str
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

    def emit(self, spec: Path, ready: Ready) -> str:
        """The digest of the model below ``spec``; ``ready`` gets the files of each target as soon as they are there.

        :class:`cgp_toolkit.model.diagnostics.ModelError` if it is not sound.  :class:`TargetError` if a target fails,
        when the others are through.
        """
        texts = read_spec(spec)
        if self._crew is not None and not self._crew.whole:
            self._dismiss()
        return self._first(texts, ready) if self._crew is None else self._next(self._crew, texts, ready)

    def _first(self, texts: Mapping[str, str], ready: Ready) -> str:
        drafted = draft(texts)
        wanted = needed(self.targets)
        workers = workers_for(wanted)
        if not workers or drafted.model is None or drafted.diagnostics:
            model = sound(drafted)
            for target, files in emit_each(model, self.targets):
                ready(target, files)
            return model.digest
        self._crew = Crew(wanted, texts, drafted, workers)
        self._crew.begin(texts)
        try:
            return self._collect(self._crew, ready)
        except (ModelError, WorkspaceError):
            self._dismiss()
            raise

    def _next(self, crew: Crew, texts: Mapping[str, str], ready: Ready) -> str:
        crew.begin(texts)
        try:
            return self._collect(crew, ready)
        except (ModelError, WorkspaceError):
            crew.rest()  # It stays for what it knows.
            raise

    def _collect(self, crew: Crew, ready: Ready) -> str:
        chosen = {target.name for target in self.targets}

        def arrived(target: Target, files: Files) -> None:
            if target.name in chosen:
                ready(target, files)

        return crew.collect(arrived)

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

    digest = works.emit(spec, ready)
    return Run(digest, works.targets, tuple(d for target in works.targets for d in found[target.name]))


def _checked(spec: Path, out: Path, works: Works) -> Run:
    _refuse_inside(spec, out)
    found: list[Difference] = []
    digest = works.emit(spec, lambda target, files: found.extend(compare(out, outputs(target, files), (target,))))
    return Run(digest, works.targets, tuple(sorted(found, key=lambda difference: difference.path)))


def _refuse_inside(spec: Path, out: Path) -> None:
    if out.resolve().is_relative_to(spec.resolve()):
        raise WorkspaceError(f"the output folder {out} is inside of the model's folder; choose another with --out")
