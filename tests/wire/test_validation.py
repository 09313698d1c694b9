"""Validation: what is found, where, and what is counted."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pytest

from cgp_toolkit.model import Model, Verdict
from cgp_toolkit.wire.errors import InputError
from cgp_toolkit.wire.findings import Finding, Tally, Wishes
from cgp_toolkit.wire.inputs import Input, opened
from cgp_toolkit.wire.pieces import Format
from cgp_toolkit.wire.validation import validate
from tests.conftest import ROOT

CORPUS = ROOT.parent / "shared" / "corpus"


def _validate(
    data: bytes, *, strict: bool = False, thorough: bool = False, format_: Format = Format.AUTO
) -> tuple[Tally, list[Finding]]:
    found: list[Finding] = []
    tally = validate(
        Input("x", BytesIO(data), len(data)),
        Wishes(strict, thorough),
        format=format_,
        report=found.append,
        advance=lambda: None,
    )
    assert tally.findings == len(found)
    return tally, found


def test_sound_messages_are_counted_by_envelope() -> None:
    tally, found = _validate(
        b'{"type":"shutdown"}\n\n{"type":"error","message":"x"}\n{"type":"shutdown"}\n', strict=True
    )
    assert found == []
    assert tally == Tally(3, 0, {"shutdown": 2, "error": 1})


@pytest.mark.parametrize(
    ("line", "column", "rule", "pointer"),
    [
        (b'{"type":"error","message":""}', 17, "too-short", "/message"),
        (b'{"type":"error","message":5}', 17, "wrong-type", "/message"),
        (b'{"type":"error"}', 1, "missing-member", "/message"),
        (b'{"type":"error","message":null}', 17, "null-member", "/message"),
        (b'{"type":"error","message":"x","message":"y"}', 31, "duplicate-member", "/message"),
        (
            b'{"type":"verify","request":{"frames":[{"provider_id":"a"}]}}',
            39,
            "missing-member",
            "/request/frames/0/frame_id",
        ),
        (b"[]", 1, "not-an-object", ""),
        (b'{"type":}', 9, "not-json", ""),
        (b'{"type":', 9, "not-json", ""),
        (b'{"type":"\xc3\xa9","x":\xff}', 17, "not-utf8", ""),
        (b"\xef\xbb\xbf{}", 1, "byte-order-mark", ""),
        (b'{"type":"error","message":"\\ud800"}', 1, "lone-surrogate", ""),
        (b'{"type":"x","a":' + b"[" * 200 + b"]" * 200 + b"}", 1, "too-deep", ""),
    ],
)
def test_what_no_reader_accepts_is_found_at_its_place(line: bytes, column: int, rule: str, pointer: str) -> None:
    tally, (finding,) = _validate(b'{"type":"shutdown"}\n' + line + b"\n", format_=Format.NDJSON)
    assert (finding.line, finding.column, finding.rule, finding.pointer) == (2, column, rule, pointer)
    assert finding.requirements
    assert finding.message
    assert finding.fix
    assert finding.severity == "error"
    assert (tally.messages, tally.unreadable) == (2, 1)


def test_what_binds_authors_is_found_in_strict_only() -> None:
    data = b'{"type":"error","id":null,"message":"x","more":1}\n{"type":"other"}\n'
    lenient, nothing = _validate(data)
    assert nothing == []
    assert (lenient.envelopes, lenient.unknown) == ({"error": 1}, 1)
    strict, found = _validate(data, strict=True)
    assert [(f.line, f.column, f.rule, f.pointer) for f in found] == [
        (1, 17, "null-written", "/id"),
        (1, 41, "unknown-member", "/more"),
        (2, 2, "unknown-envelope", "/type"),
    ]
    assert (strict.envelopes, strict.unknown) == ({"error": 1}, 1)


def test_rules_are_checked_in_strict_beside_other_faults() -> None:
    ack = (
        b'{"type":"handshake_ack","protocol_version":"contextgraph/1.0-draft","provider":{"name":" ","version":"1",'
        b'"data_flow":{"reads":true,"writes":false,"egress":false}},"capabilities":{"query":{"kinds":[]}},"more":1}'
    )
    _, nothing = _validate(ack)
    assert nothing == []
    _, found = _validate(ack, strict=True)
    assert {(f.rule, f.pointer) for f in found} == {("unknown-member", "/more"), ("bad-format", "/provider/name")}


def test_several_faults_of_a_message_are_all_found_each_at_its_place() -> None:
    data = b'{\n "type": "error",\n "code": 1,\n "message": ""\n}'
    _, found = _validate(data)
    assert {(f.line, f.column, f.pointer) for f in found} == {(3, 2, "/code"), (4, 2, "/message")}


def test_elements_of_an_array_have_places_in_the_file() -> None:
    data = b'[\n  {"type": "shutdown"},\n  {"type": "error", "message": ""}, 7,, {"type": "shutdown"}\n]'
    tally, found = _validate(data)
    assert [(f.line, f.column, f.rule) for f in found] == [
        (3, 21, "too-short"),
        (3, 37, "not-an-object"),
        (3, 39, "not-json"),
    ]
    assert (tally.messages, tally.envelopes) == (5, {"shutdown": 2})


def test_a_broken_array_is_a_finding_after_those_of_its_elements() -> None:
    tally, found = _validate(b'[{"type": "shutdown"}, {"type": 1}')
    assert [(f.line, f.column, f.rule) for f in found] == [(1, 35, "not-json")]
    assert tally.messages == 1
    _, found = _validate(b'[{"type": 1}] x')
    assert [(f.column, f.rule, f.pointer) for f in found] == [(3, "wrong-type", "/type"), (15, "not-json", "")]


@pytest.mark.parametrize("data", [b"\n \n", b"[]", b"[ ]\n"])
def test_an_input_without_any_message_is_no_success(data: bytes) -> None:
    with pytest.raises(InputError, match="x holds no message"):
        _validate(data)


def test_every_example_gets_the_verdict_that_the_model_gives_it(model: Model) -> None:
    import json

    for example in model.examples.values():
        line = example.line if example.line is not None else json.dumps(example.message).encode()
        _, lenient = _validate(line + b"\n", format_=Format.NDJSON)
        _, strict = _validate(line + b"\n", format_=Format.NDJSON, thorough=True, strict=True)
        errors = [f for f in strict if f.severity == "error"]
        assert bool(lenient) == (example.verdict is Verdict.INVALID), example.name
        if example.verdict is Verdict.VALID:
            assert errors == [], example.name
        named = {(failure.rule, failure.at) for failure in example.fails}
        assert named <= {(f.rule, f.pointer) for f in strict}, example.name


@pytest.mark.skipif(not CORPUS.is_dir(), reason="the public corpus is not beside this repository")
def test_the_public_corpus_gets_the_findings_that_it_deserves() -> None:
    def run(name: str, strict: bool) -> list[Finding]:
        found: list[Finding] = []
        with opened(str(CORPUS / name)) as source:
            validate(
                source,
                Wishes(strict),
                format=Format.AUTO,
                report=found.append,
                advance=lambda: None,
            )
        return found

    assert run("session.ndjson", strict=False) == []
    assert run("messages.json", strict=False) == []
    found = run("messages.json", strict=True)
    text = Path(CORPUS / "messages.json").read_text().splitlines()
    digests = [f for f in found if f.rule == "bad-format"]
    assert len(digests) >= 4
    assert all("sha256:" in text[f.line - 1] for f in digests)
    (cost,) = [f for f in found if "B3" in f.requirements]
    assert text[cost.line - 1].strip().startswith('"token_cost"')
