"""Asking for an answer and judging it: a testee that is a Python module, without a process of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from importlib import import_module
from types import ModuleType

from cgp_toolkit.wire.vectors.comparing import Unsupported, differences
from cgp_toolkit.wire.vectors.results import Difference, Result, Status
from cgp_toolkit.wire.vectors.suite import Vector


def judge(vector: Vector, answer: object) -> Result:
    """The result of one vector, by what a testee has answered."""
    if not isinstance(answer, Mapping):
        return Result(vector, Status.GARBAGE, (Difference("the answer is no object"),))
    if answer.get("id") != vector.id:
        return Result(
            vector, Status.GARBAGE, (Difference("the answer is to another vector", vector.id, answer.get("id")),)
        )
    try:
        found = differences(vector, answer)
    except Unsupported:
        return Result(vector, Status.UNSUPPORTED)
    return Result(vector, Status.FAILED if found else Status.PASSED, found)


def ask_module(module: ModuleType) -> Callable[[Vector], Result]:
    """A function that asks the testee of an imported binding, its module ``testee``; an exception is a crash."""
    testee = import_module(f"{module.__name__}.testee")

    def ask(vector: Vector) -> Result:
        try:
            answer = testee.answer(vector.request())
        except Exception as error:
            # Whatever it is, it is the testee's, and the next vector may go well.
            return Result(vector, Status.CRASHED, (Difference(f"the testee raised {type(error).__name__}: {error}"),))
        return judge(vector, answer)

    return ask


def run_in_process(module: ModuleType, vectors: Iterable[Vector]) -> tuple[Result, ...]:
    """The results of ``vectors``, asked of the testee of an imported binding."""
    return tuple(map(ask_module(module), vectors))
