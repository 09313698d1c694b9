"""A client of a bridge that runs for real: it writes what a test wants, and reads with a deadline."""

from __future__ import annotations

import contextlib
import json
import os
import queue
import select
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

# Any: messages are free JSON here.
Message = dict[str, Any]

HERE = Path(__file__).parent
PATIENCE = 60.0
"""Seconds until a test gives up; nothing is said of how long anything takes."""

HANDSHAKE = {"protocol_version": "contextgraph/1.0-draft"}


def provider(way: str = "normal", *more: str) -> list[str]:
    """The command of the provider that speaks lines."""
    return [sys.executable, str(HERE / "provider.py"), way, *more]


def rpc_provider(way: str = "normal") -> list[str]:
    """The command of the provider that speaks JSON-RPC."""
    return [sys.executable, str(HERE / "rpc_provider.py"), way]


def bridge(front: str, *options: str) -> list[str]:
    """The command of a bridge, without that of its provider."""
    back = {"jsonrpc": "ndjson", "ndjson": "jsonrpc"}[front]
    return [sys.executable, "-m", "cgp_toolkit", "bridge", "--front", front, "--back", back, "--json", *options, "--"]


def query(goal: str, milliseconds: int = 0) -> Message:
    """What the providers of these tests are asked."""
    return {"query": {"goal": goal, "max_frames": 1, "max_tokens": milliseconds}}


class Session:
    """A running bridge."""

    def __init__(self, command: list[str]) -> None:
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, bufsize=0
        )
        self._lines: queue.Queue[bytes | None] = queue.Queue()
        self._errors: list[bytes] = []
        self._left = threading.Event()
        self._threads = [
            threading.Thread(target=self._read, args=(self.process.stdout,), daemon=True),
            threading.Thread(target=self._read_errors, args=(self.process.stderr,), daemon=True),
        ]
        for thread in self._threads:
            thread.start()

    def _read(self, stream: IO[bytes]) -> None:
        # A thread within a call of read would keep the pipe open, even after it was closed.
        held = b""
        with contextlib.suppress(ValueError, OSError):
            while not self._left.is_set():
                if not select.select([stream], [], [], 0.02)[0]:
                    continue
                chunk = os.read(stream.fileno(), 1 << 16)
                if not chunk:
                    break
                *lines, held = (held + chunk).split(b"\n")
                for line in lines:
                    self._lines.put(line + b"\n")
        if held:
            self._lines.put(held)
        self._lines.put(None)

    def _read_errors(self, stream: IO[bytes]) -> None:
        self._errors.extend(stream)

    def raw(self, data: bytes) -> None:
        """Write bytes."""
        assert self.process.stdin is not None
        while data:
            data = data[self.process.stdin.write(data) or 0 :]

    def write(self, *messages: Message) -> None:
        """Write messages, a line each."""
        self.raw(b"".join(json.dumps(message).encode() + b"\n" for message in messages))

    def call(self, id_: object, method: str, params: Message) -> None:
        """Write a call."""
        self.write({"jsonrpc": "2.0", "id": id_, "method": f"context/{method}", "params": params})

    def open(self) -> Message:
        """Call the handshake; the result."""
        self.call("open", "handshake", HANDSHAKE)
        return self.read()

    def shut(self) -> None:
        """Write the notification that ends the session."""
        self.write({"jsonrpc": "2.0", "method": "context/shutdown"})

    def line(self) -> bytes | None:
        """The next line; ``None`` at the end."""
        return self._lines.get(timeout=PATIENCE)

    def read(self) -> Message:
        """The next message."""
        line = self.line()
        assert line is not None, self.notes()
        message: Message = json.loads(line)
        return message

    def rest(self) -> list[Message]:
        """All messages that still come."""
        found = []
        while (line := self.line()) is not None:
            found.append(json.loads(line))
        return found

    def end(self) -> None:
        """Close the input of the bridge."""
        assert self.process.stdin is not None
        self.process.stdin.close()

    def leave(self) -> None:
        """Close both ends, as a client that has crashed."""
        self._left.set()
        self._threads[0].join(PATIENCE)
        for stream in (self.process.stdin, self.process.stdout):
            assert stream is not None
            stream.close()

    def code(self) -> int:
        """The exit code."""
        return self.process.wait(PATIENCE)

    def notes(self) -> list[str]:
        """What was told on standard error, once the bridge has ended."""
        self._threads[1].join(PATIENCE)
        told = [json.loads(line) for line in self._errors]
        return [line["note"] for line in told if "note" in line]

    def close(self) -> None:
        """Leave nothing behind, however the test went."""
        if self.process.poll() is None:
            self.process.terminate()
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.process.wait(PATIENCE)
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            if stream is not None:
                with contextlib.suppress(OSError):
                    stream.close()


@contextlib.contextmanager
def session(*command: str) -> Iterator[Session]:
    """A bridge, for as long as a test takes."""
    running = Session([*command])
    try:
        yield running
    finally:
        running.close()


def pids_in(file: Path) -> list[int]:
    """The process ids that a provider wrote, once it has."""
    until = time.monotonic() + PATIENCE
    while not file.exists():
        assert time.monotonic() < until, "the provider has not started"
        time.sleep(0.01)
    return [int(word) for word in file.read_text().split()]


def gone(pid: int) -> bool:
    """Whether a process has ended, within the patience of a test; one that nobody has waited for counts."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        try:
            os.kill(pid, 0)
            if Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z":
                return True
        except OSError:
            return True
        time.sleep(0.01)
    return False


def titles(message: Message) -> str:
    """The title of the one frame of a result."""
    title: str = message["result"]["frames"][0]["title"]
    return title
