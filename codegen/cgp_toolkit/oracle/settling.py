"""What a reader ends up with, and what a writer makes of that."""

from __future__ import annotations

import copy
from collections.abc import Mapping

from cgp_toolkit.model import Base, Envelope, Json, Member, Model, Omit, Record, Scalar
from cgp_toolkit.oracle.jsons import Message
from cgp_toolkit.oracle.structure import is_absent


def settled(model: Model, owner: Envelope | Record, value: Mapping[str, Json]) -> Message:
    """An object that readers accept, its members in the order of the model.

    Unknown members and nulls that read as absent are gone, defaults are filled in, and numbers with a fraction are
    told from integers by their type, not by their spelling.
    """
    result: Message = {model.protocol.tag: owner.name} if isinstance(owner, Envelope) else {}
    for member in owner.members:
        if not is_absent(member, value):
            held = value[member.name]
            result[member.name] = (
                [_settled(model, member, item) for item in held]
                if isinstance(held, list)
                else _settled(model, member, held)
            )
        elif member.has_default:
            result[member.name] = copy.deepcopy(member.default)
    return result


def _settled(model: Model, member: Member, held: Json) -> Json:
    type_ = model.type_of(member)
    if isinstance(type_, Record) and isinstance(held, dict):
        return settled(model, type_, held)
    if isinstance(type_, Scalar) and type_.base is Base.NUMBER and isinstance(held, int | float):
        return float(held)
    return held


def written(model: Model, owner: Envelope | Record, value: Mapping[str, Json]) -> Message:
    """What a writer leaves of a settled object."""
    result: Message = {model.protocol.tag: owner.name} if isinstance(owner, Envelope) else {}
    for member in owner.members:
        if member.name not in value:
            continue
        held = value[member.name]
        empty = member.omit is Omit.EMPTY and held == []
        default = member.omit is Omit.DEFAULT and held == member.default
        if empty or default:
            continue
        type_ = model.type_of(member)
        if not isinstance(type_, Record):
            result[member.name] = held
        elif isinstance(held, list):
            result[member.name] = [written(model, type_, item) for item in held if isinstance(item, dict)]
        elif isinstance(held, dict):
            result[member.name] = written(model, type_, held)
    return result
