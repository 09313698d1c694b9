"""The provider as a child process, in a process group of its own, so that nothing of it is left behind."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import time
from asyncio.subprocess import PIPE, Process
from collections.abc import Sequence

from cgp_toolkit.wire.bridge.streams import CHUNK
from cgp_toolkit.wire.errors import InputError

_LEAST_PAUSE, _MOST_PAUSE = 0.005, 0.25


class Child:
    """A running provider."""

    def __init__(self, process: Process) -> None:
        self._process = process
        assert process.stdin is not None, "it is a pipe"
        assert process.stdout is not None, "it is a pipe"
        self._input, self._output = process.stdin, process.stdout

    def write(self, data: bytes) -> None:
        """Write ``data`` behind all that was written before; of one that does not read any more, nothing is told."""
        if not self._input.is_closing():
            self._input.write(data)

    async def drain(self) -> None:
        """Wait until the provider has taken most of it, or until it does not read any more."""
        with contextlib.suppress(OSError):
            await self._input.drain()

    async def read(self) -> bytes:
        """The next chunk of its output; empty at the end."""
        return await self._output.read(CHUNK)

    def end_input(self) -> None:
        """Nothing more will be written."""
        if not self._input.is_closing():
            self._input.close()

    async def how_it_ended(self, seconds: float | None) -> str:
        """How it has ended, in words, if it has within so many seconds."""
        code = await self._ended(seconds)
        if code is None:
            return "the provider has closed its output"
        if code < 0:
            return f"the provider was ended by signal {-code}"
        return f"the provider has ended with the exit code {code}"

    async def _ended(self, seconds: float | None) -> int | None:
        # Process.wait() waits for the end of its output, too, which another process may keep open.
        pause, over = _LEAST_PAUSE, None if seconds is None else time.monotonic() + seconds
        while (code := self._process.returncode) is None and (over is None or time.monotonic() < over):
            await asyncio.sleep(pause)
            pause = min(2 * pause, _MOST_PAUSE)
        return code

    async def stop(self, grace: float) -> tuple[int | None, bool]:
        """End it, by the end of its input, else by a signal, else by force; its exit code, and whether it took force.

        It has ``grace`` seconds for each.  What it has started goes with it.
        """
        self.end_input()
        code = await self._ended(grace)
        forced = code is None
        if code is None:
            self._signal(signal.SIGTERM)
            code = await self._ended(grace)
        self._signal(signal.SIGKILL if hasattr(signal, "SIGKILL") else signal.SIGTERM)
        return (await self._ended(None) if code is None else code), forced

    def _signal(self, number: signal.Signals) -> None:
        """To the whole group, whose first process may have ended already."""
        with contextlib.suppress(OSError):
            if hasattr(os, "killpg"):
                os.killpg(self._process.pid, number)
            else:
                self._process.send_signal(number)


async def start(words: Sequence[str]) -> Child:
    """Start a provider, whose errors go where those of this process go; :class:`InputError` if it can't be."""
    try:
        process = await asyncio.create_subprocess_exec(
            *words, stdin=PIPE, stdout=PIPE, limit=CHUNK, start_new_session=True
        )
    except OSError as error:
        raise InputError(f"the provider {words[0]!r} can't be started: {error.strerror}") from None
    return Child(process)
