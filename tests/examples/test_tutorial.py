"""The README's tutorial does what it says, letter by letter."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from cgp_wire import ContextQuery
from cgp_wire.host import connect_http
from tests.generated.python.servers import process

README = Path(__file__).parents[2] / "README.md"
FILE = re.compile(r"`(\w+\.py)`[^`]*:\n\n```python\n(.*?)```\n", re.DOTALL)
SESSION = re.compile(r"```\n\$ python ask\.py\n(.*?)```\n", re.DOTALL)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The files that the tutorial tells to save."""
    tutorial = README.read_text().partition("## A provider from nothing")[2].partition("\n## ")[0]
    for name, text in FILE.findall(tutorial):
        (tmp_path / name).write_text(text)
    assert {path.name for path in tmp_path.iterdir()} == {"notes.py", "ask.py", "web.py"}
    return tmp_path


def test_the_host_prints_what_the_tutorial_shows(folder: Path) -> None:
    shown = SESSION.findall(README.read_text())
    done = subprocess.run([sys.executable, "ask.py"], cwd=folder, capture_output=True, text=True, check=False)
    assert ([done.stdout], done.stderr) == (shown, "")


def test_a_forgotten_member_is_named_in_the_log(folder: Path) -> None:
    text = (folder / "notes.py").read_text()
    (folder / "notes.py").write_text(re.sub(r"\s*citation_label=title,", "", text))
    done = subprocess.run([sys.executable, "ask.py"], cwd=folder, capture_output=True, text=True, check=False)
    assert "citation_label" in done.stderr
    assert "ProviderError: the provider says 'internal'" in done.stderr


def test_the_same_class_serves_http(folder: Path) -> None:
    server = ["uvicorn", "web:app", "--app-dir", str(folder), "--workers", "2", "--port"]
    with process(lambda port: [*server, str(port)]) as url, connect_http(url) as host:
        assert len(host.query(ContextQuery(goal="retry", max_frames=8, max_tokens=99)).frames) == 2
