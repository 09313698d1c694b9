"""A provider as a child process: it is started, spoken to, waited for, and never left behind."""

from __future__ import annotations

import asyncio
import atexit
import os
import shlex
import signal
from asyncio import create_subprocess_exec
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from subprocess import PIPE
from typing import IO, Any

from ._asking import Facts
from ._auditing import log
from ._classes import Envelope
from ._events import Dropped, Event, Failed, ProtocolViolation, Rejected, Replied, Request, SessionClosed, TimedOut
from ._host_errors import ConnectionFailed, ProviderCrashed
from .errors import DecodeError, WireError

_CHUNK = 1 << 16
# A line that breaks one of these was never meant as a message: somebody prints where the protocol is spoken.
_NOISE = frozenset({"not-json", "not-utf8", "not-an-object", "byte-order-mark"})
# How long a child whose output has ended may take to end itself, in seconds.
_DYING = 1.0

_groups: set[int] = set()
"""The process groups that have to end before this process does."""


@atexit.register
def _kill_all() -> None:
    for group in tuple(_groups):
        _kill(group)


def _kill(group: int) -> None:
    with suppress(ProcessLookupError, PermissionError):
        if os.name == "posix":
            os.killpg(group, signal.SIGKILL)
        else:
            os.kill(group, signal.SIGTERM)


