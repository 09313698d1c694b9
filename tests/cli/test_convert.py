"""``cgp convert`` as a process: messages on standard output, everything else on standard error."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.running import cgp

LINES = (
    b'{"type":"handshake","protocol_version":"contextgraph/1.0-draft"}\n'
    b'{"type":"query","id":"q1","query":{"goal":"why","max_frames":8,"max_tokens":2000,"later":{"x":[1.0]}}}\n'
    b'{"type":"frames","id":"q1","result":{"frames":[],"truncated":false}}\n'
    b'{"type":"shutdown"}\n'
)


@pytest.fixture
def session(tmp_path: Path) -> Path:
    """A recorded session."""
    path = tmp_path / "session.ndjson"
    path.write_bytes(LINES)
    return path


@pytest.mark.parametrize("framing", ["line", "content-length"])
def test_a_session_goes_there_and_back_through_pipes(session: Path, framing: str) -> None:
    there = cgp("convert", "--to", "jsonrpc", "--framing", framing, session)
    assert there.returncode == 0
    assert there.stderr == f"{session}: 4 of 4 messages converted\n"
    assert there.stdout.count('{"jsonrpc":"2.0"') == 4
    assert ("Content-Length: " in there.stdout) == (framing == "content-length")
    back = cgp("convert", "--to", "ndjson", "--framing", framing, "-", stdin=there.stdout.encode())
    assert (back.returncode, back.stdout.encode()) == (0, LINES)
    assert back.stderr == "<stdin>: 4 of 4 messages converted\n"


def test_a_message_that_fails_is_named_with_its_line_and_the_others_are_written(session: Path) -> None:
    session.write_bytes(LINES + b'{"type":"query","query":{}\n{"type":"shutdown"}\n')
    run = cgp("convert", "--to", "jsonrpc", session)
    assert run.returncode == 1
    assert run.stderr.startswith(f"{session}:5:27: not-json [R1]\n")
    assert run.stderr.endswith(f"{session}: 5 of 6 messages converted, 1 failed\n")
    assert run.stdout.count("\n") == 5


def test_what_is_not_carried_is_counted_and_fails_when_that_is_asked_for(session: Path) -> None:
    session.write_bytes(LINES + b'{"type":"frames","id":"q2","result":{"frames":[],"truncated":false},"more":1}\n')
    run = cgp("convert", "--to", "jsonrpc", session)
    assert run.returncode == 0
    assert f"{session}:5:69: warning: not-carried at /more" in run.stderr
    assert "5 of 5 messages converted, 1 part left out" in run.stderr
    strict = cgp("convert", "--to", "jsonrpc", "--strict", session)
    assert strict.returncode == 1
    assert strict.stdout.count("\n") == 4
    assert "4 of 5 messages converted, 1 failed" in strict.stderr


def test_a_report_for_programs_is_one_object(session: Path) -> None:
    session.write_bytes(LINES + b"nothing\n")
    run = cgp("convert", "--to", "jsonrpc", "--json", session)
    report = json.loads(run.stderr)
    assert (run.returncode, report["ok"]) == (1, False)
    assert [(found["line"], found["rule"], found["severity"]) for found in report["findings"]] == [
        (5, "not-json", "error")
    ]
    assert report["input"] == {"file": str(session), "messages": 5, "written": 4, "failed": 1, "losses": 0}


def test_inputs_that_can_not_be_read_and_wrong_usage_are_told(tmp_path: Path) -> None:
    run = cgp("convert", "--to", "jsonrpc", tmp_path / "nowhere")
    assert (run.returncode, run.stdout, run.stderr) == (1, "", f"cgp: {tmp_path}/nowhere does not exist\n")
    assert cgp("convert", "--to", "xml", tmp_path).returncode == 2
    assert cgp("convert", tmp_path).returncode == 2


def test_every_message_that_is_no_message_of_json_rpc_is_named(tmp_path: Path) -> None:
    log = tmp_path / "rpc.log"
    log.write_bytes(
        b'{"jsonrpc":"2.0","id":1,"method":"context/handshake","params":{"protocol_version":"contextgraph/1.0-draft"}}\n'
        b"[]\n"
        b'{"jsonrpc":"2.0","id":1,"result":{},"error":{}}\n'
        b'{"jsonrpc":"2.0","id":9,"result":{}}\n'
    )
    run = cgp("convert", "--to", "ndjson", log)
    assert run.returncode == 1
    assert [line.split(":")[1:4:2] for line in run.stderr.splitlines() if line.startswith(f"{log}:")][:3] == [
        ["2", " batch"],
        ["3", " no-request"],
        ["4", " unasked at /id"],
    ]
