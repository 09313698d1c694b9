"""Real servers on the loopback interface, as threads and as processes."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import uvicorn

ROOT = Path(__file__).parents[3]


@contextmanager
def serving(app: Callable[..., Any]) -> Iterator[str]:
    """The address of `app` under uvicorn, in a thread."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        server = uvicorn.Server(uvicorn.Config(app, log_level="warning", lifespan="on"))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
        thread.start()
        try:
            yield f"http://127.0.0.1:{listening.getsockname()[1]}/"
        finally:
            server.should_exit = True
            thread.join()


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        return int(listening.getsockname()[1])


@contextmanager
def process(command: Callable[[int], list[str]]) -> Iterator[str]:
    """The address of a server that is a process; `command` takes its port."""
    port = free_port()
    running = subprocess.Popen(
        [sys.executable, "-m", *command(port)],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        _wait_for(port, running)
        yield f"http://127.0.0.1:{port}/"
    finally:
        running.terminate()
        try:
            running.wait(20)
        except subprocess.TimeoutExpired:
            os.killpg(running.pid, 9)
            running.wait()


def _wait_for(port: int, running: subprocess.Popen[bytes]) -> None:
    for _ in range(600):
        assert running.poll() is None, "the server has ended"
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            time.sleep(0.05)
        else:
            return
    raise AssertionError("the server does not listen")


class Canned:
    """An ASGI application that answers everything with the same status, headers and body, and keeps what it got."""

    def __init__(self, status: int, body: bytes, headers: tuple[tuple[bytes, bytes], ...] = ()) -> None:
        self.status = status
        self.body = body
        self.headers = headers
        self.requests: list[tuple[dict[str, Any], bytes]] = []

    async def __call__(self, scope: dict[str, Any], receive: Callable[..., Any], send: Callable[..., Any]) -> None:
        if scope["type"] != "http":
            while (await receive())["type"] != "lifespan.shutdown":
                await send({"type": "lifespan.startup.complete"})
            await send({"type": "lifespan.shutdown.complete"})
            return
        got = b""
        more = True
        while more:
            message = await receive()
            got += message.get("body", b"")
            more = message.get("more_body", False)
        self.requests.append((scope, got))
        await send({"type": "http.response.start", "status": self.status, "headers": list(self.headers)})
        await send({"type": "http.response.body", "body": self.body})
