"""What providers and hosts that run do under load: nothing lost, nothing mixed up, memory flat.

Every reply carries the number of its query, so one that goes to the wrong caller is noticed.  ``--check`` fails where
anything was lost or mixed up, memory has grown, or a goal is missed; ``--json`` prints the numbers only.  The provider
of the published SDK answers the same queries in the same rounds; a ratio is the median of ours to its.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import logging
import os
import platform
import socket
import statistics
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path

from cgp_wire import ContextQuery, decode, encode
from cgp_wire import types as t
from cgp_wire.host import AsyncHost, ProviderCrashed, connect_http_async, connect_stdio, connect_stdio_async

HERE = Path(__file__).parent
PROVIDER = [sys.executable, str(HERE / "_load_provider.py")]
QUERIES, ROUNDS, HOSTS, SECONDS = 10_000, 5, 200, 60.0
WORKERS = 2
# A process of Python never stays at the same page; what leaks with each query would be far beyond this.
FLAT_MB = 8.0
# Ours checks each message and reply against the rules, the other one neither.
SDK_GOAL = 1.5


@dataclass(frozen=True)
class Row:
    """One load: replies, the rate, times in milliseconds, and what memory the provider has gained meanwhile."""

    load: str
    replies: int
    wrong: int
    lost: int
    rate: float
    median_ms: float
    p99_ms: float
    grown_mb: float

    @property
    def missed(self) -> bool:
        """Whether something is wrong with it."""
        return bool(self.wrong or self.lost) or self.grown_mb > FLAT_MB


class Tally:
    """Counts what comes back."""

    def __init__(self) -> None:
        self.times: list[float] = []
        self.wrong = 0
        self.lost = 0

    async def ask(self, host: AsyncHost, number: int) -> None:
        """One query and its reply."""
        start = time.perf_counter()
        try:
            result = await host.query(ContextQuery(goal=f"number {number}", max_frames=8, max_tokens=2000))
        except Exception:
            self.lost += 1
            return
        self.times.append(time.perf_counter() - start)
        self.wrong += result.dropped_estimate != number

    def row(self, load: str, seconds: float, grown: float) -> Row:
        """What it came to."""
        cuts = statistics.quantiles(self.times, n=100)
        return Row(
            load,
            len(self.times),
            self.wrong,
            self.lost,
            len(self.times) / seconds,
            cuts[49] * 1e3,
            cuts[98] * 1e3,
            grown,
        )


def resident(*pids: int) -> float:
    """The memory that processes hold, in megabytes."""
    pages = sum(int(Path(f"/proc/{pid}/statm").read_text().split()[1]) for pid in pids)
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


async def over_stdio(load: str, in_flight: int, *arguments: str) -> Row:
    """``QUERIES`` queries to one child, so many of them in flight."""
    async with connect_stdio_async([*PROVIDER, *arguments]) as host:
        await host.handshake()
        pid = host._link._process.pid  # type: ignore[attr-defined]
        warm = Tally()
        await run(QUERIES // 10, in_flight, lambda n: warm.ask(host, n))
        tally, before, start = Tally(), resident(pid), time.perf_counter()
        await run(QUERIES, in_flight, lambda n: tally.ask(host, n))
        return tally.row(load, time.perf_counter() - start, resident(pid) - before)


async def run(count: int, in_flight: int, do: Callable[[int], Awaitable[None]]) -> None:
    """``do`` for every number below ``count``, so many at once."""
    numbers = iter(range(count))

    async def worker() -> None:
        for number in numbers:
            await do(number)

    await asyncio.gather(*(worker() for _ in range(in_flight)))


async def over_http(seconds: float) -> Row:
    """``HOSTS`` hosts, each with one query after the other, for so many seconds."""
    with serving() as (url, pids):
        hosts = [connect_http_async(url, timeout=60, handshake_timeout=60) for _ in range(HOSTS)]
        await asyncio.gather(*(host.handshake() for host in hosts))
        warm = Tally()
        await asyncio.gather(*(warm.ask(host, n) for n, host in enumerate(hosts)))
        tally, before, start = Tally(), resident(*pids()), time.perf_counter()

        async def worker(host: AsyncHost, number: int) -> None:
            while time.perf_counter() - start < seconds:
                await tally.ask(host, number)
                number += HOSTS

        await asyncio.gather(*(worker(host, n) for n, host in enumerate(hosts)))
        row = tally.row(
            f"{HOSTS} hosts over HTTP, {WORKERS} workers", time.perf_counter() - start, resident(*pids()) - before
        )
        await asyncio.gather(*(host.close() for host in hosts))
        return row


@contextmanager
def serving() -> Iterator[tuple[str, Callable[[], list[int]]]]:
    """The provider under uvicorn: its address, and its processes."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = listening.getsockname()[1]
    command = ["uvicorn", "--factory", "_load_provider:app", "--app-dir", str(HERE), "--workers", str(WORKERS)]
    quiet = ["--port", str(port), "--log-level", "warning", "--backlog", "2048"]
    server = subprocess.Popen([sys.executable, "-m", *command, *quiet])
    try:
        for _ in range(600):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.05)
        yield f"http://127.0.0.1:{port}/", lambda: [server.pid, *children(server.pid)]
    finally:
        server.terminate()
        server.wait()


