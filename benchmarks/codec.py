"""What the codec costs, beside the untyped JSON parsers and pydantic.

Rounds are interleaved: every contender runs in each of them, so that whatever slows the machine slows all.  A ratio is
the median, over the rounds, of a contender's time to that of orjson in the same round.  ``--check`` fails where a
goal is missed, ``--json`` prints the numbers only.

orjson starts from and ends at plain dicts; when it writes, it writes the line feed too, as a line takes one.  Every
contender is a function of one argument, called as its users call it.
"""

from __future__ import annotations

import argparse
import json
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
import orjson
from _messages import reply, small, write_session

from cgp_wire import ndjson
from cgp_wire import pydantic as models
from cgp_wire.types import Envelope

ROUNDS = 41
LINES = 100_000

Contenders = Mapping[str, tuple[Callable[[Any], object], object]]
"""By name: what runs, and what on."""


@dataclass(frozen=True)
class Case:
    """A message, how often it is handled in a round, and the goals: our time to that of orjson."""

    name: str
    message: Envelope
    repeats: int
    decode_goal: float
    encode_goal: float


@dataclass(frozen=True)
class Row:
    """One contender's result: microseconds a message, and ratio to orjson."""

    operation: str
    case: str
    contender: str
    microseconds: float
    ratio: float
    goal: float | None

    @property
    def missed(self) -> bool:
        """Whether a goal was set and is missed."""
        return self.goal is not None and self.ratio > self.goal


CASES = (
    Case("small query", small(), 3000, 0.85, 1.35),
    Case("8 frames", reply(8, 900), 300, 1.0, 1.8),
    Case("64 frames of 4 KB", reply(64, 4096), 12, 1.0, 2.1),
)


def decoders(line: bytes) -> Contenders:
    """Ways to read a line."""
    return {
        "orjson.loads (untyped)": (orjson.loads, line),
        "cgp_wire.decode": (ndjson.decode, line),
        "msgspec alone": (msgspec.json.Decoder(Envelope).decode, line),
        "json.loads (untyped)": (json.loads, line),
        "pydantic": (models.ENVELOPE.validate_json, line),
    }


def encoders(message: Envelope) -> Contenders:
    """Ways to write a line."""
    line = ndjson.encode(message)
    plain = orjson.loads(line)
    return {
        "orjson.dumps (dicts)": (dump_with_orjson, plain),
        "cgp_wire.encode": (ndjson.encode, message),
        "msgspec alone, no line feed": (msgspec.json.Encoder().encode, message),
        "json.dumps (dicts)": (dump_with_json, plain),
        "pydantic": (models.ENVELOPE.dump_json, models.ENVELOPE.validate_json(line)),
    }


def dump_with_orjson(value: object) -> bytes:
    """A line."""
    return orjson.dumps(value, option=orjson.OPT_APPEND_NEWLINE)


def dump_with_json(value: object) -> bytes:
    """A line of the same bytes."""
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode() + b"\n"


def measure(operation: str, case: Case, contenders: Contenders, goal: float) -> list[Row]:
    """One row a contender; the first is what the others are compared with."""
    times: dict[str, list[float]] = {name: [] for name in contenders}
    for _ in range(ROUNDS):
        for name, (run, argument) in contenders.items():
            start = time.perf_counter()
            for _ in range(case.repeats):
                run(argument)
            times[name].append((time.perf_counter() - start) / case.repeats)
    first = next(iter(times.values()))
    return [
        Row(
            operation,
            case.name,
            name,
            statistics.median(taken) * 1e6,
            statistics.median(ours / theirs for ours, theirs in zip(taken, first, strict=True)),
            goal if name.startswith("cgp_wire") else None,
        )
        for name, taken in times.items()
    ]


