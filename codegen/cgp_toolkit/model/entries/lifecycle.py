"""The YAML entries behind the session's table."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, StrictBool, model_validator

from cgp_toolkit.model.entries.base import Entry, Name, Names, Text
from cgp_toolkit.model.lifecycle import Condition, Happening, Outcome, Signal

EnvelopeName = Annotated[str, Field(pattern=r"^(\*|[A-Za-z_][A-Za-z0-9_.:-]*)$")]


class StateEntry(Entry):
    """Where a party stands."""

    doc: Text
    """What has happened so far."""
    initial: StrictBool = False
    """Whether a session starts here."""
    final: StrictBool = False
    """Whether it is over."""


class RowEntry(Entry):
    """Rows of the table that differ in nothing but state, envelope or condition."""

    in_: Names = Field(alias="in", min_length=1)
    """The states in which it holds."""
    sends: tuple[EnvelopeName, ...] = ()
    """The envelopes that are sent; "*": every one that has no row of its own in the state."""
    receives: tuple[EnvelopeName, ...] = ()
    """The envelopes that arrive; "*": every one that has no row of its own in the state."""
    meets: tuple[Signal, ...] = ()
    """What happens, if it is not an envelope that the other party may send."""
    when: tuple[Condition, ...] = ()
    """The conditions under which it holds; none: always."""
    to: Name | None = None
    """The state afterwards; none: the same."""
    then: Outcome
    """What becomes of it."""
    code: Name | None = None
    """The error code of an answer; none: the code of the fault."""
    requirements: Names = Field(min_length=1)
    """Requirement ids behind it, the closest one first."""
    decisions: Names = ()
    """Decision ids that shaped it."""
    doc: Text
    """The rule in a sentence, as people read it when it is broken."""

    @model_validator(mode="after")
    def _one_happening(self) -> RowEntry:
        if sum(map(bool, (self.sends, self.receives, self.meets))) != 1:
            raise ValueError("exactly one of 'sends', 'receives' and 'meets' is given, and it is not empty")
        return self

    @property
    def happening(self) -> tuple[Happening, tuple[str, ...]]:
        """What it is about, and the names that it lists."""
        if self.sends:
            return Happening.SENDS, self.sends
        if self.receives:
            return Happening.RECEIVES, self.receives
        return Happening.MEETS, tuple(signal.value for signal in self.meets)


class LifecycleEntry(Entry):
    """The session as a table."""

    doc: Text
    """How a session goes, in words."""
    states: dict[Name, StateEntry]
    """The states of a party."""
    rows: dict[Name, tuple[RowEntry, ...]]
    """The table, by role."""
