"""``cgp inspect`` and ``cgp mock`` as people run them: what is printed and written, and with which code they leave."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.cli.running import cgp, command, flat
from tests.conftest import ROOT

SDK = (sys.executable, str(ROOT / "tests" / "wire" / "inspect" / "sdk_provider.py"))
FEW = ("--only", "handshake", "--only", "foreign-major", "--only", "anchors", "--only", "second-handshake")


@pytest.fixture(scope="module", autouse=True)
def _sdk() -> None:
    pytest.importorskip("contextgraph_sdk")


def test_what_passes_leaves_with_0_and_says_what_was_left_out() -> None:
    run = cgp("inspect", "--only", "handshake", "--only", "anchors", "stdio", "--", *SDK, cwd=ROOT)
    assert (run.returncode, run.stderr) == (0, "")
    assert "untested  anchors: The provider serves no graph." in run.stdout.splitlines()
    assert run.stdout.splitlines()[-1].startswith("docs 1.0 (contextgraph/1.0-draft): 2 checks, 1 passed, 1 untested, ")


def test_what_is_untested_or_warned_about_fails_where_strictness_is_asked_for() -> None:
    for name in ("anchors", "second-handshake"):
        arguments = ("--only", "handshake", "--only", name, "stdio", "--", *SDK)
        assert cgp("inspect", *arguments, cwd=ROOT).returncode == 0
        assert cgp("inspect", "--strict", *arguments, cwd=ROOT).returncode == 1


def test_a_failure_names_the_requirement_both_messages_and_the_way_out(tmp_path: Path) -> None:
    report = tmp_path / "report.xml"
    run = cgp("inspect", *FEW, "--junit", report, "stdio", "--", *SDK, cwd=ROOT)
    assert (run.returncode, run.stderr) == (1, "")
    lines = run.stdout.splitlines()
    assert lines[0] == "failed  foreign-major  [H3, MUST]"
    assert lines[2] == "  handshake_ack came; expected error"
    assert lines[3] == '    sent   {"type":"handshake","protocol_version":"contextgraph/9.0"}'
    assert lines[4].startswith('    got    {"type":"handshake_ack"')
    assert lines[5].startswith("  way out  Compare the families")
    assert "requirements that are broken: H3" in lines
    root = ElementTree.parse(report).getroot()
    assert (root.get("tests"), root.get("failures"), root.get("skipped")) == ("4", "1", "1")
    (failure,) = root.iter("failure")
    assert failure.get("message") == "handshake_ack came; expected error"


def test_the_report_for_programs_has_every_check_with_its_evidence() -> None:
    run = cgp("inspect", *FEW, "--json", "stdio", "--", *SDK, cwd=ROOT)
    report = json.loads(run.stdout)
    assert report["ok"] is False
    assert report["peer"] == {"transport": "stdio", "address": " ".join(SDK), "name": "docs 1.0"}
    assert report["counts"] == {"passed": 1, "failed": 1, "warned": 1, "untested": 1}
    assert report["requirements"] == {"H1": "passed", "G4": "untested", "H3": "failed", "R1": "warned"}
    (failed,) = (check for check in report["checks"] if check["status"] == "failed")
    assert failed["id"] == "foreign-major"
    assert failed["evidence"][0]["sent"] == ['{"type":"handshake","protocol_version":"contextgraph/9.0"}']


def test_what_was_said_is_recorded_and_can_be_validated(tmp_path: Path) -> None:
    record = tmp_path / "s.ndjson"
    checks = ("--only", "handshake", "--only", "budget-of-one-frame", "--only", "goodbye")
    run = cgp("inspect", *checks, "--record", record, "--ask", "the first", "stdio", "--", *SDK, cwd=ROOT)
    assert run.returncode == 0
    messages = [json.loads(line) for line in record.read_text().splitlines()]
    assert {message["query"]["goal"] for message in messages if message["type"] == "query"} == {"the first"}
    validated = cgp("validate", "--session", "--strict", record, cwd=ROOT)
    assert (validated.returncode, validated.stderr) == (0, "")
    assert "ends with host closed, provider closed" in validated.stdout


def test_a_peer_that_says_nothing_is_given_up() -> None:
    silent = (sys.executable, "-c", "import time; time.sleep(60)")
    run = cgp("inspect", "--timeout", "0.3", "stdio", "--", *silent, cwd=ROOT)
    assert run.returncode == 1
    assert "nothing came within 0.3 s" in run.stdout
    assert " passed" not in run.stdout.splitlines()[-1]
    assert "no session could be opened" in run.stdout or "given up" in run.stdout


def test_a_peer_that_ends_at_once_says_why() -> None:
    broken = (sys.executable, "-c", "raise SystemExit('no such folder')")
    run = cgp("inspect", "--only", "handshake", "--only", "question", "stdio", "--", *broken, cwd=ROOT)
    assert run.returncode == 1
    assert "it ended with status 1 instead" in run.stdout
    assert "  no such folder" in run.stdout.splitlines()


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (("stdio",), 2, "name a command behind 'stdio --'"),
        (("pigeon", "--", "x"), 2, "'pigeon' is no transport"),
        (("--only", "nonsense", "stdio", "--", "x"), 2, "there is no check 'nonsense'"),
        (("http", "a", "b"), 2, "one address is enough"),
        (("--token-env", "NO_SUCH_NAME", "http", "http://127.0.0.1/"), 2, "the environment has no NO_SUCH_NAME"),
        (("stdio", "--", "/no/such/program"), 1, "can't be started"),
        (("http", "nonsense"), 1, "is no address"),
    ],
)
def test_wrong_usage_and_bad_targets_are_told_apart(arguments: tuple[str, ...], code: int, said: str) -> None:
    run = cgp("inspect", *arguments, cwd=ROOT)
    assert (run.returncode, run.stdout) == (code, "")
    assert said in flat(run.stderr)


def test_a_token_is_shown_nowhere() -> None:
    run = cgp(
        "inspect", "--json", "--timeout", "0.2", "--token-env", "TOKEN", "--only", "handshake", "http", "http://127.0.0.1:9/",
        cwd=ROOT, env={"TOKEN": "s3cr3t"},
    )  # fmt: skip
    assert run.returncode == 1
    assert "s3cr3t" not in run.stdout + run.stderr


def test_the_list_of_checks_names_requirements_and_what_each_shows() -> None:
    run = cgp("inspect", "--list", "http", cwd=ROOT)
    assert run.returncode == 0
    names = [line.split()[0] for line in run.stdout.splitlines()]
    assert {"http-method", "malformed/line-of-null", "B1"} <= set(names)
    assert "goodbye" not in names


def test_the_mock_answers_on_its_standard_streams_and_leaves_with_0() -> None:
    session = (
        b'{"type":"handshake","protocol_version":"contextgraph/1.0"}\n'
        b'{"type":"query","id":"a","query":{"goal":"x","max_frames":2,"max_tokens":20}}\n'
        b'{"type":"shutdown"}\n'
    )
    run = cgp("mock", cwd=ROOT, stdin=session)
    assert (run.returncode, run.stderr) == (0, "")
    ack, frames = map(json.loads, run.stdout.splitlines())
    assert ack["provider"]["name"] == "mock"
    assert frames["id"] == "a"
    assert 0 < sum(frame["token_cost"] for frame in frames["result"]["frames"]) <= 20


def test_the_mock_lists_its_modes_and_knows_no_others() -> None:
    run = cgp("mock", "--list", cwd=ROOT)
    assert run.returncode == 0
    assert any(line.split()[:3] == ["over-budget", "B1", "B1"] for line in run.stdout.splitlines())
    run = cgp("mock", "--misbehave", "over-budgt", cwd=ROOT)
    assert run.returncode == 2
    assert "did you mean 'over-budget'?" in flat(run.stderr)


def test_a_port_that_is_taken_is_said() -> None:
    with subprocess.Popen(command("mock", "--http", "0"), stdout=subprocess.PIPE, text=True, cwd=ROOT) as server:
        assert server.stdout is not None
        try:
            port = server.stdout.readline().strip().rstrip("/").rpartition(":")[2]
            run = cgp("mock", "--http", port, cwd=ROOT)
        finally:
            server.terminate()
    assert run.returncode == 1
    assert f"port {port} can't be opened" in run.stderr
