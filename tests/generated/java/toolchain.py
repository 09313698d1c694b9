"""Compiling the Java binding for real: the JDK, the jars that Maven resolves once, a folder that is used again."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from cgp_toolkit.model import Model
from cgp_toolkit.targets.java import emit
from cgp_toolkit.targets.java.names import names
from cgp_toolkit.wire.vectors import Command
from cgp_toolkit.wire.vectors.child import Child
from tests.conftest import ROOT, need

CACHE = ROOT / ".toolchains" / "java"
LINT = ("-proc:none", "-Xlint:all", "-Xdoclint:all/protected", "-Werror")


@dataclass(frozen=True, slots=True)
class Package:
    """A compiled package: its sources, its classes, and the jars that it needs."""

    name: str
    sources: Path
    classes: Path
    jars: tuple[Path, ...]

    @property
    def path(self) -> str:
        """The class path of programs that use it."""
        return os.pathsep.join(map(str, (self.classes, *self.jars)))

    @property
    def testee(self) -> Command:
        """The testee."""
        # What it has to do is small: a quick start is worth more than fast code.
        options = ("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xshare:auto", "-cp", self.path)
        return Command((need("java"), *options, f"{self.name}.testee.Testee"), timeout=60)


def compiled(model: Model) -> Package:
    """The package of ``model``, compiled with every warning an error; from the cache if nothing has changed."""
    javac = need("javac")
    files = emit(model)
    folder = CACHE / names(model).package
    sources, classes, mark = folder / "sources", folder / "classes", folder / "compiled"
    digest = hashlib.sha256(json.dumps(sorted(files.items())).encode()).hexdigest()
    jars = _jars(files["pom.xml"])
    if not mark.is_file() or mark.read_text() != digest:
        _remove(folder)
        for path, text in files.items():
            (sources / path).parent.mkdir(parents=True, exist_ok=True)
            (sources / path).write_text(text)
        java = sorted(map(str, (sources / "src" / "main" / "java").rglob("*.java")))
        run(
            javac, *LINT, "--release", "17", "-d", str(classes), "--module-path", os.pathsep.join(map(str, jars)), *java
        )
        mark.write_text(digest)
    return Package(names(model).package, sources, classes, jars)


def run(*words: str, folder: Path | None = None, given: str | None = None) -> str:
    """What a program prints; fails the test, with all that it said, if it fails."""
    done = subprocess.run(words, cwd=folder, input=given, capture_output=True, text=True, check=False, timeout=600)
    if done.returncode:
        pytest.fail(
            f"{' '.join(words[:2])} ended with {done.returncode}:\n{done.stdout[-4000:]}\n{done.stderr[-4000:]}"
        )
    return done.stdout


def _jars(pom: str) -> tuple[Path, ...]:
    """The jars of the dependencies that ``pom`` names, resolved once."""
    dependencies = pom[pom.index("<dependencies>") : pom.index("</dependencies>") + len("</dependencies>")]
    folder = CACHE / "jars" / hashlib.sha256(dependencies.encode()).hexdigest()[:16]
    if not list(folder.glob("*.jar")):
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "pom.xml").write_text(
            '<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>'
            f"<groupId>jars</groupId><artifactId>jars</artifactId><version>1</version>{dependencies}</project>"
        )
        run(need("mvn"), "-q", "-B", "dependency:copy-dependencies", f"-DoutputDirectory={folder}", folder=folder)
    return tuple(sorted(folder.glob("*.jar")))


def _remove(folder: Path) -> None:
    for path in sorted(folder.rglob("*"), reverse=True):
        path.rmdir() if path.is_dir() and not path.is_symlink() else path.unlink()


@contextmanager
def asking(package: Package) -> Iterator[Ask]:
    """A running testee."""
    child = Child(package.testee)
    try:
        yield Ask(child)
    finally:
        child.close()


@dataclass(frozen=True, slots=True)
class Ask:
    """Asks a running testee."""

    child: Child

    def __call__(self, request: Mapping[str, object]) -> dict[str, object]:
        """The answer to a request, without members that are null."""
        answer = json.loads(self.child.ask(json.dumps(request).encode()))
        return without_nulls(answer)


def without_nulls(answer: Mapping[str, object]) -> dict[str, object]:
    """``answer`` without members that are null, on any level."""
    pruned = json.loads(json.dumps(answer), object_hook=lambda o: {k: v for k, v in o.items() if v is not None})
    return dict(pruned)
