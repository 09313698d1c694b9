"""A provider over lines for the tests of the bridge; its first argument says in which way it is odd.

Beside the way, each query tells it what to do: its ``goal`` comes back as the title of the one frame, after as many
milliseconds as ``max_tokens`` says.
"""

from __future__ import annotations

import asyncio
import json
import os
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

from cgp_wire import ndjson
from cgp_wire import types as t
from cgp_wire.ndjson import LineBuffer


class Provider:
    """Answers lines, each query in a task of its own."""

    def __init__(self, way: str) -> None:
        self.way = way
        self.correlates = way not in ("lock-step", "mute")
        self.asked = 0
        self.tasks: set[asyncio.Task[None]] = set()

    def write(self, envelope: t.Envelope) -> None:
        """One line, at once."""
        self.raw(ndjson.encode(envelope))

    def raw(self, data: bytes) -> None:
        """Any bytes."""
        while data:
            data = data[os.write(1, data) :]

    def take(self, line: bytes) -> bool:
        """Answer one line; whether to go on."""
        try:
            message = ndjson.decode(line)
        except ndjson.DecodeError as fault:
            self.write(t.Error(message=str(fault), code=fault.code, id=fault.id))
            return True
        match message:
            case t.Handshake():
                self.write(self.ack())
            case t.Query() as query:
                self.asked += 1
                return self.query(query)
            case t.Verify():
                self.write(t.Verified(response=t.VerifyResponse(verdicts=())))
            case t.Shutdown():
                return self.way == "deaf"
        return True

    def ack(self) -> t.HandshakeAck:
        """What it declares."""
        return t.HandshakeAck(
            protocol_version="contextgraph/1.0-draft",
            provider=t.ProviderInfo(
                name="odd", version="1", data_flow=t.DataFlow(reads=False, writes=False, egress=False)
            ),
            capabilities=t.Capabilities(
                query=t.QueryCapability(kinds=()), correlation=self.correlates, graph=False, verify=True, resolve=False
            ),
        )

    def query(self, query: t.Query) -> bool:
        """Answer a query, now or later, rightly or not."""
        match self.way:
            case "crash":
                os._exit(3)
            case "killed":
                os.kill(os.getpid(), signal.SIGKILL)
            case "orphans":
                os._exit(4)
            case "silent" | "mute":
                return True
            case "no-ids":
                self.write(self.frames(query, None))
            case "noise":
                self.raw(b'Loading\n\xff\xfe\n{"type":"from_the_future","x":1}\n')
                self.write(self.frames(query, "nobody"))
                self.write(self.frames(query, query.id))
                self.write(self.frames(query, query.id))
            case "unreadable":
                self.raw(b'{"type":"frames","id":%b,"more":7}\n' % json.dumps(query.id).encode())
            case "fails":
                code = None if query.query.goal == "-" else query.query.goal
                self.write(t.Error(message="no", code=code, id=query.id))
            case "deaf-to-input":
                os.close(0)
            case _ if self.correlates:
                self.later(query)
            case _:
                # Whoever sends the next one before this one is answered does not keep to lock-step.
                time.sleep(query.query.max_tokens / 1000)
                crowded = bool(select.select([0], [], [], 0)[0])
                self.write(self.frames(query, query.id, "crowded" if crowded else None))
        return True

    def later(self, query: t.Query) -> None:
        """Answer in as many milliseconds as the query says."""

        async def answer() -> None:
            await asyncio.sleep(query.query.max_tokens / 1000)
            self.write(self.frames(query, query.id))

        task = asyncio.get_running_loop().create_task(answer())
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    def frames(self, query: t.Query, id_: str | None, title: str | None = None) -> t.Frames:
        """One frame, which says what was asked for."""
        frame = t.ContextFrame(
            id="f", kind="snippet", title=title or query.query.goal, score=1.0, token_cost=0, provenance=()
        )
        return t.Frames(result=t.ContextQueryResult(frames=(frame,), truncated=False), id=id_)


async def main(way: str, pids: str | None) -> int:
    """Read lines until the end, or until told to stop."""
    if way in ("deaf", "stubborn"):
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
    child = subprocess.Popen(["sleep", "600"]) if way in ("parent", "orphans") else None
    if pids is not None:
        # Renamed, so that whoever waits for the file finds all of it.
        Path(pids + ".part").write_text(" ".join(map(str, [os.getpid(), *([child.pid] if child else [])])))
        Path(pids + ".part").rename(pids)
    provider, buffer = Provider(way), LineBuffer()
    loop = asyncio.get_running_loop()
    while chunk := await loop.run_in_executor(None, os.read, 0, 1 << 16):
        for line in buffer.feed(chunk):
            if isinstance(line, bytes) and not provider.take(line):
                return 0
        if way == "deaf-to-input" and provider.asked:
            await asyncio.sleep(600)
    if way in ("deaf", "stubborn"):
        await asyncio.sleep(600)
    return 0


if __name__ == "__main__":
    sys.exit(asyncio.run(main(sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else None)))
