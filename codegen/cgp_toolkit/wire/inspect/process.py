"""A peer as a child process: bytes in, lines out, each wait within a time; it never outlives its inspection."""

from __future__ import annotations

import contextlib
import os
import queue
import signal
import subprocess
import threading
import time
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass

from cgp_toolkit.wire.errors import InputError

_CHUNK = 1 << 16
_KEPT_LINES = 8
_LONGEST_NOISE = 300
_POLL = 0.01


@dataclass(frozen=True, slots=True)
class End:
    """The peer's output has ended; ``rest`` is what stood behind its last line end."""

    rest: bytes


@dataclass(frozen=True, slots=True)
class Exit:
    """How a process ended: its status, ``None`` if it had to be killed, and whether it left others behind."""

    status: int | None
    orphans: bool


class Process:
    """A running peer; ``close`` ends it and whatever it has started.

    Output comes as lines without their ends, ``longest`` bytes at most; what stands behind is dropped.
    """

    def __init__(self, words: Sequence[str], longest: int) -> None:
        self._longest = longest
        self._process = _start(words)
        # What was read at once is handed over at once: whoever looks sees all of it or nothing.
        self._output: queue.Queue[list[bytes | End]] = queue.Queue()
        self._at_hand: deque[bytes | End] = deque()
        self._input: queue.Queue[bytes | None] = queue.Queue()
        self.noise: deque[str] = deque(maxlen=_KEPT_LINES)
        self.ended: End | None = None
        self._threads = [
            threading.Thread(target=target, daemon=True) for target in (self._read, self._read_noise, self._write)
        ]
        for thread in self._threads:
            thread.start()

    def send(self, data: bytes) -> None:
        """Let bytes be written; nobody waits for a peer that does not read."""
        self._input.put(data)

    def close_input(self) -> None:
        """Let the input end after what was sent."""
        self._input.put(None)

    def next(self, until: float) -> bytes | End | None:
        """The next line, or the end; ``None`` if there is none before ``until``, on the monotonic clock."""
        if self.ended is not None:
            return self.ended
        while not self._at_hand:
            try:
                self._at_hand += self._output.get(timeout=max(0.0, until - time.monotonic()))
            except queue.Empty:
                return None
        item = self._at_hand.popleft()
        if isinstance(item, End):
            self.ended = item
        return item

    def wait(self, seconds: float) -> Exit:
        """How the process ends within a time; after that it is killed."""
        until = time.monotonic() + seconds
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(seconds)
        status = self._process.poll()
        orphans = status is not None and self._others(until)
        self.close()
        return Exit(status, orphans)

    def status(self) -> str:
        """How the process ended, or that it runs, in words."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(0.5)
        code = self._process.poll()
        if code is None:
            return "it has closed its output"
        return f"it ended with status {code}" if code >= 0 else f"it was ended by signal {-code}"

    def close(self) -> None:
        """End the process, its group with it."""
        self._input.put(None)
        self._kill()
        self._process.wait()
        for thread in self._threads:
            thread.join(1.0)
        for stream in (self._process.stdin, self._process.stdout, self._process.stderr):
            if stream is not None:
                with contextlib.suppress(OSError):
                    stream.close()

    def _others(self, until: float) -> bool:
        """Whether somebody of the process's group is left; whoever is on the way out has the rest of the time."""
        while _alive(self._process.pid):
            if time.monotonic() >= until:
                return True
            time.sleep(_POLL)
        return False

    def _kill(self) -> None:
        if hasattr(os, "killpg"):
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)
        elif self._process.poll() is None:
            self._process.kill()

    def _read(self) -> None:
        stream = self._process.stdout
        assert stream is not None, "the output is a pipe"
        rest = bytearray()
        dropping = False
        while chunk := _some(stream.fileno()):
            *lines, tail = chunk.split(b"\n")
            found: list[bytes | End] = []
            for line in lines:
                if not dropping:
                    rest += line
                    found.append(bytes(rest))
                rest.clear()
                dropping = False
            if not dropping:
                rest += tail
            if len(rest) > self._longest + 1:
                # Too long to be kept, and longer than allowed for all who look at it.
                found.append(bytes(rest))
                rest.clear()
                dropping = True
            self._output.put(found)
        self._output.put([End(bytes(rest))])

    def _read_noise(self) -> None:
        stream = self._process.stderr
        assert stream is not None, "standard error is a pipe"
        rest = b""
        while chunk := _some(stream.fileno()):
            *lines, rest = (rest + chunk).split(b"\n")
            rest = rest[-_LONGEST_NOISE:]
            self.noise += (_shown(line) for line in lines[-_KEPT_LINES:] if line.strip())
        if rest.strip():
            self.noise.append(_shown(rest))

    def _write(self) -> None:
        stream = self._process.stdin
        assert stream is not None, "the input is a pipe"
        # Nobody reads any more: what is missing in the answers tells.
        with contextlib.suppress(OSError, ValueError):
            while (data := self._input.get()) is not None:
                left = memoryview(data)
                while left:
                    left = left[os.write(stream.fileno(), left) :]
        with contextlib.suppress(OSError):
            stream.close()


def _shown(line: bytes) -> str:
    return line.decode(errors="replace").rstrip()[:_LONGEST_NOISE]


def _some(descriptor: int) -> bytes:
    try:
        return os.read(descriptor, _CHUNK)
    except OSError:
        return b""


def _alive(group: int) -> bool:
    if not hasattr(os, "killpg"):
        return False
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


def _start(words: Sequence[str]) -> subprocess.Popen[bytes]:
    try:
        return subprocess.Popen(
            words,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
            bufsize=0,
        )
    except OSError as error:
        raise InputError(f"{words[0]!r} can't be started: {error.strerror}") from None
