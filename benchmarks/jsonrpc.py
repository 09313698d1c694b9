"""What passing payloads on unparsed saves: converting between lines and JSON-RPC, against converting typed.

Typed conversion decodes a message into its types and encodes these in the other encoding, with the codecs of the same
package.  Rounds are interleaved; a gain is the median, over the rounds, of the time of typed conversion to that of
passing on, and the goal is for both directions together.  ``--check`` fails where a goal is missed, ``--json`` prints
the numbers only.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass

import orjson
from _messages import reply, small

from cgp_wire import jsonrpc, ndjson
from cgp_wire.types import Envelope

ROUNDS = 61
ID = "q1"
METHOD = next(method for method in jsonrpc.METHODS.values() if method.request_id is not None)

Convert = Callable[[bytes], object]


@dataclass(frozen=True)
class Case:
    """A message, how often it is converted in a round, and how many times faster it is to be passed on."""

    name: str
    message: Envelope
    repeats: int
    goal: float


@dataclass(frozen=True)
class Row:
    """One direction, or both, of one case: microseconds a message each way, and the gain."""

    case: str
    direction: str
    passed_on: float
    typed: float
    gain: float
    goal: float | None

    @property
    def missed(self) -> bool:
        """Whether a goal was set and is missed."""
        return self.goal is not None and self.gain < self.goal


CASES = (
    Case("small query", small(), 2000, 1.6),
    Case("8 frames", reply(8, 900), 200, 3.5),
    Case("64 frames of 4 KB", reply(64, 4096), 10, 2.7),
)
BOTH = "both"


def waiting(is_reply: bool) -> tuple[jsonrpc.Pending, Callable[[], object]]:
    """A table of requests in flight, and what brings it back to where it was before a message."""
    pending = jsonrpc.Pending()
    if is_reply:
        pending.add(ID, METHOD, in_turn=False)
        return pending, lambda: pending.add(ID, METHOD, in_turn=False)
    return pending, lambda: pending.settle(ID)


def contenders(message: Envelope, is_reply: bool) -> dict[str, tuple[bytes, Convert, Convert]]:
    """By direction: what is converted, passed on and typed."""
    line = ndjson.encode(message)
    rpc = jsonrpc.encode(message)
    to_rpc, encoder = jsonrpc.LinesToRpc(), jsonrpc.Encoder()
    pending, reset = waiting(is_reply)
    to_lines = jsonrpc.RpcToLines(pending=pending)
    typed_pending, typed_reset = waiting(is_reply)
    decoder = jsonrpc.Decoder(typed_pending)
    own, own_reset = waiting(is_reply)
    encoder = jsonrpc.Encoder(own)

    def typed_to_rpc(data: bytes) -> bytes:
        envelope = ndjson.decode(data)
        assert not isinstance(envelope, ndjson.UnknownEnvelope)
        written = encoder.encode(envelope)
        own_reset()
        return written

    def passed_to_lines(data: bytes) -> bytes | None:
        written = to_lines.convert(data)
        reset()
        return written

    def typed_to_lines(data: bytes) -> bytes:
        written = ndjson.encode(decoder.decode(data).envelope)
        typed_reset()
        return written

    if not (to_rpc.convert(line) == typed_to_rpc(line) == rpc and passed_to_lines(rpc) == typed_to_lines(rpc) == line):
        raise SystemExit("the ways of conversion do not give the same bytes")
    return {"to JSON-RPC": (line, to_rpc.convert, typed_to_rpc), "to lines": (rpc, passed_to_lines, typed_to_lines)}


def timed(run: Convert, data: bytes, repeats: int) -> float:
    """Microseconds a message."""
    start = time.perf_counter()
    for _ in range(repeats):
        run(data)
    return (time.perf_counter() - start) / repeats * 1e6


def measure(case: Case) -> list[Row]:
    """A row a direction, and one for both."""
    found = contenders(case.message, is_reply=case is not CASES[0])
    times: dict[str, list[tuple[float, float]]] = {name: [] for name in (*found, BOTH)}
    for _ in range(ROUNDS):
        for name, (data, passed_on, typed) in found.items():
            times[name].append((timed(passed_on, data, case.repeats), timed(typed, data, case.repeats)))
        both = [times[name][-1] for name in found]
        times[BOTH].append((sum(one for one, _ in both), sum(other for _, other in both)))
    return [
        Row(
            case.name,
            name,
            statistics.median(one for one, _ in taken),
            statistics.median(other for _, other in taken),
            statistics.median(other / one for one, other in taken),
            case.goal if name == BOTH else None,
        )
        for name, taken in times.items()
    ]


def main() -> int:
    """Measure, print, and with ``--check`` tell by the exit code whether all goals are met."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="exit 1 where a goal is missed")
    parser.add_argument("--json", action="store_true", help="print the numbers only, as JSON")
    arguments = parser.parse_args()
    rows = [row for case in CASES for row in measure(case)]
    if arguments.json:
        print(orjson.dumps(rows, option=orjson.OPT_INDENT_2).decode())
    else:
        print(
            "| message | direction | passed on, µs | typed, µs | times faster | goal |\n|---|---|---:|---:|---:|---:|"
        )
        for row in rows:
            goal = "" if row.goal is None else f"{row.goal:.1f}{', missed' if row.missed else ''}"
            times = f"{row.passed_on:.2f} | {row.typed:.2f} | {row.gain:.2f}"
            print(f"| {row.case} | {row.direction} | {times} | {goal} |")
    missed = [row.case for row in rows if row.missed]
    for name in missed:
        print(f"missed: {name}", file=sys.stderr)
    return 1 if arguments.check and missed else 0


if __name__ == "__main__":
    sys.exit(main())
