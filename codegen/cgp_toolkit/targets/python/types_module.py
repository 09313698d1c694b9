"""``types.py`` of the binding: msgspec Structs for records and envelopes, aliases for scalars and vocabularies."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from datamodel_code_generator.enums import DataModelType

from cgp_toolkit.model import Envelope, Json, Member, Model, Omit, Record, Scalar, Vocabulary
from cgp_toolkit.targets.python import docs
from cgp_toolkit.targets.python.datamodel import Layout, types_source
from cgp_toolkit.targets.python.lowered import lowered
from cgp_toolkit.targets.python.names import Names
from cgp_toolkit.targets.stamp import commented

_SHAPE: dict[str, object] = {
    "frozen": True,
    "gc": False,
    "kw_only": True,
    "omit_defaults": True,
    "forbid_unknown_fields": True,
}

# `tuple` is missing on purpose: msgspec takes it for the plain default `()`.
_ZEROS: tuple[tuple[Json, str], ...] = ((False, "bool"), (0, "int"), (0.0, "float"), ("", "str"))


def types_module(model: Model, names: Names) -> str:
    """Unformatted source of the module."""
    layouts = dict(_layouts(model, names))
    assignments = [assignment(names, owner, m) for owner, m in _members(model, names)]
    return types_source(
        lowered(model, names),
        DataModelType.MsgspecStruct,
        commented(model, "python", "#") + docs.literal(_about(model), 0),
        layouts,
        ["msgspec.field"] if any("field(" in text for text in assignments) else [],
    )


def _about(model: Model) -> list[str]:
    protocol = model.protocol
    return [
        f"{protocol.title}, {protocol.revision}: its messages, one immutable class a type, members in wire order.",
        "Constructors check nothing; the codec and the type checker do. The classes are as closed as an author must "
        "be: they know no member that the model does not list, and msgspec refuses one that it meets. The codec reads "
        "messages from others leniently all the same. Limits are those that receivers enforce; what only authors owe "
        "is said in words.",
    ]


def _members(model: Model, names: Names) -> Iterator[tuple[str, Member]]:
    for owner in model.owners():
        for member in owner.members:
            yield owner_name(names, owner), member


def owner_name(names: Names, owner: Envelope | Record) -> str:
    """The class of an envelope or record."""
    return names.envelopes[owner.name] if isinstance(owner, Envelope) else names.classes[owner.name]


def _layouts(model: Model, names: Names) -> Iterator[tuple[str, Layout]]:
    yield from alias_layouts(model, names)
    for record in model.records():
        name = names.classes[record.name]
        yield (
            name,
            {
                "doc": docs.literal(docs.record(record), 4),
                "base_class_kwargs": dict(_SHAPE),
                "members": _member_layouts(names, name, record.members),
            },
        )
    for envelope in model.envelopes.values():
        name = names.envelopes[envelope.name]
        yield (
            name,
            {
                "doc": docs.literal(docs.envelope(model, names, envelope), 4),
                "base_class_kwargs": dict(_SHAPE),
                "members": _member_layouts(names, name, envelope.members),
            },
        )


def alias_layouts(model: Model, names: Names) -> Iterator[tuple[str, Layout]]:
    """The docstrings of scalars, vocabularies and the union."""
    for type_ in model.types.values():
        match type_:
            case Scalar():
                yield names.classes[type_.name], {"doc": docs.literal(docs.scalar(type_), 0)}
            case Vocabulary():
                yield names.classes[type_.name], {"doc": docs.literal(docs.vocabulary(names, type_), 0)}
    about = f"Any message of this revision, told apart by `{model.protocol.tag}`."
    yield names.union, {"doc": docs.literal([about], 0), "union": True}


def _member_layouts(names: Names, owner: str, members: Iterable[Member]) -> list[Layout]:
    return [
        {
            "name": names.attributes[owner, member.name],
            "many": member.many,
            "nullable": nullable(member),
            "assignment": assignment(names, owner, member),
            "doc": docs.literal(docs.member(member), 4),
        }
        for member in members
    ]


def nullable(member: Member) -> bool:
    """Whether the attribute is ``None`` when the member is absent."""
    return member.optional and not member.has_default


def assignment(names: Names, owner: str, member: Member) -> str:
    """What follows the annotation.

    msgspec leaves out what is equal to a plain default, but never what came from a factory: that is how a member
    with a default is always written.
    """
    arguments = []
    if nullable(member):
        arguments.append("default=None")
    elif member.has_default:
        always = member.omit is Omit.NEVER
        arguments.append(f"default_factory={_factory(member.default)}" if always else f"default={default(member)}")
    if names.attributes[owner, member.name] != member.name:
        arguments.append(f"name={member.name!r}")
    match arguments:
        case []:
            return ""
        case [only] if only.startswith("default="):
            return f" = {only.removeprefix('default=')}"
        case _:
            return f" = field({', '.join(arguments)})"


def default(member: Member) -> str:
    """The default of a member as an expression; lists are tuples."""
    return _expression(member.default)


def _expression(value: Json) -> str:
    return "()" if value == [] else repr(value)


def _factory(value: Json) -> str:
    for zero, factory in _ZEROS:
        if type(value) is type(zero) and value == zero:
            return factory
    return f"lambda: {_expression(value)}"
