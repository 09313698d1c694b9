"""The generated package is typed: for itself, for its users, and against their mistakes."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from cgp_toolkit.model import Model
from tests.generated.python.flavours import write_package

CONSUMER = Path(__file__).parent / "consumer.py"


def _mypy(folder: Path, *arguments: str) -> tuple[int, str]:
    """Exit code and report of `mypy --strict`, with what stands in ``folder`` to import from."""
    cache = f"--cache-dir={folder / '.mypy_cache'}"
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--config-file=", cache, *arguments],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout + done.stderr


@pytest.fixture(scope="module")
def folder(model: Model, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The real package, and a consumer beside it."""
    folder = tmp_path_factory.mktemp("typed")
    write_package(model, folder)
    (folder / "consumer.py").write_text(CONSUMER.read_text())
    return folder


def test_the_package_and_its_consumer_are_clean_under_strict_typing(folder: Path) -> None:
    code, report = _mypy(folder, "cgp_wire", "consumer.py")
    assert code == 0, report


_LAST_CASE = """\
        case Shutdown():
            assert_type(message, Shutdown)
            return ""
"""

_MISTAKES = {
    "a case is missing": (_LAST_CASE, "", "assert_never"),
    "a member is misspelt": ("frames[0].frame_id", "frames[0].frame_ids", "has no attribute"),
    "a member is missing": (
        'Handshake(protocol_version="contextgraph/1.0-draft")',
        "Handshake()",
        "Missing named argument",
    ),
    "a type is wrong": ("return message.provider.name", "return message.provider", "Incompatible return value"),
    "a reply is another one's": (
        "def query(self, query: ContextQuery) -> ContextQueryResult:",
        "def query(self, query: ContextQuery) -> str:",
        "incompatible with return type",
    ),
    "a request takes something else": ("host.query(query, timeout=1.5)", "host.query(query.goal)", "incompatible type"),
    "a result is not waited for": (
        "len((await host.query(query)).frames)",
        "len(host.query(query).frames)",
        "has no attribute",
    ),
    "an envelope may be unknown": ("= decode(line)\n", "= decode(line)\n    encode(message)\n", "UnknownEnvelope"),
}


@pytest.mark.parametrize("mistake", _MISTAKES)
def test_a_mistake_of_a_consumer_is_an_error(folder: Path, mistake: str) -> None:
    right, wrong, complaint = _MISTAKES[mistake]
    text = CONSUMER.read_text()
    assert right in text
    # A file of its own: mypy takes one of the same size that is saved within the same second for the one it knows.
    mistaken = folder / f"{mistake.replace(' ', '_').replace(chr(39), '')}.py"
    mistaken.write_text(text.replace(right, wrong))
    code, report = _mypy(folder, mistaken.name)
    assert code == 1
    assert complaint in report


@pytest.mark.parametrize("serves", [True, False], ids=["http", "no-http"])
def test_the_package_of_the_made_up_protocol_is_clean_too(reserved_model: Model, tmp_path: Path, serves: bool) -> None:
    package = write_package(reserved_model if serves else replace(reserved_model, http=None), tmp_path)
    code, report = _mypy(tmp_path, package)
    assert code == 0, report


def test_the_consumer_runs(folder: Path) -> None:
    done = subprocess.run([sys.executable, "consumer.py"], cwd=folder, capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ('contextgraph/1.0-draft\n{"type":"shutdown"}\n', "")
