"""An independent peer: our host and providers that are written with the published SDK."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from cgp_wire import Frames, Query
from cgp_wire import types as t
from cgp_wire.host import (
    Host,
    ProviderCrashed,
    ProviderError,
    Report,
    connect_http,
    connect_stdio,
    connect_stdio_async,
)
from cgp_wire.rules import check, check_exchange
from tests.generated.python.servers import process
from tests.generated.python.test_host_stdio import want

PEER = Path(__file__).parent / "sdk_provider.py"
COMMAND = [sys.executable, str(PEER)]


@contextmanager
def connected(way: str, reports: list[Report]) -> Iterator[Host]:
    """A host of the peer."""
    if way == "http":
        module = "tests.generated.python.sdk_provider"
        with (
            process(lambda port: [module, "http", str(port)]) as url,
            connect_http(url, on_report=reports.append) as host,
        ):
            yield host
    else:
        with connect_stdio([*COMMAND, way], on_report=reports.append, stderr=subprocess.DEVNULL) as host:
            yield host


@pytest.mark.parametrize("way", ["correlating", "lock-step", "http"])
def test_our_host_talks_to_its_provider(way: str) -> None:
    reports: list[Report] = []
    with connected(way, reports) as host:
        ack = host.handshake()
        assert (ack.provider.name, ack.capabilities.correlation) == ("sdk-peer", way != "lock-step")
        asked = want("getting started")
        reply = Frames(result=host.query(asked))
        assert reply.result.frames[0].title == "Getting started"
        assert check(reply, thorough=True) == ()
        assert check_exchange(Query(query=asked), reply, ack=ack) == ()
        (frame,) = reply.result.frames
        held = [t.FrameId(provider_id="p", frame_id=frame.id, content_digest=d) for d in (frame.content_digest, "x")]
        verdicts = host.verify(t.VerifyRequest(frames=tuple(held))).verdicts
        assert [verdict.status for verdict in verdicts] == ["valid", "stale"]
        with pytest.raises(ProviderError) as caught:
            host.query(want("refuse"))
        assert (caught.value.code, caught.value.message, caught.value.retry) == ("unavailable", "not today", True)
        assert reports == []
        assert host.query(want("flood", tokens=100)).frames == ()
        assert [(v.requirement, report.dropped) for report in reports for v in report.violations] == [
            ("B1", 100),
            ("B4", 100),
        ]


def test_its_pipelined_replies_reach_who_asked() -> None:
    async def ask() -> set[int]:
        async with connect_stdio_async(COMMAND) as host:
            await host.handshake()
            found = await asyncio.gather(*(host.query(want("getting started")) for _ in range(100)))
            return {len(result.frames) for result in found}

    assert asyncio.run(ask()) == {1}


def test_its_crash_is_named() -> None:
    with connect_stdio(COMMAND, stderr=subprocess.DEVNULL) as host:
        with pytest.raises(ProviderCrashed) as caught:
            host.query(want("crash"))
        assert caught.value.status == 1
