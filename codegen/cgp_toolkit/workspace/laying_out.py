"""Files for a person to go on with: written where nothing is yet, all or none of them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from cgp_toolkit.workspace.disk import write
from cgp_toolkit.workspace.errors import WorkspaceError
from cgp_toolkit.workspace.outputs import Difference


def lay_out(folder: Path, texts: Mapping[str, str]) -> None:
    """Write ``texts`` by path below ``folder``; :class:`WorkspaceError` if there is anything in it, or if it can't."""
    try:
        taken = folder.exists() and (not folder.is_dir() or any(folder.iterdir()))
    except OSError as error:
        raise WorkspaceError(f"can't look into {folder}: {error.strerror}") from None
    if taken:
        raise WorkspaceError(f"{folder} is there already; nothing was written (name another folder with --out DIR)")
    write(folder, [Difference(path, "", None, text) for path, text in texts.items()])
