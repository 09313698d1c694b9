"""What checking costs: decoding with all rules against ``orjson.loads``, which checks nothing.

Interleaved rounds, medians, ratios of one run.  ``--check`` fails where a goal is missed; ``--json`` prints numbers.

``thorough`` adds the rules that hash content; no goal is set for them.
"""

from __future__ import annotations

import argparse
import hashlib
import statistics
import sys
import time
from collections.abc import Callable

import msgspec
import orjson

from cgp_wire import ndjson, rules
from cgp_wire.tokens import budget_tokens
from cgp_wire.types import ContextFrame, ContextQueryResult, Frames, Provenance, Relation

GOALS = {"8 frames, 11 KB": 2.0, "64 frames of 4 KB": 1.5}


def reply(frames: int, content_bytes: int) -> bytes:
    """A reply whose author kept every rule: each frame with digest, timestamp, origin and an edge."""
    return ndjson.encode(Frames(id="q1", result=ContextQueryResult(frames=tuple(
        frame(index, content_bytes) for index in range(frames)
    ), truncated=False)))  # fmt: skip


def frame(index: int, content_bytes: int) -> ContextFrame:
    """One frame with ASCII content of so many bytes."""
    line = f"fn step_{index}(state: &mut State) -> Result<(), Error> {{ state.advance({index})?; Ok(()) }}\n"
    content = (line * (content_bytes // len(line) + 1))[:content_bytes]
    digest = "sha256:" + hashlib.sha256(content.encode()).hexdigest()
    uri = f"file:///repo/src/module_{index}.rs"
    return ContextFrame(
        id=f"repo:module_{index}",
        kind="snippet",
        title=f"module_{index}.rs, the step function",
        content=content,
        content_digest=digest,
        uri=uri,
        score=round(0.99 - index / 100, 2),
        token_cost=budget_tokens(content),
        recorded_at=f"2026-07-20T18:{index % 60:02}:00Z",
        provenance=(Provenance(type="file", uri=uri, range="L1-40", digest=digest, method="file-read", by="repo"),),
        citation_label=f"module_{index}.rs L1-40",
        relations=(Relation(rel="code.calls", target_uri="file:///repo/src/state.rs", display_name="State"),),
    )


def decode_and_check(line: bytes) -> None:
    """What a careful receiver or a test of an author runs."""
    message = ndjson.decode(line)
    if not isinstance(message, Frames) or rules.check(message):
        raise SystemExit("the benchmark's message breaks a rule")


def decode_and_check_thoroughly(line: bytes) -> None:
    """The same with the rules that hash content."""
    message = ndjson.decode(line)
    if not isinstance(message, Frames) or rules.check(message, thorough=True):
        raise SystemExit("the benchmark's message breaks a rule")


CONTENDERS: dict[str, Callable[[bytes], object]] = {
    "orjson.loads": orjson.loads,
    "decode": ndjson.decode,
    "decode and check": decode_and_check,
    "decode and check thoroughly": decode_and_check_thoroughly,
}


def measure(line: bytes, rounds: int, repeats: int) -> dict[str, float]:
    """Microseconds a message by contender: the median of interleaved rounds."""
    times: dict[str, list[float]] = {name: [] for name in CONTENDERS}
    for _ in range(rounds):
        for name, run in CONTENDERS.items():
            start = time.perf_counter()
            for _ in range(repeats):
                run(line)
            times[name].append((time.perf_counter() - start) / repeats * 1e6)
    return {name: statistics.median(found) for name, found in times.items()}


def main() -> int:
    """Measure, print, and with ``--check`` hold the goals."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="fail where a goal is missed")
    parser.add_argument("--json", action="store_true", help="print numbers only")
    parser.add_argument("--rounds", type=int, default=201)
    options = parser.parse_args()
    messages = {"8 frames, 11 KB": (reply(8, 736), 20), "64 frames of 4 KB": (reply(64, 4096), 2)}
    results = {name: measure(line, options.rounds, repeats) for name, (line, repeats) in messages.items()}
    missed = []
    for name, found in results.items():
        floor = found["orjson.loads"]
        if found["decode and check"] > GOALS[name] * floor:
            missed.append(name)
        if not options.json:
            print(f"{name} ({len(messages[name][0])} bytes), goal {GOALS[name]} times orjson")
            for contender, micros in found.items():
                print(f"  {contender:28} {micros:9.1f} µs  {micros / floor:5.2f}")
    if options.json:
        print(msgspec.json.encode({"goals": GOALS, "micros": results}).decode())
    if missed and options.check:
        print(f"missed: {', '.join(missed)}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
