"""How far a run is, on standard error: a bar on a terminal, else a line now and then."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from cgp_toolkit.mutation.trial import Fate, Outcome

_LINES = 10


@contextmanager
def progress(number: int) -> Iterator[Callable[[Outcome], None]]:
    """A function to be told of each outcome."""
    if sys.stderr.isatty():
        from rich.console import Console
        from rich.progress import track

        counter = iter(track(range(number), "mutants", console=Console(stderr=True), transient=True))
        next(counter, None)
        yield lambda outcome: _step(counter)
        return
    done = survived = 0

    def advance(outcome: Outcome) -> None:
        nonlocal done, survived
        done += 1
        survived += outcome.fate is Fate.SURVIVED
        if done * _LINES // number > (done - 1) * _LINES // number:
            print(f"{done} of {number} mutants, {survived} not told so far", file=sys.stderr, flush=True)

    yield advance


def _step(counter: Iterator[int]) -> None:
    next(counter, None)
