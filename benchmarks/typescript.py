"""What the TypeScript codec costs, beside the JSON of the language, which checks and types nothing.

Rounds are interleaved, and a ratio is the median, over the rounds, of a contender's time to that of ``JSON`` in the
same round, bytes to values and values to bytes.  ``--check`` fails where a goal is missed, ``--json`` prints the
numbers only.  Without Node there is nothing to measure; with ``CGP_ALL_TOOLCHAINS=1`` that is a failure.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from _messages import reply, small

from cgp_wire import ndjson
from cgp_wire.types import Envelope

ROOT = Path(__file__).parents[1]
ROUNDS = 21


@dataclass(frozen=True)
class Case:
    """A message, how often it is handled in a round, and the goals: our time to that of ``JSON``."""

    name: str
    message: Envelope
    repeats: int
    decode_goal: float
    encode_goal: float


@dataclass(frozen=True)
class Row:
    """One contender's result: microseconds a message, and ratio to ``JSON``."""

    operation: str
    case: str
    contender: str
    microseconds: float
    ratio: float
    goal: float | None


CASES = (
    Case("small query", small(), 2000, 3.0, 2.5),
    Case("8 frames", reply(8, 900), 150, 3.0, 2.5),
    Case("64 frames of 4 KB", reply(64, 4096), 8, 3.0, 2.5),
)


def package() -> Path:
    """The compiled package, as the tests compile it."""
    sys.path.insert(0, str(ROOT))
    from cgp_toolkit.workspace import read_model
    from tests.generated.typescript.building import built

    return built(read_model(ROOT / "spec")).folder / "dist"


def measured(node: str, compiled: Path) -> Iterator[Row]:
    """A row a contender."""
    with tempfile.TemporaryDirectory() as folder:
        files = {str(Path(folder) / f"{index}.json"): case for index, case in enumerate(CASES)}
        arguments = []
        for path, case in files.items():
            Path(path).write_bytes(ndjson.encode(case.message))
            arguments += [path, str(case.repeats)]
        script = str(Path(__file__).with_suffix(".mjs"))
        run = [node, script, str(compiled), str(ROUNDS), *arguments]
        results = json.loads(subprocess.run(run, check=True, capture_output=True, text=True).stdout)
    for result in results:
        case = files[result["file"]]
        first = next(iter(result["times"].values()))
        for name, taken in result["times"].items():
            ratio = statistics.median(ours / theirs for ours, theirs in zip(taken, first, strict=True))
            goals = {"decode": case.decode_goal, "encode": case.encode_goal}
            yield Row(result["operation"], case.name, name, statistics.median(taken), ratio, goals.get(name))


def main() -> int:
    """Measure and print; 1 if a goal is missed and ``--check`` asks for that."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="fail where a goal is missed")
    parser.add_argument("--json", action="store_true", help="print JSON")
    options = parser.parse_args()
    node = shutil.which("node")
    if node is None or shutil.which("npm") is None:
        print("node and npm are needed, and are not installed: nothing was measured", file=sys.stderr)
        return int(os.environ.get("CGP_ALL_TOOLCHAINS") == "1")
    rows = list(measured(node, package()))
    missed = [row for row in rows if row.goal is not None and row.ratio > row.goal]
    if options.json:
        print(json.dumps([asdict(row) for row in rows], indent=2))
    else:
        print("| | message | by | µs | to JSON | goal |\n|---|---|---|---:|---:|---:|")
        for row in rows:
            goal = "" if row.goal is None else f"{row.goal:.2f}"
            numbers = f"{row.microseconds:.1f} | {row.ratio:.2f} | {goal}"
            print(f"| {row.operation} | {row.case} | {row.contender} | {numbers} |")
    for row in missed:
        print(f"missed: {row.operation} of {row.case}: {row.ratio:.2f}, goal {row.goal}", file=sys.stderr)
    return int(bool(missed) and options.check)


if __name__ == "__main__":
    sys.exit(main())
