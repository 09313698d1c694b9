"""Mocks to inspect: real child processes, which start at once because a server has the model already."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from cgp_toolkit.model import Model
from cgp_toolkit.oracle import Oracle
from cgp_toolkit.wire.inspect import Inspected, Inspector, Recorder, Wishes
from tests.conftest import ROOT

HERE = Path(__file__).parent
SDK = [sys.executable, str(HERE / "sdk_provider.py")]

Inspect = Callable[..., Inspected]


@pytest.fixture(scope="session")
def mock(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[str | None], list[str]]]:
    """The command of a mock that errs in a way, or in none."""
    path = tmp_path_factory.mktemp("mock") / "socket"
    words = [sys.executable, str(HERE / "mock_server.py"), str(path)]
    pipe = subprocess.PIPE
    with subprocess.Popen(words, stdin=pipe, stdout=pipe, cwd=ROOT) as server:
        assert server.stdout is not None
        assert server.stdin is not None
        assert server.stdout.readline() == b"ready\n"
        try:
            yield lambda mode: [sys.executable, "-S", "-E", str(HERE / "mock_client.py"), str(path), mode or "-"]
        finally:
            server.stdin.close()


@pytest.fixture(scope="session")
def oracle(model: Model) -> Oracle:
    """The oracle of the model, made once."""
    return Oracle(model)


@pytest.fixture
def inspect(oracle: Oracle) -> Inspect:
    """Inspects a command, with short times."""

    def run(words: list[str], *, recorder: Recorder | None = None, **wishes: object) -> Inspected:
        settings: dict[str, object] = {"timeout": 8.0, "quiet": 0.1, **wishes}
        chosen = Wishes(**settings)  # type: ignore[arg-type]
        return Inspector(oracle.model, words, chosen, recorder or Recorder(), oracle=oracle).run()

    return run
