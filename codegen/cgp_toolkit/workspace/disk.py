"""Writing: all or nothing, and only what differs.

First every new text goes into a temporary file beside its place, then the files are renamed into place, then what is
stale is removed, and then files of which nothing but the stamp differs get that.  A full disk, a folder without
permission or a folder that stands where a file has to be is met in the first step, while everything is still as it was;
a reader never sees half a file.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from cgp_toolkit.workspace.errors import WorkspaceError
from cgp_toolkit.workspace.outputs import Change, Difference
from cgp_toolkit.workspace.restamping import Patch, patch


def write(out: Path, differences: Iterable[Difference]) -> None:
    """Bring the disk to what the model gives; files that do not differ are not touched.

    :class:`WorkspaceError` if that is impossible.
    """
    todo = [difference for difference in differences if difference.change is not Change.SAME]
    patches: list[tuple[Patch, str]] = []
    staged: list[tuple[Path, Path]] = []
    made: list[Path] = []
    try:
        for folder in sorted({(out / d.path).parent for d in todo if d.after is not None}):
            _make(folder, made)
        for difference in todo:
            if difference.after is not None:
                path = out / difference.path
                if (stamp := patch(path, difference)) is not None:
                    patches.append((stamp, difference.after))
                else:
                    staged.append((_stage(path, difference.after), path))
        for temporary, path in staged:
            os.replace(temporary, path)
        for difference in todo:
            if difference.after is None:
                path = out / difference.path
                path.unlink()
                _remove_empty_parents(path, out)
        for stamp, text in patches:
            if not stamp.apply():
                os.replace(_stage(stamp.path, text), stamp.path)
    except BaseException as error:
        for temporary, _ in staged:
            temporary.unlink(missing_ok=True)
        for folder in reversed(made):
            # One that is not empty got its files before the error.
            with suppress(OSError):
                folder.rmdir()
        if isinstance(error, OSError):
            raise WorkspaceError(f"can't write {error.filename or out}: {error.strerror}") from None
        raise


def _make(folder: Path, made: list[Path]) -> None:
    """Create ``folder`` and those above it where they are missing, and remember them, the outermost first."""
    missing = []
    for place in (folder, *folder.parents):
        if place.exists():
            if not place.is_dir():
                raise WorkspaceError(f"{place} is a file where a folder has to be; remove it")
            break
        missing.append(place)
    for place in reversed(missing):
        place.mkdir()
        made.append(place)


def _stage(path: Path, text: str) -> Path:
    """The text in a temporary file beside ``path``."""
    if path.is_dir() and not path.is_symlink():
        raise WorkspaceError(f"{path} is a folder where a file has to be; remove it")
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(text.encode())
            # mkstemp makes private files; generated ones are as readable as any other.
            os.chmod(file.fileno() if os.chmod in os.supports_fd else name, 0o644)
    except BaseException:
        temporary.unlink()
        raise
    return temporary


def _remove_empty_parents(path: Path, out: Path) -> None:
    for folder in path.parents:
        if folder == out or any(folder.iterdir()):
            return
        folder.rmdir()
