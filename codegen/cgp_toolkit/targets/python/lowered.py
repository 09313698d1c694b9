"""The private JSON Schema that datamodel-code-generator reads: the shapes of the types, and nothing else.

Its names are Python's already, every member is required, and only named scalars carry limits, those of readers.
What else the model says (docs, tags, defaults, when a member is omitted) goes to the templates beside the schema.
"""

from __future__ import annotations

from collections.abc import Iterable

from cgp_toolkit.model import Base, Json, Member, Model, Openness, Record, Scalar, Type, Vocabulary
from cgp_toolkit.targets.python.names import Names


def lowered(model: Model, names: Names) -> dict[str, Json]:
    """The schema of all types of ``model``; its root is the union of the envelopes."""
    definitions: dict[str, Json] = {names.classes[name]: _type(type_, names) for name, type_ in model.types.items()}
    for name, envelope in model.envelopes.items():
        tag: dict[str, Json] = {names.tag: {"const": name}}
        definitions[names.envelopes[name]] = _object(names.envelopes[name], envelope.members, names, tag)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": names.union,
        "oneOf": [_reference(name) for name in names.envelopes.values()],
        "discriminator": {"propertyName": names.tag},
        "$defs": definitions,
    }


def _type(type_: Type, names: Names) -> dict[str, Json]:
    match type_:
        case Scalar():
            return _scalar(type_)
        case Vocabulary():
            return _vocabulary(type_)
        case Record():
            return _object(names.classes[type_.name], type_.members, names, {})


def _scalar(scalar: Scalar) -> dict[str, Json]:
    limits: dict[str, Json] = {
        "minimum": scalar.read.minimum,
        "maximum": scalar.read.maximum,
        "minLength": scalar.read.min_length,
        "maxLength": scalar.read.max_length,
    }
    return {"type": scalar.base.value, **{key: limit for key, limit in limits.items() if limit is not None}}


def _vocabulary(vocabulary: Vocabulary) -> dict[str, Json]:
    listed: list[Json] = [value.name for value in vocabulary.values]
    if vocabulary.openness is Openness.CLOSED:
        return {"enum": listed}
    if not listed:
        return {"type": Base.STRING.value}
    return {"anyOf": [{"enum": listed}, {"type": Base.STRING.value}]}


def _object(owner: str, members: Iterable[Member], names: Names, properties: dict[str, Json]) -> dict[str, Json]:
    for member in members:
        type_ = _reference(names.classes[member.type])
        attribute = names.attributes[owner, member.name]
        properties[attribute] = {"type": "array", "items": type_} if member.many else type_
    return {"type": "object", "properties": properties, "required": list(properties)}


def _reference(name: str) -> dict[str, Json]:
    return {"$ref": f"#/$defs/{name}"}
