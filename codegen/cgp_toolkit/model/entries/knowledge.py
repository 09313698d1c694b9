"""The YAML entries behind requirements, decisions, examples, exchanges and sessions."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

from cgp_toolkit.model.axes import Decider, Level, Origin, Verdict
from cgp_toolkit.model.entries.base import Entry, Name, Names, Text


class RequirementEntry(Entry):
    """One normative sentence."""

    level: Level
    """How strong it is."""
    binds: Names = Field(min_length=1)
    """The roles it binds."""
    text: Text
    """The sentence, in our own words."""
    source: Text
    """Where it stands."""
    origin: Origin
    """Where it was first written."""
    decided_by: tuple[Decider, ...] = Field(min_length=1)
    """What can decide whether it is met."""
    aliases: tuple[Text, ...] = ()
    """Other ids for it, and other meanings of its id."""


class DecisionEntry(Entry):
    """Where sources disagree or stay silent."""

    topic: Text
    """What it is about."""
    decision: Text
    """What holds."""
    why: Text
    """Why."""
    origin: Origin
    """Who left the question open."""
    requirements: Names = ()
    """Requirement ids that it refines."""


class FailureEntry(Entry):
    """What is wrong with an example."""

    rule: Name
    """The fault or rule id."""
    at: str = Field(pattern=r"^(/.*)?$")
    """The JSON pointer of what is wrong."""
    requirement: Name | None = None
    """The requirement that it breaks, if one is named."""


class ExampleEntry(Entry):
    """A named message; exactly one of `message` and `line`."""

    doc: Text
    """What it shows."""
    verdict: Verdict
    """Fine, readable though no author may write it, or refused by readers."""
    # Any: the free JSON of a message has no narrower type here; the checks of the examples give it one.
    message: dict[str, Any] | None = None
    """The message, as YAML."""
    line: Text | None = None
    """The message as raw text, where a JSON value can't show it; \\xNN stands for one byte."""
    fails: tuple[FailureEntry, ...] = ()
    """What is wrong with it."""
    requirements: Names = ()
    """Requirement ids that it shows."""
    decisions: Names = ()
    """Decision ids that it shows."""


class ExchangeFailureEntry(FailureEntry):
    """What is wrong with two messages together."""

    of: Literal["request", "reply"]
    """The message that is wrong."""


class ExchangeExampleEntry(Entry):
    """A request and its reply, each fine alone, and what is wrong with them together."""

    doc: Text
    """What it shows."""
    request: dict[str, Any]
    """The request, as YAML."""
    reply: dict[str, Any]
    """What answers it, as YAML."""
    ack: dict[str, Any] | None = None
    """The answer to the handshake, where it matters, as YAML."""
    fails: tuple[ExchangeFailureEntry, ...] = ()
    """What is wrong with it."""
    requirements: Names = ()
    """Requirement ids that it shows."""
    decisions: Names = ()
    """Decision ids that it shows."""


class SessionEntry(Entry):
    """A recording: messages in wire order."""

    doc: Text
    """What it shows."""
    requirements: Names = ()
    """Requirement ids that it shows."""
    messages: tuple[dict[str, Any], ...] = Field(min_length=1)
    """The messages, as YAML."""
