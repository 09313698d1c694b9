"""The YAML entries behind scalars, vocabularies and records."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, StrictBool, StrictInt

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
from cgp_toolkit.model.entries.base import Entry, Name, Names, Number, Text

Trait = StrictBool | StrictInt | str | None
TraitValues = dict[Name, Trait]


class ReadEntry(Entry):
    """Limits that a reader enforces."""

    minimum: Number | None = None
    """The smallest number."""
    maximum: Number | None = None
    """The largest number."""
    min_length: StrictInt | None = None
    """The fewest characters."""
    max_length: StrictInt | None = None
    """The most characters."""


class AuthorEntry(ReadEntry):
    """Limits that only a writer owes, beyond those of readers."""

    pattern: Text | None = None
    """A full-match regular expression in the portable subset, without anchors."""
    grammar: Name | None = None
    """The ABNF rule from which the pattern is derived, instead of a pattern."""
    calendar: Calendar | None = None
    """A check that no regular expression can do."""


class ScalarEntry(Entry):
    """A named string, number or boolean."""

    doc: Text
    """What it means."""
    base: Base
    """Its JSON kind."""
    width: StrictInt | None = None
    """Bits of a number: 32 or 64."""
    signed: StrictBool | None = None
    """Whether an integer may be negative."""
    unit: Text | None = None
    """What a number or text counts in."""
    compare: Compare
    """How two values compare."""
    read: ReadEntry = ReadEntry()
    """Limits for readers."""
    author: AuthorEntry = AuthorEntry()
    """Limits for authors."""
    requirements: Names = ()
    """Requirement ids that it serves."""
    decisions: Names = ()
    """Decision ids that shaped it."""
    origin: Origin
    """Where it was first written."""


class UnknownEntry(Entry):
    """What an unlisted value means to a reader."""

    reads_as: Name | None
    """The listed value that it is treated as; null: none, it stays opaque."""
    doc: Text
    """The same in words."""


class TraitEntry(Entry):
    """A property that each value has."""

    doc: Text
    """What it tells."""
    base: Base
    """Its JSON kind."""
    unknown: Trait
    """What an unlisted value has; null where `reads_as` decides."""


class ValueEntry(Entry):
    """One listed value."""

    doc: Text
    """What it means."""
    since: Text
    """The version that introduced it."""
    stability: Stability
    """How settled it is."""
    origin: Origin
    """Where it was first written."""
    traits: TraitValues = Field(default_factory=dict)
    """Its value for each trait of the vocabulary."""


class VocabularyEntry(Entry):
    """A set of strings with a policy for others."""

    doc: Text
    """What it is about."""
    openness: Openness
    """Who may use a value that is not listed."""
    form: Name | None = None
    """The scalar whose form new names take; with `openness: namespaced` only."""
    like: Name | None = None
    """The vocabulary whose values these are, instead of `values`."""
    unknown: UnknownEntry | None = None
    """What an unlisted value means; required unless closed."""
    traits: dict[Name, TraitEntry] = Field(default_factory=dict)
    """Properties of every value."""
    values: dict[Name, ValueEntry] = Field(default_factory=dict)
    """The listed values."""
    requirements: Names = ()
    """Requirement ids that it serves."""
    decisions: Names = ()
    """Decision ids that shaped it."""
    origin: Origin
    """Where it was first written."""


WireName = Annotated[str, Field(pattern=r"^[A-Za-z_][A-Za-z0-9_-]*$")]


class MemberEntry(Entry):
    """One member.  Exactly one of `type` and `list` names its type."""

    doc: Text
    """What it means."""
    type: Name | None = None
    """The type of the value."""
    list: Name | None = None
    """The type of the items, when the value is an array."""
    read: Presence
    """Whether a reader needs it."""
    author: Presence
    """Whether an author owes it."""
    on_null: OnNull
    """What a reader makes of an explicit null."""
    default: Trait | tuple[()] = None
    """What a reader assumes when an optional member is missing; null: it stays absent."""
    omit: Omit
    """When a writer leaves it out."""
    set_by: Name | None = None
    """The role that chooses the value, where the other one only echoes it."""
    since: Text
    """The version that introduced it."""
    stability: Stability
    """How settled it is."""
    origin: Origin
    """Where it was first written."""
    requirements: Names = ()
    """Requirement ids that it serves."""
    decisions: Names = ()
    """Decision ids that shaped it."""


class VariantEntry(Entry):
    """What else is there, and what not, when a member has a value."""

    doc: Text
    """The rule in words."""
    when: dict[WireName, Text]
    """One member and its value; a missing member counts as its default."""
    require: tuple[WireName, ...]
    """Members that authors then owe."""
    forbid: tuple[WireName, ...]
    """Members that authors then may not write."""
    refine: dict[WireName, Name] = Field(default_factory=dict)
    """Narrower types that members then have."""
    requirement: Name
    """The requirement that says so."""


class RecordEntry(Entry):
    """A JSON object; its members stand in wire order."""

    doc: Text
    """What it is."""
    since: Text
    """The version that introduced it."""
    stability: Stability
    """How settled it is."""
    origin: Origin
    """Where it was first written."""
    requirements: Names = ()
    """Requirement ids that it serves."""
    decisions: Names = ()
    """Decision ids that shaped it."""
    members: dict[WireName, MemberEntry]
    """The members, in wire order."""
    variants: tuple[VariantEntry, ...] = ()
    """Conditional presence, for authors."""
