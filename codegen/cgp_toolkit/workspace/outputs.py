"""What the targets give and what is there: every file of the output folder, compared."""

from __future__ import annotations

import difflib
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path, PurePosixPath

from cgp_toolkit.model import Model
from cgp_toolkit.targets.base import Files, Target, installed_targets
from cgp_toolkit.targets.stamp import MARK
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


@dataclass(frozen=True, slots=True)
class Difference:
    """One file under the output folder: the text there, and the text that the model gives."""

    path: str
    target: str
    before: str | None
    after: str | None

    @property
    def change(self) -> Change:
        """How the two differ; ``STAMP`` when nothing but the stamp line does."""
        if self.before == self.after:
            return Change.SAME
        if self.before is None:
            return Change.ADDED
        if self.after is None:
            return Change.REMOVED
        before, after = self.before.split("\n"), self.after.split("\n")
        differing = [pair for pair in zip(before, after, strict=False) if pair[0] != pair[1]]
        if len(before) == len(after) and len(differing) == 1 and all(MARK in line for line in differing[0]):
            return Change.STAMP
        return Change.CHANGED

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
    """All files of ``targets`` by their path below the output folder; :class:`TargetError` if one fails.

    What a target reads of others is taken from ``targets``, else computed by those in ``known``, which are the
    installed ones if it is not given; those that are not known are left out.
    """
    chosen = tuple(targets)
    # What reads others comes after them.
    made: dict[str, Files] = {}
    for target in sorted(chosen, key=lambda target: target.compose is not None):
        made[target.name] = _files(model, target, lambda: _read_targets(chosen, known), made)
    files = {
        f"{target.folder}/{name}": Output(target.name, text)
        for target in chosen
        for name, text in made[target.name].items()
    }
    return dict(sorted(files.items()))


def _read_targets(chosen: Iterable[Target], known: Mapping[str, Target] | None) -> Mapping[str, Target]:
    return {**(installed_targets() if known is None else known), **{target.name: target for target in chosen}}


def _files(model: Model, target: Target, known: Callable[[], Mapping[str, Target]], made: Mapping[str, Files]) -> Files:
    """The files of one target; ``made`` has those of others that are there already."""
    others: dict[str, Files] = {}
    if target.compose is not None:
        there = known() if set(target.reads) - set(made) else {}
        for name in target.reads:
            if name in made:
                others[name] = made[name]
            elif name in there and there[name].compose is None:
                others[name] = _files(model, there[name], known, made)
    try:
        emitted = dict(target.emit(model) if target.compose is None else target.compose(model, others))
    except Exception as error:
        raise TargetError(target.name, f"{type(error).__name__}: {error}") from error
    for name in emitted:
        parts = name.split("/")
        if not all(parts) or {".", ".."} & set(parts) or "\\" in name:
            raise TargetError(target.name, f"{name!r} is no path below its folder")
    return emitted


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
