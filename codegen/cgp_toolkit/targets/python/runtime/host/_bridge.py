"""Calls from plain code into an event loop that runs in a thread of its own, one for all hosts of a process."""

from __future__ import annotations

import asyncio
import os
import threading
from collections import Counter
from collections.abc import Coroutine
from typing import Any, Generic, TypeVar

from ._asking import AsyncCaller
from ._classes import Envelope

Answer = TypeVar("Answer", bound=Envelope)
T = TypeVar("T")

_lock = threading.Lock()
_running: dict[int, tuple[asyncio.AbstractEventLoop, threading.Thread]] = {}


def _loop() -> tuple[asyncio.AbstractEventLoop, threading.Thread]:
    """The loop of this process; a child that was forked has lost the thread and gets a new one."""
    with _lock:
        found = _running.get(os.getpid())
        if found is None:
            loop = asyncio.new_event_loop()
            thread = threading.Thread(target=loop.run_forever, name="cgp-hosts", daemon=True)
            thread.start()
            found = _running[os.getpid()] = loop, thread
        return found


def run(coroutine: Coroutine[Any, Any, T]) -> T:
    """What ``coroutine`` gives.  An interrupt while it is waited for cancels it."""
    loop, thread = _loop()
    if threading.current_thread() is thread:
        coroutine.close()
        raise RuntimeError("a callback of a host must not call that host")
    future = asyncio.run_coroutine_threadsafe(coroutine, loop)
    try:
        return future.result()
    except BaseException:
        future.cancel()
        raise


class Caller(Generic[Answer]):
    """The base of hosts for plain code.  ``dropped`` counts, by reason, what came in and was no reply to anything."""

    def __init__(self, caller: AsyncCaller[Answer]) -> None:
        self._caller = caller

    @property
    def dropped(self) -> Counter[str]:
        return self._caller.dropped

    def _run(self, coroutine: Coroutine[Any, Any, T]) -> T:
        return run(coroutine)

    def _close(self) -> None:
        run(self._caller._close())
