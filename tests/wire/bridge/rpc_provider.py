"""A provider that speaks JSON-RPC in lines, made of pjrpc, a library that nobody here wrote.

Its first argument says in which way it is odd.  Each query tells it what to do: its ``goal`` comes back as the title of
the one frame, after as many milliseconds as ``max_tokens`` says.
"""

from __future__ import annotations

import asyncio
import os
import sys
from typing import Any

import pjrpc
import pjrpc.server

# Any: params and results are the free JSON of a library.
Json = Any


class Provider:
    """The methods, and the task of each call."""

    def __init__(self, way: str) -> None:
        self.way = way
        self.tasks: set[asyncio.Task[None]] = set()
        registry = pjrpc.server.MethodRegistry()
        registry.add(name="context/handshake")(self.handshake)
        registry.add(name="context/query")(self.query)
        registry.add(name="context/verify")(self.verify)
        registry.add(name="context/shutdown")(self.shutdown)
        self.dispatcher: pjrpc.server.AsyncDispatcher[None] = pjrpc.server.AsyncDispatcher()
        self.dispatcher.add_methods(registry)
        self.over = asyncio.Event()

    async def handshake(self, protocol_version: str) -> Json:
        """What it declares."""
        return {
            "protocol_version": protocol_version,
            "provider": {
                "name": "pjrpc",
                "version": "2",
                "data_flow": {"reads": False, "writes": False, "egress": False},
            },
            "capabilities": {
                "query": {"kinds": []},
                "correlation": True,
                "graph": False,
                "verify": True,
                "resolve": False,
            },
        }

    async def query(self, query: Json) -> Json:
        """Answer, fail, or never come back."""
        match self.way:
            case "crash":
                os._exit(3)
            case "silent":
                await asyncio.sleep(600)
            case "fails":
                raise pjrpc.server.exceptions.JsonRpcError(code=-32002, message="no", data={"code": query["goal"]})
            case "noise":
                write(b"Loading\n")
                write(b'{"jsonrpc":"2.0","method":"log","params":{"text":"x"}}\n')
                write(b'{"jsonrpc":"2.0","id":1,"method":"ask","params":{}}\n')
                write(b'{"jsonrpc":"2.0","id":"nobody","result":{}}\n')
            case "unreadable":
                return {"frames": 7}
        await asyncio.sleep(query["max_tokens"] / 1000)
        frame = {
            "id": "f",
            "kind": "snippet",
            "title": query["goal"],
            "score": 1.0,
            "token_cost": 0,
        }
        return {"frames": [frame], "truncated": False}

    async def verify(self, request: Json) -> Json:
        """Nothing is known of any frame; the answer has the wrong shape if that is wanted."""
        return {"verdicts": [{}] if self.way == "unreadable" else []}

    async def shutdown(self) -> None:
        """The end."""
        self.over.set()

    def take(self, line: bytes) -> None:
        """Answer one line in a task of its own."""

        async def answer() -> None:
            response = await self.dispatcher.dispatch(line.decode(), context=None)
            if response is not None:
                write(response[0].encode() + b"\n")

        task = asyncio.get_running_loop().create_task(answer())
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)


def write(data: bytes) -> None:
    """All of it, at once."""
    while data:
        data = data[os.write(1, data) :]


async def main(way: str) -> int:
    """Serve until the end of the input, or until told to stop."""
    provider = Provider(way)
    reader = asyncio.StreamReader(limit=1 << 24)
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    over = asyncio.create_task(provider.over.wait())
    while not over.done():
        line = asyncio.create_task(reader.readline())
        await asyncio.wait([line, over], return_when=asyncio.FIRST_COMPLETED)
        if over.done() or not line.result():
            break
        provider.take(line.result())
    return 0


if __name__ == "__main__":
    code = asyncio.run(main(sys.argv[1]))
    sys.stdout.flush()
    os._exit(code)
