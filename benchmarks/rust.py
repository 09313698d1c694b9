"""What the Rust crate costs beside ``serde_json::Value``, in time and in memory; needs cargo.

A ratio is the median, over interleaved rounds, of a way's time to that of ``serde_json::Value`` in the same round.
"Buffered for the tag" is what a derived enum with an internal tag does: all of a message is held before its type is
known.  ``--check`` fails where a goal is missed, ``--json`` prints the numbers only.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import statistics
import subprocess
import tempfile
from dataclasses import asdict, dataclass
from pathlib import Path

from _messages import reply, small

from cgp_wire import ndjson

ROOT = Path(__file__).parents[1]
CASES = {
    "small query": small(),
    "8 frames": reply(8, 900),
    "64 frames of 4 KB": reply(64, 4096),
}
GOALS = {"decode": 0.8, "encode": 1.1}
"""Our time to that of the untyped way."""


@dataclass(frozen=True)
class Row:
    """One way's result: microseconds a message, ratio to the untyped way, and the most memory to the line's bytes."""

    operation: str
    case: str
    way: str
    microseconds: float
    ratio: float
    memory: float
    goal: float | None

    @property
    def missed(self) -> bool:
        """Whether a goal was set and is missed."""
        return self.goal is not None and self.ratio > self.goal


def run() -> list[Row]:
    """All results."""
    cargo = shutil.which("cargo")
    if cargo is None:
        raise SystemExit("cargo is not installed")
    with tempfile.TemporaryDirectory() as folder:
        paths = []
        for index, message in enumerate(CASES.values()):
            path = Path(folder) / f"{index}.json"
            path.write_bytes(ndjson.encode(message))
            paths.append(str(path))
        found = subprocess.run(
            [cargo, "run", "--quiet", "--release", "--", *paths],
            cwd=ROOT / "benchmarks" / "rust",
            env=os.environ | {"CARGO_TARGET_DIR": str(ROOT / "build" / "rust" / "bench")},
            check=True,
            capture_output=True,
            text=True,
        )
    rows = []
    for name, case in zip(CASES, json.loads(found.stdout), strict=True):
        for operation, goal in GOALS.items():
            untyped = case[operation]["serde_json::Value"]["nanoseconds"]
            for way, result in case[operation].items():
                times = result["nanoseconds"]
                ratios = [ours / theirs for ours, theirs in zip(times, untyped, strict=True)]
                rows.append(
                    Row(
                        operation,
                        name,
                        way,
                        statistics.median(times) / 1000,
                        statistics.median(ratios),
                        result["bytes"] / case["bytes"],
                        goal if way.startswith("cgp_wire") else None,
                    )
                )
    return rows


def table(rows: list[Row]) -> str:
    """All results as Markdown."""
    lines = ["| | message | by | µs | to Value | goal | memory to the line |", "|---|---|---|---:|---:|---:|---:|"]
    for row in rows:
        goal = "" if row.goal is None else f"{row.goal:.2f}"
        lines.append(
            f"| {row.operation} | {row.case} | {row.way} | {row.microseconds:.2f} | {row.ratio:.2f} | {goal} "
            f"| {row.memory:.2f} |"
        )
    return "\n".join(lines)


def main() -> None:
    """Measure, print, and with ``--check`` fail where a goal is missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="fail where a goal is missed")
    parser.add_argument("--json", action="store_true", help="print the numbers only")
    options = parser.parse_args()
    rows = run()
    print(json.dumps([asdict(row) for row in rows]) if options.json else table(rows))
    missed = [row for row in rows if row.missed]
    if options.check and missed:
        raise SystemExit("\n".join(f"{row.operation} {row.case}: {row.ratio:.2f} > {row.goal}" for row in missed))


if __name__ == "__main__":
    main()
