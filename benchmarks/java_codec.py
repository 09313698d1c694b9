"""What the Java binding costs, beside Jackson's tree of nodes, which is how Java reads JSON without types.

The measuring is done by ``java/Bench.java``: both in turns, by the time of the processor, medians.  ``--check`` fails
where a goal is missed, ``--json`` prints the numbers only.  The jars are resolved by Maven into a folder that git
ignores.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from _messages import reply, small

from cgp_wire import ndjson

ROOT = Path(__file__).parents[1]
JARS = ROOT / ".toolchains" / "java" / "bench"
CASES = {"small query": small(), "8 frames": reply(8, 900), "64 frames of 4 KB": reply(64, 4096)}
GOALS = {"decode": 1.4, "encode": 1.3}
DATABIND = "com.fasterxml.jackson.core:jackson-databind:2.21.3"
ANNOTATIONS = "org.jspecify:jspecify:1.0.0"


@dataclass(frozen=True)
class Row:
    """One measurement: microseconds a message, typed and as a tree, and their ratio."""

    operation: str
    case: str
    typed: float
    tree: float
    ratio: float
    goal: float

    @property
    def missed(self) -> bool:
        """Whether the goal is missed."""
        return self.ratio > self.goal


def main() -> int:
    """Measure and print; 1 if a goal is missed that had to be checked."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="fail where a goal is missed")
    parser.add_argument("--json", action="store_true", help="print the numbers only")
    options = parser.parse_args()
    missing = [program for program in ("javac", "java", "mvn") if shutil.which(program) is None]
    if missing:
        print(f"not measured: {', '.join(missing)} missing", file=sys.stderr)
        return int(os.environ.get("CGP_ALL_TOOLCHAINS") == "1")
    rows = measured()
    if options.json:
        print(json.dumps([asdict(row) for row in rows]))
    else:
        print("| | message | cgp_wire, µs | JsonNode, µs | ratio | goal |\n|---|---|---:|---:|---:|---:|")
        for row in rows:
            numbers = " | ".join(f"{number:.2f}" for number in (row.typed, row.tree, row.ratio, row.goal))
            print(f"| {row.operation} | {row.case} | {numbers} |")
    return int(options.check and any(row.missed for row in rows))


def measured() -> list[Row]:
    """A row a case and operation."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        classes = folder / "classes"
        path = os.pathsep.join([str(classes), *map(str, jars())])
        sources = [
            *(p for p in (ROOT / "generated" / "java").rglob("*.java") if p.name != "module-info.java"),
            Path(__file__).parent / "java" / "Bench.java",
        ]
        run("javac", "-proc:none", "-cp", path, "-d", str(classes), *map(str, sources))
        files = {folder / str(index): case for index, case in enumerate(CASES)}
        for file, case in files.items():
            file.write_bytes(ndjson.encode(CASES[case]))
        lines = run("java", "-cp", path, "Bench", *map(str, files)).splitlines()
    times = {(file, what, who): float(nanos) / 1000 for file, what, who, nanos in (line.split("\t") for line in lines)}
    return [
        Row(what, case, typed, tree, typed / tree, goal)
        for what, goal in GOALS.items()
        for file, case in files.items()
        for typed, tree in [(times[str(file), what, "typed"], times[str(file), what, "tree"])]
    ]


def jars() -> Sequence[Path]:
    """The jars of the binding and of what it is compared with."""
    if not list(JARS.glob("*.jar")):
        JARS.mkdir(parents=True, exist_ok=True)
        (JARS / "pom.xml").write_text(
            '<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>'
            "<groupId>bench</groupId><artifactId>bench</artifactId><version>1</version><dependencies>"
            + "".join(map(_dependency, (DATABIND, ANNOTATIONS)))
            + "</dependencies></project>"
        )
        run("mvn", "-q", "-B", "-f", str(JARS), "dependency:copy-dependencies", f"-DoutputDirectory={JARS}")
    return sorted(JARS.glob("*.jar"))


def _dependency(coordinates: str) -> str:
    group, artifact, version = coordinates.split(":")
    return (
        f"<dependency><groupId>{group}</groupId><artifactId>{artifact}</artifactId>"
        f"<version>{version}</version></dependency>"
    )


def run(*words: str) -> str:
    """What a program prints; ends with what it says if it fails."""
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{words[0]} failed:\n{done.stdout}{done.stderr}")
    return done.stdout


if __name__ == "__main__":
    sys.exit(main())
