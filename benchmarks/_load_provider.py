"""The provider under load: each reply carries the number of its query.

``_load_provider.py CONCURRENCY [die | sdk]``; ``die`` is killed in the middle of its first reply, ``sdk`` is the same
provider on the published SDK.
"""

from __future__ import annotations

import os
import signal
import sys
from typing import Any

import contextgraph_sdk

from cgp_wire import (
    Capabilities,
    ContextFrame,
    ContextQuery,
    ContextQueryResult,
    DataFlow,
    ProviderInfo,
    QueryCapability,
)
from cgp_wire.http import Application, application
from cgp_wire.provider import Provider
from cgp_wire.stdio import serve
from cgp_wire.tokens import budget_tokens

TEXT = "The retry loop gives up after five attempts, and doubles its delay after each of them. " * 10


class Load(Provider):
    """Eight frames, or one of as many bytes as wanted."""

    provider = ProviderInfo(name="load", version="1", data_flow=DataFlow(reads=True, writes=False, egress=False))
    capabilities = Capabilities(query=QueryCapability(kinds=("doc",)), correlation=True)

    def query(self, query: ContextQuery) -> ContextQueryResult:
        _, number, *size = query.goal.split()
        content = "x" * int(size[0]) if size else TEXT
        count = 1 if size else min(8, query.max_frames, query.max_tokens // budget_tokens(TEXT))
        frames = tuple(frame(content, index) for index in range(count))
        return ContextQueryResult(frames=frames, truncated=False, dropped_estimate=int(number))


class InTurn(Load):
    """The same without ids."""

    capabilities = Capabilities(query=QueryCapability(kinds=("doc",)))


class Sdk:
    """The same for the published SDK."""

    def info(self) -> dict[str, Any]:
        return {"name": "load", "version": "1", "data_flow": {"reads": True, "writes": False, "egress": False}}

    def capabilities(self) -> dict[str, Any]:
        return {"query": {"kinds": ["doc"]}}

    def query(self, query: dict[str, Any]) -> dict[str, Any]:
        _, number = query["goal"].split()
        cost = contextgraph_sdk.budget_tokens(TEXT)
        frames = [
            {
                "id": str(index),
                "kind": "doc",
                "title": "Retry policy",
                "content": TEXT,
                "score": 0.5,
                "token_cost": cost,
                "citation_label": "retry.md",
            }
            for index in range(min(8, query["max_frames"], query["max_tokens"] // cost))
        ]
        return {"frames": frames, "truncated": False, "dropped_estimate": int(number)}


def frame(content: str, index: int) -> ContextFrame:
    """One frame."""
    return ContextFrame(
        id=str(index),
        kind="doc",
        title="Retry policy",
        content=content,
        score=0.5,
        token_cost=budget_tokens(content),
        citation_label="retry.md",
    )


def app() -> Application:
    """The provider as an ASGI application."""
    return application(Load())


def die() -> None:
    """Shake hands, and be killed in the middle of the first reply."""
    from cgp_wire import HandshakeAck, encode

    read = sys.stdin.buffer.readline
    read()
    flow = HandshakeAck(
        protocol_version="contextgraph/1.0-draft", provider=Load.provider, capabilities=InTurn.capabilities
    )
    os.write(1, encode(flow))
    read()
    os.write(1, b'{"type":"frames","result":{"frames":[')
    os.kill(os.getpid(), signal.SIGKILL)


if __name__ == "__main__":
    concurrency, *rest = sys.argv[1:]
    if rest == ["die"]:
        die()
    elif rest == ["sdk"]:
        contextgraph_sdk.run_stdio_provider(Sdk())
    else:
        serve(InTurn() if concurrency == "1" else Load(), concurrency=int(concurrency))
