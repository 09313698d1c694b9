"""Reading: lenient about what this revision does not know, and errors that are safe to show."""

from __future__ import annotations

import json
import pickle

import pytest

from cgp_toolkit.model import Duplicates, Model
from cgp_wire import (
    ContextQuery,
    DecodeError,
    Error,
    Handshake,
    Query,
    Shutdown,
    UnknownEnvelope,
    WireError,
    decode,
    encode,
)
from cgp_wire.ndjson import Examined, examine


def _fault(line: bytes) -> DecodeError:
    with pytest.raises(DecodeError) as caught:
        decode(line)
    return caught.value


def test_an_unknown_envelope_keeps_its_tag_its_id_and_its_bytes() -> None:
    raw = b'{"type": "neighbors", "id": "n1", "request": {"depth": 1e400}}'
    assert decode(b" " + raw + b"\r\n") == UnknownEnvelope(type="neighbors", id="n1", bare=False, raw=raw)
    assert decode(b'{"type":"heartbeat"}') == UnknownEnvelope("heartbeat", None, True, b'{"type":"heartbeat"}')


@pytest.mark.parametrize("value", [b'""', b"7", b"null", b'["n1"]'])
def test_an_id_that_is_no_text_with_characters_is_none(value: bytes) -> None:
    unknown = decode(b'{"type":"later","id":%s}' % value)
    assert isinstance(unknown, UnknownEnvelope)
    assert unknown.id is None
    assert _fault(b'{"id":%s}' % value).id is None


def test_tags_are_told_apart_by_case() -> None:
    assert isinstance(decode(b'{"type":"Shutdown"}'), UnknownEnvelope)


def test_an_id_on_a_verify_is_an_unknown_member() -> None:
    line = b'{"type":"verify","id":"v1","request":{"frames":[]}}'
    assert decode(line) == decode(line.replace(b'"id":"v1",', b""))
    assert [(f.rule, f.pointer) for f in examine(line, strict=True).faults] == [("unknown-member", "/id")]


def test_null_reads_as_absent_where_the_model_says_so_and_as_the_default_where_there_is_one() -> None:
    line = b'{"type":"error","id":null,"code":null,"message":"m"}'
    assert decode(line) == Error(message="m")
    assert [(f.rule, f.pointer) for f in examine(line, strict=True).faults] == [
        ("null-written", "/id"),
        ("null-written", "/code"),
    ]


def test_what_is_missing_reads_as_its_default() -> None:
    query = decode(b'{"type":"query","query":{"goal":"g","max_frames":0,"max_tokens":4294967295}}')
    assert query == Query(query=ContextQuery(goal="g", max_frames=0, max_tokens=2**32 - 1))


def test_texts_that_the_public_schema_lets_be_empty_may_be_so() -> None:
    """One of them must not cost a host the other frames of the reply."""
    frame = {"id": "i", "kind": "doc", "title": "t", "score": 0, "token_cost": 0}
    texts: dict[str, object] = dict.fromkeys(["uri", "valid_from", "valid_to", "recorded_at", "citation_label"], "")
    provenance = [{"type": "file", **dict.fromkeys(["uri", "range", "method", "by"], "")}]
    reference = {"provider_id": "p", "uri": "u", "expires_at": ""}
    relations = [{"rel": "", "target_uri": "u", "display_name": ""}]
    full = {**frame, **texts, "provenance": provenance, "content_ref": reference, "relations": relations}
    query = {"goal": "g", "query_text": "", "anchors": [""], "max_frames": 0, "max_tokens": 0, "as_of": ""}
    for message in (
        {"type": "frames", "result": {"frames": [full], "truncated": False}},
        {"type": "query", "query": query},
    ):
        line = json.dumps(message).encode()
        assert examine(line).faults == ()
        written = json.loads(encode(decode(line)))  # type: ignore[arg-type]
        assert written == message


def test_any_version_but_an_empty_one_is_read() -> None:
    assert decode(b'{"type":"handshake","protocol_version":"foreign"}') == Handshake(protocol_version="foreign")


def test_doubled_members_are_refused_in_the_envelopes_that_the_model_names(model: Model) -> None:
    lines = {
        "handshake": b'{"type":"handshake","protocol_version":"x",%s}',
        "query": b'{"type":"query","query":{"goal":"g","max_frames":1,"max_tokens":1},%s}',
        "frames": b'{"type":"frames","result":{"frames":[],"truncated":false},%s}',
        "verify": b'{"type":"verify","request":{"frames":[]},%s}',
        "verified": b'{"type":"verified","response":{"verdicts":[]},%s}',
        "shutdown": b'{"type":"shutdown",%s}',
        "error": b'{"type":"error","message":"m",%s}',
    }
    assert {*lines, "handshake_ack"} == set(model.envelopes)
    for name, line in lines.items():
        doubled = line % b'"x":{"y":1,"y":1}'
        rejected = model.envelopes[name].duplicates is Duplicates.REJECTED
        assert (examine(doubled).faults != ()) == rejected
        strict = examine(doubled, strict=True)
        assert ("duplicate-member", "/x/y") in [(f.rule, f.pointer) for f in strict.faults]
        assert (strict.message is None) == rejected


def test_members_that_may_stand_twice_may_do_so_only_in_one_object() -> None:
    assert decode(
        b'{"type":"verify","request":{"frames":[{"provider_id":"a","frame_id":"b"},{"provider_id":"a","frame_id":"b"}]}}'
    )


