"""A thousand calls at once, delayed in no order: peers that nobody here wrote get each answer to the right caller."""

from __future__ import annotations

import asyncio
import json
import random
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pjrpc
import pjrpc.client
import pytest

from tests.conftest import need
from tests.npm import install
from tests.wire.bridge.session import HANDSHAKE, PATIENCE, bridge, provider, query, rpc_provider, session

CALLS, MOST = 1000, 300
VSCODE = Path(__file__).parent / "vscode"


class Client(pjrpc.client.AbstractAsyncClient):
    """pjrpc's client over the lines of a child process."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        super().__init__(id_gen_impl=self._ids)
        assert process.stdin is not None
        assert process.stdout is not None
        self._input, self._output = process.stdin, process.stdout
        self._waiting: dict[object, asyncio.Future[str]] = {}
        self._last = 0
        self.order: list[object] = []
        self.reading = asyncio.create_task(self._read())

    def _ids(self) -> Any:
        # Its calls ask for a new generator each.
        while True:
            self._last += 1
            yield self._last

    async def _request(self, request_text: str, is_notification: bool, request_kwargs: Mapping[str, Any]) -> str | None:
        self._input.write(request_text.encode() + b"\n")
        if is_notification:
            return None
        reply = asyncio.get_running_loop().create_future()
        self._waiting[json.loads(request_text)["id"]] = reply
        return await asyncio.wait_for(reply, PATIENCE)

    async def _read(self) -> None:
        while line := await self._output.readline():
            id_ = json.loads(line)["id"]
            self.order.append(id_)
            self._waiting.pop(id_).set_result(line.decode())


async def _a_thousand_calls(command: list[str], most: int) -> tuple[list[str], bool, int]:
    """The titles that came back, whether any call overtook another, and the exit code."""
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe, limit=1 << 24)
    client, delays = Client(process), random.Random(7)
    try:
        ack = await client.call("context/handshake", **HANDSHAKE)
        assert isinstance(ack, dict)
        calls = [client.call("context/query", **query(str(n), delays.randint(0, most))) for n in range(CALLS)]
        results: list[Any] = await asyncio.gather(*calls)
        await client.notify("context/shutdown")
        await asyncio.wait_for(client.reading, PATIENCE)
        code = await asyncio.wait_for(process.wait(), PATIENCE)
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    ids = [id_ for id_ in client.order if isinstance(id_, int)]
    return [result["frames"][0]["title"] for result in results], ids != sorted(ids), code


@pytest.mark.parametrize("way", ["normal", "lock-step"])
def test_a_client_of_pjrpc_calls_a_provider_of_lines(way: str) -> None:
    command = [*bridge("jsonrpc"), *provider(way)]
    titles, overtaken, code = asyncio.run(_a_thousand_calls(command, MOST if way == "normal" else 1))
    assert titles == [str(number) for number in range(CALLS)]
    assert overtaken == (way == "normal")
    assert code == 0


def test_a_client_of_lines_calls_a_server_of_pjrpc() -> None:
    delays = random.Random(7)
    with session(*bridge("ndjson"), *rpc_provider()) as client:
        client.write({"type": "handshake", **HANDSHAKE})
        client.read()
        client.write(
            *({"type": "query", "id": f"q{n}", **query(str(n), delays.randint(0, MOST))} for n in range(CALLS))
        )
        answers = [client.read() for _ in range(CALLS)]
        found = {answer["id"]: answer["result"]["frames"][0]["title"] for answer in answers}
        assert found == {f"q{number}": str(number) for number in range(CALLS)}
        assert list(found) != sorted(found, key=lambda id_: int(id_[1:]))
        client.write({"type": "shutdown"})
        assert client.code() == 0


def vscode(calls: int, way: str) -> dict[str, Any]:
    """What a client of vscode-jsonrpc makes of a bridge in front of a provider of lines."""
    node = need("node")
    install(VSCODE)
    command = [*bridge("jsonrpc", "--framing", "content-length", "--quiet"), *provider(way)]
    run = subprocess.run(
        [node, "client.mjs", str(calls), str(MOST), *command],
        cwd=VSCODE,
        capture_output=True,
        timeout=2 * PATIENCE,
    )
    assert run.returncode == 0, run.stderr.decode()
    found: dict[str, Any] = json.loads(run.stdout)
    return found


def test_a_client_of_vscode_jsonrpc_calls_a_provider_of_lines() -> None:
    found = vscode(CALLS, "normal")
    assert (found["right"], found["failures"], found["overtaken"]) == (CALLS, [], True)
    assert found["verified"] == {"verdicts": []}
    assert found["unknown"]["code"] == -32601
    assert found["broken"]["code"] == -32602
    assert found["broken"]["data"] == {"code": "bad_request"}
    assert (found["stray"], found["code"]) == ([], 0)


def test_a_client_of_vscode_jsonrpc_gets_the_errors_of_a_provider() -> None:
    found = vscode(3, "fails")
    assert [failure["code"] for failure in found["failures"]] == [-32603] * 3
    assert found["failures"][0]["data"]["code"].startswith("goal 0")
