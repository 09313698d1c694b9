"""Records and envelopes as schemas: members, presence, and the variants that authors keep to."""

from __future__ import annotations

from collections.abc import Mapping

from cgp_toolkit.model import Envelope, Json, Member, OnNull, Record, Variant
from cgp_toolkit.schema import keywords, values
from cgp_toolkit.schema.profile import Profile
from cgp_toolkit.schema.scope import Schema, Scope


def record(scope: Scope, value: Record) -> Schema:
    """The definition of a record."""
    result: Schema = {
        "title": value.name,
        "description": value.doc,
        **_object(scope, value.members, {}),
    }
    if scope.profile is Profile.STRICT and value.variants:
        result["allOf"] = [_variant(scope, value, variant) for variant in value.variants]
    return result | keywords.of_record(value)


def envelope(scope: Scope, value: Envelope) -> Schema:
    """The definition of an envelope: the tag first, then the members in wire order."""
    tag: Schema = {"const": value.name, "description": "The tag of the envelope."}
    return {
        "title": scope.names.envelopes[value.name],
        "description": value.doc,
        **_object(scope, value.members, {scope.model.protocol.tag: tag}),
        **keywords.of_envelope(value),
    }


def _object(scope: Scope, members: tuple[Member, ...], first: Mapping[str, Json]) -> Schema:
    required: list[Json] = [*first, *(member.name for member in members if scope.profile.requires(member))]
    result: Schema = {
        "type": "object",
        "properties": {**first, **{member.name: _member(scope, member) for member in members}},
    }
    if required:
        result["required"] = required
    if scope.profile is Profile.STRICT:
        result["additionalProperties"] = False
    return result


def _member(scope: Scope, member: Member) -> Schema:
    annotations = keywords.of_member(member)
    nullable = scope.profile is Profile.WIRE and member.optional and member.on_null is OnNull.ABSENT
    if member.many:
        return {
            "type": ["array", "null"] if nullable else "array",
            "items": scope.refer(member.type),
            **annotations,
        }
    if not nullable:
        return scope.refer(member.type, annotations)
    type_ = scope.model.type_of(member)
    if not isinstance(type_, Record):
        return {**values.or_null(scope, type_), **annotations, "x-type": member.type}
    # No choice between two types: whatever is no object fails as a whole, an object where it is wrong.
    return {
        "type": ["object", "null"],
        "if": {"type": "object"},
        "then": scope.refer(member.type),
        **annotations,
        "x-type": member.type,
    }


def _type(scope: Scope, member: Member) -> Schema:
    return {"type": "array"} if member.many else scope.refer(member.type)


def _variant(scope: Scope, owner: Record, variant: Variant) -> Schema:
    """What follows from one value of one member; each broken part of it is one error at the member in question."""
    when = owner.member(variant.member)
    condition: Schema = {"properties": {variant.member: {"const": variant.value}}}
    if not (when.has_default and when.default == variant.value):
        condition["required"] = [variant.member]
    # A value that is wrong for the member's own type already is not reported again.
    properties: Schema = {name: {"not": _type(scope, owner.member(name))} for name in variant.forbid}
    for name, narrower in variant.refine.items():
        properties[name] = {"if": scope.refer(owner.member(name).type), "then": scope.refer(narrower)}
    required: list[Json] = [name for name in variant.require if not scope.profile.requires(owner.member(name))]
    for name in variant.require:
        properties.setdefault(name, True)
    then: Schema = {"properties": properties}
    if required:
        then["required"] = required
    return {
        "description": variant.doc,
        "if": condition,
        "then": then,
        "x-requirements": [variant.requirement],
    }
