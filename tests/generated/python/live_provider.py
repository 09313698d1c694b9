"""A provider for tests, as a child process: what a query wants says what becomes of it.

`python live_provider.py [CONCURRENCY [CHECKS]]`; with a concurrency above 1 it correlates.
"""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import time
from collections.abc import Awaitable

from msgspec.structs import replace

from cgp_wire import (
    Capabilities,
    ContextFrame,
    ContextQuery,
    ContextQueryResult,
    DataFlow,
    FrameVerdict,
    ProviderInfo,
    QueryCapability,
    VerifyRequest,
    VerifyResponse,
)
from cgp_wire.provider import Provider, ProviderError
from cgp_wire.stdio import serve

SECRET = "the password is swordfish"


def frame(content: str = "12345678", *, cost: int | None = None, kind: str = "doc") -> ContextFrame:
    """A frame; its cost is honest unless it is given."""
    honest = -(-len(content.encode()) // 4)
    return ContextFrame(
        id="1",
        kind=kind,
        title="One",
        content=content,
        score=0.5,
        token_cost=honest if cost is None else cost,
        citation_label="one",
    )


def result(*frames: ContextFrame, dropped: int | None = None) -> ContextQueryResult:
    """A reply; `dropped` tells one from the other."""
    return ContextQueryResult(frames=frames, truncated=False, dropped_estimate=dropped)


class Live(Provider):
    """Does what the goal says: a word, and a number that is sent back."""

    provider = ProviderInfo(name="live", version="1", data_flow=DataFlow(reads=True, writes=False, egress=False))
    capabilities = Capabilities(query=QueryCapability(kinds=("doc",)), verify=True)

    def query(self, query: ContextQuery) -> ContextQueryResult | Awaitable[ContextQueryResult]:
        word, _, number = query.goal.partition(" ")
        given = int(number or 0)
        match word:
            case "sleep":
                time.sleep(given / 1000)
            case "nap":
                return self._nap(given)
            case "raise":
                raise RuntimeError(SECRET)
            case "exit":
                sys.exit(given)
            case "die":
                os._exit(given)
            case "cancel":
                raise asyncio.CancelledError
            case "abort":
                return self._abort()
            case "stop":
                raise StopIteration
            case "refuse":
                raise ProviderError("unavailable", "The index is being built.")
            case "vendor":
                raise ProviderError("acme:odd")
            case "over":
                return result(frame("12345678"), frame("1234"))
            case "lie":
                return result(frame("12345678", cost=1), frame("1234"))
            case "kind":
                return result(frame(kind="fact"), frame(kind="doc"))
            case "none":
                return None  # type: ignore[return-value]
            case "nan":
                return result(replace(frame(), score=float("nan")))
            case "wrong":
                return result(replace(frame(), title=7))
            case "print":
                print("printed")
                subprocess.run([sys.executable, "-c", "print('printed by a child')"], check=True)
                sys.stdout.write("written\n")
            case "read":
                given = len(sys.stdin.read()) + len(os.read(0, 10))
            case "big":
                return result(frame("x" * given))
        return result(dropped=given)

    async def verify(self, request: VerifyRequest) -> VerifyResponse:
        await asyncio.sleep(0)
        return VerifyResponse(verdicts=tuple(FrameVerdict(frame=held, status="valid") for held in request.frames))

    async def _abort(self) -> ContextQueryResult:
        raise asyncio.CancelledError

    async def _nap(self, given: int) -> ContextQueryResult:
        await asyncio.sleep(given / 1000)
        return result(dropped=given)


class Correlating(Live):
    """The same, with ids."""

    capabilities = Capabilities(query=QueryCapability(kinds=("doc",)), verify=True, correlation=True)


if __name__ == "__main__":
    concurrency, checks = (*sys.argv[1:], *("1", "refuse")[len(sys.argv) - 1 :])
    live = Live() if concurrency == "1" else Correlating()
    serve(live, concurrency=int(concurrency), checks=checks)  # type: ignore[arg-type]
