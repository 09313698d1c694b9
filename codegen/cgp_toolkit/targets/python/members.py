"""What every flavour of types says about a member: who owns it, when it is ``None``, what its default is."""

from __future__ import annotations

from cgp_toolkit.model import Base, Envelope, Json, Member, Model, Record, Scalar
from cgp_toolkit.targets.python.names import Names


def owner_name(names: Names, owner: Envelope | Record) -> str:
    """The class of an envelope or record."""
    return names.envelopes[owner.name] if isinstance(owner, Envelope) else names.classes[owner.name]


def nullable(member: Member) -> bool:
    """Whether the attribute is ``None`` when the member is absent."""
    return member.optional and not member.has_default


def default(model: Model, member: Member) -> Json:
    """The default of a member, as Python holds it: a number is a float even where the YAML has no fraction."""
    type_ = model.type_of(member)
    value = member.default
    if isinstance(type_, Scalar) and type_.base is Base.NUMBER and isinstance(value, int):
        return float(value)
    return value


def expression(value: Json) -> str:
    """A default as source; lists are tuples."""
    return "()" if value == [] else repr(value)


def assignment(function: str, arguments: list[str]) -> str:
    """What follows an annotation: nothing, a plain default, or a call of ``function``."""
    match arguments:
        case []:
            return ""
        case [only] if only.startswith("default="):
            return f" = {only.removeprefix('default=')}"
        case _:
            return f" = {function}({', '.join(arguments)})"
