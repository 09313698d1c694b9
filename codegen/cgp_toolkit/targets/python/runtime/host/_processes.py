"""Child processes: each is started in a group of its own, and none is left behind."""

from __future__ import annotations

import asyncio
import atexit
import os
import shlex
import signal
from collections.abc import Mapping, Sequence
from contextlib import suppress
from subprocess import PIPE
from typing import IO

from ._auditing import log
from ._host_errors import ConnectionFailed

_CHUNK = 1 << 16
# How long a process that was killed, or whose output has ended, may take to be gone, in seconds.
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


class Process:
    """One child, from its start to its end."""

    def __init__(
        self,
        command: str | Sequence[str],
        *,
        env: Mapping[str, str] | None,
        cwd: str | None,
        stderr: int | IO[bytes] | None,
    ) -> None:
        self._command = shlex.split(command) if isinstance(command, str) else [os.fspath(part) for part in command]
        if not self._command:
            raise ValueError("the command is empty")
        self._env, self._cwd, self._stderr = env, cwd, stderr
        self._running: asyncio.subprocess.Process | None = None

    @property
    def is_started(self) -> bool:
        """Whether it has been started, whatever became of it."""
        return self._running is not None

    @property
    def pid(self) -> int | None:
        """Its id, once it is started; that of its group too."""
        return self._running.pid if self._running is not None else None

    @property
    def status(self) -> int | None:
        """Its exit status, or the negative number of the signal that ended it; ``None`` while it runs."""
        return self._running.returncode if self._running is not None else None

    async def start(self) -> None:
        """Start it; :class:`ConnectionFailed` if that can't be done."""
        try:
            self._running = await asyncio.create_subprocess_exec(
                *self._command,
                stdin=PIPE,
                stdout=PIPE,
                stderr=self._stderr,
                env=self._env,
                cwd=self._cwd,
                start_new_session=True,
            )
        except OSError as error:
            raise ConnectionFailed(f"{self._command[0]} can't be started: {error.strerror}") from None
        _groups.add(self._running.pid)

    async def read(self) -> bytes:
        """What it has written, as soon as there is any; nothing at the end."""
        if self._running is None or self._running.stdout is None:
            return b""
        with suppress(ConnectionError):
            return await self._running.stdout.read(_CHUNK)
        return b""

    def write(self, data: bytes) -> None:
        """Let it have ``data``; if it is gone, whoever reads will notice."""
        if self._running is not None and self._running.stdin is not None:
            self._running.stdin.write(data)

    async def drain(self) -> None:
        """Wait until it has taken most of what was written."""
        if self._running is not None and self._running.stdin is not None:
            with suppress(ConnectionError):
                await self._running.stdin.drain()

    async def wait(self, seconds: float = _DYING) -> bool:
        """Whether it ends within so many seconds."""
        if self._running is None:
            return True
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._running.wait()
        return self._running.returncode is not None

    def kill(self) -> None:
        """End it, and whatever it has started."""
        if self._running is not None:
            _kill(self._running.pid)
            if self._running.returncode is not None:
                _groups.discard(self._running.pid)

    async def end(self, grace: float) -> None:
        """There is nothing more to say to it: wait for its end, then kill what is left of it."""
        if self._running is None:
            return
        if self._running.stdin is not None:
            self._running.stdin.close()
        try:
            if not await self.wait(grace):
                log.warning("the provider did not end by itself, so it was killed")
                self.kill()
                await self.wait()
        finally:
            self.kill()
