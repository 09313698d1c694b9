"""What an expression can be: the kinds that the checker compares and the printers ask for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from cgp_toolkit.model import Base, Envelope, Member, Model, Record, Scalar, Vocabulary


@dataclass(frozen=True, slots=True)
class Plain:
    """A text, number or truth value.  ``type`` names the scalar or vocabulary that it is of, if any."""

    base: Base
    type: str | None = None

    def __str__(self) -> str:
        return f"{_WORDS[self.base]} ({self.type})" if self.type else _WORDS[self.base]


@dataclass(frozen=True, slots=True)
class Object:
    """A record or an envelope."""

    name: str
    envelope: bool

    def __str__(self) -> str:
        return f"{'an envelope' if self.envelope else 'a record'} ({self.name})"


@dataclass(frozen=True, slots=True)
class Many:
    """A list; ``item`` is ``None`` of an empty one."""

    item: Kind | None

    def __str__(self) -> str:
        return "a list" if self.item is None else f"a list, each item {self.item}"


Kind: TypeAlias = Plain | Object | Many

_WORDS = {Base.STRING: "a text", Base.INTEGER: "an integer", Base.NUMBER: "a number", Base.BOOLEAN: "a truth value"}

TRUTH = Plain(Base.BOOLEAN)
INTEGER = Plain(Base.INTEGER)
NUMBER = Plain(Base.NUMBER)
TEXT = Plain(Base.STRING)


def kind_of(model: Model, member: Member) -> Kind:
    """The kind of a member's value."""
    type_ = model.type_of(member)
    kind: Kind
    match type_:
        case Scalar():
            kind = Plain(type_.base, type_.name)
        case Vocabulary():
            kind = Plain(Base.STRING, type_.name)
        case Record():
            kind = Object(type_.name, envelope=False)
    return Many(kind) if member.many else kind


def owner_of(model: Model, kind: Object) -> Envelope | Record:
    """What the model says of an object."""
    return model.envelopes[kind.name] if kind.envelope else model.record(kind.name)


def object_of(owner: Envelope | Record) -> Object:
    """The kind of a record or an envelope."""
    return Object(owner.name, envelope=isinstance(owner, Envelope))
