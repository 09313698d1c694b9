"""The named types of a protocol: scalars, vocabularies and records, as the resolver leaves them.

All references are by name; :class:`cgp_toolkit.model.Model` looks them up.  Everything is frozen and ordered.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from cgp_toolkit.model.axes import (
    Base,
    Calendar,
    Compare,
    Omit,
    OnNull,
    Openness,
    Origin,
    Presence,
    Stability,
)
from cgp_toolkit.model.source import Position

JsonScalar: TypeAlias = bool | int | float | str | None
Json: TypeAlias = JsonScalar | list["Json"] | dict[str, "Json"]


@dataclass(frozen=True, slots=True)
class Constraint:
    """Limits on one value.  ``pattern`` is a full match in the portable subset, without anchors."""

    minimum: int | float | None = None
    maximum: int | float | None = None
    min_length: int | None = None
    max_length: int | None = None
    pattern: str | None = None
    calendar: Calendar | None = None


@dataclass(frozen=True, slots=True)
class Scalar:
    """A named string, number or boolean.

    ``read`` binds receivers; ``author`` is what a writer must produce and includes ``read``.
    ``grammar`` names the ABNF rule that ``author.pattern`` was derived from.
    """

    name: str
    doc: str
    base: Base
    width: int | None
    signed: bool | None
    unit: str | None
    compare: Compare
    read: Constraint
    author: Constraint
    grammar: str | None
    requirements: tuple[str, ...]
    decisions: tuple[str, ...]
    origin: Origin
    position: Position


@dataclass(frozen=True, slots=True)
class Trait:
    """A property that every value of a vocabulary has; ``unknown`` is what an unlisted value gets.

    ``unknown`` is ``None`` when the vocabulary's ``unknown_reads_as`` names a value: that value's trait counts.
    """

    name: str
    doc: str
    base: Base
    unknown: JsonScalar
    position: Position


@dataclass(frozen=True, slots=True)
class Value:
    """One listed value of a vocabulary."""

    name: str
    doc: str
    origin: Origin
    since: str
    stability: Stability
    traits: Mapping[str, JsonScalar]
    position: Position


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """A named set of strings with a policy for values outside it.

    ``unknown_reads_as`` is the listed value that a receiver treats an unlisted one as, or ``None``: kept, opaque.
    ``form`` names the scalar whose author pattern new names must match (``namespaced`` only).
    ``like`` names the vocabulary whose values these are.
    """

    name: str
    doc: str
    openness: Openness
    unknown_reads_as: str | None
    unknown_doc: str
    form: str | None
    like: str | None
    traits: tuple[Trait, ...]
    values: tuple[Value, ...]
    requirements: tuple[str, ...]
    decisions: tuple[str, ...]
    origin: Origin
    position: Position


@dataclass(frozen=True, slots=True)
class Member:
    """One member of a record or envelope.  Members stand in wire order.

    ``many`` makes the JSON value an array of ``type``.  ``default`` is what a reader assumes for a missing
    optional member; ``None`` is "stays absent".
    """

    name: str
    doc: str
    type: str
    many: bool
    read: Presence
    author: Presence
    on_null: OnNull
    default: Json
    omit: Omit
    set_by: str | None
    requirements: tuple[str, ...]
    decisions: tuple[str, ...]
    since: str
    stability: Stability
    origin: Origin
    position: Position

    @property
    def optional(self) -> bool:
        """Whether a reader accepts the object without this member."""
        return self.read is Presence.OPTIONAL

    @property
    def has_default(self) -> bool:
        """Whether a missing member reads as a value instead of as absent."""
        return self.optional and self.default is not None


@dataclass(frozen=True, slots=True)
class Variant:
    """Conditional presence for authors: when ``member`` has ``value``, what must and must not be there.

    A missing ``member`` counts as its default.  ``refine`` narrows the types of members to those of the
    named scalars.
    """

    member: str
    value: str
    require: tuple[str, ...]
    forbid: tuple[str, ...]
    refine: Mapping[str, str]
    requirement: str
    doc: str
    position: Position


@dataclass(frozen=True, slots=True)
class Record:
    """A named JSON object.  ``author_closed`` forbids authors members that the model does not list."""

    name: str
    doc: str
    members: tuple[Member, ...]
    variants: tuple[Variant, ...]
    requirements: tuple[str, ...]
    decisions: tuple[str, ...]
    origin: Origin
    since: str
    stability: Stability
    position: Position

    def member(self, name: str) -> Member:
        """The member called ``name`` on the wire; ``KeyError`` if there is none."""
        for member in self.members:
            if member.name == name:
                return member
        raise KeyError(name)


Type: TypeAlias = Scalar | Vocabulary | Record
