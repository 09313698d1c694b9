"""The keys of the YAML's schemas say what stands below them in the sources."""

from __future__ import annotations

import json
from typing import Any

from cgp_toolkit.model import Model
from cgp_toolkit.model.entries import Entry
from cgp_toolkit.schema import yaml_files
from cgp_toolkit.schema.entry_docs import docs


class _Parent(Entry):
    """Not a doc of a key."""

    inherited: str
    """What both have."""

    bare: str
    changed: str
    """What the parent says.

    And more.
    """


class _Child(_Parent):
    changed: str
    """What the child says."""


def test_the_text_below_a_key_is_its_doc() -> None:
    assert docs(_Parent) == {"inherited": "What both have.", "changed": "What the parent says.\n\nAnd more."}


def test_a_key_that_is_inherited_keeps_its_doc_unless_it_gets_another() -> None:
    assert docs(_Child) == {"inherited": "What both have.", "changed": "What the child says."}


def test_every_doc_stands_in_the_schema_of_its_key(model: Model) -> None:
    texts = {kind: json.dumps(schema) for kind, schema in yaml_files(model.protocol).items()}
    told = [
        doc
        for entry in _entries(Entry)
        if entry.__module__.startswith(Entry.__module__.rpartition(".")[0])
        for doc in docs(entry).values()
    ]
    assert len(told) > 30
    assert [doc for doc in told if not any(json.dumps(doc) in text for text in texts.values())] == []


def test_every_kind_of_file_and_every_key_of_it_is_documented(model: Model) -> None:
    for schema in yaml_files(model.protocol).values():
        definitions: dict[str, dict[str, Any]] = json.loads(json.dumps(schema))["$defs"]
        for name, definition in definitions.items():
            assert definition["description"], name
            if definition.get("type") == "object":
                assert definition["additionalProperties"] is False, name
                for key, value in definition["properties"].items():
                    # A reference without one has the text of what it refers to.
                    assert value.get("description") or "$ref" in value, f"{name}.{key}"


def _entries(entry: type[Entry]) -> list[type[Entry]]:
    found = entry.__subclasses__()
    return [*found, *(deeper for one in found for deeper in _entries(one))]
