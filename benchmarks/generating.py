"""How long `cgp generate` takes from a standing start, and `--watch` from a save to the last file in its place.

The goals are seconds: 3 from a standing start, 0.5 after a save.  As machines differ, each round also times the command
of datamodel-code-generator on one of our schemas; ``ratio`` is the median of ours to its.  Both have run once before,
so that Python has compiled them; the very first run of ours, which has nothing kept to start from, is a row of its own
that has no goal.  ``--check`` fails where a goal is missed, ``--json`` prints the numbers only.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path

ROOT = Path(__file__).parents[1]
BIN = Path(sys.executable).parent
ROUNDS, FIRST_ROUNDS = 7, 3
COLD_GOAL, SAVE_GOAL = 3.0, 0.5
FOUNDATION = ("python", "schemas")
_EDITED = "queries.yaml"
_EDITS = {
    "save of a word": ("doc: ", "doc: No. {number} "),
    "save of a member": (
        "    members:\n",
        """\
    members:
      further_{number}:
        {{type: Label, read: optional, author: optional, on_null: absent, default: null, omit: absent, since: "1.1",
         stability: additive, origin: project, doc: "What the benchmark adds and takes away again."}}
""",
    ),
}
"""What is edited, and what stands there then."""


@dataclass(frozen=True)
class Row:
    """One thing that was timed: seconds at the median and at best, and what that is of the peer's."""

    what: str
    targets: str
    median: float
    best: float
    ratio: float
    goal: float | None

    @property
    def missed(self) -> bool:
        """Whether there is a goal, and it is missed."""
        return self.goal is not None and self.median > self.goal


def _timed(run: Callable[[], object]) -> float:
    start = time.perf_counter()
    run()
    return time.perf_counter() - start


def _run(command: Sequence[str | Path], kept: Path) -> None:
    """One process; what Python compiles, and what the toolkit keeps, is in ``kept``."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    environment |= {"PYTHONPYCACHEPREFIX": str(kept / "bytecode"), "XDG_CACHE_HOME": str(kept / "cache")}
    subprocess.run(command, check=True, capture_output=True, env=environment)


def _peer(folder: Path) -> None:
    """Types of one schema, by the command of datamodel-code-generator."""
    source = ROOT / "generated" / "schemas" / "wire.schema.json"
    command = [BIN / "datamodel-codegen", "--input", source, "--input-file-type", "jsonschema"]
    options = ["--output-model-type", "msgspec.Struct", "--output", folder / "peer.py", "--disable-timestamp"]
    _run([*command, *options], folder / "kept")


def _command(folder: Path, targets: Sequence[str]) -> list[str | Path]:
    chosen = [part for name in targets for part in ("-t", name)]
    return [BIN / "cgp", "generate", *chosen, "--spec", folder / "spec"]


def first(folder: Path, targets: Sequence[str]) -> Row:
    """The command as a whole, as if it had just been installed."""
    ours, theirs = [], []
    for number in range(FIRST_ROUNDS):
        new = folder / f"kept-{number}"
        ours.append(_timed(partial(_run, _command(folder, targets), new)))
        theirs.append(_timed(lambda: _peer(folder)))
    return _row("very first run", targets, ours, theirs, None)


def cold(folder: Path, targets: Sequence[str]) -> Row:
    """The command as a whole, start-up included, with every file up to date."""
    ours, theirs = [], []
    for _ in range(ROUNDS):
        ours.append(_timed(lambda: _run(_command(folder, targets), folder / "kept")))
        theirs.append(_timed(lambda: _peer(folder)))
    return _row("standing start", targets, ours, theirs, COLD_GOAL)


def saves(folder: Path, targets: Sequence[str]) -> Iterator[Row]:
    """From the save of a file of the model until the report that all that follows is written."""
    path = folder / "spec" / _EDITED
    text = path.read_text(encoding="utf-8")
    with _watching(folder, targets) as done:
        for what, (old, new) in _EDITS.items():
            ours, theirs = [], []
            for number in range(ROUNDS):
                for wanted in (text.replace(old, new.format(number=number), 1), text):
                    start = time.perf_counter()
                    _save(path, wanted)
                    done()
                    ours.append(time.perf_counter() - start)
                theirs.append(_timed(lambda: _peer(folder)))
            yield _row(what, targets, ours, theirs, SAVE_GOAL)


def _save(path: Path, text: str) -> None:
    """As editors do: a new file that takes the place of the old one."""
    beside = path.with_name(".saving")
    beside.write_text(text, encoding="utf-8")
    beside.replace(path)


@contextmanager
def _watching(folder: Path, targets: Sequence[str]) -> Iterator[Callable[[], None]]:
    """A `cgp generate --watch`; what it gives waits for the next report."""
    command = [*_command(folder, targets), "--watch", "--json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        assert process.stdout is not None

        def done() -> None:
            assert process.stdout is not None
            report = json.loads(process.stdout.readline())
            if not report["ok"]:
                raise RuntimeError(f"the edit is refused: {report}")

        try:
            done()
            time.sleep(1.0)  # From now on saves are seen.
            yield done
        finally:
            process.terminate()


def _row(what: str, targets: Sequence[str], ours: list[float], theirs: list[float], goal: float | None) -> Row:
    ratio = statistics.median(ours) / statistics.median(theirs)
    return Row(what, ", ".join(targets) or "all", statistics.median(ours), min(ours), ratio, goal)


def main() -> int:
    """Print the table; the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="fail where a goal is missed")
    parser.add_argument("--json", action="store_true", help="print JSON only")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for part in ("spec", "generated"):
            shutil.copytree(
                ROOT / part, folder / part, ignore=shutil.ignore_patterns("node_modules", "target", "build")
            )
        _peer(folder)
        _run(_command(folder, ()), folder / "kept")
        rows = [row for targets in (FOUNDATION, ()) for row in (cold(folder, targets), *saves(folder, targets))]
        rows.append(first(folder, ()))
    if arguments.json:
        print(json.dumps([asdict(row) for row in rows], indent=2))
    else:
        _print(rows)
    return 1 if arguments.check and any(row.missed for row in rows) else 0


def _print(rows: Sequence[Row]) -> None:
    machine = f"Python {platform.python_version()}, {os.cpu_count()} processors"
    print(f"{machine}; the peer is datamodel-codegen on one schema\n")
    print("| | targets | seconds | at best | to the peer | goal |\n|---|---|---:|---:|---:|---:|")
    for row in rows:
        marked = " (missed)" if row.missed else ""
        print(
            f"| {row.what} | {row.targets} | {row.median:.2f} | {row.best:.2f} | {row.ratio:.2f} |"
            f" {row.goal or ''}{marked} |"
        )


if __name__ == "__main__":
    sys.exit(main())
