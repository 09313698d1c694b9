"""Schemas of the model's own YAML, one a kind of file, so that editors complete and check it."""

from __future__ import annotations

from functools import cache

from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue, models_json_schema
from pydantic_core import core_schema

from cgp_toolkit.model import Protocol
from cgp_toolkit.model.entries import FILES, FileKind
from cgp_toolkit.schema.entry_docs import docs
from cgp_toolkit.schema.names import file_name
from cgp_toolkit.schema.profile import DRAFT_2020_12
from cgp_toolkit.schema.scope import Schema
from cgp_toolkit.schema.urns import urn


class _Generator(GenerateJsonSchema):
    """Pydantic's, with our texts and no title for each field, and with mappings closed to names that do not match."""

    def field_title_should_be_set(self, schema: object) -> bool:
        return False

    def model_schema(self, schema: core_schema.ModelSchema) -> JsonSchemaValue:
        result, entry = super().model_schema(schema), schema["cls"]
        for name, doc in docs(entry).items():
            result["properties"][entry.model_fields[name].alias or name]["description"] = doc
        return result

    def dict_schema(self, schema: core_schema.DictSchema) -> JsonSchemaValue:
        result = super().dict_schema(schema)
        if "patternProperties" in result:
            result["additionalProperties"] = False
        return result


def yaml_files(protocol: Protocol) -> dict[str, Schema]:
    """One schema a kind of model file, by the kind's name."""
    return {kind.name: _file(protocol, kind) for kind in FILES}


def _file(protocol: Protocol, kind: FileKind) -> Schema:
    return {
        "$schema": DRAFT_2020_12.metaschema,
        "$id": urn(protocol, f"model/{file_name(kind.name)}"),
        **_content(kind),
    }


@cache
def _content(kind: FileKind) -> Schema:
    """What a file of one kind may hold, which no model changes: to be read only."""
    references, definitions = models_json_schema(
        [(section.entry, "validation") for section in kind.sections], schema_generator=_Generator
    )
    properties: Schema = {}
    for section in kind.sections:
        entry: Schema = references[section.entry, "validation"]
        properties[section.key] = entry if section.single else {"type": "object", "additionalProperties": entry}
    return {
        "title": f"Model file: {kind.name}",
        "type": "object",
        "properties": properties,
        "additionalProperties": False,
        "minProperties": 1,
        **definitions,
    }
