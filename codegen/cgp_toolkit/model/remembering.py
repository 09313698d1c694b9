"""Answers that are kept until something else is asked: all targets start from the same checks of one model."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TypeVar, TypeVarTuple

T = TypeVar("T")
Ts = TypeVarTuple("Ts")


def last(compute: Callable[[*Ts], T]) -> Callable[[*Ts], T]:
    """``compute``, but asked for the very objects of the last time, it gives what it gave then.

    Objects are told apart by identity: models hold mappings, and to compare two of them is no shorter than the answer.
    """
    known: tuple[tuple[object, ...], T] | None = None

    @wraps(compute)
    def answer(*asked: *Ts) -> T:
        nonlocal known
        found, objects = known, tuple[object, ...](asked)
        if found is None or any(one is not other for one, other in zip(found[0], objects, strict=True)):
            found = known = objects, compute(*asked)
        return found[1]

    return answer
