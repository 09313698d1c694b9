"""A progress bar for long inputs, on standard error and only on a terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from cgp_toolkit.wire.findings import Finding
from cgp_toolkit.wire.inputs import Input

if TYPE_CHECKING:
    from rich.progress import Progress

_LONG = 4 << 20
"""Bytes from which an input is long enough to be waited for."""


class Bar:
    """How much of an input has been read; without a ``progress`` nothing is shown."""

    def __init__(self, source: Input, progress: Progress | None) -> None:
        self._source = source
        self._progress = progress
        self._task = None if progress is None else progress.add_task(source.name, total=source.size)

    def advance(self) -> None:
        """Show where the input is now."""
        if self._progress is not None and self._task is not None:
            self._progress.update(self._task, completed=self._source.stream.tell())

    def cleared_before(self, report: Callable[[Finding], None]) -> Callable[[Finding], None]:
        """``report``, for which the bar makes room: the findings are progress enough, and on the same terminal."""
        progress = self._progress
        if progress is None or not sys.stdout.isatty():
            return report

        def cleared(finding: Finding) -> None:
            progress.stop()
            report(finding)

        return cleared


@contextmanager
def progress(source: Input) -> Iterator[Bar]:
    """A bar while ``source`` is read, if it is long, its size is known and somebody watches."""
    if source.size is None or source.size < _LONG or not sys.stderr.isatty():
        yield Bar(source, None)
        return
    from rich.console import Console
    from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}", markup=False), BarColumn(), DownloadColumn(), TimeRemainingColumn())
    console = Console(stderr=True)
    # Redirected, a report on standard output would end up on the bar's console.
    with Progress(*columns, console=console, transient=True, redirect_stdout=False, redirect_stderr=False) as shown:
        yield Bar(source, shown)
