"""``types.py`` of the binding: msgspec Structs for records and envelopes, aliases for scalars and vocabularies."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from cgp_toolkit.binding import facts
from cgp_toolkit.model import Envelope, Json, Member, Model, Omit, Record, Scalar, Vocabulary
from cgp_toolkit.targets.python import docs
from cgp_toolkit.targets.python.datamodel import Layout, types_source
from cgp_toolkit.targets.python.generator_process import Flavour
from cgp_toolkit.targets.python.lowered import lowered
from cgp_toolkit.targets.python.members import assignment, default, expression, nullable, owner_name
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


def types_module(model: Model, names: Names) -> Callable[[], str]:
    """Start on the module; the function gives its unformatted source."""
    layouts = dict(_layouts(model, names))
    source = types_source(
        lowered(model, names),
        Flavour.MSGSPEC,
        docs.literal(_about(model), 0),
        layouts,
        ["msgspec.field"] if " = field(" in repr(layouts) else [],
    )
    return lambda: commented(model, "python", "#") + source()


def _about(model: Model) -> list[str]:
    protocol = model.protocol
    return [
        f"{protocol.title}, {protocol.revision}: its messages, one immutable class a type, members in wire order.",
        "Constructors check nothing; the codec and the type checker do. The classes are as closed as an author must "
        "be: they know no member that the model does not list, and msgspec refuses one that it meets. The codec reads "
        "messages from others leniently all the same. Limits are those that receivers enforce; what only authors owe "
        "is said in words.",
    ]


def alias_layouts(model: Model, names: Names) -> Iterator[tuple[str, Layout]]:
    """The docstrings of scalars, vocabularies and the union."""
    for type_ in model.types.values():
        match type_:
            case Scalar():
                yield names.classes[type_.name], {"doc": docs.literal(facts.scalar(type_), 0)}
            case Vocabulary():
                yield (
                    names.classes[type_.name],
                    {"doc": docs.literal(facts.vocabulary(names.classes.__getitem__, type_), 0)},
                )
    about = f"Any message of this revision, told apart by `{model.protocol.tag}`."
    yield names.union, {"doc": docs.literal([about], 0), "union": True}


def _layouts(model: Model, names: Names) -> Iterator[tuple[str, Layout]]:
    yield from alias_layouts(model, names)
    for owner in model.owners():
        yield owner_name(names, owner), _class(model, names, owner)


def _class(model: Model, names: Names, owner: Envelope | Record) -> Layout:
    name = owner_name(names, owner)
    options = dict(_SHAPE)
    if isinstance(owner, Envelope):
        options |= {"tag_field": repr(model.protocol.tag), "tag": repr(owner.name)}
    return {
        "doc": docs.literal(facts.owner(names.envelopes.__getitem__, owner), 4),
        "options": options,
        "members": [_member(model, names.attributes[name, member.name], member) for member in owner.members],
    }


def _member(model: Model, attribute: str, member: Member) -> Layout:
    return {
        "name": attribute,
        "many": member.many,
        "nullable": nullable(member),
        "assignment": assignment("field", _arguments(model, attribute, member)),
        "doc": docs.literal(facts.member(member), 4),
    }


def _arguments(model: Model, attribute: str, member: Member) -> list[str]:
    """How msgspec is told of default and wire name.

    It leaves out what is equal to a plain default, but never what came from a factory: that is how a member with a
    default is always written.
    """
    arguments = []
    if member.optional:
        value = default(model, member)
        always = member.has_default and member.omit is Omit.NEVER
        arguments.append(f"default_factory={_factory(value)}" if always else f"default={expression(value)}")
    if attribute != member.name:
        arguments.append(f"name={member.name!r}")
    return arguments


def _factory(value: Json) -> str:
    for zero, factory in _ZEROS:
        if type(value) is type(zero) and value == zero:
            return factory
    return f"lambda: {expression(value)}"
