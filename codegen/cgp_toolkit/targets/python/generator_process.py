"""datamodel-code-generator in a process of its own, which loads it while the model is being read, and stays.

It takes as long to load as to read a model, and needs none for that.  Once loaded the process parts, so that each
flavour of types has one that works it out while the modules beside them are made.  Without them, as in a test or on a
system where processes can't be forked safely, whoever asks does the work itself: what comes out is the same.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import count
from multiprocessing.connection import Connection
from typing import NamedTuple, TypeAlias

from cgp_toolkit.targets.base import cores


class Flavour(StrEnum):
    """The kinds of types that are wanted, as the generator calls them."""

    MSGSPEC = "msgspec.Struct"
    PYDANTIC = "pydantic_v2.BaseModel"


class Job(NamedTuple):
    """What datamodel-code-generator is to make types of: ``schema`` is JSON.

    ``layouts`` goes by class name; each is JSON as well, for a template.
    """

    schema: str
    flavour: Flavour
    header: str = ""
    layouts: tuple[tuple[str, str], ...] = ()
    imports: tuple[str, ...] = ()
    base_class: str = ""


_REHEARSAL = Job(
    '{"title": "Empty", "type": "object"}',
    Flavour.MSGSPEC,
    layouts=(("Empty", '{"doc": "", "options": {}, "tag": null, "members": []}'),),
)
_Ticket: TypeAlias = tuple[int, int]
"""Who asks, and how often it has: a process may end before it has its answer, and another one ask after it."""


@dataclass(frozen=True, slots=True)
class _Line:
    """To a process, as whoever asks sees it; ``arrived`` are answers that came while another one was awaited."""

    pipe: Connection
    arrived: dict[_Ticket, str | None] = field(default_factory=dict)


_numbers = count()
_open: dict[Flavour, _Line] = {}


@contextmanager
def ahead() -> Iterator[None]:
    """Have the processes, where that is worth its while; those who are forked from this one have them too."""
    if _open or cores() == 1:
        yield
        return
    context = multiprocessing.get_context("fork")
    pipes = {flavour: context.Pipe() for flavour in Flavour}
    ours, theirs = zip(*pipes.values(), strict=True)
    process = context.Process(target=_serve, args=(theirs, ours), daemon=True)
    process.start()
    for pipe in theirs:
        pipe.close()
    _open.update({flavour: _Line(line) for flavour, (line, _) in pipes.items()})
    try:
        yield
    finally:
        _open.clear()
        for pipe in ours:
            pipe.close()
        # It may still be loading what nobody wants any more, and leaves nothing behind.
        process.terminate()
        process.join()


def begin(job: Job) -> Callable[[], str]:
    """Start on ``job``; the function waits for the source and gives it."""
    line, ticket = _open.get(job.flavour), (os.getpid(), next(_numbers))
    if line is None or not _sent(line, ticket, job):
        return lambda: _here(job)

    def finish() -> str:
        source = _answer(line, ticket)
        # If it failed there it does here, where whoever asked can see how.
        return _here(job) if source is None else source

    return finish


def _here(job: Job) -> str:
    from cgp_toolkit.targets.python.generator import generated

    return generated(job)


def _sent(line: _Line, ticket: _Ticket, job: Job) -> bool:
    try:
        line.pipe.send((ticket, job))
    except OSError:
        return False
    return True


def _answer(line: _Line, ticket: _Ticket) -> str | None:
    """The source; ``None`` if there is none from that process."""
    while ticket not in line.arrived:
        try:
            other, source = line.pipe.recv()
        except (EOFError, OSError):
            return None
        if other[0] == ticket[0]:
            line.arrived[other] = source
    return line.arrived.pop(ticket)


def _serve(pipes: Sequence[Connection], inherited: Iterable[Connection]) -> None:
    """The life of the process, and of those that part from it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches the whole group; who started it decides.
    for other in inherited:
        other.close()  # Else nobody here would ever see the end of a pipe.
    from cgp_toolkit.targets.python.generator import generated

    for flavour in Flavour:
        # It imports most of itself when it is used.
        generated(_REHEARSAL._replace(flavour=flavour))
    *further, last = pipes
    for pipe in further:
        if os.fork() == 0:
            try:
                _work(pipe, pipes, generated)
            finally:
                os._exit(0)
    _work(last, pipes, generated)


def _work(pipe: Connection, pipes: Iterable[Connection], generated: Callable[[Job], str]) -> None:
    """Answer at ``pipe`` until it ends."""
    for other in pipes:
        if other is not pipe:
            other.close()
    with suppress(EOFError, OSError):
        while True:
            ticket, job = pipe.recv()
            try:
                source: str | None = generated(job)
            except Exception:
                source = None
            pipe.send((ticket, source))
