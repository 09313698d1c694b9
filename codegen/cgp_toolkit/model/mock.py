"""The mock: how it answers honestly, and in which ways it errs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from cgp_toolkit.model.lifecycle import Signal
from cgp_toolkit.model.probes import Transport
from cgp_toolkit.model.rules import Phrase
from cgp_toolkit.model.source import Position
from cgp_toolkit.model.types import Json

MOMENTS = (Signal.UNKNOWN_ENVELOPE, Signal.MALFORMED_LINE, Signal.END_OF_INPUT)
"""What may come in beside an envelope."""

ANYTHING = "anything"
"""In place of an envelope or a signal: whatever comes in."""


class Deed(StrEnum):
    """What a peer that errs does when its moment has come.

    ``silence``: it answers nothing.  ``crash``: it ends.  ``hang``: it reads no further.  ``twice``: it answers twice.
    ``log``: it writes a line of text before its answer.  ``glue``: it writes its answer twice on one line.  ``refuse``:
    it answers with the failure.  ``accept``: it answers as if all was well.  ``say``: it says something else instead.
    ``add``: it says something more.
    ``linger``: it does not end.  ``fail``: it ends with another status.  ``orphan``: it leaves a process behind.
    ``dribble``: it writes a byte at a time.  ``noise``: it writes to standard error.  ``slow``: it takes its time.
    ``status``: over HTTP, it answers with another status.
    """

    SILENCE = "silence"
    CRASH = "crash"
    HANG = "hang"
    TWICE = "twice"
    LOG = "log"
    GLUE = "glue"
    REFUSE = "refuse"
    ACCEPT = "accept"
    SAY = "say"
    ADD = "add"
    LINGER = "linger"
    FAIL = "fail"
    ORPHAN = "orphan"
    DRIBBLE = "dribble"
    NOISE = "noise"
    SLOW = "slow"
    STATUS = "status"


@dataclass(frozen=True, slots=True)
class Items:
    """What a list in an answer is filled with: the examples of a type, or one item for each of something."""

    at: str
    of: str | None
    first: Phrase | None
    variable: str | None
    each: Phrase | None
    item: dict[str, Json]
    set: Mapping[str, Phrase]
    left_out: Mapping[str, Json]
    position: Position


@dataclass(frozen=True, slots=True)
class MockAnswer:
    """How one request is answered."""

    request: str
    message: dict[str, Json]
    items: Items | None
    refuse: str | None
    position: Position


@dataclass(frozen=True, slots=True)
class Mock:
    """A peer that keeps every rule."""

    doc: str
    answers: Mapping[str, MockAnswer]
    position: Position


@dataclass(frozen=True, slots=True)
class Misbehaviour:
    """One way in which the mock errs, what it breaks, and which checks find it."""

    name: str
    doc: str
    requirement: str
    caught_by: tuple[str, ...]
    over: tuple[Transport, ...]
    ignore: tuple[str, ...]
    on: str | None
    change: Mapping[str, Json]
    remove: tuple[str, ...]
    scramble: tuple[str, ...]
    every: int
    after: str | None
    when: str | None
    where: Phrase | None
    does: Deed | None
    code: str | None
    message: dict[str, Json] | None
    position: Position
