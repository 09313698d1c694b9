"""Parts of the model that can be shown on their own: envelopes and types."""

from __future__ import annotations

from dataclasses import dataclass

from cgp_toolkit.model import Envelope, Model, Record, Scalar, Type, Vocabulary


@dataclass(frozen=True, slots=True)
class Part:
    """Some envelopes and types.  ``deep``: members are followed into their types."""

    title: str
    envelopes: tuple[Envelope, ...] = ()
    records: tuple[Record, ...] = ()
    vocabularies: tuple[Vocabulary, ...] = ()
    scalars: tuple[Scalar, ...] = ()
    deep: bool = False


SECTIONS = ("envelopes", "types", "vocabularies", "scalars")
"""What :func:`part` takes beside names: all envelopes, all objects, all vocabularies, all scalars."""


def whole(model: Model) -> Part:
    """All of the model."""
    return Part(
        f"{model.protocol.title}, {model.protocol.revision}",
        tuple(model.envelopes.values()),
        tuple(model.records()),
        tuple(model.vocabularies()),
        tuple(model.scalars()),
    )


def part(model: Model, name: str) -> Part | None:
    """What ``name`` says: a section, an envelope, a type, or the type of ``Owner.member``; in any case.

    ``None`` if there is no such thing.  Where an envelope and a type differ in nothing but case, both are meant.
    """
    folded = name.casefold()
    everything = whole(model)
    match folded:
        case "envelopes":
            return Part("envelopes", envelopes=everything.envelopes)
        case "types":
            return Part("types", records=everything.records)
        case "vocabularies":
            return Part("vocabularies", vocabularies=everything.vocabularies)
        case "scalars":
            return Part("scalars", scalars=everything.scalars)
    envelopes = tuple(e for e in everything.envelopes if e.name.casefold() == folded)
    types: tuple[Type, ...] = tuple(t for t in model.types.values() if t.name.casefold() == folded)
    if not envelopes and not types:
        types = _types_of_members(model, folded)
    if not envelopes and not types:
        return None
    return Part(
        name,
        envelopes,
        tuple(t for t in types if isinstance(t, Record)),
        tuple(t for t in types if isinstance(t, Vocabulary)),
        tuple(t for t in types if isinstance(t, Scalar)),
        deep=True,
    )


def _types_of_members(model: Model, folded: str) -> tuple[Type, ...]:
    return tuple(
        model.type_of(member)
        for owner in model.owners()
        for member in owner.members
        if f"{owner.name}.{member.name}".casefold() == folded
    )


def part_names(model: Model) -> tuple[str, ...]:
    """Everything that :func:`part` knows, in a stable order."""
    members = (f"{owner.name}.{member.name}" for owner in model.owners() for member in owner.members)
    return (*SECTIONS, *model.envelopes, *model.types, *members)
