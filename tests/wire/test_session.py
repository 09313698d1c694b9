"""Recorded sessions: what comes at the wrong time, with line, state and requirement."""

from __future__ import annotations

import json
from io import BytesIO
from pathlib import Path

import pytest

from cgp_toolkit.cli import main
from cgp_toolkit.model import Model
from cgp_toolkit.wire.errors import InputError
from cgp_toolkit.wire.findings import Finding, Outcome, Tally, Wishes
from cgp_toolkit.wire.inputs import Input
from cgp_toolkit.wire.pieces import Format
from cgp_toolkit.wire.session import replay
from cgp_wire import Envelope, encode
from tests.conftest import ROOT
from tests.generated.python import sessions as s

CORPUS = ROOT.parent / "shared" / "corpus" / "session.ndjson"
MET = (s.handshake(), s.ack())


def _replay(
    *messages: Envelope | bytes, strict: bool = False, diagram: bool = False
) -> tuple[Tally, Outcome, list[Finding]]:
    data = b"".join(m if isinstance(m, bytes) else encode(m) for m in messages)
    found: list[Finding] = []
    tally, outcome = replay(
        Input("x", BytesIO(data), len(data)),
        Wishes(strict=strict, diagram=diagram),
        format=Format.AUTO,
        report=found.append,
        advance=lambda: None,
    )
    assert tally.findings == len(found)
    return tally, outcome, found


def test_every_session_of_the_model_is_sound(model: Model) -> None:
    assert len(model.sessions) >= 3
    for session in model.sessions.values():
        lines = [json.dumps(message).encode() + b"\n" for message in session.messages]
        tally, outcome, found = _replay(*lines, strict=True)
        assert found == [], session.name
        assert tally.messages == len(lines)
        assert set(outcome.states.values()) <= {"closed", "refused"}
        assert outcome.unanswered == ()


@pytest.mark.skipif(not CORPUS.exists(), reason="the shared corpus is not there")
def test_the_recorded_session_of_the_corpus_is_sound() -> None:
    _, outcome, found = _replay(CORPUS.read_bytes())
    assert found == []
    assert outcome == Outcome({"host": "closed", "provider": "closed"}, (), None)


def test_the_first_and_every_later_breach_has_its_line_its_state_and_its_requirement() -> None:
    _, outcome, found = _replay(
        s.query("a"),
        *MET,
        b"\n",
        s.query("a"),
        s.query("a"),
        s.frames("b"),
        s.frames("a"),
        s.shutdown(),
        s.error(),
    )
    assert [(f.line, f.state, f.rule, f.requirements) for f in found] == [
        (1, "fresh", "session-fresh", ("N-handshake-first",)),
        (6, "ready", "session-id-in-flight", ("N-id-unique-in-flight",)),
        (7, "ready", "session-undue", ("H4",)),
        (10, "closed", "session-undue", ("R2",)),
    ]
    assert found[0].message == ("the host sends query (fresh): No payload moves before the handshake is complete.")
    assert outcome.states == {"host": "closed", "provider": "closed"}


