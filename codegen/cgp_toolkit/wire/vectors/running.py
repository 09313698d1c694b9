"""One run: every vector asked of a testee in a process of its own, which is started anew when it fails to answer."""

from __future__ import annotations

import json
from collections.abc import Iterator

from cgp_toolkit.wire.errors import InputError
from cgp_toolkit.wire.vectors.asking import judge
from cgp_toolkit.wire.vectors.child import Child, Command, Ended, Silence
from cgp_toolkit.wire.vectors.results import Difference, Result, Status
from cgp_toolkit.wire.vectors.suite import Suite, Vector

MOST_FAILURES = 5
"""After so many vectors in a row without an answer, a testee is given up."""


def run(suite: Suite, command: Command) -> Iterator[Result]:
    """A result a vector, as soon as it is there; :class:`InputError` if the testee can't be started."""
    if not suite.vectors:
        raise InputError("there is no vector to run")
    runner = _Runner(command)
    try:
        for vector in suite.vectors:
            yield runner.result(vector)
    finally:
        runner.stop()


class _Runner:
    def __init__(self, command: Command) -> None:
        self._command = command
        self._child: Child | None = None
        self._failures = 0

    def result(self, vector: Vector) -> Result:
        if self._failures >= MOST_FAILURES:
            what = f"the testee was given up after {MOST_FAILURES} vectors in a row without an answer"
            return Result(vector, Status.NOT_RUN, (Difference(what),))
        result = self._asked(vector)
        answered = result.status in (Status.PASSED, Status.FAILED, Status.UNSUPPORTED)
        self._failures = 0 if answered else self._failures + 1
        if not answered:
            # Whatever it still writes may be the answer to this vector, but not to the next one.
            self.stop()
        return result

    def _asked(self, vector: Vector) -> Result:
        if self._child is None:
            self._child = Child(self._command)
        try:
            line = self._child.ask(json.dumps(vector.request()).encode())
        except Silence:
            what = f"no answer came within {self._command.timeout:g} s"
            return Result(vector, Status.SILENT, (Difference(what),))
        except Ended as ended:
            return Result(vector, Status.CRASHED, (Difference(str(ended)),))
        try:
            answer = json.loads(line)
        except ValueError:
            return Result(vector, Status.GARBAGE, (Difference("what it wrote is no JSON"),))
        return judge(vector, answer)

    def stop(self) -> None:
        if self._child is not None:
            self._child.close()
            self._child = None
