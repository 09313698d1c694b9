"""A provider as a child process: what is said to it, and what it says."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import IO

from ._asking import Facts
from ._auditing import log
from ._classes import Envelope
from ._events import Dropped, Event, Failed, ProtocolViolation, Rejected, Replied, Request, SessionClosed, TimedOut
from ._host_errors import ConnectionFailed, ProviderCrashed
from ._processes import Process
from .errors import DecodeError, WireError

# A line that breaks one of these was never meant as a message: somebody prints where the protocol is spoken.
_NOISE = frozenset({"not-json", "not-utf8", "not-an-object", "byte-order-mark"})
# How many mistakes of a provider are reported one by one.
_COMPLAINTS = 20
# How long what has been read may take to be heard after the end, in seconds.
_HEARING = 1.0


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
        self._facts = facts
        self._process = Process(command, env=env, cwd=cwd, stderr=stderr)
        self._grace = grace
        self._session = facts.session(max_line=max_line)
        self._reading: asyncio.Task[None] | None = None
        self._waiting: dict[str | None, asyncio.Future[Envelope]] = {}
        self._turn = asyncio.Lock()
        self._closing = asyncio.Lock()
        self._end: WireError | None = None

    @property
    def dropped(self) -> Counter[str]:
        """What came in and was no reply to anything, by reason."""
        return self._session.dropped

    async def open(self, timeout: float) -> Envelope:
        """Start the child and shake hands."""
        if self._end is not None:
            raise self._end
        if not self._process.is_started:
            await self._start()
        try:
            _, answer = await self.exchange(lambda _: self._facts.opening, timeout)
        except BaseException as error:
            if isinstance(error, WireError):
                self._end = self._end or error
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
            if self._process.is_started and not self._session.is_closed:
                with suppress(ProtocolViolation):
                    self._process.write(self._session.send(self._facts.closing))
                self._hear()
            await self._process.end(self._grace)
            self._end = self._end or SessionClosed("the host was closed", "")
            if self._reading is not None:
                await asyncio.wait((self._reading,), timeout=_HEARING)
                self._reading.cancel()
            self._session.feed_eof()
            self._hear()

    def _id_for(self, make: Callable[[str | None], Envelope]) -> str | None:
        """An id, if the provider correlates and the request can carry one."""
        kind = self._session._lifecycle.kinds[type(make(None))]
        answer = self._session._books.answer
        if kind.declares is None or answer is None or not kind.declares(answer):
            return None
        return self._session.next_id()

    async def _start(self) -> None:
        try:
            await self._process.start()
        except ConnectionFailed as error:
            self._end = error
            raise
        self._reading = asyncio.create_task(self._read())

    async def _exchange(self, request: Envelope, id_: str | None, late: list[WireError]) -> tuple[Envelope, Envelope]:
        if self._end is not None:
            raise self._end
        data = self._session.send(request)
        sent = self._session.waiting(id_)
        future = self._waiting[id_] = asyncio.get_running_loop().create_future()
        try:
            self._process.write(data)
            await self._process.drain()
            return request, await future
        finally:
            if future.done() and not future.cancelled():
                # If the time is over all the same, nobody else will look at it.
                future.exception()
            if self._waiting.get(id_) is future:
                # The time is over, or nobody waits any more: what is still to come must not answer anything else.
                del self._waiting[id_]
                late += self._give_up(sent)

    def _give_up(self, request: Request) -> list[WireError]:
        events = self._session.give_up(request)
        for event in events:
            self._take(event)
        if self._session.is_closed:
            self._end = self._end or SessionClosed("a request without an id was given up", "")
            self._process.kill()
        return [event.error for event in events if isinstance(event, Failed) and event.request is request]

    async def _read(self) -> None:
        while chunk := await self._process.read():
            self._session.feed(chunk)
            self._hear()
        await self._process.wait()
        if not self._session.is_closed:
            self._end = self._end or ProviderCrashed(self._process.status)
            # Nothing can come any more, so whatever is left of its group is of no use either.
            self._process.kill()
        self._session.feed_eof()
        self._hear()

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
                self._complain(error)
                if isinstance(error, DecodeError):
                    self._blame(error)
            case Dropped(_, reason):
                log.info("dropped what the provider sent: %s", reason)

    def _complain(self, error: WireError) -> None:
        """Report what came in wrong; one that never stops being wrong must not fill the log."""
        mistakes = self._session.dropped
        mistakes["mistake"] += 1
        if mistakes["mistake"] <= _COMPLAINTS:
            log.warning("the provider broke the protocol: %s", error)
        if mistakes["mistake"] == _COMPLAINTS:
            log.warning("the provider goes on breaking the protocol; from here on that is only counted")

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
        id_ = error.id
        if id_ not in self._waiting or id_ is None:
            # Without an id that anybody waits for, it is the reply to the only request there is, if it is one at all.
            if len(self._waiting) != 1 or (id_ is not None and None not in self._waiting):
                return
            (id_,) = self._waiting
        future = self._waiting.pop(id_, None)
        if future is not None and not future.done():
            future.set_exception(error)
            self._give_up(self._session.waiting(id_))
