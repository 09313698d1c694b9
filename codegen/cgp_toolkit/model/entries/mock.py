"""The YAML entries behind the mock: a peer that answers out of the model's examples, and the ways in which it errs."""

from __future__ import annotations

from typing import Any

from pydantic import Field, model_validator

from cgp_toolkit.model.entries.base import Entry, Name, Names, Text, Whole
from cgp_toolkit.model.entries.probes import Message, Pointer
from cgp_toolkit.model.mock import Deed
from cgp_toolkit.model.probes import Transport


class ItemsEntry(Entry):
    """What a list in an answer is filled with, as far as the rules allow it."""

    at: Pointer
    """Where the list stands in the answer."""
    of: Name | None = None
    """The type of its items, which are then taken from the examples; `stock` in expressions is all that there are."""
    first: Text | None = None
    """CEL over `item`, `request` and `stock`, true of the items that come before the others."""
    each: dict[Name, Text] = Field(default_factory=dict, max_length=1)
    """A variable, and the CEL list for each of whose items there is one item."""
    item: Message = Field(default_factory=dict)
    """The item for each, as YAML."""
    set: dict[Pointer, Text] = Field(default_factory=dict)
    """CEL expressions whose values are put into the item, by JSON pointer; an empty text is left out."""
    left_out: dict[Pointer, Any] = Field(default_factory=dict)
    """What changes in the answer where items had to be left out, by JSON pointer."""

    @model_validator(mode="after")
    def _one_source(self) -> ItemsEntry:
        if (self.of is None) == (not self.each):
            raise ValueError("exactly one of 'of' and 'each' is given")
        return self


class AnswerEntry(Entry):
    """How one request is answered."""

    message: Message
    """The answer, as YAML; ids are added."""
    items: ItemsEntry | None = None
    """What a list in it is filled with."""
    refuse: Name | None = None
    """The code of the failure where the rules allow no such answer."""


class MockEntry(Entry):
    """A peer that keeps every rule."""

    doc: Text
    """What it is good for."""
    answers: dict[Name, AnswerEntry]
    """How each request is answered."""


class MisbehaviourEntry(Entry):
    """One way in which the mock errs, and nothing else."""

    doc: Text
    """What it does wrong, as a sentence about the peer."""
    requirement: Name
    """The requirement that it breaks."""
    caught_by: Names = ()
    """The checks of an inspection that find it, and no others do; none: nothing is wrong, it only looks odd."""
    over: tuple[Transport, ...] = Field(default=tuple(Transport), min_length=1)
    """The transports over which it can be seen."""
    ignore: Names = ()
    """Rules that its answers need not keep."""
    on: Name | None = None
    """The envelope that it sends and that is changed before it leaves."""
    change: dict[Pointer, Any] = Field(default_factory=dict)
    """Values that are put into it, by JSON pointer; * stands for every item of a list."""
    remove: tuple[Pointer, ...] = ()
    """What is taken out."""
    scramble: tuple[Pointer, ...] = ()
    """Texts whose characters are put into another order."""
    every: Whole = Field(default=1, ge=1)
    """Only every so many of them are changed."""
    after: Name | None = None
    """What comes in before it errs: an envelope, or malformed-line, unknown-envelope, end-of-input, or `anything`."""
    when: Name | None = None
    """Narrower: the condition, the state, or the fault of what comes in."""
    where: Text | None = None
    """Narrower still: CEL over `request`, which is what comes in, or what the changed envelope answers."""
    does: Deed | None = None
    """What it does then."""
    code: Name | None = None
    """The code with which it refuses."""
    message: Message | None = None
    """What it says then."""

    @model_validator(mode="after")
    def _whole(self) -> MisbehaviourEntry:
        if sum(map(bool, (self.ignore, self.on, self.after))) != 1:
            raise ValueError("exactly one of 'ignore', 'on' and 'after' is given")
        if (self.after is None) != (self.does is None):
            raise ValueError("'after' and 'does' go together")
        return self
