"""``pydantic.py`` of the binding: pydantic models with the same names, for people who live in FastAPI."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib.resources import files

from cgp_toolkit.binding import facts
from cgp_toolkit.model import Envelope, Member, Model, Omit, OnNull, Record
from cgp_toolkit.targets.python import docs
from cgp_toolkit.targets.python.datamodel import Layout, types_source
from cgp_toolkit.targets.python.generator_process import Flavour
from cgp_toolkit.targets.python.lowered import lowered
from cgp_toolkit.targets.python.members import assignment, default, expression, nullable, owner_name
from cgp_toolkit.targets.python.names import Names
from cgp_toolkit.targets.python.types_module import alias_layouts
from cgp_toolkit.targets.stamp import commented

_ADAPTER = '''

ENVELOPE: TypeAdapter[{union}] = TypeAdapter({union})
"""Reads and writes any message of this revision: `ENVELOPE.validate_json(line)`, `ENVELOPE.dump_json(message)`."""
'''


def pydantic_modules(model: Model, names: Names) -> Callable[[], dict[str, str]]:
    """Start on the models; the function gives unformatted sources: theirs, and the private module that they share."""
    base = f"{names.module}._models"
    layouts = dict(_layouts(model, names))
    source = types_source(
        lowered(model, names),
        Flavour.PYDANTIC,
        docs.literal(_about(model, names), 0),
        layouts,
        ["pydantic.TypeAdapter", *(f"{base}.{name}" for name in _used(layouts))],
        f"{base}.Model",
    )
    stamp = commented(model, "python", "#")
    shared = files("cgp_toolkit.targets.python").joinpath("static", "_models.py").read_text(encoding="utf-8")
    return lambda: {
        "pydantic.py": stamp + source() + _ADAPTER.format(union=names.union),
        "_models.py": stamp + shared,
    }


def _about(model: Model, names: Names) -> list[str]:
    protocol = model.protocol
    return [
        f"{protocol.title}, {protocol.revision}: its messages as pydantic models. Needs the extra `pydantic`.",
        f"Names, members and order are those of `{names.module}.types`, and so are the bytes that `model_dump_json()` "
        "and `ENVELOPE.dump_json()` give, but for numbers from 1e16 on, whose exponent pydantic may write with a plus "
        "sign. Reading is strict about types, drops members that the model does not list, keeps unlisted values of "
        f"vocabularies, and refuses an unlisted `{protocol.tag}`. What only the codec can see, such as members that "
        "stand twice, stays the codec's.",
    ]


def _layouts(model: Model, names: Names) -> Iterator[tuple[str, Layout]]:
    for name, layout in alias_layouts(model, names):
        # pydantic wants a choice to discriminate in.
        discriminator = names.tag if name == names.union and len(names.envelopes) > 1 else None
        yield name, {**layout, "discriminator": discriminator}
    for owner in model.owners():
        yield owner_name(names, owner), _class(model, names, owner)


def _class(model: Model, names: Names, owner: Envelope | Record) -> Layout:
    name = owner_name(names, owner)
    return {
        "doc": docs.literal(facts.owner(names.envelopes.__getitem__, owner), 4),
        "tag": _tag(model, names, owner) if isinstance(owner, Envelope) else None,
        "members": [_member(model, names.attributes[name, member.name], member) for member in owner.members],
    }


def _tag(model: Model, names: Names, envelope: Envelope) -> Layout:
    arguments = [f"default={envelope.name!r}", *_renamed(names.tag, model.protocol.tag)]
    return {
        "name": names.tag,
        "value": repr(envelope.name),
        "assignment": assignment("Field", arguments),
        "doc": docs.literal(["The tag."], 4),
    }


def _member(model: Model, attribute: str, member: Member) -> Layout:
    value = expression(default(model, member))
    null_too = member.has_default and member.on_null is OnNull.ABSENT
    return {
        "name": attribute,
        "many": member.many,
        "nullable": nullable(member),
        "marker": f"null_reads_as({value})" if null_too else "",
        "assignment": assignment("Field", _arguments(attribute, member, value)),
        "doc": docs.literal(facts.member(member), 4),
    }


def _arguments(attribute: str, member: Member, value: str) -> list[str]:
    arguments = []
    if member.optional:
        arguments.append(f"default={value}")
        match member.omit:
            case Omit.ABSENT:
                arguments.append("exclude_if=is_absent")
            case Omit.EMPTY:
                arguments.append("exclude_if=is_empty")
            case Omit.DEFAULT:
                arguments.append(f"exclude_if=is_default({value})")
            case Omit.NEVER:
                pass
    return arguments + _renamed(attribute, member.name)


def _renamed(attribute: str, wire: str) -> list[str]:
    # `alias` would make type checkers ask for the wire name as a keyword argument, which it often cannot be.
    return [] if attribute == wire else [f"validation_alias={wire!r}", f"serialization_alias={wire!r}"]


def _used(layouts: dict[str, Layout]) -> Iterator[str]:
    """The helpers of the shared module that the layouts name."""
    text = repr(layouts)
    yield from (name for name in ("is_absent", "is_empty") if f"exclude_if={name}" in text)
    yield from (name for name in ("is_default", "null_reads_as") if f"{name}(" in text)
    if "'many': True" in text:
        yield "Many"
