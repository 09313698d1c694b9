"""A testee in a process of its own: one line in, one line out, each within a time."""

from __future__ import annotations

import queue
import subprocess
import threading
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from typing import IO

from cgp_toolkit.wire.errors import InputError

_LONGEST = 1 << 24
_KEPT_LINES = 5
_GRACE = 2.0


class Silence(Exception):
    """No answer has come in time."""


class Ended(Exception):
    """The process has ended instead of answering; the text says how."""


@dataclass(frozen=True, slots=True)
class Command:
    """How to start a testee, and how many seconds it has for an answer."""

    words: tuple[str, ...]
    timeout: float = 10.0


class Child:
    """A running testee; ``close`` ends it."""

    def __init__(self, command: Command) -> None:
        self._timeout = command.timeout
        self._process = _start(command.words)
        # Both ends are served by threads, so that a testee that neither reads nor writes stops nobody.
        self._answers: queue.Queue[bytes | None] = queue.Queue()
        self._requests: queue.Queue[bytes | None] = queue.Queue()
        self._errors: deque[str] = deque(maxlen=_KEPT_LINES)
        self._threads = [
            threading.Thread(target=self._read, args=(self._process.stdout,), daemon=True),
            threading.Thread(target=self._read_errors, args=(self._process.stderr,), daemon=True),
            threading.Thread(target=self._write, args=(self._process.stdin,), daemon=True),
        ]
        for thread in self._threads:
            thread.start()

    def ask(self, request: bytes) -> bytes:
        """The line that answers the line ``request``; :class:`Silence` or :class:`Ended` if none does."""
        self._requests.put(request + b"\n")
        try:
            answer = self._answers.get(timeout=self._timeout)
        except queue.Empty:
            raise Silence from None
        if answer is None:
            raise Ended(self._how_it_ended())
        return answer

    def close(self) -> None:
        """End the process: by the end of its input if it heeds that, else by force."""
        self._requests.put(None)
        try:
            self._process.wait(_GRACE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        for thread in self._threads:
            thread.join(_GRACE)
        for stream in (self._process.stdout, self._process.stderr):
            if stream is not None:
                stream.close()

    def _how_it_ended(self) -> str:
        try:
            code: int | None = self._process.wait(_GRACE)
        except subprocess.TimeoutExpired:
            return "it has closed its output"
        self._threads[1].join(_GRACE)
        said = f"; it said: {' | '.join(self._errors)}" if self._errors else ""
        return f"it ended with the exit code {code}{said}"

    def _read(self, stream: IO[bytes] | None) -> None:
        while stream is not None and (line := stream.readline(_LONGEST)):
            self._answers.put(line)
        self._answers.put(None)

    def _read_errors(self, stream: IO[bytes] | None) -> None:
        while stream is not None and (line := stream.readline(_LONGEST)):
            self._errors.append(line.decode(errors="replace").rstrip())

    def _write(self, stream: IO[bytes] | None) -> None:
        try:
            while stream is not None and (line := self._requests.get()) is not None:
                stream.write(line)
                stream.flush()
            if stream is not None:
                stream.close()
        except OSError:
            # Nobody reads any more; the missing answer tells.
            pass


def _start(words: Sequence[str]) -> subprocess.Popen[bytes]:
    try:
        return subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    except OSError as error:
        raise InputError(f"the testee {words[0]!r} can't be started: {error.strerror}") from None