def children(pid: int) -> list[int]:
    """The processes that ``pid`` has started."""
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def slow_reader(queries: int = 200, reply_bytes: int = 65_536) -> tuple[int, int]:
    """A reader that takes its time, behind a pipe that is full: how many replies were due and how many came."""
    process = subprocess.Popen([*PROVIDER, "8"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert process.stdin is not None
    assert process.stdout is not None
    lines = [encode(t.Handshake(protocol_version="contextgraph/1.0-draft"))]
    for number in range(queries):
        query = ContextQuery(goal=f"number {number} {reply_bytes}", max_frames=8, max_tokens=1_000_000)
        lines.append(encode(t.Query(id=f"q{number}", query=query)))
    # All queries fit into the pipe; the replies to them are 13 MB.
    process.stdin.write(b"".join(lines))
    process.stdin.flush()
    seen = set()
    for _ in range(queries + 1):
        time.sleep(0.002)
        reply = decode(process.stdout.readline())
        if isinstance(reply, t.Frames) and f"q{reply.result.dropped_estimate}" == reply.id:
            seen.add(reply.id)
    process.stdin.close()
    process.wait(10)
    return queries, len(seen)


def killed(times: int = 20) -> tuple[int, int]:
    """Of two children one is killed in mid-reply, again and again: how often, and how often only it was lost."""
    alone = 0
    with connect_stdio([*PROVIDER, "8"]) as well:
        for number in range(times):
            with connect_stdio([*PROVIDER, "1", "die"]) as ill:
                try:
                    ill.query(ContextQuery(goal="number 1", max_frames=1, max_tokens=1))
                except ProviderCrashed as error:
                    result = well.query(ContextQuery(goal=f"number {number}", max_frames=1, max_tokens=1))
                    alone += error.status == -9 and result.dropped_estimate == number
    return times, alone


async def beside_the_sdk() -> float:
    """Our provider's time for a query to that of the published SDK's, one query after the other."""
    ratios = []
    async with (
        connect_stdio_async([*PROVIDER, "1"]) as ours,
        connect_stdio_async([*PROVIDER, "1", "sdk"]) as theirs,
    ):
        for round_ in range(ROUNDS + 1):
            taken = []
            for host in (ours, theirs):
                start = time.perf_counter()
                for number in range(1000):
                    await Tally().ask(host, number)
                taken.append(time.perf_counter() - start)
            if round_ > 0:
                ratios.append(taken[0] / taken[1])
    return statistics.median(ratios)


async def measure(seconds: float) -> tuple[list[Row], dict[str, float]]:
    """All of it."""
    rows = [
        await over_stdio("one query after the other, over stdio", 1, "1"),
        await over_stdio("64 queries in flight, over stdio", 64, "8"),
        await over_http(seconds),
    ]
    due, came = await asyncio.to_thread(slow_reader)
    kills, alone = await asyncio.to_thread(killed)
    other = {
        "slow reader: replies due": due,
        "slow reader: replies that came": came,
        "kill -9 in mid-reply": kills,
        "kill -9: only that child lost": alone,
        "time to the SDK's": await beside_the_sdk(),
    }
    return rows, other


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="fail where something is wrong or a goal is missed")
    parser.add_argument("--json", action="store_true", help="print the numbers only")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="how long the hosts over HTTP go on")
    arguments = parser.parse_args()
    # A provider that is killed in the middle of a line is reported each time.
    logging.disable()
    rows, other = asyncio.run(measure(arguments.seconds))
    if arguments.json:
        print(json.dumps({"loads": [asdict(row) for row in rows], **other}))
    else:
        print(f"Python {platform.python_version()}, {os.cpu_count()} cores")
        print("| load | replies | wrong | lost | replies/s | median ms | 99 % ms | memory gained, MB |")
        print("|---|---:|---:|---:|---:|---:|---:|---:|")
        for row in rows:
            print(
                f"| {row.load} | {row.replies} | {row.wrong} | {row.lost} | {row.rate:.0f} "
                f"| {row.median_ms:.2f} | {row.p99_ms:.2f} | {row.grown_mb:.1f} |"
            )
        for name, value in other.items():
            print(f"{name}: {value:.2f}" if isinstance(value, float) else f"{name}: {value}")
    lost = other["slow reader: replies due"] != other["slow reader: replies that came"]
    shared = other["kill -9 in mid-reply"] != other["kill -9: only that child lost"]
    slow = other["time to the SDK's"] > SDK_GOAL
    return int(arguments.check and (lost or shared or slow or any(row.missed for row in rows)))


if __name__ == "__main__":
    sys.exit(main())
