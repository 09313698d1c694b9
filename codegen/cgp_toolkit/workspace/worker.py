"""A worker process as whoever hired it sees it; its own side is :mod:`.working`."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Concatenate, Generic, ParamSpec, TypeVar

P = ParamSpec("P")
A = TypeVar("A")


class RemoteTraceback(Exception):
    """Where something failed, as its process saw it."""


@dataclass(slots=True, eq=False)
class Worker(Generic[A]):
    """A process that answers with an ``A``; ``ended`` is what its end counts as.

    ``known`` are the targets that it has had, ``busy`` is what it is at; it is ``lost`` when its pipe has broken.
    """

    process: BaseProcess
    pipe: Connection
    ended: A
    known: set[str] = field(default_factory=set)
    busy: str | None = None
    lost: bool = False

    def send(self, what: object) -> None:
        """Tell it; whoever waits for its answer learns if it can't be told any more."""
        try:
            self.pipe.send(what)
        except OSError:
            self.lost = True

    def receive(self) -> A:
        """Its answer, waited for; it is at rest then."""
        self.busy = None
        try:
            answer: A = self.pipe.recv()
        except (EOFError, OSError):
            self.lost = True
            return self.ended
        return answer

    def dismiss(self) -> None:
        """Send it home, whatever it is at."""
        self.pipe.close()
        if self.busy is not None:
            # Nobody waits for it any more, and it leaves nothing behind.
            self.process.terminate()


def hired(
    life: Callable[Concatenate[Connection, Iterable[Connection], P], None],
    pipes: Iterable[Connection],
    ended: A,
    *arguments: P.args,
    **options: P.kwargs,
) -> Worker[A]:
    """A worker whose life is ``life``: it gets its pipe, the pipes that it is to close, and the rest.

    ``pipes`` are those of the workers before it, which it inherits.
    """
    context = multiprocessing.get_context("fork")
    ours, theirs = context.Pipe()
    process = context.Process(target=life, args=(theirs, [ours, *pipes], *arguments), kwargs=options, daemon=True)
    process.start()
    theirs.close()
    return Worker(process, ours, ended)
