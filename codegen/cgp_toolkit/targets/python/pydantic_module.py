"""``pydantic.py`` of the binding: pydantic models with the same names, for people who live in FastAPI."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from importlib.resources import files

from datamodel_code_generator.enums import DataModelType

from cgp_toolkit.model import Envelope, Member, Model, Omit, OnNull
from cgp_toolkit.targets.python import docs
from cgp_toolkit.targets.python.datamodel import Layout, types_source
from cgp_toolkit.targets.python.lowered import lowered
from cgp_toolkit.targets.python.names import Names
from cgp_toolkit.targets.python.types_module import alias_layouts, default, nullable
from cgp_toolkit.targets.stamp import commented

_ADAPTER = '''

ENVELOPE: TypeAdapter[{union}] = TypeAdapter({union})
"""Reads and writes any message of this revision: `ENVELOPE.validate_json(line)`, `ENVELOPE.dump_json(message)`."""
'''


def pydantic_modules(model: Model, names: Names) -> dict[str, str]:
    """Unformatted sources: the models, and beside them the private module that they share."""
    base = f"{names.module}._models"
    layouts = dict(_layouts(model, names))
    source = types_source(
        lowered(model, names),
        DataModelType.PydanticV2BaseModel,
        commented(model, "python", "#") + docs.literal(_about(model, names), 0),
        layouts,
        ["pydantic.TypeAdapter", *(f"{base}.{name}" for name in _used(layouts))],
        f"{base}.Model",
    )
    shared = files("cgp_toolkit.targets.python").joinpath("static", "_models.py").read_text(encoding="utf-8")
    return {
        "pydantic.py": source + _ADAPTER.format(union=names.union),
        "_models.py": commented(model, "python", "#") + shared,
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
        yield name, {**layout, "discriminator": names.tag if name == names.union else None}
    for record in model.records():
        name = names.classes[record.name]
        yield (
            name,
            {
                "doc": docs.literal(docs.record(record), 4),
                "tag": None,
                "members": _member_layouts(names, name, record.members),
            },
        )
    for envelope in model.envelopes.values():
        name = names.envelopes[envelope.name]
        yield (
            name,
            {
                "doc": docs.literal(docs.envelope(model, names, envelope), 4),
                "tag": _tag_layout(model, names, envelope),
                "members": _member_layouts(names, name, envelope.members),
            },
        )


def _tag_layout(model: Model, names: Names, envelope: Envelope) -> Layout:
    wire = model.protocol.tag
    return {
        "name": names.tag,
        "value": repr(envelope.name),
        "assignment": _assignment([f"default={envelope.name!r}", *_renamed(names.tag, wire)]),
        "doc": docs.literal(["The tag."], 4),
    }


def _member_layouts(names: Names, owner: str, members: Iterable[Member]) -> list[Layout]:
    return [
        {
            "name": names.attributes[owner, member.name],
            "many": member.many,
            "nullable": nullable(member),
            "marker": _marker(member),
            "assignment": _assignment(_arguments(names.attributes[owner, member.name], member)),
            "doc": docs.literal(docs.member(member), 4),
        }
        for member in members
    ]


def _marker(member: Member) -> str:
    """What lets a member that has a default be null."""
    if member.has_default and member.on_null is OnNull.ABSENT:
        return f"null_reads_as({default(member)})"
    return ""


def _arguments(attribute: str, member: Member) -> list[str]:
    arguments = []
    if member.optional:
        arguments.append(f"default={default(member)}")
        match member.omit:
            case Omit.ABSENT:
                arguments.append("exclude_if=is_absent")
            case Omit.EMPTY:
                arguments.append("exclude_if=is_empty")
            case Omit.DEFAULT:
                arguments.append(f"exclude_if=is_default({default(member)})")
            case Omit.NEVER:
                pass
    return arguments + _renamed(attribute, member.name)


def _renamed(attribute: str, wire: str) -> list[str]:
    # `alias` would make type checkers ask for the wire name as a keyword argument, which it often cannot be.
    return [] if attribute == wire else [f"validation_alias={wire!r}", f"serialization_alias={wire!r}"]


def _assignment(arguments: list[str]) -> str:
    match arguments:
        case []:
            return ""
        case [only] if only.startswith("default="):
            return f" = {only.removeprefix('default=')}"
        case _:
            return f" = Field({', '.join(arguments)})"


def _used(layouts: dict[str, Layout]) -> Iterator[str]:
    """The helpers of the shared module that the layouts name."""
    text = repr(layouts)
    yield from (name for name in ("is_absent", "is_empty") if f"exclude_if={name}" in text)
    yield from (name for name in ("is_default", "null_reads_as") if f"{name}(" in text)
    if "'many': True" in text:
        yield "Many"
