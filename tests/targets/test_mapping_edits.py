"""The JSON-RPC mapping is one edit of YAML away from another one: every target follows, nothing keeps old names."""

from __future__ import annotations

import json

import pytest

from cgp_toolkit.model import Model
from cgp_toolkit.model.loading import load
from cgp_toolkit.targets.base import installed_targets
from cgp_toolkit.targets.vectors import emit as emit_vectors
from tests.conftest import SPEC

OLD, NEW = "context/", "acme.graph."


@pytest.fixture(scope="module")
def edited() -> Model:
    """The real model with another prefix of methods and another shape of results."""
    files = {path.relative_to(SPEC).as_posix(): path.read_text() for path in SPEC.rglob("*.yaml")}
    text = files["bindings/jsonrpc.yaml"]
    for old, new in ((f"prefix: {OLD}", f"prefix: {NEW}"), ("result: payload", "result: members")):
        assert old in text
        text = text.replace(old, new)
    return load({**files, "bindings/jsonrpc.yaml": text})


def methods(model: Model) -> set[str]:
    """The names of all methods."""
    assert model.rpc is not None
    return {method.name for method in model.rpc.methods}


@pytest.mark.parametrize("name", sorted(installed_targets()))
def test_every_target_that_names_methods_names_the_new_ones(name: str, model: Model, edited: Model) -> None:
    target = installed_targets()[name]
    before, after = target.emit(model), target.emit(edited)
    old, new = methods(model), methods(edited)
    assert before.keys() == after.keys()
    for file, text in before.items():
        named = {method for method in old if f'"{method}"' in text or f"`{method}`" in text}
        renamed = {method.replace(OLD, NEW) for method in named}
        assert all(method in after[file] for method in renamed), file
        assert not [method for method in old if f'"{method}"' in after[file]], file
    assert {method.replace(OLD, NEW) for method in old} == new


def test_vectors_show_the_new_shape_of_results(model: Model, edited: Model) -> None:
    replies = {}
    for each in (model, edited):
        lines = emit_vectors(each)["jsonrpc.ndjson"].split("\n")[1:-1]
        replies[each.digest] = [
            (vector["canonical"], json.loads(vector["written"])["result"])
            for vector in map(json.loads, lines)
            if vector["written"] is not None and '"result"' in vector["written"]
        ]
    for line, result in replies[edited.digest]:
        members = {name: value for name, value in json.loads(line).items() if name not in ("type", "id")}
        assert result == members
    assert any(len(json.loads(line)) == 2 and result != json.loads(line) for line, result in replies[model.digest])


def test_the_document_describes_the_new_shape_of_results(edited: Model) -> None:
    document = json.loads(installed_targets()["openrpc"].emit(edited)["openrpc.json"])
    by_name = {method["name"]: method for method in document["methods"]}
    assert by_name.keys() == methods(edited)
    assert edited.rpc is not None
    for method in edited.rpc.methods:
        reply = edited.envelopes[method.envelope].reply
        if reply is not None:
            result = by_name[method.name]["result"]["schema"]
            own = {m.name for m in edited.envelopes[reply].members if m.name != "id"}
            assert result["properties"].keys() == own
