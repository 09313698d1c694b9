"""The OpenRPC document against the official meta-schema, and its examples against its own schemas."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from typing import Any

import jsonschema
import pytest

from cgp_toolkit.model import Json, Model
from cgp_toolkit.targets.openrpc import emit
from tests.generated.openrpc.node import HERE, OpenRpc


@pytest.fixture(scope="module")
def openrpc() -> Iterator[OpenRpc]:
    """The meta-schema under Node."""
    with OpenRpc() as process:
        yield process


@pytest.fixture(params=["real", "reserved"])
def document(request: pytest.FixtureRequest, model: Model, reserved_model: Model) -> Any:
    """The document of each model."""
    return json.loads(emit(model if request.param == "real" else reserved_model)["openrpc.json"])


def values(document: Any) -> Iterator[tuple[str, Json]]:
    """The place of a schema and an example for it."""
    for number, method in enumerate(document["methods"]):
        at = f"/methods/{number}"
        names = [param["name"] for param in method["params"]]
        for example in method.get("examples", ()):
            assert {param["name"] for param in method["params"] if param["required"]} <= {
                param["name"] for param in example["params"]
            }
            for param in example["params"]:
                yield f"{at}/params/{names.index(param['name'])}/schema", param["value"]
            if "result" in example:
                assert example["result"]["name"] == method["result"]["name"]
                yield f"{at}/result/schema", example["result"]["value"]


def test_the_document_is_what_the_official_meta_schema_says(openrpc: OpenRpc, document: Any) -> None:
    assert openrpc.faults(document) == []


@pytest.mark.parametrize("broken", ["params", "paramStructure", "member"])
def test_the_meta_schema_refuses_a_broken_document(openrpc: OpenRpc, document: Any, broken: str) -> None:
    wrong = copy.deepcopy(document)
    if broken == "params":
        del wrong["methods"][0]["params"]
    elif broken == "paramStructure":
        wrong["methods"][0]["paramStructure"] = "by-luck"
    else:
        wrong["direction"] = "both"
    place = "" if broken == "member" else "/methods/0"
    assert [fault for fault in openrpc.faults(wrong) if fault.split(" at ")[1].startswith(place)]


def test_every_example_fits_its_schema(openrpc: OpenRpc, document: Any) -> None:
    checked = list(values(document))
    assert checked
    for at, value in checked:
        assert openrpc.misfits(document, at, value) == [], at


def test_an_example_with_a_member_too_many_would_not_fit(openrpc: OpenRpc, document: Any) -> None:
    for at, value in values(document):
        if isinstance(value, dict):
            assert openrpc.misfits(document, at, {**value, "no-such-member": 1}) == ["additionalProperties at "], at
        else:
            assert openrpc.misfits(document, at, {}) != [], at


def test_every_schema_is_one_of_draft_7_and_every_reference_leads_somewhere(document: Any) -> None:
    for schema in document["components"]["schemas"].values():
        jsonschema.Draft7Validator.check_schema(schema)

    def references(value: Any) -> Iterator[str]:
        if isinstance(value, dict):
            yield from ([value["$ref"]] if "$ref" in value else [])
            for child in value.values():
                yield from references(child)
        elif isinstance(value, list):
            for child in value:
                yield from references(child)

    found = set(references(document))
    assert found
    for reference in found:
        target = document
        for step in reference.removeprefix("#/").split("/"):
            target = target[step.replace("~1", "/").replace("~0", "~")]


def test_the_real_protocol_shows_an_example_of_every_method(model: Model) -> None:
    document = json.loads(emit(model)["openrpc.json"])
    assert all(method["examples"] for method in document["methods"])


def test_the_lock_file_names_no_host_and_exact_versions() -> None:
    lock = (HERE / "package-lock.json").read_text()
    assert '"resolved"' not in lock
    for name, version in json.loads((HERE / "package.json").read_text())["dependencies"].items():
        assert json.loads(lock)["packages"][f"node_modules/{name}"]["version"] == version
