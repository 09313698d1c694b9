"""JSON-RPC vectors: one for every line, each way to be wrong, and what conversion makes of the same lines."""

from __future__ import annotations

import base64
import json
from dataclasses import replace
from typing import Any

import pytest

from cgp_toolkit.model import Model
from cgp_toolkit.model.jsonrpc import RpcFaultName
from cgp_toolkit.targets.vectors import emit
from cgp_wire.jsonrpc import LinesToRpc, Pending, RpcToLines

# Any: vectors are free JSON here.
Vectors = list[dict[str, Any]]

_OF_FRAMING = {RpcFaultName.BAD_HEADER, RpcFaultName.CUT_OFF}


def read(text: str) -> Vectors:
    return [json.loads(line) for line in text.split("\n")[1:-1]]


def data(vector: dict[str, Any]) -> bytes:
    return str(vector["bytes"]).encode() if "bytes" in vector else base64.b64decode(vector["base64"])


@pytest.fixture(scope="module", params=["real", "reserved"])
def each(request: pytest.FixtureRequest) -> tuple[Model, Vectors, Vectors]:
    """Each model, its vectors of lines, and those of JSON-RPC."""
    model: Model = request.getfixturevalue("model" if request.param == "real" else "reserved_model")
    files = emit(model)
    return model, read(files["messages.ndjson"]), read(files["jsonrpc.ndjson"])


def test_every_vector_of_a_line_has_one_of_json_rpc(each: tuple[Model, Vectors, Vectors]) -> None:
    _, lines, found = each
    assert [vector["of"] for vector in found if vector["of"] is not None] == [line["id"] for line in lines]


def test_both_encodings_of_what_readers_accept_mean_the_same(each: tuple[Model, Vectors, Vectors]) -> None:
    _, lines, found = each
    by_line = {vector["of"]: vector for vector in found}
    for line in lines:
        if line["canonical"] is not None:
            assert by_line[line["id"]]["reader"] == "accepts", line["id"]
            assert by_line[line["id"]]["canonical"] == line["canonical"], line["id"]


def test_every_fault_of_a_message_is_shown(each: tuple[Model, Vectors, Vectors]) -> None:
    model, _, found = each
    assert model.rpc is not None
    shown = {vector["rule"] for vector in found}
    assert {name.value for name in RpcFaultName} - {name.value for name in _OF_FRAMING} <= shown
    numbers = {fault.name: fault.number for fault in model.rpc.faults}
    assert all(vector["number"] == numbers.get(vector["rule"], vector["number"]) for vector in found)


def test_every_method_and_every_error_code_is_written(each: tuple[Model, Vectors, Vectors]) -> None:
    model, _, found = each
    assert model.rpc is not None
    written = [json.loads(vector["written"]) for vector in found if vector["written"] is not None]
    assert {message.get("method") for message in written} >= {method.name for method in model.rpc.methods}
    assert {vector["answers"] for vector in found if vector["reader"] == "accepts"} >= {
        method.name for method in model.rpc.methods if method.result is not None
    }
    numbers = {message["error"]["code"] for message in written if "error" in message}
    assert numbers == set(model.rpc.numbers.values())


def test_a_model_without_the_binding_has_no_such_vectors(model: Model) -> None:
    files = emit(replace(model, rpc=None))
    assert "jsonrpc.ndjson" not in files
    assert "JSON-RPC" not in files["README.md"]


def test_conversion_of_every_line_gives_its_vector_and_the_way_back_its_meaning(model: Model) -> None:
    files = emit(model)
    by_line = {vector["of"]: vector for vector in read(files["jsonrpc.ndjson"])}
    methods = {method.name: method for method in _methods()}
    for line in read(files["messages.ndjson"]):
        vector = by_line[line["id"]]
        # Of a member that stands twice, conversion takes the one that counts.
        if line["canonical"] is None or any(found["rule"] == "duplicate-member" for found in line["findings"]):
            continue
        there, back = Pending(), Pending()
        message = json.loads(vector["bytes"])
        if vector["answers"] is not None:
            for pending in (there, back):
                pending.add(message["id"], methods[vector["answers"]], in_turn=isinstance(message["id"], int))
        converted = LinesToRpc(pending=there).convert(data(line))
        assert converted is not None
        # Names of members that were escaped are written without escapes.
        same = json.loads(converted) == message if b"\\u" in data(vector) else converted == data(vector)
        assert same, line["id"]
        again = RpcToLines(pending=back).convert(converted)
        assert again is not None
        # What has no place beside a payload is left out; the same message comes back but for that.
        assert _known(json.loads(again), line) == _known(json.loads(data(line)), line), line["id"]


def test_what_writers_make_of_any_message_comes_back_byte_for_byte_and_so_does_the_same_as_json_rpc(
    model: Model,
) -> None:
    methods = {method.name: method for method in _methods()}
    compared = 0
    for vector in read(emit(model)["jsonrpc.ndjson"]):
        if vector["reader"] != "accepts":
            continue
        message, line = json.loads(vector["written"]), vector["canonical"].encode() + b"\n"
        id_ = message.get("id")
        calls = "method" in message
        # A text has no place in an envelope without an id, and calls without one are numbered from one.
        if (isinstance(id_, str) and "id" not in json.loads(line)) or (calls and isinstance(id_, int) and id_ != 1):
            continue
        there, back = Pending(), Pending()
        if vector["answers"] is not None:
            for pending in (there, back):
                pending.add(id_, methods[vector["answers"]], in_turn=isinstance(id_, int))
        assert RpcToLines(pending=there).convert(vector["written"].encode()) == line, vector["id"]
        assert LinesToRpc(pending=back).convert(line) == vector["written"].encode(), vector["id"]
        compared += 1
    assert compared > 500


def _methods() -> list[Any]:
    from cgp_wire.jsonrpc import METHODS

    return list(METHODS.values())


def _known(message: dict[str, Any], line: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in message.items() if name in line["value"]}
