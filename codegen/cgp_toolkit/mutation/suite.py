"""The vectors in the order in which a mutant is asked them, and the question itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from importlib import import_module

from cgp_toolkit.model import Model
from cgp_toolkit.mutation.binding import NAME
from cgp_toolkit.mutation.mutant import Mutant
from cgp_toolkit.targets.vectors import emit
from cgp_toolkit.wire.vectors import Status, Vector, ask_module, suite_of


@dataclass(frozen=True, slots=True)
class Suite:
    """Vectors, and for each of their words those that have it in what they are called."""

    vectors: tuple[Vector, ...]

    def ordered(self, mutant: Mutant) -> Iterator[Vector]:
        """All vectors, those first that are likely to tell: they cite what the mutant breaks, or name it."""
        words = tuple(word for word in mutant.subject.replace(":", "").replace(",", "").split() if len(word) > 1)
        wanted = frozenset(mutant.requirements)
        yield from sorted(self.vectors, key=lambda vector: -_likeness(vector, wanted, words))

    def citing(self) -> Mapping[str, frozenset[str]]:
        """The ids of the vectors that cite a requirement, by its id."""
        found: dict[str, set[str]] = {}
        for vector in self.vectors:
            for requirement in vector.requirements:
                found.setdefault(requirement, set()).add(vector.id)
        return {requirement: frozenset(ids) for requirement, ids in found.items()}


def _likeness(vector: Vector, wanted: frozenset[str], words: tuple[str, ...]) -> int:
    return 2 * (not wanted.isdisjoint(vector.requirements)) + 3 * sum(word in vector.id for word in words)


def vectors_of(model: Model) -> Suite:
    """The vectors of a model, computed anew; those of lines alone, as the binding that is asked has nothing else."""
    return Suite(suite_of(emit(replace(model, rpc=None))).vectors)


def asked() -> Callable[[Vector], str | None]:
    """A function that tells how the loaded binding's answer to a vector differs from what is expected, if it does.

    Whatever importing the binding raises.
    """
    ask = ask_module(import_module(NAME))

    def difference(vector: Vector) -> str | None:
        result = ask(vector)
        if result.status is Status.PASSED:
            return None
        return "; ".join(found.what for found in result.differences) or str(result.status)

    return difference
