"""Small models for the tests of this target, made in Python, so that each shows one thing."""

from __future__ import annotations

from dataclasses import replace

from cgp_toolkit.model import (
    Base,
    Compare,
    Constraint,
    Duplicates,
    Envelope,
    Json,
    Member,
    Model,
    Omit,
    OnNull,
    Openness,
    Origin,
    Position,
    Presence,
    Record,
    Scalar,
    Stability,
    Trait,
    Type,
    Value,
    Vocabulary,
)

HERE = Position("small.yaml", 1, 1)


def scalar(name: str, base: Base = Base.STRING, limits: Constraint | None = None, *, doc: str = "A scalar.") -> Scalar:
    """A scalar whose readers enforce ``limits``."""
    limits = limits or Constraint()
    return Scalar(name, doc, base, None, None, None, Compare.EXACT, limits, limits, None, (), (), Origin.PROJECT, HERE)


def vocabulary(
    name: str,
    *values: str,
    openness: Openness = Openness.TOLERATED,
    unknown_reads_as: str | None = None,
    traits: dict[str, tuple[Json, dict[str, Json]]] | None = None,
) -> Vocabulary:
    """A vocabulary; ``traits`` gives what unlisted and what listed values have, all of them booleans."""
    traits = traits or {}
    return Vocabulary(
        name=name,
        doc="A vocabulary.",
        openness=openness,
        unknown_reads_as=unknown_reads_as,
        unknown_doc="Kept.",
        form=None,
        like=None,
        traits=tuple(
            Trait(t, "A trait.", Base.BOOLEAN, _scalar_json(unknown), HERE) for t, (unknown, _) in traits.items()
        ),
        values=tuple(
            Value(
                value,
                "A value.",
                Origin.PROJECT,
                "1",
                Stability.CORE,
                {t: _scalar_json(given[value]) for t, (_, given) in traits.items() if value in given},
                HERE,
            )
            for value in values
        ),
        requirements=(),
        decisions=(),
        origin=Origin.PROJECT,
        position=HERE,
    )


def _scalar_json(value: Json) -> bool | int | float | str | None:
    assert not isinstance(value, list | dict)
    return value


def member(
    name: str,
    type_: str,
    *,
    many: bool = False,
    optional: bool = False,
    owed: bool = False,
    default: Json = None,
    omit: Omit = Omit.NEVER,
    on_null: OnNull = OnNull.ERROR,
    doc: str = "A member.",
    stability: Stability = Stability.CORE,
    requirements: tuple[str, ...] = (),
) -> Member:
    """A member, required unless told otherwise; ``owed``: required for authors all the same."""
    read = Presence.OPTIONAL if optional else Presence.REQUIRED
    author = Presence.REQUIRED if owed or not optional else Presence.OPTIONAL
    return Member(
        name, doc, type_, many, read, author, on_null, default, omit, None, requirements, (), "1", stability,
        Origin.PROJECT, HERE,
    )  # fmt: skip


def record(name: str, *members: Member, doc: str = "A record.") -> Record:
    """A record without variants."""
    return Record(name, doc, members, (), (), (), Origin.PROJECT, "1", Stability.CORE, HERE)


def envelope(name: str, *members: Member, reply: str | None = None) -> Envelope:
    """An envelope that one role sends to another."""
    return Envelope(
        name, "An envelope.", "static", "final", reply, None, None, Duplicates.REJECTED, members, ("R1",), (),
        Origin.PROJECT, "1", Stability.CORE, HERE,
    )  # fmt: skip


def model_of(base: Model, types: list[Type], envelopes: list[Envelope], *, tag: str = "kind") -> Model:
    """``base`` with other types and envelopes, and without examples."""
    return replace(
        base,
        protocol=replace(base.protocol, tag=tag, union="Message"),
        types={type_.name: type_ for type_ in types},
        envelopes={e.name: e for e in envelopes},
        examples={},
        sessions={},
        digest="0" * 64,
    )
