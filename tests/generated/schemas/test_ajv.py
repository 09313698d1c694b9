"""The ajv behind the other tests is as strict as they need it to be."""

from __future__ import annotations

import json
from collections.abc import Mapping

import pytest

from cgp_toolkit.schema import EXTENSIONS
from tests.generated.schemas.ajv import HERE, Ajv

_HEAD = {"$schema": "https://json-schema.org/draft/2020-12/schema", "$id": "urn:test:a"}


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "string", "x-not-listed": 1},
        {"properties": {"a": True}},
        {"type": "object", "required": ["a"]},
        {"type": ["object", "string"]},
        {"$ref": "b.schema.json"},
    ],
)
def test_ajv_refuses_what_it_would_otherwise_warn_about(schema: dict[str, object]) -> None:
    with Ajv() as ajv, pytest.raises(RuntimeError, match=r"strict mode|resolve"):
        ajv.ask({"set": "a", "draft": "2020-12", "keywords": list(EXTENSIONS), "schemas": [{**_HEAD, **schema}]})


def test_ajv_compiles_every_file_of_a_profile_without_a_warning(emitted: Mapping[str, str], ajv: Ajv) -> None:
    for part in ("strict/", "wire/", "strict.schema", "wire.schema"):
        schemas = [json.loads(text) for path, text in emitted.items() if path.startswith(part)]
        assert schemas
        ajv.register(f"compile {part} {schemas[0]['$id']}", "2020-12", list(EXTENSIONS), schemas)


def test_the_lock_file_names_no_host_and_exact_versions() -> None:
    lock = (HERE / "package-lock.json").read_text()
    assert '"resolved"' not in lock
    for name, version in json.loads((HERE / "package.json").read_text())["dependencies"].items():
        assert json.loads(lock)["packages"][f"node_modules/{name}"]["version"] == version
