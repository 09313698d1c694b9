"""All mutants, on as many processors as there are."""

from __future__ import annotations

import gc
import multiprocessing
import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from cgp_toolkit.model import Model
from cgp_toolkit.mutation.binding import Loaded, sources
from cgp_toolkit.mutation.mutant import Mutant, Sources
from cgp_toolkit.mutation.suite import Suite, asked
from cgp_toolkit.mutation.trial import Outcome, tried
from cgp_toolkit.rules import Check, checks

_TRIALS_OF_A_WORKER = 150
_CHUNK = 5


class UselessSuite(Exception):
    """The vectors can't tell anything: there are none, or the model itself does not pass them."""


@dataclass(frozen=True, slots=True)
class Bench:
    """What a worker needs to try mutants."""

    suite: Suite
    base: Sources
    rules: tuple[Check, ...]
    mutants: Sequence[Mutant]


def prepared(model: Model, suite: Suite, mutants: Sequence[Mutant]) -> Bench:
    """A bench on which the unmutated binding passes every vector; :class:`UselessSuite` if it does not."""
    if not suite.vectors:
        raise UselessSuite("the suite has no vectors, so that every mutant would survive it")
    base = sources(model)
    with Loaded(base):
        ask = asked()
        for vector in suite.vectors:
            difference = ask(vector)
            if difference is not None:
                raise UselessSuite(f"the unmutated model does not pass the vector {vector.id!r}: {difference}")
    return Bench(suite, base, checks(model), mutants)


_bench: Bench | None = None
"""Where workers find their bench: forked with it, since mutants are functions and can't be sent."""


def outcomes(bench: Bench, jobs: int, advance: Callable[[Outcome], None]) -> dict[str, Outcome]:
    """What became of each mutant, in their order; ``advance`` is told as soon as one is known."""
    global _bench
    found: dict[int, Outcome] = {}
    _bench = bench
    try:
        for index, outcome in _all(len(bench.mutants), jobs):
            found[index] = outcome
            advance(outcome)
    finally:
        _bench = None
    return {found[index].id: found[index] for index in range(len(bench.mutants))}


def _all(number: int, jobs: int) -> Iterator[tuple[int, Outcome]]:
    if jobs <= 1 or "fork" not in multiprocessing.get_all_start_methods():
        yield from map(_try, range(number))
        return
    # What is there already is shared with the workers, and not looked through in each of them.
    gc.freeze()
    try:
        with multiprocessing.get_context("fork").Pool(jobs, maxtasksperchild=_TRIALS_OF_A_WORKER // _CHUNK) as pool:
            yield from pool.imap_unordered(_try, range(number), _CHUNK)
    finally:
        gc.unfreeze()


def _try(index: int) -> tuple[int, Outcome]:
    assert _bench is not None, "a worker is forked with its bench"
    return index, tried(_bench.mutants[index], _bench.suite, _bench.base, _bench.rules)


def processors() -> int:
    """How many processors there are to use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
