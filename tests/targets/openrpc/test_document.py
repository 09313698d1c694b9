"""What the OpenRPC document says follows from the model alone."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from cgp_toolkit.model import Duplicates, Model, RpcBinding, Shape
from cgp_toolkit.targets.openrpc import TARGET, emit
from cgp_toolkit.targets.stamp import stamp


def binding(model: Model) -> RpcBinding:
    """The JSON-RPC binding, which both models have."""
    assert model.rpc is not None
    return model.rpc


def document(model: Model) -> Any:
    """The document, parsed."""
    return json.loads(emit(model)["openrpc.json"])


def by_name(model: Model) -> dict[str, Any]:
    """The methods of the document."""
    return {method["name"]: method for method in document(model)["methods"]}


def test_a_model_without_the_binding_has_no_document(any_model: Model) -> None:
    assert emit(replace(any_model, rpc=None)) == {}


def test_the_stamp_is_the_first_member(any_model: Model) -> None:
    first, value = next(iter(document(any_model).items()))
    assert (first, value) == ("x-comment", stamp(any_model, TARGET.name))


def test_every_method_of_the_binding_is_one_of_the_document(any_model: Model) -> None:
    assert list(by_name(any_model)) == [method.name for method in binding(any_model).methods]


def test_params_are_the_members_of_the_envelope_without_tag_and_id(any_model: Model) -> None:
    for method in binding(any_model).methods:
        envelope = any_model.envelopes[method.envelope]
        id_ = envelope.correlation.member if envelope.correlation else None
        params = by_name(any_model)[method.name]["params"]
        assert [param["name"] for param in params] == [m.name for m in envelope.members if m.name != id_]


def test_a_notification_has_no_result_and_no_errors(any_model: Model) -> None:
    for method in binding(any_model).methods:
        shown = by_name(any_model)[method.name]
        due = any_model.envelopes[method.envelope].reply is not None
        assert ("result" in shown, "errors" in shown, shown["x-notification"]) == (due, due, not due)


def test_direction_gate_and_correlation_are_told(any_model: Model) -> None:
    for method in binding(any_model).methods:
        envelope, shown = any_model.envelopes[method.envelope], by_name(any_model)[method.name]
        assert shown["x-direction"] == {"from": envelope.sender, "to": envelope.receiver}
        assert shown.get("x-requires") == envelope.requires
        when = envelope.correlation.when if envelope.correlation else None
        assert shown.get("x-correlation", {}).get("when") == when


def test_every_code_has_an_error_with_its_number_and_itself_in_the_data(any_model: Model) -> None:
    errors = document(any_model)["components"]["errors"]
    code = any_model.protocol.failure_code
    assert {error["data"][code]: error["code"] for error in errors.values()} == dict(binding(any_model).numbers)


def test_a_result_of_members_is_a_closed_object(model: Model) -> None:
    rpc = binding(model)
    methods = tuple(replace(m, result=Shape.MEMBERS) if m.result is not None else m for m in rpc.methods)
    shown = by_name(replace(model, rpc=replace(rpc, methods=methods)))
    for method in methods:
        reply = model.envelopes[method.envelope].reply
        if reply is not None:
            schema = shown[method.name]["result"]["schema"]
            id_ = model.envelopes[reply].correlation
            names = [m.name for m in model.envelopes[reply].members if id_ is None or m.name != id_.member]
            assert list(schema["properties"]) == names
            assert schema["additionalProperties"] is False


def test_params_that_are_a_payload_have_its_members_as_names(model: Model) -> None:
    rpc = binding(model)
    chosen = next(m for m in rpc.methods if m.result is Shape.PAYLOAD)
    methods = tuple(replace(m, params=Shape.PAYLOAD) if m == chosen else m for m in rpc.methods)
    shown = by_name(replace(model, rpc=replace(rpc, methods=methods)))[chosen.name]
    payload = model.record(model.envelopes[chosen.envelope].members[-1].type)
    assert [param["name"] for param in shown["params"]] == [member.name for member in payload.members]
    assert all(
        {p["name"] for p in example["params"]} <= {m.name for m in payload.members} for example in shown["examples"]
    )


@pytest.mark.parametrize("word", ["Direction", "Order", "Capabilities", "Correlation", "Errors", "Framing", "Batches"])
def test_what_openrpc_can_not_say_is_listed(any_model: Model, word: str) -> None:
    assert [text for text in document(any_model)["x-not-expressed"] if text.startswith(word)]


def test_the_document_depends_on_the_methods_and_not_on_what_it_does_not_show(model: Model) -> None:
    changed = {name: replace(envelope, duplicates=Duplicates.REJECTED) for name, envelope in model.envelopes.items()}
    assert emit(replace(model, envelopes=changed)) == emit(model)
    renamed = replace(binding(model), methods=tuple(replace(m, name=f"x{m.name}") for m in binding(model).methods))
    assert emit(replace(model, rpc=renamed)) != emit(model)
