"""The YAML entries behind the inspection of a running peer."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field, StrictBool, model_validator

from cgp_toolkit.model.axes import Level, Verdict
from cgp_toolkit.model.entries.base import Entry, Name, Names, Number, Text, Whole
from cgp_toolkit.model.probes import Answer, Leaving, Start, Transport, Watch, Writing

Pointer = Annotated[str, Field(pattern=r"^/.+$")]
Message = dict[str, Any]
"""The free JSON of a message, as in examples."""


class InspectionEntry(Entry):
    """What every probe builds on."""

    doc: Text
    """What an inspection is, in words."""
    role: Name
    """The role that is inspected."""
    greeting: Message
    """The message that opens a session."""
    question: Message
    """A sound request that any peer of the role answers; each probe is followed by it, to see that the peer is well."""
    text_at: tuple[Pointer, ...] = Field(min_length=1)
    """Where in the question a user may put a text of their own."""
    goodbye: Message
    """The message that ends a session."""


class RequestEntry(Entry):
    """What is unusual about an HTTP request; what is not said is as always."""

    method: Text | None = None
    """Another method."""
    media_type: Text | None = None
    """Another media type."""


class StepEntry(Entry):
    """One thing that is sent, or done, and what has to come of it."""

    send: Name | Message | None = None
    """A message as YAML, or the name of one: greeting, question, goodbye, an example's name, or `example` where the
    probe runs through examples."""
    change: dict[Pointer, Any] = Field(default_factory=dict)
    """Values that are put into the message, by JSON pointer."""
    set: dict[Pointer, Text] = Field(default_factory=dict)
    """CEL expressions whose values are put into the message, by JSON pointer."""
    each: dict[Name, Text | tuple[Any, ...]] = Field(default_factory=dict, max_length=1)
    """A variable, and the list of values or the CEL list whose items it stands for; the step is done for each."""
    most: Whole = Field(default=3, ge=1)
    """For how many items of a CEL list at most."""
    times: Whole = Field(default=1, ge=1)
    """How many are sent at once, before any reply is read."""
    bare: StrictBool = False
    """Whether it goes without a correlation id even to a peer that correlates."""
    written: Writing = Writing.LINE
    """How the bytes are laid out."""
    request: RequestEntry | None = None
    """What is unusual about the HTTP request."""
    expect: tuple[Answer, ...] = ()
    """What may come: its reply, the failure, nothing."""
    code: Names = ()
    """The codes that a failure may have; none listed: any."""
    should: Name | None = None
    """The code of the failure that should come; anything else that may come is a warning."""
    status: Names = ()
    """The statuses of the HTTP binding that may come, by name; none listed: as always."""
    check: Text | None = None
    """CEL, true of a reply that is right: `reply`, `request`, `ack`, and what was kept or is stood for. Where only a
    failure may come, `reply` is the failure."""
    wrong: Text | None = None
    """What is wrong where the check is false."""
    keep: Name | None = None
    """The name under which later steps know the reply."""
    leave: Leaving | None = None
    """How the session is ended; the peer has to end then, in time, with status 0 and nothing left behind."""
    pause: Number | None = Field(default=None, gt=0, le=5)
    """Seconds in which nothing is sent."""

    @model_validator(mode="after")
    def _one_deed(self) -> StepEntry:
        if sum(deed is not None for deed in (self.send, self.leave, self.pause)) != 1:
            raise ValueError("exactly one of 'send', 'leave' and 'pause' is given")
        if self.send is None and (self.expect or self.check or self.change or self.set or self.each):
            raise ValueError("only what is sent can be changed, expected and checked")
        if (self.check is None) != (self.wrong is None):
            raise ValueError("'check' and 'wrong' go together")
        return self


class ProbeEntry(Entry):
    """A short talk with a running peer that shows whether a requirement is met."""

    doc: Text
    """What it shows, as a sentence about a peer that is fine."""
    requirements: Names = Field(min_length=1)
    """Requirement ids that it decides, the closest one first."""
    decisions: Names = ()
    """Decision ids behind it."""
    level: Level | None = None
    """How strong it is, where that is weaker than its first requirement."""
    over: tuple[Transport, ...] = Field(default=tuple(Transport), min_length=1)
    """The transports over which it makes sense."""
    start: Start = Start.READY
    """Whether the handshake is complete when it starts."""
    needs: Text | None = None
    """CEL over `ack`, the answer to the handshake: without it there is nothing to probe."""
    without: Text | None = None
    """What is said where the need is not met."""
    rude: StrictBool = False
    """Whether the inspector itself breaks a rule here."""
    examples: Verdict | None = None
    """Runs once for every example of this verdict that a peer of the other role might send; `example` stands for it."""
    steps: tuple[StepEntry, ...] = ()
    """What is done, in order."""
    watch: Watch | None = None
    """Instead of steps: what no peer may do at any time."""
    untested: Text | None = None
    """Instead of steps: why nothing can show it from outside."""
    fix: Text
    """The way out, for whoever wrote the peer."""

    @model_validator(mode="after")
    def _one_way(self) -> ProbeEntry:
        if sum(map(bool, (self.steps, self.watch, self.untested))) != 1:
            raise ValueError("exactly one of 'steps', 'watch' and 'untested' is given")
        if (self.needs is None) != (self.without is None):
            raise ValueError("'needs' and 'without' go together")
        return self
