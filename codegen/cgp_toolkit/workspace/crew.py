"""Targets side by side: worker processes that emit them while their parent looks after the disk.

A target is a pure function, so it does not matter which process runs it, and what comes out is the same with any
number of workers, or none.  Workers are forked from a process that has read the model: they start with everything that
it knows.  They do not wait until it has looked into whether the model is sound: if it is not, nothing that they made
counts.  A crew that stays, as one that follows a model being edited does, keeps what its workers know by now, and gives
each of them the same targets again.
"""

from __future__ import annotations

import multiprocessing
import os
import sys
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from types import TracebackType

from cgp_toolkit.model import Model
from cgp_toolkit.rules import syntax
from cgp_toolkit.targets.base import Files, Target
from cgp_toolkit.workspace.errors import TargetError
from cgp_toolkit.workspace.working import Answer, Order, Problem, Texts, work


class RemoteTraceback(Exception):
    """Where a target failed, as its process saw it."""


def workers_for(targets: Sequence[Target]) -> int:
    """How many workers are worth their while; none where processes can't be forked safely."""
    if sys.platform != "linux" or threading.active_count() > 1:
        return 0
    workers = min(len(os.sched_getaffinity(0)), len(targets))
    return workers if workers > 1 else 0


@dataclass(slots=True)
class _Worker:
    """``names`` are the targets that it gets, ``waiting`` those of them that it has yet to get in this round.

    It is ``lost`` when its pipe has broken.
    """

    process: BaseProcess
    pipe: Connection
    names: list[str] = field(default_factory=list)
    waiting: list[str] = field(default_factory=list)
    busy: str | None = None
    lost: bool = False


class Crew:
    """The workers for ``targets``, of which each knows ``model``, the model in ``texts``.  To be closed."""

    def __init__(self, targets: Sequence[Target], texts: Texts, model: Model, size: int) -> None:
        context = multiprocessing.get_context("fork")
        syntax.parser()  # Made before they part, as each of them will need it.
        self._targets = {target.name: target for target in targets}
        self._read = {name for target in targets if target.compose is not None for name in target.reads}
        self._known = texts
        self._new: list[str] = []
        self._made: dict[str, Files] = {}
        """What has been made in this round, as far as others read it."""
        self._workers: list[_Worker] = []
        for _ in range(size):
            ours, theirs = context.Pipe()
            others = [worker.pipe for worker in self._workers]
            process = context.Process(
                target=work, args=(theirs, [ours, *others], self._targets, texts, model), daemon=True
            )
            process.start()
            theirs.close()
            self._workers.append(_Worker(process, ours))

    def __enter__(self) -> Crew:
        """The crew itself."""
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        """Close it."""
        self.close()

    def close(self) -> None:
        """Send the workers home, whatever they are at."""
        for worker in self._workers:
            worker.pipe.close()
            if worker.busy is not None:
                # Nobody waits for it any more, and a target leaves nothing behind.
                worker.process.terminate()
        for worker in self._workers:
            worker.process.join()
        self._workers.clear()

    @property
    def whole(self) -> bool:
        """Whether all workers are still there, as far as is known."""
        return not any(worker.lost for worker in self._workers)

    def begin(self, texts: Texts) -> None:
        """Start to emit the targets for the model in ``texts``."""
        if texts != self._known:
            self._known = texts
            for worker in self._workers:
                _send(worker, dict(texts))
        known = {name for worker in self._workers for name in worker.names}
        # First what others wait for, then the longest, so that no worker is left alone with one of them in the end.
        new = [target for target in self._targets.values() if target.name not in known]
        new.sort(key=lambda target: (target.name not in self._read, -target.effort))
        self._new = [target.name for target in new]
        self._made.clear()
        for worker in self._workers:
            # Of what they know already the quick ones come before the long ones: somebody may be waiting to see them.
            worker.waiting = sorted(worker.names, key=lambda n: (n not in self._read, self._targets[n].effort))
        self._next()

    def collect(self, ready: Callable[[Target, Files], None]) -> None:
        """Hand over the files of each target as they come; :class:`TargetError` in the end if one has failed.

        In any case all workers are at rest then.
        """
        problems: dict[str, Problem] = {}
        error: BaseException | None = None
        while busy := [worker for worker in self._workers if worker.busy is not None]:
            arrived = wait([worker.pipe for worker in busy])
            for worker in busy:
                if worker.pipe not in arrived or worker.busy is None:
                    continue
                name = worker.busy
                files, problem = _received(worker)
                worker.busy = None
                if name in self._read and problem is None:
                    self._made[name] = files
                self._next()
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
                where = problems[name].where
                raise TargetError(name, problems[name].text) from (RemoteTraceback(where) if where else None)

    def _next(self) -> None:
        """Give each worker that is at rest the next of its targets, or one that nobody has had so far."""
        for worker in self._workers:
            if worker.busy is not None:
                continue
            name = next((name for name in worker.waiting if self._can_start(name)), None)
            if name is not None:
                worker.waiting.remove(name)
            elif (name := next((name for name in self._new if self._can_start(name)), None)) is not None:
                self._new.remove(name)
                worker.names.append(name)
            if name is not None:
                worker.busy = name
                target = self._targets[name]
                others = None if target.compose is None else {n: self._made[n] for n in target.reads if n in self._made}
                _send(worker, (name, others))

    def _can_start(self, name: str) -> bool:
        """Whether all is there that a target reads of those that this crew makes."""
        target = self._targets[name]
        return target.compose is None or all(n in self._made or n not in self._targets for n in target.reads)


def _send(worker: _Worker, what: Order | dict[str, str]) -> None:
    try:
        worker.pipe.send(what)
    except OSError:
        worker.lost = True  # Whoever waits for its answer is told.


def _received(worker: _Worker) -> Answer:
    try:
        answer: Answer = worker.pipe.recv()
    except (EOFError, OSError):
        worker.lost = True
        return {}, Problem("its process ended before it had answered")
    return answer
