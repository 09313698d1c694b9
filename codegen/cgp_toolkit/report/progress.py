"""A progress bar for long inputs, on standard error and only on a terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from cgp_toolkit.wire.inputs import Input

_LONG = 4 << 20
"""Bytes from which an input is long enough to be waited for."""


@contextmanager
def progress(source: Input) -> Iterator[Callable[[], None]]:
    """What to call now and then while ``source`` is read."""
    if not sys.stderr.isatty() or (source.size is not None and source.size < _LONG):
        yield _nothing
        return
    from rich.console import Console
    from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), DownloadColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(source.name, total=source.size)
        if source.size is None:
            # Nobody knows how far a pipe is; the bar pulses.
            yield _nothing
        else:
            yield lambda: bar.update(task, completed=source.stream.tell())


def _nothing() -> None:
    pass
