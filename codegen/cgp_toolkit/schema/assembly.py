"""Whole sets of schemas: one document a definition, or all definitions in one document."""

from __future__ import annotations

import json

from cgp_toolkit.model import Envelope, Json, Model, Record, Scalar, Type, Verdict
from cgp_toolkit.schema import objects, values
from cgp_toolkit.schema.names import file_name, settle
from cgp_toolkit.schema.profile import DRAFT_07, DRAFT_2020_12, Dialect, Profile
from cgp_toolkit.schema.scope import Schema, Scope
from cgp_toolkit.schema.urns import urn

_MOST_EXAMPLES = 2


def documents(model: Model, profile: Profile) -> dict[str, Schema]:
    """One document for the union, each envelope and each type, by definition name.

    References are relative: a neighbour is ``<definition name>.schema.json``.
    """
    scope = Scope(model, profile, DRAFT_2020_12, settle(model), bundled=False)
    definitions = {scope.names.union: _union(scope), **_definitions(scope)}
    return {
        name: {**_head(scope, f"{profile}/{file_name(name)}"), **definition} for name, definition in definitions.items()
    }


def bundle(model: Model, profile: Profile, dialect: Dialect = DRAFT_2020_12) -> Schema:
    """One document: the union of all envelopes, with every envelope and type among its definitions."""
    scope = Scope(model, profile, dialect, settle(model), bundled=True)
    path = file_name(f"{profile}.draft-07" if dialect is DRAFT_07 else profile)
    definitions: Schema = {**_definitions(scope)}
    return {**_head(scope, path), **_union(scope), dialect.definitions: definitions}


def _head(scope: Scope, path: str) -> Schema:
    return {"$schema": scope.dialect.metaschema, "$id": urn(scope.model.protocol, path)}


def _definitions(scope: Scope) -> dict[str, Schema]:
    result = {scope.names.envelopes[name]: _envelope(scope, value) for name, value in scope.model.envelopes.items()}
    return result | {name: _type(scope, value) for name, value in scope.model.types.items()}


def _envelope(scope: Scope, value: Envelope) -> Schema:
    result = objects.envelope(scope, value)
    examples = _examples(scope.model, value.name)
    return {**result, "examples": examples} if examples else result


def _type(scope: Scope, value: Type) -> Schema:
    if isinstance(value, Scalar):
        return values.scalar(scope, value)
    if isinstance(value, Record):
        return objects.record(scope, value)
    return values.vocabulary(scope, value)


def _union(scope: Scope) -> Schema:
    """Told apart by the tag, not by trial: only the envelope that a message claims to be is looked at."""
    protocol = scope.model.protocol
    tag: Schema = {"type": "string"}
    if scope.profile is Profile.STRICT:
        tag = {"enum": list(scope.model.envelopes)}
    return {
        "title": scope.names.union,
        "description": protocol.doc,
        "type": "object",
        "properties": {protocol.tag: {**tag, "description": "The tag that tells envelopes apart."}},
        "required": [protocol.tag],
        "allOf": [
            {
                "if": {"type": "object", "properties": {protocol.tag: {"const": name}}, "required": [protocol.tag]},
                "then": scope.refer(definition),
            }
            for name, definition in scope.names.envelopes.items()
        ],
    }


def _examples(model: Model, envelope: str) -> list[Json]:
    """The shortest valid examples of an envelope: a schema is no place for long ones."""
    messages: list[Json] = [
        dict(example.message)
        for example in model.examples.values()
        if example.verdict is Verdict.VALID
        and example.message is not None
        and example.message.get(model.protocol.tag) == envelope
    ]
    return sorted(messages, key=lambda message: len(json.dumps(message)))[:_MOST_EXAMPLES]
