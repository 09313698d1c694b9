"""Following a model while it is edited."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import watchfiles

from cgp_toolkit.workspace.spec import is_model_file

# Milliseconds.  Editors save in several steps (a temporary file, a rename); a run starts when it was quiet for one
# step, or has been busy for the longest wait.  The patience is how long the first item takes.
_STEP = 20
_LONGEST_WAIT = 200
_PATIENCE = 100


def saves(spec: Path) -> Iterator[tuple[str, ...]]:
    """The model files that were saved, created or removed, each time that happens, until ``KeyboardInterrupt``.

    The first item comes at once and is empty: from then on nothing is missed.  Paths are relative to ``spec`` and
    sorted.
    """
    root = spec.resolve()
    watcher = watchfiles.watch(
        root,
        watch_filter=lambda _, path: is_model_file(Path(path)),
        step=_STEP,
        debounce=_LONGEST_WAIT,
        rust_timeout=_PATIENCE,
        yield_on_timeout=True,
        raise_interrupt=True,
    )
    started = False
    for changes in watcher:
        if changes or not started:
            started = True
            yield tuple(sorted({Path(path).relative_to(root).as_posix() for _, path in changes}))