_CHILD = """\
import resource, sys, time
import orjson
from cgp_wire import ndjson
path, way = sys.argv[1:]
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
start = time.process_time()
count = 0
with open(path, "rb", buffering=1 << 16) as file:
    if way == "typed":
        for message in ndjson.read(file):
            count += 1
    else:
        for line in file:
            orjson.loads(line)
            count += 1
seconds = time.process_time() - start
print(count, seconds, (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024)
"""


@dataclass(frozen=True)
class File:
    """Reading a session file: CPU seconds both ways, their ratio, and by how many MiB the process grew."""

    lines: int
    megabytes: float
    orjson_seconds: float
    typed_seconds: float
    ratio: float
    typed_growth_mib: float

    @property
    def missed(self) -> bool:
        """Whether it takes longer than orjson line by line, or more than 20 MiB."""
        return self.ratio > 1.0 or self.typed_growth_mib > 20


def measure_file(lines: int) -> File:
    """Each way in processes of its own, in turn, so that neither inherits the other's memory: the fastest runs."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "session.ndjson"
        size = write_session(path, lines)
        results: dict[str, list[tuple[float, float]]] = {"untyped": [], "typed": []}
        for _ in range(9):
            for way, found in results.items():
                run = [sys.executable, "-c", _CHILD, str(path), way]
                count, seconds, grown = subprocess.run(run, check=True, capture_output=True, text=True).stdout.split()
                if int(count) != lines:
                    raise SystemExit(f"{way}: {count} of {lines} lines were read")
                found.append((float(seconds), float(grown)))
    # Of so few runs the fastest says most: whatever else the machine does only adds.
    untyped, typed = (min(seconds for seconds, _ in results[way]) for way in ("untyped", "typed"))
    growth = max(grown for _, grown in results["typed"])
    return File(lines, size / 1e6, untyped, typed, typed / untyped, growth)


def processor() -> str:
    """The name of the machine's processor."""
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    return next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), platform.machine())


def table(rows: list[Row], file: File) -> str:
    """All results as Markdown."""
    lines = [
        f"Python {platform.python_version()} on {processor()}, with msgspec {msgspec.__version__} "
        f"and orjson {orjson.__version__}.",
        "",
        "| | message | by | µs | to orjson | goal |",
        "|---|---|---|---:|---:|---:|",
    ]
    for row in rows:
        goal = "" if row.goal is None else f"{row.goal:.2f}{', missed' if row.missed else ''}"
        figures = f"{row.microseconds:.2f} | {row.ratio:.2f} | {goal}"
        lines.append(f"| {row.operation} | {row.case} | {row.contender} | {figures} |")
    lines += [
        "",
        f"A session file of {file.lines:,} lines, {file.megabytes:.0f} MB: {file.orjson_seconds:.2f} CPU seconds with "
        f"orjson.loads line by line, {file.typed_seconds:.2f} with cgp_wire.read: ratio {file.ratio:.2f}, goal 1.00"
        f"{', missed' if file.missed else ''}. The process grew by {file.typed_growth_mib:.1f} MiB, goal 20.",
    ]
    return "\n".join(lines)


def main() -> int:
    """Measure, print, and with ``--check`` tell by the exit code whether all goals are met."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="exit 1 where a goal is missed")
    parser.add_argument("--json", action="store_true", help="print the numbers only, as JSON")
    arguments = parser.parse_args()
    rows: list[Row] = []
    for case in CASES:
        line = ndjson.encode(case.message)
        rows += measure("decode", case, decoders(line), case.decode_goal)
        rows += measure("encode", case, encoders(case.message), case.encode_goal)
    file = measure_file(LINES)
    if arguments.json:
        print(orjson.dumps({"rows": rows, "file": file}, option=orjson.OPT_INDENT_2).decode())
    else:
        print(table(rows, file))
    missed = [f"{row.operation} {row.case}" for row in rows if row.missed] + (["session file"] if file.missed else [])
    for name in missed:
        print(f"missed: {name}", file=sys.stderr)
    return 1 if arguments.check and missed else 0


if __name__ == "__main__":
    sys.exit(main())
