"""What the Go binding costs, beside ``encoding/json`` with untyped values, the standard way without it.

Rounds are interleaved, and a ratio is the median over the rounds.  ``--check`` fails where a goal is missed, ``--json``
prints the numbers only.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from _messages import reply, small

from cgp_wire import ndjson

ROOT = Path(__file__).parents[1]
MESSAGES = {"small_query": small(), "8_frames": reply(8, 400), "64_frames_of_4_KB": reply(64, 4096)}
GOALS = {"decode": 0.5, "encode": 0.5}
"""The most that ours may take of what the untyped way takes."""


def measured() -> list[dict[str, float | str]]:
    """The numbers of one run, in a copy of the module."""
    with tempfile.TemporaryDirectory() as place:
        module = Path(place) / "module"
        shutil.copytree(ROOT / "generated" / "go", module)
        (module / "cmd" / "bench").mkdir()
        shutil.copyfile(Path(__file__).parent / "go" / "main.go", module / "cmd" / "bench" / "main.go")
        files = []
        for name, message in MESSAGES.items():
            files.append(Path(place) / f"{name}.json")
            files[-1].write_bytes(ndjson.encode(message))
        done = subprocess.run(["go", "run", "./cmd/bench", *files], cwd=module, capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(done.stderr)
    found: list[dict[str, float | str]] = json.loads(done.stdout)
    return found


def main() -> int:
    """0, or 1 where a goal is missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="fail where a goal is missed")
    parser.add_argument("--json", action="store_true", help="print the numbers only")
    given = parser.parse_args()
    if shutil.which("go") is None:
        print("SKIPPED: go is not installed", file=sys.stderr)
        return int(os.environ.get("CGP_ALL_TOOLCHAINS") == "1")
    results = measured()
    if given.json:
        print(json.dumps(results))
    else:
        print("| | message | cgpwire, µs | encoding/json, µs | ratio | goal |\n|---|---|---:|---:|---:|---:|")
        for r in results:
            ours, theirs, goal = float(r["ours"]) / 1000, float(r["theirs"]) / 1000, GOALS[str(r["what"])]
            print(
                f"| {r['what']} | {r['message']} | {ours:.2f} | {theirs:.2f} | {float(r['ratio']):.2f} | {goal:.2f} |"
            )
    missed = [r for r in results if float(r["ratio"]) > GOALS[str(r["what"])]]
    for r in missed:
        print(f"missed: {r['what']} {r['message']} takes {float(r['ratio']):.2f}", file=sys.stderr)
    return int(given.check and bool(missed))


if __name__ == "__main__":
    sys.exit(main())
