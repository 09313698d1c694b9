"""The Go module of each model, compiled once; the build folder is kept, so that the next run only checks it."""

from __future__ import annotations

import fcntl
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest

from cgp_toolkit.model import Model
from cgp_toolkit.targets.go import emit
from tests.conftest import ROOT, need

BUILD = ROOT / "build" / "go"


@dataclass(frozen=True)
class GoModule:
    """A module on disk, with its testee."""

    name: str
    model: Model
    folder: Path

    @property
    def testee(self) -> Path:
        """The program that answers test vectors."""
        return self.folder / "testee.bin"

    def go(self, *words: str, timeout: float = 600) -> str:
        """What ``go`` prints; fails with it where it fails."""
        done = subprocess.run(["go", *words], cwd=self.folder, capture_output=True, text=True, timeout=timeout)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout


def built(name: str, model: Model) -> GoModule:
    """The module of ``model`` with its testee."""
    need("go")
    module = GoModule(name, model, BUILD / name)
    module.folder.mkdir(parents=True, exist_ok=True)
    with (BUILD / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        files = emit(model)
        for path in [p for p in module.folder.rglob("*.go") if p.relative_to(module.folder).as_posix() not in files]:
            path.unlink()
        for relative, text in files.items():
            path = module.folder / relative
            path.parent.mkdir(parents=True, exist_ok=True)
            if not path.exists() or path.read_text() != text:
                path.write_text(text)
        module.go("build", "-o", module.testee.name, "./cmd/testee")
    return module


@pytest.fixture(scope="session")
def real_go(model: Model) -> GoModule:
    """The module of the real protocol."""
    return built("real", model)


@pytest.fixture(scope="session")
def reserved_go(reserved_model: Model) -> GoModule:
    """The module of the made-up protocol."""
    return built("reserved", reserved_model)


@pytest.fixture(scope="session", params=["real", "reserved"])
def go_module(request: pytest.FixtureRequest) -> GoModule:
    """Both, one after the other."""
    module: GoModule = request.getfixturevalue(f"{request.param}_go")
    return module
