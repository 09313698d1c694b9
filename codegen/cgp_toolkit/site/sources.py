"""The pages of the documentation on the disk, for Sphinx to build from."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from cgp_toolkit.targets.base import Files, Target, installed_targets
from cgp_toolkit.targets.stamp import MARK
from cgp_toolkit.workspace import WorkspaceError, emit, read_model
from cgp_toolkit.workspace.disk import write
from cgp_toolkit.workspace.outputs import Output, compare, composed, outputs

TARGET = "docs"
# A stamp changes with every word of the model; without it, Sphinx reads only the pages anew that say something else.
_DIGEST = re.compile(rf"{MARK} [^\n]*?Do not edit\.")


def write_sources(spec: Path, folder: Path, generated: Path | None = None) -> Path:
    """Bring the pages below ``folder`` to what the model says; the folder of the pages.

    What other targets give is computed, or read from ``generated`` as far as it is there.  ``ModelError``,
    ``WorkspaceError`` or ``TargetError`` if that fails.
    """
    known = installed_targets()
    if TARGET not in known:
        raise WorkspaceError(f"no distribution offers the target {TARGET!r}; install cgp-toolkit with pip")
    target = known[TARGET]
    model = read_model(spec)
    others = None if generated is None else _generated(generated, known, target.reads)
    if others:
        ((_, texts),) = composed(model, (target,), others)
        made = outputs(target, texts)
    else:
        made = emit(model, (target,))
    files = {path: Output(each.target, _DIGEST.sub(MARK, each.text)) for path, each in made.items()}
    write(folder, compare(folder, files, (target,)))
    return folder / target.folder


def _generated(out: Path, known: Mapping[str, Target], names: tuple[str, ...]) -> dict[str, Files]:
    """The files that are there; nothing unless those of each target are."""
    folders = {name: out / known[name].folder for name in names if name in known}
    if not all(folder.is_dir() for folder in folders.values()):
        return {}
    return {
        name: {
            path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8", errors="replace")
            for path in sorted(folder.rglob("*"))
            if path.is_file() and "__pycache__" not in path.parts
        }
        for name, folder in folders.items()
    }
