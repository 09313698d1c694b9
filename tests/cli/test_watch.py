"""``cgp generate --watch``: a process that follows a model while it is edited."""

from __future__ import annotations

import json
import signal
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.running import command, environment


class _Watcher:
    """A child that watches; each line that it prints is one run."""

    def __init__(self, spec: Path) -> None:
        self.process = subprocess.Popen(
            command("generate", "--watch", "--json", "--target", "schemas", "--spec", spec),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=environment(),
        )

    def run(self) -> dict[str, object]:
        """The report of the next run; the fixture ends a watcher that says nothing."""
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert line, "the watcher ended"
        report = json.loads(line)
        assert isinstance(report, dict)
        return report


@pytest.fixture
def watcher(spec: Path) -> Iterator[_Watcher]:
    watching = _Watcher(spec)
    patience = threading.Timer(120, watching.process.kill)
    patience.start()
    yield watching
    patience.cancel()
    watching.process.kill()
    watching.process.communicate()


def _edit(path: Path, old: str, new: str) -> None:
    text = path.read_text()
    assert old in text
    # As editors do it: a new file that takes the place of the old one.
    fresh = path.with_name(f".{path.name}.swp")
    fresh.write_text(text.replace(old, new))
    fresh.replace(path)


def test_each_save_is_generated_until_it_is_interrupted(spec: Path, out: Path, watcher: _Watcher) -> None:
    first = watcher.run()
    assert (first["ok"], first["saved"]) == (True, [])
    bundle = out / "schemas" / "wire.schema.json"
    assert "Asks politely." not in bundle.read_text()

    _edit(spec / "envelopes.yaml", "doc: Asks.", "doc: Asks politely.")
    second = watcher.run()
    assert (second["ok"], second["saved"]) == (True, ["envelopes.yaml"])
    assert "Asks politely." in bundle.read_text()

    watcher.process.send_signal(signal.SIGINT)
    assert watcher.process.wait(timeout=20) == 0


def test_an_unsound_model_is_reported_and_watching_goes_on(spec: Path, out: Path, watcher: _Watcher) -> None:
    assert watcher.run()["ok"] is True
    bundle = out / "schemas" / "wire.schema.json"
    before = bundle.read_bytes()

    _edit(spec / "types.yaml", "{type: int,", "{type: nowhere,")
    broken = watcher.run()
    assert broken["ok"] is False
    findings = broken["findings"]
    assert isinstance(findings, list)
    assert "unknown-reference" in {finding["rule"] for finding in findings}
    assert bundle.read_bytes() == before

    (spec / "types.yaml").write_bytes((spec / "types.yaml").read_bytes() + b"\xff")
    assert watcher.run()["ok"] is False

    (spec / "types.yaml").write_bytes((spec / "types.yaml").read_bytes()[:-1].replace(b"nowhere", b"int"))
    assert watcher.run()["ok"] is True


def test_files_that_are_no_part_of_the_model_start_no_run(spec: Path, watcher: _Watcher) -> None:
    assert watcher.run()["ok"] is True
    (spec / "notes.txt").write_text("x")
    (spec / ".#types.yaml").write_text("x")
    _edit(spec / "envelopes.yaml", "doc: Asks.", "doc: Asks politely.")
    assert watcher.run()["saved"] == ["envelopes.yaml"]
