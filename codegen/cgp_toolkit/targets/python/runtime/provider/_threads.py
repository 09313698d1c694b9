"""Threads beside an event loop: for calls that block, and for streams that no loop can watch.

All of them are daemons.  A method that never returns must not keep a process alive that was told to end.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from functools import partial
from queue import SimpleQueue
from typing import TypeAlias, TypeVar

from ._streams import read_some

T = TypeVar("T")
_Job: TypeAlias = Callable[[], None]


class Workers:
    """Threads that make calls; they start as they are needed, ``limit`` at the most."""

    def __init__(self, limit: int, name: str) -> None:
        self._limit = limit
        self._name = name
        self._jobs: SimpleQueue[_Job | None] = SimpleQueue()
        self._lock = threading.Lock()
        self._threads = 0
        self._idle = 0

    async def run(self, call: Callable[[], T]) -> T:
        """What ``call`` returns or raises, from a thread."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[T] = loop.create_future()

        def job() -> None:
            try:
                result = call()
            except BaseException as error:
                _tell(loop, partial(_fail, future, error))
            else:
                _tell(loop, partial(_finish, future, result))

        with self._lock:
            # Those that have been promised a job are not idle any more.
            if self._idle > 0:
                self._idle -= 1
            elif self._threads < self._limit:
                self._threads += 1
                threading.Thread(target=self._work, name=f"{self._name}-{self._threads}", daemon=True).start()
        self._jobs.put(job)
        return await future

    def close(self) -> None:
        """Let all threads end when their work is done."""
        with self._lock:
            for _ in range(self._threads):
                self._jobs.put(None)
            self._limit = 0

    def _work(self) -> None:
        while (job := self._jobs.get()) is not None:
            job()
            with self._lock:
                self._idle += 1


class Reader:
    """Chunks of a stream, read ahead of their use by one at the most."""

    def __init__(self, stream: int) -> None:
        self._stream = stream
        self._loop = asyncio.get_running_loop()
        self._chunks: asyncio.Queue[bytes] = asyncio.Queue()
        self._wanted = threading.Semaphore(1)
        threading.Thread(target=self._read, name="cgp-reader", daemon=True).start()

    async def next(self) -> bytes:
        """The next chunk; nothing at the end."""
        chunk = await self._chunks.get()
        self._wanted.release()
        return chunk

    def _read(self) -> None:
        chunk = b"-"
        while chunk:
            self._wanted.acquire()
            try:
                chunk = read_some(self._stream)
            except OSError:
                chunk = b""
            if not _tell(self._loop, partial(self._chunks.put_nowait, chunk)):
                return


def _tell(loop: asyncio.AbstractEventLoop, news: Callable[[], object]) -> bool:
    """Call ``news`` on the loop; false if that is over, and nobody waits any more."""
    try:
        loop.call_soon_threadsafe(news)
    except RuntimeError:
        return False
    return True


def _finish(future: asyncio.Future[T], result: T) -> None:
    if not future.cancelled():
        future.set_result(result)


def _fail(future: asyncio.Future[T], error: BaseException) -> None:
    if future.cancelled():
        return
    # A future takes no StopIteration, and an interrupt would end the loop instead of the call.
    if isinstance(error, (StopIteration, KeyboardInterrupt)):
        cause, error = error, RuntimeError("the call was stopped")
        error.__cause__ = cause
    future.set_exception(error)