@pytest.mark.parametrize(
    ("messages", "requirement"),
    [
        ((s.handshake(), s.query()), "N-handshake-first"),
        ((s.handshake(), s.handshake()), "N-handshake-first"),
        ((s.handshake(), s.ack(s.FOREIGN)), "H1"),
        ((s.handshake(), s.error(code=s.MISMATCH), s.query()), "N-handshake-first"),
        ((s.handshake(), s.ack(correlation=False), s.query("a")), "N-no-id-without-capability"),
        ((s.handshake(), s.ack(verify=False), s.verify()), "N-no-verify-without-capability"),
        ((*MET, s.query(), s.verify()), "N-lock-step"),
        ((*MET, s.query("a"), s.query("a")), "N-id-unique-in-flight"),
        ((*MET, s.query("a"), s.frames()), "H4"),
        ((*MET, s.query("a"), s.frames("a"), s.frames("a")), "H4"),
        ((*MET, s.verify(), s.frames()), "H4"),
        ((*MET, s.query(), s.verified()), "N-lock-step"),
        ((*MET, s.ack()), "H1"),
        ((*MET, s.shutdown(), s.query()), "R2"),
        ((s.ack(),), "H1"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_breach_at_the_last_message_is_named(messages: tuple[Envelope, ...], requirement: str) -> None:
    _, _, found = _replay(*messages)
    assert [(f.line, f.requirements[0]) for f in found] == [(len(messages), requirement)]


def test_replies_out_of_order_and_at_the_goodbye_are_fine() -> None:
    _, outcome, found = _replay(
        *MET, s.query("a"), s.query("b"), s.query(), s.frames("b"), s.frames(), s.shutdown(), s.frames("a")
    )
    assert found == []
    assert outcome.unanswered == ()


def test_what_is_not_answered_is_told_but_is_no_finding() -> None:
    _, outcome, found = _replay(*MET, s.query("a"), s.verify(), s.query("b"), s.frames("b"))
    assert found == []
    assert outcome == Outcome({"host": "ready", "provider": "ready"}, (3, 4), None)


def test_a_malformed_line_is_a_finding_and_the_session_goes_on() -> None:
    tally, _, found = _replay(
        *MET, s.query(), b"no message\n", b'{"type":"news","x":1}\n', s.frames(), s.error(), s.shutdown()
    )
    assert [(f.line, f.rule, f.state) for f in found] == [(4, "not-json", None)]
    assert (tally.messages, tally.unreadable, tally.unknown) == (8, 1, 1)


def test_strict_adds_what_binds_authors_and_what_a_request_and_its_reply_show_together() -> None:
    messages = (*MET, s.query("a"), b'{"type":"frames","id":"a","extra":1,"result":{"frames":[],"truncated":false}}\n')
    assert _replay(*messages)[2] == []
    assert [(f.line, f.rule) for f in _replay(*messages, strict=True)[2]] == [(4, "unknown-member")]
    frame = (
        b'{"type":"frames","id":"a","result":{"frames":[{"id":"1","kind":"memory","title":"T","content":"aaaaaaaa",'
        b'"score":0.5,"token_cost":2,"citation_label":"L"}],"truncated":false}}\n'
    )
    found = _replay(*MET, s.query("a"), frame, strict=True)[2]
    assert [(f.line, f.requirements) for f in found if "B1" in f.requirements] == [(4, ("B1",))]


def test_a_json_array_is_a_recording_too() -> None:
    lines = [encode(m).decode().strip() for m in (*MET, s.ack())]
    array = ",\n".join(lines)
    _, _, found = _replay(f"[{array}]".encode())
    assert [(f.line, f.requirements) for f in found] == [(3, ("H1",))]


def test_a_broken_array_is_a_finding() -> None:
    _, _, found = _replay(b"[" + encode(s.handshake()))
    assert [f.rule for f in found] == ["not-json"]


def test_an_input_without_a_message_is_an_error() -> None:
    with pytest.raises(InputError, match="holds no message"):
        _replay(b" \n\n")


def test_the_diagram_has_every_message_and_every_finding() -> None:
    _, outcome, _ = _replay(*MET, s.query("a;b"), b"no message\n", s.frames(), s.shutdown(), diagram=True)
    assert outcome.diagram is not None
    lines = outcome.diagram.splitlines()
    assert lines[3:7] == [
        "    p0->>p1: handshake",
        "    p1-->>p0: handshake_ack",
        "    p0->>p1: query a#59;b",
        "    Note over p0,p1: no message",
    ]
    assert lines[7].startswith("    Note over p0,p1: line 4, not-json")
    assert lines[8] == "    p1-->>p0: frames"
    assert lines[9].endswith("A request gets one reply, with its id, and nothing else is a reply. H4")
    assert lines[10] == "    p0->>p1: shutdown"
    assert len(lines) == 11


def test_the_command_prints_findings_and_how_it_ends(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "session.ndjson"
    path.write_bytes(_lines(*MET, s.query("a"), s.ack()))
    assert main(["validate", "--session", str(path)]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == f"{path}:4:1: session-ready [H1]"
    assert lines[-1] == f"{path}: ends with host ready, provider ready; no reply to line 3"
    assert main(["validate", "--session", "--json", "--diagram", str(path)]) == 1
    report = json.loads(capsys.readouterr().out)
    assert report["ok"] is False
    assert report["findings"][0]["state"] == "ready"
    (file,) = report["files"]
    assert file["states"] == {"host": "ready", "provider": "ready"}
    assert file["unanswered"] == [3]
    assert file["diagram"].startswith("sequenceDiagram\n")


def test_the_diagram_stands_alone_on_standard_output(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "session.ndjson"
    path.write_bytes(_lines(*MET, s.shutdown()))
    assert main(["validate", "--session", "--diagram", str(path)]) == 0
    printed = capsys.readouterr()
    assert printed.out.startswith("sequenceDiagram\n    participant p0 as host\n")
    assert printed.out.endswith("    p0->>p1: shutdown\n")
    assert "no findings" in printed.err
    assert main(["validate", "--diagram", str(path)]) == 2
    assert main(["explain", "session-out-of-turn"]) == 0


def _lines(*messages: Envelope) -> bytes:
    return b"".join(encode(message) for message in messages)
