"""``envelopes.go``, ``records.go``, ``scalars.go``: the types of the protocol, members in wire order."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from cgp_toolkit.binding import facts
from cgp_toolkit.model import Envelope, Model, Omit, Record
from cgp_toolkit.targets.go.docs import about, comment
from cgp_toolkit.targets.go.holding import Held, held, literal, underlying
from cgp_toolkit.targets.go.names import Names
from cgp_toolkit.targets.go.rendering import render
from cgp_toolkit.targets.stamp import commented


@dataclass(frozen=True, slots=True)
class _Field:
    name: str
    type: str
    tag: str
    doc: str


@dataclass(frozen=True, slots=True)
class _Method:
    """The method that gives a member or its default."""

    name: str
    doc: str
    field: str
    type: str
    default: str


@dataclass(frozen=True, slots=True)
class _Struct:
    name: str
    wire: str
    doc: str
    fields: list[_Field]
    methods: list[_Method]


def types_files(model: Model, names: Names) -> dict[str, str]:
    """Sources by file name."""
    stamp = commented(model, "go", "//")
    frame = {"stamp": stamp, "package": names.package}
    return {
        "envelopes.go": render(
            "envelopes.go",
            **frame,
            union=names.union,
            doc=comment(
                [
                    f"{names.union} is any message of this revision: a pointer to one of its types, told apart by a "
                    "type switch.",
                    *facts_of_union(model),
                ]
            ),
            tag=model.protocol.tag,
            structs=[_struct(model, names, envelope) for envelope in model.envelopes.values()],
        ),
        "records.go": render(
            "records.go", **frame, structs=[_struct(model, names, record) for record in model.records()]
        ),
        "scalars.go": render(
            "scalars.go",
            **frame,
            scalars=[
                (
                    names.types[scalar.name],
                    underlying(scalar),
                    comment(about(names.types[scalar.name], facts.scalar(scalar))),
                )
                for scalar in model.scalars()
            ],
        ),
    }


def facts_of_union(model: Model) -> Iterator[str]:
    """What all envelopes have in common."""
    yield f"On the wire they are told apart by the member {model.protocol.tag}."


def _struct(model: Model, names: Names, owner: Envelope | Record) -> _Struct:
    name = names.owner(owner)
    paragraphs = facts.owner(lambda envelope: f"[{names.envelopes[envelope]}]", owner)
    fields = [(member, held(model, names, member)) for member in owner.members]
    return _Struct(
        name=name,
        wire=owner.name,
        doc=comment(about(name, paragraphs, verb=isinstance(owner, Envelope))),
        fields=[
            _Field(
                name=names.field(owner, member),
                type=how.declared,
                tag=_tag(how),
                doc=comment([" ".join([*about(names.field(owner, member), facts.member(member)), *_absence(how)])], 1),
            )
            for member, how in fields
        ],
        methods=[
            _Method(
                name=names.default(owner, member),
                doc=comment(
                    [f"{names.default(owner, member)} is {names.field(owner, member)}, or what a missing one reads as."]
                ),
                field=names.field(owner, member),
                type=how.item,
                default=literal(member.default),
            )
            for member, how in fields
            if how.defaulted
        ],
    )


def _absence(how: Held) -> Iterator[str]:
    if how.absent and how.member.many:
        yield "Nil is an absent one, which is not the same as an empty one."
    elif how.defaulted:
        yield "Nil reads as the default."


def _tag(how: Held) -> str:
    """The struct tag, which is the wire name, and what encoding/json makes of it is close to what Encode does."""
    member = how.member
    leaves = how.pointer or how.absent or member.omit in (Omit.EMPTY, Omit.DEFAULT)
    option = ""
    if leaves and member.omit is not Omit.NEVER:
        option = ",omitzero" if how.absent and member.many else ",omitempty"
    return f'`json:"{member.name}{option}"`'
