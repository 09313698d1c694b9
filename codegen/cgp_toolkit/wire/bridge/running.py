"""A bridge at work: standard input and output on one side, a provider in a child process on the other."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from cgp_toolkit.wire.bridge.bridges import Bridge, Bridged
from cgp_toolkit.wire.bridge.child import start
from cgp_toolkit.wire.bridge.line_front import LineFront
from cgp_toolkit.wire.bridge.rpc_front import RpcFront
from cgp_toolkit.wire.bridge.streams import Cutter, Reader, Writer
from cgp_toolkit.wire.bridge.waiting import Route, Timer
from cgp_toolkit.wire.conversions import Encoding

_STDIN, _STDOUT = 0, 1
_TICK = 0.01
_PAUSE = 0.25
_LAST_WORDS = 0.5
"""Seconds for what a provider that has ended may have left in its pipe."""
_LEFT_OVER = 0.1
"""Seconds in which a client can have asked for something before it could know that the provider is gone."""


def run(bridge: Bridge, note: Callable[[str], None]) -> Bridged:
    """Bridge until one side ends the session; ``note`` is told what goes wrong.

    :class:`.InputError` if the provider can't be started.
    """
    return asyncio.run(_Running(bridge, note).run())


@dataclass(slots=True)
class _End:
    """Why a bridge has ended; a ``code`` is that of an exit by signal."""

    ok: bool
    why: str | None = None
    code: int | None = None


class _Running:
    """Both ends, and the route between them."""

    def __init__(self, bridge: Bridge, note: Callable[[str], None]) -> None:
        self._bridge = bridge
        self._note = note
        self._counts = Bridged()
        timer = Timer(bridge.timeout)
        rpc = bridge.front is Encoding.JSONRPC
        self._route: Route = RpcFront(self, timer) if rpc else LineFront(self, timer)
        self._front_cutter = Cutter(bridge.front, bridge.framing)
        self._back_cutter = Cutter(bridge.back, bridge.framing)
        self._ended: asyncio.Future[_End]

    def front(self, message: bytes) -> None:
        """A message for the client."""
        self._counts.to_client += 1
        self._writer.write(self._front_cutter.frame(message))

    def back(self, message: bytes) -> None:
        """A message for the provider."""
        self._counts.to_provider += 1
        self._child.write(self._back_cutter.frame(message))

    def note(self, text: str) -> None:
        """Something that went wrong."""
        self._counts.notes += 1
        self._note(text)

    async def run(self) -> Bridged:
        """Start the provider, bridge, and end it."""
        self._child = await start(self._bridge.command)
        loop = asyncio.get_running_loop()
        self._ended = loop.create_future()
        self._reader, self._writer = Reader(_STDIN), Writer(_STDOUT)
        tasks = [
            loop.create_task(work)
            for work in (self._from_client(), self._from_provider(), self._watch(), self._unread(), self._exited())
        ]
        with self._signals(loop):
            end = await self._ended
            try:
                await self._finish(end, tasks)
            finally:
                for task in tasks:
                    task.cancel()
                await asyncio.gather(*tasks, return_exceptions=True)
        return self._counts

    def _end(self, end: _End) -> None:
        if not self._ended.done():
            self._ended.set_result(end)

    async def _from_client(self) -> None:
        while not self._front_cutter.broken:
            chunk = await self._reader.read()
            self._ask(chunk)
            await self._child.drain()
            if not chunk or self._route.closed:
                break
        if self._front_cutter.broken:
            self._end(_End(False, "the client sent what is no header"))
        # It has said all that it had to say; what it has asked for is still due.
        while self._route.waiting and not self._route.closed:
            await asyncio.sleep(_TICK)
        self._end(_End(True))

    def _ask(self, chunk: bytes) -> None:
        for message in self._front_cutter.feed(chunk):
            self._counts.from_client += 1
            self._route.ask(message)

    async def _from_provider(self) -> None:
        while not self._back_cutter.broken and (chunk := await self._child.read()):
            self._answer(chunk)
            await self._writer.drain()
        self._answer(b"")
        if self._back_cutter.broken:
            self._end(_End(False, "the provider sent what is no header"))
        self._end(_End(False, await self._child.how_it_ended(self._bridge.grace)))

    def _answer(self, chunk: bytes) -> None:
        for message in self._back_cutter.feed(chunk):
            self._counts.from_provider += 1
            self._route.answer(message)
        if self._route.closed:
            self._end(_End(True))

    async def _watch(self) -> None:
        """Look at the time, and whether anybody is still there."""
        limit, ending = self._bridge.timeout, None
        pause = _PAUSE if limit is None else min(_PAUSE, limit / 4)
        while True:
            await asyncio.sleep(pause)
            if self._route.ending:
                ending = time.monotonic() if ending is None else ending
                if time.monotonic() - ending >= self._bridge.grace:
                    self._route.hurry()
                    self._end(_End(True))
            self._route.expire(time.monotonic())
            if self._route.broken is not None:
                self._end(_End(False, self._route.broken))
            if not self._writer.is_read():
                self._end(_End(False, "the client is gone"))

    async def _exited(self) -> None:
        """A provider may end, and leave its output to a process that it has started."""
        words = await self._child.how_it_ended(None)
        await asyncio.sleep(_LAST_WORDS)
        self._end(_End(self._route.closed, words))

    async def _unread(self) -> None:
        await self._writer.gone.wait()
        self._end(_End(False, "the client is gone"))

    @contextlib.contextmanager
    def _signals(self, loop: asyncio.AbstractEventLoop) -> Iterator[None]:
        numbers = [signal.SIGINT, signal.SIGTERM, *([signal.SIGHUP] if hasattr(signal, "SIGHUP") else [])]
        # Where loops take no signals, as on Windows, they end the process as they always do.
        for number in numbers:
            with contextlib.suppress(NotImplementedError):
                end = _End(False, f"the bridge was ended by signal {int(number)}", 128 + number)
                loop.add_signal_handler(number, self._end, end)
        try:
            yield
        finally:
            for number in numbers:
                with contextlib.suppress(NotImplementedError):
                    loop.remove_signal_handler(number)

    async def _finish(self, end: _End, tasks: list[asyncio.Task[None]]) -> None:
        """Let the provider end, answer whoever still waits, and write all of it."""
        from_client, from_provider, *_ = tasks
        if end.ok:
            self._child.end_input()
            await asyncio.wait([from_provider], timeout=self._bridge.grace)
        else:
            self.note(str(end.why))
        code, forced = await self._child.stop(self._bridge.grace)
        # What it has still said counts.
        await asyncio.wait([from_provider], timeout=self._bridge.grace)
        self._route.give_up(end.why or _last_words(code))
        await self._left_over(from_client)
        await self._writer.drain(0, self._bridge.grace)
        if forced and end.ok:
            self.note("the provider did not end when it was told to")
        elif end.ok and code:
            self.note(f"the provider ended with the exit code {code}")
        self._counts.code = end.code if end.code is not None else int(not end.ok or bool(code))

    async def _left_over(self, from_client: asyncio.Task[None]) -> None:
        """Answer what the client has asked for before it could know better."""
        from_client.cancel()
        await asyncio.gather(from_client, return_exceptions=True)
        with contextlib.suppress(TimeoutError):
            while chunk := await asyncio.wait_for(self._reader.read(), _LEFT_OVER):
                self._ask(chunk)


def _last_words(code: int | None) -> str:
    return f"the provider has ended with the exit code {code}, and has not answered"
