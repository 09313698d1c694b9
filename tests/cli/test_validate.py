"""``cgp validate`` as a process: exit codes, reports, inputs."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cgp_toolkit.cli import main
from tests.cli.running import cgp, flat

GOOD = b'{"type":"shutdown"}\n'
BAD = b'{"type":"error","message":""}\n'


@pytest.fixture
def good(tmp_path: Path) -> Path:
    path = tmp_path / "good.ndjson"
    path.write_bytes(GOOD * 3)
    return path


@pytest.fixture
def bad(tmp_path: Path) -> Path:
    path = tmp_path / "bad.ndjson"
    path.write_bytes(GOOD + BAD)
    return path


def test_sound_messages_pass(good: Path) -> None:
    run = cgp("validate", good)
    assert (run.returncode, run.stderr) == (0, "")
    assert run.stdout == f"{good}: 3 messages (shutdown 3), no findings\n"


def test_a_finding_has_place_rule_pointer_requirement_sentence_and_way_out(bad: Path) -> None:
    run = cgp("validate", bad)
    assert (run.returncode, run.stderr) == (1, "")
    first, second, last = run.stdout.splitlines()
    assert first == f"{bad}:2:17: too-short at /message [R1]"
    assert second.startswith("  expected ")
    assert second.endswith("leave the member out where it is optional.")
    assert last == f"{bad}: 2 messages (shutdown 1, unreadable 1), 1 finding"


def test_standard_input_is_a_dash() -> None:
    run = cgp("validate", "-", stdin=GOOD + BAD)
    assert run.returncode == 1
    assert run.stdout.startswith("<stdin>:2:17: too-short at /message")
    assert cgp("validate", "-", stdin=GOOD).returncode == 0


def test_one_input_that_cannot_be_read_does_not_hide_the_others(good: Path, bad: Path, tmp_path: Path) -> None:
    run = cgp("validate", good, tmp_path / "nowhere", tmp_path, bad)
    assert run.returncode == 1
    assert run.stderr.splitlines() == [
        f"cgp: {tmp_path}/nowhere does not exist",
        f"cgp: {tmp_path} is a folder; name the files in it",
    ]
    assert run.stdout.splitlines()[-1] == "total: 5 messages, 1 finding"


def test_an_input_that_cannot_be_read_fails_though_nothing_is_found(good: Path, tmp_path: Path) -> None:
    (tmp_path / "empty").write_bytes(b"")
    assert main(["validate", str(good), str(tmp_path / "empty")]) == 1


def test_strict_adds_what_binds_authors(tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_bytes(b'{"type":"shutdown","more":1}\n')
    assert main(["validate", str(path)]) == 0
    assert main(["validate", "--strict", str(path)]) == 1
    assert main(["validate", "--thorough", str(path)]) == 1


def test_the_report_as_json(good: Path, bad: Path, tmp_path: Path) -> None:
    run = cgp("validate", "--json", good, bad, tmp_path / "nowhere")
    assert (run.returncode, run.stderr) == (1, "")
    report = json.loads(run.stdout)
    assert set(report) == {"findings", "files", "ok"}
    assert report["ok"] is False
    (finding,) = report["findings"]
    assert finding["file"] == str(bad)
    assert (finding["line"], finding["column"], finding["pointer"], finding["rule"]) == (2, 17, "/message", "too-short")
    assert set(finding) >= {"requirements", "severity", "message", "fix"}
    counts = {"messages": 3, "findings": 0, "envelopes": {"shutdown": 3}, "unknown": 0, "unreadable": 0}
    assert report["files"][0] == {"file": str(good), **counts}
    assert report["files"][2] == {"error": f"{tmp_path}/nowhere does not exist"}
    fine = json.loads(cgp("validate", "--json", good).stdout)
    assert (fine["ok"], fine["findings"]) == (True, [])


def test_findings_that_are_alike_are_counted_unless_all_are_wanted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "x"
    path.write_bytes(BAD * 25 + b"{}\n")
    assert main(["validate", str(path)]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert len([line for line in lines if "too-short at /message [R1]" in line]) == 10
    assert lines[-2] == f"{path}: 15 more too-short at /message; --all shows them"
    assert lines[-1].endswith("26 findings")
    assert len([line for line in lines if "missing-member" in line]) == 1
    assert main(["validate", "--all", str(path)]) == 1
    assert len([line for line in capsys.readouterr().out.splitlines() if "too-short at" in line]) == 25


def test_a_format_can_be_named(tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_bytes(b'{"type":\n"shutdown"}\n')
    assert main(["validate", str(path)]) == 0
    assert main(["validate", "--format", "json", str(path)]) == 0
    assert main(["validate", "--format", "ndjson", str(path)]) == 1


def test_no_input_or_an_unknown_format_is_wrong_usage(good: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["validate"]) == 2
    assert "Missing argument" in flat(capsys.readouterr().err)
    assert main(["validate", "--format", "xml", str(good)]) == 2


def test_content_of_messages_is_never_echoed(tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_bytes(b'{"type":"error","message":["hush"]}\n{"type":"hush","hush":"hush}\n{"hush":1}\n')
    run = cgp("validate", "--strict", "--json", path)
    report = json.loads(run.stdout)
    assert len(report["findings"]) >= 3
    said = [(finding["message"], finding["fix"]) for finding in report["findings"]]
    assert "hush" not in str(said)
