"""The YAML entries behind rules."""

from __future__ import annotations

from pydantic import Field, StrictBool

from cgp_toolkit.model.axes import Level
from cgp_toolkit.model.entries.base import Entry, Name, Names, Text


class ExchangeEntry(Entry):
    """A request and what answers it."""

    request: Name
    """The envelope that asks; `request` in the expressions."""
    reply: Names = Field(min_length=1)
    """The envelopes that answer, of which each is checked; `reply` in the expressions."""


class RuleEntry(Entry):
    """What no type can say. Expressions are CEL; `check` is true of what is right."""

    doc: Text
    """The rule in words."""
    requirement: Name
    """The requirement that it decides."""
    level: Level | None = None
    """The level of the sentence that it decides, where that is weaker than the requirement's own."""
    on: Name | ExchangeEntry
    """What it looks at: a type or an envelope (`this` in the expressions), or a request and its replies.
    `ack` is the answer to the handshake; with it, the rule is only checked where that answer is known."""
    each: dict[Name, Text] = Field(default_factory=dict, max_length=1)
    """A variable and the list whose items it stands for, one after the other."""
    check: Text
    """The CEL expression that is true of what is right."""
    at: str = Field(pattern=r"^(/.*)?$")
    """The JSON pointer of what is wrong, from the item of `each`, else from `this` or `reply`."""
    message: Text
    """What is wrong, with {placeholders}; never with content of the message."""
    values: dict[Name, Text] = Field(default_factory=dict)
    """A CEL expression for each placeholder: a number, or true and false."""
    fix: Text
    """The way out."""
    thorough: StrictBool = False
    """Whether it costs more than reading the message does, and so runs only when asked for."""
