"""Crates built for real: the one of the real model and the one of the made-up protocol, in a folder that is kept."""

from __future__ import annotations

import fcntl
import json
import os
import subprocess
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

from cgp_toolkit.model import Json, Model
from cgp_toolkit.targets.rust import emit
from cgp_toolkit.wire.vectors import Command
from cgp_toolkit.wire.vectors.child import Child
from tests.conftest import ROOT, need

FOLDER = ROOT / "build" / "rust"
"""What cargo has built stays there, so that only the first run takes long."""


@dataclass(frozen=True)
class Crate:
    """A model, and the crate that was generated from it."""

    name: str
    model: Model
    folder: Path

    def cargo(self, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
        """Run cargo in the crate."""
        given = {"CARGO_TARGET_DIR": str(self.folder / "target"), "CARGO_PROFILE_DEV_DEBUG": "0", **environment}
        return subprocess.run(
            [need("cargo"), *arguments],
            cwd=self.folder,
            env=os.environ | given,
            capture_output=True,
            text=True,
            check=False,
        )

    @property
    def testee(self) -> Command:
        """The testee, built."""
        built = self.cargo("build", "--quiet", "--example", "testee")
        assert built.returncode == 0, built.stderr
        return Command((str(self.folder / "target" / "debug" / "examples" / "testee"),))


@pytest.fixture(scope="session", params=["real", "reserved"])
def crate(request: pytest.FixtureRequest) -> Crate:
    """Both crates, one after the other."""
    need("cargo")
    name: str = request.param
    model: Model = request.getfixturevalue("model" if name == "real" else "reserved_model")
    folder = FOLDER / name
    folder.mkdir(parents=True, exist_ok=True)
    # Tests that run side by side share the folder.
    with (FOLDER / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        write(folder, emit(model))
    return Crate(name, model, folder)


def write(folder: Path, wanted: Mapping[str, str]) -> None:
    """Put files into ``folder``, touching only what changes; what cargo has made stays."""
    for path in [*folder.glob("src/**/*.rs"), *folder.glob("examples/**/*.rs")]:
        if path.relative_to(folder).as_posix() not in wanted:
            path.unlink()
    for name, text in wanted.items():
        path = folder / name
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")


class Asked:
    """A testee that is asked many times."""

    def __init__(self, command: Command) -> None:
        self._child = Child(command)

    def __call__(self, request: dict[str, Json]) -> dict[str, Json]:
        """The answer to a request."""
        answer: dict[str, Json] = json.loads(self._child.ask(json.dumps(request).encode()))
        return answer

    def close(self) -> None:
        """End it."""
        self._child.close()


@pytest.fixture(scope="session")
def asked(crate: Crate) -> Iterator[Asked]:
    """The running testee of a crate."""
    found = Asked(crate.testee)
    yield found
    found.close()
