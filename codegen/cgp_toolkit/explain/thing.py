"""What can be looked up: a kind, an id, a text and the facts around it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from cgp_toolkit.model import Position


class Kind(StrEnum):
    """What a name can stand for."""

    REQUIREMENT = "requirement"
    DECISION = "decision"
    RULE = "rule"
    FAULT = "fault"
    LINT_RULE = "lint rule"
    ENVELOPE = "envelope"
    TYPE = "type"
    MEMBER = "member"
    VALUE = "value"
    EXAMPLE = "example"
    EXCHANGE = "exchange"
    SESSION = "session"
    PROBE = "probe"
    MISBEHAVIOUR = "misbehaviour"
    PROTOCOL = "protocol"
    ROLE = "role"
    MEASURE = "measure"
    STATE = "state"
    CONDITION = "condition"
    ROW = "row of the session"
    BINDING = "binding"
    METHOD = "method"
    STATUS = "status"


Fact: TypeAlias = str | tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Thing:
    """One named thing.

    ``id`` is unique among those of its kind; ``names`` are what else it is found under.  ``text`` is what it means,
    ``facts`` what else the model says about it, by label.  What is no part of the model has no position.
    """

    kind: Kind
    id: str
    text: str
    facts: dict[str, Fact]
    position: Position | None
    names: tuple[str, ...] = ()
