"""Lines to JSON-RPC and back, and JSON-RPC to lines and back: whole sessions, byte for byte, whatever the mapping."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cgp_toolkit.model import Json, Model, Shape
from cgp_toolkit.model.loading import load
from tests.conftest import RESERVED_SPEC, SPEC
from tests.generated.python.rpc import Codec, codec, plain
from tests.generated.strategies import Message, plain_json

# The mapping of the real protocol as it might have been: words of the YAML, and what stands there instead.
ALTERNATIVES = {
    "as-it-is": (),
    "other-names-and-results": (("prefix: context/", "prefix: acme.graph."), ("result: payload", "result: members")),
    "all-at-once": (
        ("  prefix: context/\n", ""),
        ("result: payload", "result: members"),
        (
            "params: members, result: members}\n    - {name: verify",
            "params: payload, result: members}\n    - {name: verify",
        ),
    ),
}


def edited(name: str) -> Model:
    """The real model after an edit of the mapping, in memory."""
    files = {path.relative_to(SPEC).as_posix(): path.read_text() for path in SPEC.rglob("*.yaml")}
    text = files["bindings/jsonrpc.yaml"]
    for old, new in ALTERNATIVES[name]:
        assert old in text, old
        text = text.replace(old, new)
    return load({**files, "bindings/jsonrpc.yaml": text})


@pytest.fixture(scope="module", params=[*ALTERNATIVES, "reserved"])
def mapped(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Codec:
    """A package of the real protocol with each mapping, and one of the made-up protocol."""
    name: str = request.param
    if name == "reserved":
        model = load({path.name: path.read_text() for path in RESERVED_SPEC.glob("*.yaml")})
    else:
        model = edited(name)
    return codec(model, tmp_path_factory.mktemp(name), f"wire_{name.replace('-', '_')}")


def to_rpc(mapped: Codec, lines: list[bytes], *, careful: bool = False) -> list[bytes]:
    """The messages of a session; nothing is lost on the way."""
    converter = mapped.jsonrpc.LinesToRpc(careful=careful, lose=_unexpected)
    return [converter.convert(line) for line in lines]


def to_lines(mapped: Codec, messages: list[bytes], *, careful: bool = False) -> list[bytes]:
    """The lines of a session; nothing is lost on the way."""
    converter = mapped.jsonrpc.RpcToLines(careful=careful, lose=_unexpected)
    return [converter.convert(message) for message in messages]


def _unexpected(loss: object) -> None:
    raise AssertionError(loss)


@pytest.mark.parametrize("careful", [False, True])
def test_every_session_of_the_model_comes_back_byte_for_byte(mapped: Codec, careful: bool) -> None:
    for session in mapped.model.sessions.values():
        lines = [mapped.line(message) for message in session.messages]
        messages = to_rpc(mapped, lines, careful=careful)
        assert to_lines(mapped, messages, careful=careful) == lines, session.name


@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data(), careful=st.booleans())
def test_every_session_comes_back_byte_for_byte(mapped: Codec, data: st.DataObject, careful: bool) -> None:
    lines = [mapped.line(message) for message in data.draw(mapped.sessions)]
    messages = to_rpc(mapped, lines, careful=careful)
    assert all(b"\n" not in message for message in messages)
    assert to_lines(mapped, messages, careful=careful) == lines


@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data(), careful=st.booleans(), indent=st.sampled_from([None, 0, 2]), ascii_only=st.booleans())
def test_every_session_of_json_rpc_comes_back_with_the_same_values(
    mapped: Codec, data: st.DataObject, careful: bool, indent: int | None, ascii_only: bool
) -> None:
    lines = [mapped.line(message) for message in data.draw(mapped.sessions)]
    values = [data.draw(_with_unknowns(mapped, plain(message))) for message in to_rpc(mapped, lines)]
    spelt = [json.dumps(value, indent=indent, ensure_ascii=ascii_only).encode() for value in values]
    back = to_lines(mapped, spelt, careful=careful)
    # Never may a line end get in between.
    assert all(line.count(b"\n") == 1 and line.endswith(b"\n") and b"\r" not in line for line in back)
    assert [plain(message) for message in to_rpc(mapped, back, careful=careful)] == values


@st.composite
def _with_unknowns(draw: st.DrawFn, mapped: Codec, value: Json) -> Json:
    """A message in any order, with members that nobody knows where there is a place for them."""
    assert isinstance(value, dict)
    methods = mapped.jsonrpc.METHODS
    taken = {m.name for e in mapped.model.envelopes.values() for m in e.members} | {mapped.model.protocol.tag}
    names = st.text(st.characters(codec="utf-8"), max_size=5).filter(lambda name: name not in taken)
    unknown = st.dictionaries(names, plain_json(), max_size=2)
    changed = dict(value)
    if "params" in value and methods[value["method"]].params is None:
        changed["params"] = draw(_mixed({**_object(value["params"]), **draw(unknown)}))
    if isinstance(value.get("result"), dict):
        changed["result"] = draw(_mixed({**_object(value["result"]), **draw(unknown)}))
    if "error" in value:
        error = _object(value["error"])
        more = {**_object(error.get("data", {})), **draw(unknown)}
        changed["error"] = draw(_mixed({**error, "data": draw(_mixed(more))} if more else error))
    return draw(_mixed(changed))


def _object(value: Json) -> Message:
    assert isinstance(value, dict)
    return value


def _mixed(value: Message) -> st.SearchStrategy[Message]:
    return st.permutations(list(value)).map(lambda names: {name: value[name] for name in names})


@settings(max_examples=20, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_a_party_reads_what_the_other_one_wrote(mapped: Codec, data: st.DataObject) -> None:
    asking, answering = mapped.jsonrpc.Pending(), mapped.jsonrpc.Pending()
    rpc = mapped.jsonrpc
    encoders = {True: rpc.Encoder(asking), False: rpc.Encoder(answering)}
    decoders = {True: rpc.Decoder(answering), False: rpc.Decoder(asking)}
    role = mapped.model.envelopes[mapped.model.protocol.opening].sender
    for message in data.draw(mapped.sessions):
        line = mapped.line(message)
        asks = mapped.model.envelopes[str(message[mapped.model.protocol.tag])].sender == role
        envelope = mapped.ndjson.decode(line)
        written = encoders[asks].encode(envelope)
        received = decoders[asks].decode(written)
        assert received.envelope == envelope
        assert received.id == plain(written).get("id")  # type: ignore[union-attr]
    assert len(asking) == len(answering)


@settings(max_examples=20, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data(), framing=st.sampled_from(["line", "content-length"]))
def test_a_session_survives_either_framing(mapped: Codec, data: st.DataObject, framing: str) -> None:
    messages = to_rpc(mapped, [mapped.line(message) for message in data.draw(mapped.sessions)])
    chosen = mapped.jsonrpc.Framing(framing)
    stream = io.BytesIO()
    for message in messages:
        mapped.jsonrpc.send(stream, message, chosen)
    assert list(mapped.jsonrpc.messages(io.BytesIO(stream.getvalue()), chosen)) == messages


def test_an_edit_of_the_mapping_is_all_that_differs(tmp_path: Path) -> None:
    before, after = edited("as-it-is"), edited("other-names-and-results")
    assert before.rpc is not None
    assert after.rpc is not None
    assert [m.name for m in after.rpc.methods] == [
        m.name.replace("context/", "acme.graph.") for m in before.rpc.methods
    ]
    assert [m.result for m in after.rpc.methods] == [m.result and Shape.MEMBERS for m in before.rpc.methods]
    assert replace(after, rpc=before.rpc, digest=before.digest) == before


def _numbers(mapped: Codec) -> Iterator[tuple[Any, int]]:
    yield from mapped.jsonrpc.NUMBERS.items()


def test_every_code_is_written_with_its_number_and_read_by_its_name(mapped: Codec) -> None:
    protocol = mapped.model.protocol
    for code, number in _numbers(mapped):
        failure: Message = {
            protocol.tag: protocol.failure,
            protocol.failure_code: code,
            str(protocol.failure_text): "no",
        }
        line = mapped.line(failure)
        (message,) = to_rpc(mapped, [line])
        assert plain(message) == {
            "jsonrpc": "2.0",
            "id": None,
            "error": {"code": number, "message": "no", "data": {protocol.failure_code: code}},
        }
        assert to_lines(mapped, [message]) == [line]
