"""Targets side by side: worker processes that emit them while their parent looks after the disk.

A target is a pure function, so it does not matter which process runs it, and what comes out is the same with any
number of workers, or none.  Workers are forked from a process that has read the model: they start with everything that
it knows.  They do not wait until it has looked into whether the model is sound: if it is not, nothing that they made
counts.  A crew that stays, as one that follows a model being edited does, keeps what its workers know by now, and gives
each of them the same targets again, or one that another worker knows and has no time for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from multiprocessing.connection import Connection, wait
from types import TracebackType

from cgp_toolkit.model.diagnostics import ModelError
from cgp_toolkit.model.loading import Draft
from cgp_toolkit.rules import syntax
from cgp_toolkit.targets.base import Files, Target, cores
from cgp_toolkit.workspace.errors import TargetError, WorkspaceError
from cgp_toolkit.workspace.worker import RemoteTraceback, Worker, hired
from cgp_toolkit.workspace.working import Answer, Order, Problem, Texts, Verdict, judge, work

_LIGHT = 40
"""Up to this effort, getting to know a target costs less than waiting for a worker who does."""
_MODEL = "the model"
"""What the judge is busy with."""
_ENDED = Problem("its process ended before it had answered")


def workers_for(targets: Sequence[Target]) -> int:
    """How many workers are worth their while; none where one process does as well."""
    workers = min(cores(), len(targets))
    return workers if workers > 1 else 0


class Crew:
    """The workers for ``targets``, and one who judges models; each knows that of ``drafted`` in ``texts``.

    To be closed.
    """

    def __init__(self, targets: Sequence[Target], texts: Texts, drafted: Draft, size: int) -> None:
        if drafted.model is None:
            raise ModelError(drafted.diagnostics)
        syntax.parser()  # Made before they part, as each of them will need it.
        self._targets = {target.name: target for target in targets}
        self._read = {name for target in targets if target.compose is not None for name in target.reads}
        self._known = texts
        self._waiting: list[str] = []
        """What nobody has begun in this round."""
        self._made: dict[str, Files] = {}
        """What has been made in this round, as far as others read it."""
        self._digest = ""
        """The model's, when it has been found to be sound."""
        self._workers: list[Worker[Answer]] = []
        lost: Answer = ({}, _ENDED)
        for _ in range(size):
            self._workers.append(hired(work, self._pipes, lost, self._targets, texts, drafted.model))
        self._judge = hired(judge, self._pipes, Verdict(problem=_ENDED), texts, drafted)

    def __enter__(self) -> Crew:
        """The crew itself."""
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        """Close it."""
        self.close()

    @property
    def _pipes(self) -> tuple[Connection, ...]:
        return tuple(worker.pipe for worker in self._workers)

    @property
    def _all(self) -> tuple[Worker[Answer] | Worker[Verdict], ...]:
        return (self._judge, *self._workers)

    def close(self) -> None:
        """Send the workers home, whatever they are at."""
        for worker in self._all:
            worker.dismiss()
        for worker in self._all:
            worker.process.join()

    @property
    def whole(self) -> bool:
        """Whether all workers are still there, as far as is known."""
        return not any(worker.lost for worker in self._all)

    def begin(self, texts: Texts) -> None:
        """Start to judge the model in ``texts`` and to emit the targets for it."""
        self._judge.busy = _MODEL
        self._judge.send(dict(texts))
        if texts != self._known:
            self._known = texts
            for worker in self._workers:
                worker.send(dict(texts))
        known = {name for worker in self._workers for name in worker.known}
        # First what others wait for, and then what is new: the long ones first, so that no worker is left alone with
        # one in the end.  Of the rest the quick ones come first, as somebody may be waiting to see them.
        self._waiting = sorted(
            self._targets,
            key=lambda n: (
                n not in self._read,
                self._targets[n].effort * (-1 if n in self._read or n not in known else 1),
            ),
        )
        self._made.clear()
        self._next()

    def collect(self, ready: Callable[[Target, Files], None]) -> str:
        """Hand over the files of each target as they come, once the model has turned out to be sound; its digest.

        :class:`cgp_toolkit.model.diagnostics.ModelError` at once if it has not; workers may be at it still.
        :class:`TargetError` in the end if a target has failed; all workers are at rest then, as they are otherwise.
        """
        problems: dict[str, Problem] = {}
        error: BaseException | None = None
        for name, files, problem in self._answers():
            if problem is not None:
                problems[name] = problem
            elif error is None:
                try:
                    ready(self._targets[name], files)
                except BaseException as raised:
                    error = raised
        if error is not None:
            raise error
        for name in self._targets:
            if name in problems:
                raise TargetError(name, problems[name].text) from _cause(problems[name])
        return self._digest

    def rest(self) -> None:
        """Wait until all workers are at rest; what they have made counts no more."""
        for _ in self._answers():
            pass

    def _answers(self) -> Iterator[tuple[str, Files, Problem | None]]:
        """What comes of each target, as soon as the model is known to be sound."""
        held: list[tuple[str, Files, Problem | None]] = []
        while busy := [worker for worker in self._all if worker.busy is not None]:
            arrived = wait([worker.pipe for worker in busy])
            if self._judge.pipe in arrived:
                self._digest = self._judged()
            held.extend(self._answer(worker) for worker in self._workers if worker.pipe in arrived)
            if self._judge.busy is None:
                yield from held
                held.clear()

    def _judged(self) -> str:
        verdict = self._judge.receive()
        if verdict.problem is not None:
            raise WorkspaceError(f"the model can't be looked into: {verdict.problem.text}") from _cause(verdict.problem)
        if verdict.diagnostics:
            raise ModelError(verdict.diagnostics)
        return verdict.digest

    def _answer(self, worker: Worker[Answer]) -> tuple[str, Files, Problem | None]:
        assert worker.busy is not None, "whoever is at rest says nothing"
        name = worker.busy
        files, problem = worker.receive()
        if name in self._read and problem is None:
            self._made[name] = files
        self._next()
        return name, files, problem

    def _next(self) -> None:
        """Give each worker that is at rest the next of its targets, if there is one."""
        for worker in self._workers:
            if worker.busy is not None or (name := self._choice(worker)) is None:
                continue
            self._waiting.remove(name)
            worker.known.add(name)
            worker.busy = name
            target = self._targets[name]
            others = None if target.compose is None else {n: self._made[n] for n in target.reads if n in self._made}
            order: Order = (name, others)
            worker.send(order)

    def _choice(self, worker: Worker[Answer]) -> str | None:
        """What ``worker`` does next: what it alone knows, what others know too, what nobody knows, what others do."""
        ready = [name for name in self._waiting if self._can_start(name)]
        others = {name for other in self._workers if other is not worker for name in other.known}
        groups = (
            (name for name in ready if name in worker.known and name not in others),
            (name for name in ready if name in worker.known),
            (name for name in ready if name not in others),
            (name for name in ready if self._targets[name].effort <= _LIGHT),
        )
        return next((name for group in groups for name in group), None)

    def _can_start(self, name: str) -> bool:
        """Whether all is there that a target reads of those that this crew makes."""
        target = self._targets[name]
        return target.compose is None or all(n in self._made or n not in self._targets for n in target.reads)


def _cause(problem: Problem) -> RemoteTraceback | None:
    return RemoteTraceback(problem.where) if problem.where else None