class Child:
    """The link to a provider over its standard input and output."""

    def __init__(
        self,
        command: str | Sequence[str],
        facts: Facts,
        *,
        env: Mapping[str, str] | None,
        cwd: str | None,
        stderr: int | IO[bytes] | None,
        grace: float,
        max_line: int,
    ) -> None:
        self._command = shlex.split(command) if isinstance(command, str) else [os.fspath(part) for part in command]
        if not self._command:
            raise ValueError("the command is empty")
        self._facts = facts
        self._start_options: dict[str, Any] = {"env": env, "cwd": cwd, "stderr": stderr}
        self._grace = grace
        self._session = facts.session(max_line=max_line)
        self._process: asyncio.subprocess.Process | None = None
        self._reading: asyncio.Task[None] | None = None
        self._waiting: dict[str | None, asyncio.Future[Envelope]] = {}
        self._turn = asyncio.Lock()
        self._closing = asyncio.Lock()
        self._end: WireError | None = None
        self._correlates = False

    @property
    def dropped(self) -> Counter[str]:
        """What came in and was no reply to anything, by reason."""
        return self._session.dropped

    async def open(self, timeout: float) -> Envelope:
        """Start the child and shake hands."""
        if self._end is not None:
            raise self._end
        if self._process is None:
            await self._start()
        try:
            _, answer = await self.exchange(lambda _: self._facts.opening, timeout)
        except BaseException:
            await self.close()
            raise
        return answer

    async def exchange(self, make: Callable[[str | None], Envelope], timeout: float) -> tuple[Envelope, Envelope]:
        """A request and its reply; one without an id waits until no other without one is in flight."""
        id_ = self._id_for(make)
        late: list[WireError] = []
        try:
            async with asyncio.timeout(timeout):
                if id_ is not None:
                    return await self._exchange(make(id_), id_, late)
                async with self._turn:
                    return await self._exchange(make(None), None, late)
        except TimeoutError:
            pass
        # Without an error of its own it never left: it waited for another one's reply.
        raise late[0] if late else TimedOut("")

    async def close(self) -> None:
        """Say goodbye; after the grace, kill."""
        async with self._closing:
            process = self._process
            if process is None:
                self._end = self._end or SessionClosed("the host was closed", "")
                return
            if not self._session.is_closed:
                with suppress(ProtocolViolation, ConnectionError):
                    self._write(self._session.send(self._facts.closing))
                self._hear()
            await self._reap(process, self._grace)

    def _id_for(self, make: Callable[[str | None], Envelope]) -> str | None:
        """An id, if the provider correlates and the request can carry one."""
        kind = self._session._lifecycle.kinds[type(make(None))]
        answer = self._session._books.answer
        if kind.declares is None or answer is None or not kind.declares(answer):
            return None
        return self._session.next_id()

    async def _start(self) -> None:
        program = self._command[0]
        try:
            self._process = await create_subprocess_exec(
                *self._command, stdin=PIPE, stdout=PIPE, start_new_session=True, limit=_CHUNK, **self._start_options
            )
        except OSError as error:
            self._end = ConnectionFailed(f"{program} can't be started: {error.strerror}")
            raise self._end from None
        _groups.add(self._process.pid)
        self._reading = asyncio.create_task(self._read(self._process))

    async def _exchange(self, request: Envelope, id_: str | None, late: list[WireError]) -> tuple[Envelope, Envelope]:
        process = self._process
        if self._end is not None or process is None:
            raise self._end or SessionClosed("the host was closed", "")
        data = self._session.send(request)
        sent = self._session.waiting(id_)
        future = self._waiting[id_] = asyncio.get_running_loop().create_future()
        try:
            self._write(data)
            if process.stdin is not None:
                with suppress(ConnectionError):
                    await process.stdin.drain()
            return request, await future
        finally:
            if self._waiting.get(id_) is future:
                # The time is over, or nobody waits any more: what is still to come must not answer anything else.
                del self._waiting[id_]
                late += self._give_up(sent)

    def _give_up(self, request: Request) -> list[WireError]:
        events = self._session.give_up(request)
        for event in events:
            self._take(event)
        if self._session.is_closed and self._process is not None:
            self._end = self._end or SessionClosed("a request without an id was given up", "")
            _kill(self._process.pid)
        return [event.error for event in events if isinstance(event, Failed)]

    def _write(self, data: bytes) -> None:
        if self._process is not None and self._process.stdin is not None:
            self._process.stdin.write(data)

    async def _read(self, process: asyncio.subprocess.Process) -> None:
        stream = process.stdout
        if stream is None:
            raise AssertionError("the output is a pipe")
        with suppress(ConnectionError):
            while chunk := await stream.read(_CHUNK):
                self._session.feed(chunk)
                self._hear()
        with suppress(TimeoutError):
            async with asyncio.timeout(_DYING):
                await process.wait()
        if not self._session.is_closed:
            self._end = self._end or ProviderCrashed(process.returncode)
        self._session.feed_eof()
        self._hear()
        # Nothing can come any more, so the rest of its group is of no use either.
        _kill(process.pid)

    def _hear(self) -> None:
        for event in self._session.events():
            self._take(event)

    def _take(self, event: Event) -> None:
        match event:
            case Replied(request, reply):
                self._settle(request, reply)
            case Failed(request, error):
                self._settle(request, self._end if isinstance(error, SessionClosed) and self._end else error)
            case Rejected(_, error, _):
                log.warning("the provider broke the protocol: %s", error)
                if isinstance(error, DecodeError):
                    self._blame(error)
            case Dropped(_, reason):
                log.info("dropped what the provider sent: %s", reason)

    def _settle(self, request: Request, outcome: Envelope | WireError) -> None:
        future = self._waiting.pop(request.id, None)
        if future is None or future.done():
            return
        if isinstance(outcome, WireError):
            future.set_exception(outcome)
        else:
            future.set_result(outcome)

    def _blame(self, error: DecodeError) -> None:
        """A line that can't be read may be the reply to a request; if it can only be that, the request has failed."""
        if error.rule in _NOISE:
            return
        id_ = error.id if error.id is not None else None
        if id_ is None and len(self._waiting) != 1:
            return
        if id_ is None:
            (id_,) = self._waiting
        future = self._waiting.pop(id_, None)
        if future is not None and not future.done():
            future.set_exception(error)
            self._give_up(self._session.waiting(id_))

    async def _reap(self, process: asyncio.subprocess.Process, grace: float) -> None:
        """Wait for the end of the child, but not for ever."""
        if process.stdin is not None:
            process.stdin.close()
        try:
            async with asyncio.timeout(grace):
                await process.wait()
        except TimeoutError:
            log.warning("the provider did not end by itself, so it was killed")
            _kill(process.pid)
            await process.wait()
        finally:
            _kill(process.pid)
            _groups.discard(process.pid)
        self._end = self._end or SessionClosed("the host was closed", "")
        if self._reading is not None:
            await asyncio.wait((self._reading,), timeout=_DYING)
            self._reading.cancel()
        self._session.feed_eof()
        self._hear()
