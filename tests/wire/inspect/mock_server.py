"""Serves mocks without their start: a process that has the model already and forks one for each client.

    python mock_server.py SOCKET

A client (``mock_client.py``) hands over its standard streams and the name of a mode, and gets the exit status. When it
is gone, so is its mock.
"""

from __future__ import annotations

import contextlib
import os
import selectors
import signal
import socket
import sys

from cgp_toolkit.model import Model
from cgp_toolkit.wire.mock import serve_stdio
from cgp_toolkit.workspace import find_spec, read_model


def main(path: str) -> None:
    model = read_model(find_spec())
    server = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    server.bind(path)
    server.listen(16)
    print("ready", flush=True)
    watched = selectors.DefaultSelector()
    watched.register(server, selectors.EVENT_READ)
    watched.register(sys.stdin, selectors.EVENT_READ)
    mocks: dict[int, socket.socket] = {}
    while True:
        for key, _ in watched.select(0.01):
            if key.fileobj is sys.stdin:
                # Whoever started us is gone.
                for pid in mocks:
                    os.kill(pid, signal.SIGKILL)
                return
            if key.fileobj is server:
                client, _ = server.accept()
                pid = _started(model, client, server)
                mocks[pid] = client
                watched.register(client, selectors.EVENT_READ, pid)
            else:
                # Clients say nothing more, so this is the end of one.
                watched.unregister(key.fileobj)
                with contextlib.suppress(ProcessLookupError):
                    os.kill(key.data, signal.SIGKILL)
        for pid in list(mocks):
            ended, status = os.waitpid(pid, os.WNOHANG)
            if ended:
                client = mocks.pop(pid)
                with contextlib.suppress(KeyError):
                    watched.unregister(client)
                with contextlib.suppress(OSError):
                    client.sendall(bytes([os.waitstatus_to_exitcode(status) & 0xFF]))
                client.close()


def _started(model: Model, client: socket.socket, server: socket.socket) -> int:
    name, streams, _, _ = socket.recv_fds(client, 1000, 3)
    pid = os.fork()
    if pid:
        for stream in streams:
            os.close(stream)
        return pid
    server.close()
    client.close()
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
        os.close(stream)
    mode = name.decode()
    os._exit(serve_stdio(model, model.misbehaviours[mode] if mode != "-" else None))


if __name__ == "__main__":
    main(sys.argv[1])
