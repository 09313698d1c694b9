"""What the targets give and what is there: every file of the output folder, compared."""

from __future__ import annotations

import difflib
import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from pathlib import Path, PurePosixPath

from cgp_toolkit.model import Model
from cgp_toolkit.targets.base import Files, Others, Target, plain
from cgp_toolkit.targets.stamp import MARK, stamped_line
from cgp_toolkit.workspace.errors import TargetError, WorkspaceError

# Folders that tools leave behind inside a generated package; they are nobody's output.
_IGNORED = frozenset(
    {"__pycache__", ".mypy_cache", ".pytest_cache", ".ruff_cache", ".venv", "node_modules", "target", "build", "dist"}
)
_IGNORED_SUFFIXES = (".pyc", ".egg-info", "Cargo.lock")
_STAMP_WITHIN = 2048


class Change(StrEnum):
    """What happened, or would happen, to a generated file."""

    ADDED = "added"
    CHANGED = "changed"
    STAMP = "stamp only"
    REMOVED = "removed"
    SAME = "same"


@dataclass(frozen=True, slots=True)
class Output:
    """One emitted file: the name of its target, and its text."""

    target: str
    text: str


@dataclass(frozen=True)
class Difference:
    """One file under the output folder: the text there, and the text that the model gives."""

    path: str
    target: str
    before: str | None
    after: str | None

    @cached_property
    def change(self) -> Change:
        """How the two differ; ``STAMP`` when nothing but the stamp line does."""
        if self.before == self.after:
            return Change.SAME
        if self.before is None:
            return Change.ADDED
        if self.after is None:
            return Change.REMOVED
        old, new = stamped_line(self.before), stamped_line(self.after)
        if old is None or new is None or self.before[: old.start] != self.after[: new.start]:
            return Change.CHANGED
        return Change.STAMP if self.before[old.stop :] == self.after[new.stop :] else Change.CHANGED

    def diff(self) -> Iterator[str]:
        """The lines of a unified diff from what is there to what the model gives, without line ends."""
        return difflib.unified_diff(
            [] if self.before is None else self.before.splitlines(),
            [] if self.after is None else self.after.splitlines(),
            "/dev/null" if self.before is None else f"a/{self.path}",
            "/dev/null" if self.after is None else f"b/{self.path}",
            lineterm="",
        )


def emit(model: Model, targets: Iterable[Target], known: Mapping[str, Target] | None = None) -> dict[str, Output]:
    """All files of ``targets`` by their path below the output folder, as :func:`emit_each` gives them."""
    files: dict[str, Output] = {}
    for target, made in emit_each(model, targets, known):
        files |= outputs(target, made)
    return dict(sorted(files.items()))


def emit_each(
    model: Model, targets: Iterable[Target], known: Mapping[str, Target] | None = None
) -> Iterator[tuple[Target, Files]]:
    """The files of each of ``targets``; :class:`TargetError` if one fails.

    What a target reads of others is taken from ``targets``, else computed by those in ``known``, which are the
    installed ones if it is not given; those that are not known are left out.
    """
    chosen = tuple(targets)
    made: dict[str, Files] = {}
    for target in plain(chosen, known):
        made[target.name] = _emitted(target, model)
        if target in chosen:
            yield target, made[target.name]
    yield from composed(model, chosen, made)


def outputs(target: Target, files: Files) -> dict[str, Output]:
    """The files of a target by path below the output folder."""
    return {f"{target.folder}/{name}": Output(target.name, text) for name, text in files.items()}


def composed(model: Model, chosen: Iterable[Target], made: Mapping[str, Files]) -> Iterator[tuple[Target, Files]]:
    """The files of those that read others, given what those of :func:`plain` have ``made``."""
    for target in chosen:
        if target.compose is not None:
            yield target, _emitted(target, model, {name: made[name] for name in target.reads if name in made})


def _emitted(target: Target, model: Model, others: Others | None = None) -> Files:
    try:
        return target.files(model, others)
    except Exception as error:
        raise TargetError(target.name, f"{type(error).__name__}: {error}") from error


def compare(out: Path, files: Mapping[str, Output], targets: Iterable[Target]) -> tuple[Difference, ...]:
    """Every file that is there or ought to be below the folders of ``targets``, in path order."""
    there = {path: target.name for target in targets for path in _files_below(out, target.folder)}
    return tuple(
        Difference(
            path,
            files[path].target if path in files else there[path],
            _read(out / path) if path in there else None,
            files[path].text if path in files else None,
        )
        for path in sorted({*there, *files})
    )


def refuse_foreign(out: Path, differences: Iterable[Difference], targets: Iterable[Target]) -> None:
    """:class:`WorkspaceError` if the folder of a target is full of what no toolkit wrote: nobody's work is removed."""
    for target in targets:
        texts = [d.before for d in differences if d.target == target.name and d.before is not None]
        if texts and not any(MARK in text[:_STAMP_WITHIN] for text in texts):
            raise WorkspaceError(
                f"{out / target.folder} holds files and none of them is generated; choose another folder with --out, "
                "or move them away"
            )


def _read(path: Path) -> str:
    try:
        return path.read_bytes().decode(errors="replace") if path.is_file() else ""
    except OSError as error:
        raise WorkspaceError(f"{path} can't be read: {error.strerror}") from None


def _files_below(out: Path, folder: str) -> Iterator[str]:
    for directory, names, files in os.walk(out / PurePosixPath(folder)):
        names[:] = sorted(n for n in names if n not in _IGNORED and not n.endswith(_IGNORED_SUFFIXES))
        for file in sorted(files):
            if not file.endswith(_IGNORED_SUFFIXES):
                yield (Path(directory) / file).relative_to(out).as_posix()
