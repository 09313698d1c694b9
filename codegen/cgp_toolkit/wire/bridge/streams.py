"""The two ends of a bridge: what cuts and frames their messages, and threads for standard input and output.

Those may be files, pipes or terminals, shared with others; threads read and write them all without changing how they
behave for the others.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import select
import threading
from collections import deque
from collections.abc import Callable
from functools import partial

from cgp_toolkit.wire.conversions import Encoding, Framing
from cgp_wire import jsonrpc
from cgp_wire.errors import DecodeError
from cgp_wire.jsonrpc import HeaderBuffer, LineBuffer, RpcError
from cgp_wire.ndjson import MAX_LINE_BYTES

CHUNK = 1 << 16
_MOST_UNSENT = 1 << 26
"""So many bytes may wait for a client that does not read; then its provider has to wait, too."""


class Cutter:
    """Cuts chunks into messages, and puts messages into their frames."""

    def __init__(self, encoding: Encoding, framing: Framing) -> None:
        self._framing = jsonrpc.Framing(framing.value)
        self._rpc = encoding is Encoding.JSONRPC
        self._headers = HeaderBuffer() if self._rpc and framing is Framing.CONTENT_LENGTH else None
        self._lines = LineBuffer(jsonrpc.MAX_MESSAGE_BYTES if self._rpc else MAX_LINE_BYTES)

    @property
    def broken(self) -> bool:
        """Whether nobody can tell any more where a message begins."""
        return self._headers is not None and self._headers.broken

    def feed(self, chunk: bytes) -> list[bytes | Exception]:
        """The messages that ``chunk`` completes, and what is wrong in the place of some; the end if it is empty."""
        if self._headers is not None:
            return [*(self._headers.feed(chunk) if chunk else self._headers.close())]
        return [self._from_line(line) for line in (self._lines.feed(chunk) if chunk else self._lines.close())]

    def _from_line(self, line: bytes | DecodeError) -> bytes | Exception:
        if self._rpc and isinstance(line, DecodeError):
            return RpcError(line.rule, line.pointer, line.detail)
        return line

    def frame(self, message: bytes) -> bytes:
        """A message as it stands in the stream."""
        return jsonrpc.frame(message, self._framing) if self._rpc else message


class Reader:
    """Chunks of a file descriptor, read by a thread that nothing waits for."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._loop = asyncio.get_running_loop()
        self._chunks: asyncio.Queue[bytes] = asyncio.Queue()
        self._taken = threading.Semaphore(4)
        threading.Thread(target=self._run, daemon=True).start()

    async def read(self) -> bytes:
        """The next chunk; empty at the end."""
        chunk = await self._chunks.get()
        self._taken.release()
        return chunk

    def _run(self) -> None:
        chunk = b"."
        while chunk:
            self._taken.acquire()
            try:
                chunk = os.read(self._descriptor, CHUNK)
            except OSError:
                chunk = b""
            if not _tell(self._loop, partial(self._chunks.put_nowait, chunk)):
                return


class Writer:
    """Bytes for a file descriptor, written by a thread; ``gone`` is set once nobody reads them any more."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._loop = asyncio.get_running_loop()
        self._lock = threading.Condition()
        self._data: deque[bytes] = deque()
        self._unsent = 0
        self._progress = asyncio.Event()
        self.gone = asyncio.Event()
        threading.Thread(target=self._run, daemon=True).start()

    def write(self, data: bytes) -> None:
        """Write ``data`` behind all that was written before."""
        with self._lock:
            self._data.append(data)
            self._unsent += len(data)
            self._lock.notify()

    async def drain(self, most: int = _MOST_UNSENT, patience: float | None = None) -> None:
        """Wait until at most so many bytes are unsent, or nobody reads, or not one is taken in ``patience`` seconds."""
        with contextlib.suppress(TimeoutError):
            while self._unsent > most and not self.gone.is_set():
                self._progress.clear()
                if self._unsent > most:
                    await asyncio.wait_for(self._progress.wait(), patience)

    def is_read(self) -> bool:
        """Whether somebody may still read, as far as the system tells."""
        if self.gone.is_set() or not hasattr(select, "poll"):
            return not self.gone.is_set()
        poll = select.poll()
        poll.register(self._descriptor, 0)
        return not any(event & (select.POLLERR | select.POLLNVAL) for _, event in poll.poll(0))

    def _run(self) -> None:
        while True:
            with self._lock:
                while not self._data:
                    self._lock.wait()
                data = b"".join(self._data)
                self._data.clear()
            try:
                self._write(data)
            except OSError:
                _tell(self._loop, self.gone.set)
                _tell(self._loop, self._progress.set)
                return

    def _write(self, data: bytes) -> None:
        view = memoryview(data)
        while view:
            written = os.write(self._descriptor, view[:CHUNK])
            view = view[written:]
            with self._lock:
                self._unsent -= written
            _tell(self._loop, self._progress.set)


def _tell(loop: asyncio.AbstractEventLoop, call: Callable[[], object]) -> bool:
    """Have the loop call it; false if that is over."""
    try:
        loop.call_soon_threadsafe(call)
    except RuntimeError:
        return False
    return True
