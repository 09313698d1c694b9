"""The TypeScript package of a model, compiled by the real compiler, once a text of it."""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from cgp_toolkit.model import Model
from cgp_toolkit.targets.typescript import TARGET
from tests.conftest import ROOT, need
from tests.npm import install

HERE = Path(__file__).parent
# Reused from run to run, and none of git's business.
BUILD = ROOT / "build" / "typescript"


@dataclass(frozen=True)
class Package:
    """A compiled package.  ``complaints`` is what the compiler has said, which should be nothing."""

    folder: Path
    complaints: str

    @property
    def testee(self) -> list[str]:
        """The command of its testee."""
        return [need("node"), str(self.folder / "dist" / "testee" / "testee.js")]

    def run(self, tool: str, *arguments: str) -> str:
        """What one of the tools beside the package says; nothing if all is well."""
        done = subprocess.run([str(tools() / tool), *arguments], cwd=self.folder, capture_output=True, text=True)
        return done.stdout + done.stderr if done.returncode else ""


@cache
def tools() -> Path:
    """The folder of the tools: compiler, linter, formatter, bundler."""
    BUILD.mkdir(parents=True, exist_ok=True)
    with _locked(BUILD / ".setup-lock"):
        for name in ("package.json", "package-lock.json"):
            shutil.copyfile(HERE / name, BUILD / name)
    install(BUILD)
    return BUILD / "node_modules" / ".bin"


def built(model: Model) -> Package:
    """The package of ``model``; compiled anew only if its text is new."""
    need("node")
    tools()
    files = TARGET.emit(model)
    digest = hashlib.sha256(json.dumps(files, sort_keys=True).encode()).hexdigest()
    folder = BUILD / model.protocol.packages["typescript"].names["package"]
    mark = folder / ".built"
    with _locked(BUILD / f".{folder.name}-lock"):
        if not mark.exists() or json.loads(mark.read_text())["digest"] != digest:
            shutil.rmtree(folder, ignore_errors=True)
            for path, text in files.items():
                (folder / path).parent.mkdir(parents=True, exist_ok=True)
                (folder / path).write_text(text)
            package = Package(folder, "")
            said = package.run("tsc") or package.run("tsc", "--project", "src/testee")
            mark.write_text(json.dumps({"digest": digest, "said": said}))
    return Package(folder, json.loads(mark.read_text())["said"])


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    with open(path, "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
        os.fsync(lock.fileno())