def test_a_strict_examination_of_a_canonical_message_finds_nothing() -> None:
    for line in (b'{"type":"shutdown"}\n', b'{"type": "handshake", "protocol_version": "contextgraph/1.0"}'):
        assert examine(line, strict=True) == Examined(decode(line), ())


def test_a_strict_examination_leaves_spelling_alone() -> None:
    """Defaults written out, empty lists and escapes stop nobody, and no rule forbids them."""
    line = b'{"query":{"max_tokens":1,"kinds":[],"goal":"\\u0067","max_frames":1},"type":"query"}'
    assert examine(line, strict=True).faults == ()


def test_an_examination_stops_at_a_hundred_faults() -> None:
    line = b'{"type":"query","query":{"goal":"g","kinds":[%s],"max_frames":1,"max_tokens":1}}'
    faults = examine(line % (b"1," * 5_000 + b"1")).faults
    assert [fault.pointer for fault in faults] == [f"/query/kinds/{index}" for index in range(100)]


def test_a_hundred_faults_of_authors_do_not_hide_that_readers_refuse() -> None:
    unknown = b",".join(b'"x%d":1' % number for number in range(200))
    line = b'{"type":"error",%s,"message":""}' % unknown
    assert examine(line, strict=True).message is None
    assert examine(line.replace(b'""', b'"m"'), strict=True).message == Error(message="m")


_SECRET = "hunter2"
_LEAKS = {
    "a value of a wrong type": f'{{"type":"query","query":"{_SECRET}"}}',
    "a text where a flag is due": f'{{"type":"frames","result":{{"frames":[],"truncated":"{_SECRET}"}}}}',
    "an object where a text is due": f'{{"type":"error","message":{{"{_SECRET}":"{_SECRET}"}}}}',
    "a tag": f'{{"type":["{_SECRET}"]}}',
    "a syntax error": f'{{"type":"error","message":"{_SECRET}}}',
    "no JSON": _SECRET,
    "half a pair": f'{{"type":"error","message":"{_SECRET}\\ud800"}}',
}


@pytest.mark.parametrize("line", _LEAKS.values(), ids=_LEAKS)
def test_no_error_repeats_a_value(line: str) -> None:
    fault = _fault(line.encode())
    assert _SECRET not in f"{fault} {fault!r} {fault.__dict__}"


def test_an_error_says_rule_place_and_expectation() -> None:
    fault = _fault(b'{"type":"query","id":"q1","query":{"goal":"g","max_frames":"8","max_tokens":1}}')
    assert str(fault) == "wrong-type at /query/max_frames: expected an unsigned 32-bit integer, found a string"
    assert fault.detail == "expected an unsigned 32-bit integer, found a string"
    assert fault.requirements == ("R1",)
    assert "DEC-09" in fault.decisions
    assert fault.fix.startswith("Write the type")
    assert str(_fault(b"[]")) == "not-an-object: expected an object, found an array"


_EXPECTATIONS = {
    b'{"type":"error"}': "missing-member at /message: expected a non-empty string",
    b'{"type":"error","message":null}': "null-member at /message: expected a non-empty string, found null",
    b'{"type":"error","message":""}': "too-short at /message: expected a non-empty string",
    b'{"type":"query","query":[]}': "wrong-type at /query: expected an object (ContextQuery), found an array",
    b'{"type":"frames","result":{"frames":{},"truncated":true}}': (
        "wrong-type at /result/frames: expected an array, each item an object (ContextFrame), found an object"
    ),
    b'{"type":"frames","result":{"frames":[],"truncated":0}}': (
        "wrong-type at /result/truncated: expected true or false, found an integer"
    ),
    b'{"type":"shutdown","x":"\xff"}': "not-utf8: expected UTF-8, found something else at byte 24",
    b'{"type":"shutdown",}': "not-json: expected one JSON value, found something else at character 19",
    b'{"type":"handshake","protocol_version":"a","protocol_version":"b"}': (
        "duplicate-member at /protocol_version: expected the member once"
    ),
}


@pytest.mark.parametrize(("line", "text"), _EXPECTATIONS.items(), ids=map(repr, _EXPECTATIONS))
def test_an_error_reads_well(line: bytes, text: str) -> None:
    assert str(_fault(line)) == text


def test_an_unknown_name_is_shortened_and_made_printable_in_a_pointer() -> None:
    names = {
        "a/b~c": "/a~1b~0c",
        "x" * 200: "/" + "x" * 64 + "\u2026",
        "\x1b[31mred": "/\\x1b[31mred",
        "\u202e": "/\\u202e",
    }
    for name, pointer in names.items():
        line = json.dumps({"type": "shutdown", name: 1}).encode()
        assert [fault.pointer for fault in examine(line, strict=True).faults] == [pointer]


def test_errors_survive_pickling() -> None:
    fault = _fault(b'{"type":"query","id":"q1","query":1}')
    again = pickle.loads(pickle.dumps(fault))
    assert isinstance(again, DecodeError)
    assert again.__dict__ == fault.__dict__
    assert (str(again), again.id, again.args) == (str(fault), "q1", fault.args)


def test_every_error_is_a_value_error_of_this_package() -> None:
    assert issubclass(DecodeError, WireError)
    assert issubclass(WireError, ValueError)


def test_shared_values_are_immutable() -> None:
    with pytest.raises(AttributeError):
        decode(b'{"type":"error","message":"m"}').message = "n"  # type: ignore[misc,union-attr]
    assert hash(Shutdown()) == hash(decode(b'{"type":"shutdown"}'))
