"""The types of the crate: scalars, vocabularies, records and envelopes, each kind in a file of its own."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from cgp_toolkit.binding import facts
from cgp_toolkit.model import Base, Envelope, Member, Model, Record, Scalar, Vocabulary
from cgp_toolkit.targets.rust import docs
from cgp_toolkit.targets.rust.layout import literal, signature
from cgp_toolkit.targets.rust.members import Typing, scalar_type
from cgp_toolkit.targets.rust.names import Names
from cgp_toolkit.targets.rust.rendering import render
from cgp_toolkit.targets.stamp import commented

_MOST_ARGUMENTS = 7
"""So many arguments clippy takes for granted."""


@dataclass(frozen=True, slots=True)
class _Field:
    name: str
    type: str
    doc: str


@dataclass(frozen=True, slots=True)
class _Struct:
    """A struct and its constructor from what every reader needs; without arguments it is the default too."""

    name: str
    doc: str
    derives: str
    fields: list[_Field]
    takes: str
    many: bool
    head: str
    sets: str


def types_files(model: Model, names: Names) -> dict[str, str]:
    """Sources by path below ``src``."""
    typing = Typing.of(model, names)
    stamp = commented(model, "rust", "//")
    records = [_struct(typing, record) for record in model.records()]
    messages = [_struct(typing, envelope) for envelope in model.envelopes.values()]
    aliases = [(names.types[s.name], scalar_type(s), docs.comment(facts.scalar(s))) for s in model.scalars()]
    protocol = model.protocol
    return {
        "types.rs": render(
            "types.rs",
            stamp=stamp,
            about=docs.comment(
                [f"{protocol.title}, {protocol.revision}: its messages and all that is in them."], 0, "//!"
            ),
        ),
        "types/scalars.rs": render("scalars.rs", stamp=stamp, aliases=aliases),
        "types/records.rs": render(
            "structs.rs",
            stamp=stamp,
            about="The objects inside of messages, members in wire order.",
            uses=_uses(typing, "records", model.records()),
            structs=records,
        ),
        "types/messages.rs": render(
            "messages.rs",
            stamp=stamp,
            uses=_uses(typing, "messages", model.envelopes.values()),
            structs=messages,
            union=names.union,
            doc=docs.comment([f"Any message of {protocol.revision}.", protocol.doc]),
            envelopes=[(names.envelopes[e.name], docs.comment([e.doc], 4)) for e in model.envelopes.values()],
        ),
    }


def _uses(typing: Typing, module: str, owners: Iterable[Envelope | Record]) -> list[str]:
    """The imports of a file: what of other files its members are made of."""
    found: dict[str, set[str]] = {"records": set(), "scalars": set(), "vocabularies": set()}
    for owner in owners:
        for member in owner.members:
            type_ = typing.model.type_of(member)
            home = {Scalar: "scalars", Vocabulary: "vocabularies", Record: "records"}[type(type_)]
            found[home].add(typing.names.types[member.type])
    found.pop(module, None)
    return [use("super::" + home, sorted(used)) for home, used in found.items() if used]


def use(path: str, items: list[str]) -> str:
    """An import as rustfmt lays it out."""
    items = sorted(items, key=_version_order)
    if len(items) == 1:
        return f"use {path}::{items[0]};"
    line = f"use {path}::{{{', '.join(items)}}};"
    if len(line) <= docs.WIDTH:
        return line
    rows = [""]
    for item in items:
        piece = f"{item}, "
        # rustfmt leaves one column free here.
        if 4 + len(rows[-1]) + len(piece) > docs.WIDTH:
            rows.append("")
        rows[-1] += piece
    inside = "\n".join(f"    {row.rstrip()}" for row in rows)
    return f"use {path}::{{\n{inside}\n}};"


def _version_order(name: str) -> tuple[bool, str]:
    # Types before constants, each by the alphabet.
    return name.isupper(), name


def _struct(typing: Typing, owner: Envelope | Record) -> _Struct:
    names = typing.names
    name = names.owner(owner)
    called = docs.linking(lambda wire: names.envelopes[wire])
    needed = [member for member in owner.members if not member.optional]
    shorthand = []
    for member in owner.members:
        field = names.fields[name, member.name]
        value = typing.default(member) if member.optional else _argument(typing, owner, member, field)
        shorthand.append(field if field == value else f"{field}: {value}")
    return _Struct(
        name=name,
        doc=docs.comment(facts.owner(called, owner)),
        derives="Clone, Debug, PartialEq" + (", Eq, Hash" if _is_exact(typing.model, owner, ()) else ""),
        fields=[
            _Field(
                names.fields[name, member.name],
                typing.type_of(owner, member),
                docs.comment(facts.member(member), 4),
            )
            for member in owner.members
        ],
        takes=" and ".join(f"`{names.fields[name, m.name]}`" for m in needed),
        many=len(needed) > _MOST_ARGUMENTS,
        head=signature(
            "pub fn new",
            [f"{names.fields[name, m.name]}: {_parameter(typing, owner, m)}" for m in needed],
            " -> Self",
            4,
        ),
        sets=literal("Self", shorthand, 8),
    )


def _parameter(typing: Typing, owner: Envelope | Record, member: Member) -> str:
    type_ = typing.model.type_of(member)
    into = isinstance(type_, Vocabulary) or (isinstance(type_, Scalar) and type_.base is Base.STRING)
    name = typing.type_of(owner, member)
    return f"impl Into<{name}>" if into and not member.many else name


def _argument(typing: Typing, owner: Envelope | Record, member: Member, field: str) -> str:
    return f"{field}.into()" if _parameter(typing, owner, member).startswith("impl") else field


def _is_exact(model: Model, owner: Envelope | Record, above: tuple[str, ...]) -> bool:
    """Whether there is no number with a fraction in an object, so that equal is equal."""
    for member in owner.members:
        type_ = model.type_of(member)
        if isinstance(type_, Scalar) and type_.base is Base.NUMBER:
            return False
        if not isinstance(type_, Record) or type_.name in above:
            continue
        if not _is_exact(model, type_, (*above, type_.name)):
            return False
    return True
