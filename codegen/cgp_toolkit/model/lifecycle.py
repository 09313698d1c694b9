"""The session as a table: what each party may say in which state, and what it makes of what it hears.

Rows stay as they are written, for many states and envelopes at once; :mod:`cgp_toolkit.lifecycle` expands them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType

from cgp_toolkit.model.source import Position

REST = "*"
"""In place of envelope names: every envelope of this direction that has no row of its own in this state."""


class Happening(StrEnum):
    """What a row is about: an envelope that goes out, one that comes in, or something that is neither."""

    SENDS = "sends"
    RECEIVES = "receives"
    MEETS = "meets"


class Signal(StrEnum):
    """What a party meets beside the envelopes that the other one may send."""

    UNKNOWN_ENVELOPE = "unknown-envelope"
    MALFORMED_LINE = "malformed-line"
    MISDIRECTED = "misdirected"
    END_OF_INPUT = "end-of-input"
    DEADLINE = "deadline"


class Question(StrEnum):
    """A set of conditions of which exactly one holds, so that a row without a counterpart can't hide."""

    VERSION = "version"
    FAILURE = "failure"
    REQUEST = "request"
    REPLY = "reply"
    ANSWER = "answer"
    REFUSAL = "refusal"
    MEMBERS = "members"
    OVERDUE = "overdue"


class Condition(StrEnum):
    """One possible answer to a question; the session runtime of every language works it out alike."""

    SAME_FAMILY = "same-family"
    FOREIGN_FAMILY = "foreign-family"
    NO_VERSION = "no-version"
    NAMES_MISMATCH = "names-mismatch"
    NAMES_ANOTHER = "names-another"
    GATED = "gated"
    UNDECLARED_ID = "undeclared-id"
    ID_IN_FLIGHT = "id-in-flight"
    OUT_OF_TURN = "out-of-turn"
    ALLOWED = "allowed"
    EXPECTED = "expected"
    LATE = "late"
    UNSOLICITED = "unsolicited"
    DUE = "due"
    UNDUE = "undue"
    OF_HANDSHAKE = "of-handshake"
    OF_REQUEST = "of-request"
    OF_NOTHING = "of-nothing"
    BARE = "bare"
    WITH_MEMBERS = "with-members"
    LOCK_STEP = "lock-step"
    CORRELATED = "correlated"


QUESTIONS: Mapping[Question, Mapping[Condition, str]] = MappingProxyType(
    {
        Question.VERSION: {
            Condition.SAME_FAMILY: "Its version belongs to the same family as the version of the party that checks.",
            Condition.FOREIGN_FAMILY: "Its version belongs to another family.",
            Condition.NO_VERSION: "Its version, or the one that it is compared with, is outside the grammar.",
        },
        Question.FAILURE: {
            Condition.NAMES_MISMATCH: "Its code says that the versions do not fit.",
            Condition.NAMES_ANOTHER: "Its code says something else, or there is none.",
        },
        # The first one that fits counts.
        Question.REQUEST: {
            Condition.GATED: "The capability that it requires was not declared.",
            Condition.UNDECLARED_ID: "It carries an id, and correlation was not declared.",
            Condition.ID_IN_FLIGHT: "Its id belongs to a request that has not been answered.",
            Condition.OUT_OF_TURN: "It carries no id, and another request without one has not been answered.",
            Condition.ALLOWED: "Nothing speaks against it.",
        },
        Question.REPLY: {
            Condition.EXPECTED: "It is the reply to a request in flight, or the failure of one.",
            Condition.LATE: "It answers a request that was given up.",
            Condition.UNSOLICITED: "It answers nothing that is in flight.",
        },
        Question.ANSWER: {
            Condition.DUE: "It is the reply to a request that waits for one, or its failure.",
            Condition.UNDUE: "No request waits for it.",
        },
        Question.REFUSAL: {
            Condition.OF_HANDSHAKE: "It answers the handshake.",
            Condition.OF_REQUEST: "It answers a request that came too early.",
            Condition.OF_NOTHING: "No request waits for it.",
        },
        Question.MEMBERS: {
            Condition.BARE: "It has no member but its tag.",
            Condition.WITH_MEMBERS: "It has other members, so that it may be a request.",
        },
        Question.OVERDUE: {
            Condition.LOCK_STEP: "The request that ran out of time carries no id.",
            Condition.CORRELATED: "The request that ran out of time carries an id.",
        },
    }
)
"""What each condition means, by the question that it answers."""

QUESTION_OF: Mapping[Condition, Question] = MappingProxyType(
    {condition: question for question, conditions in QUESTIONS.items() for condition in conditions}
)
"""The question that a condition answers."""


class Outcome(StrEnum):
    """What becomes of it.

    ``accept``: it counts.  ``answer``: the other party's mistake, answered with the failure and a code.
    ``drop``: ignored and counted.  ``breach``: a mistake that is reported; one of one's own never leaves.
    ``mismatch`` and ``refusal``: the session failed to open, with an error that is named so.
    """

    ACCEPT = "accept"
    ANSWER = "answer"
    DROP = "drop"
    BREACH = "breach"
    MISMATCH = "mismatch"
    REFUSAL = "refusal"


@dataclass(frozen=True, slots=True)
class State:
    """Where a party stands.  ``initial``: a session starts here.  ``final``: it is over."""

    name: str
    doc: str
    initial: bool
    final: bool
    position: Position


@dataclass(frozen=True, slots=True)
class Row:
    """Rows of the table that differ in nothing but state, envelope or condition.

    ``names`` are envelopes, :data:`REST` or signals, as ``happening`` has it.  Without ``when`` no condition is
    asked for.  ``to`` is the state afterwards; ``None``: the same.  ``code`` is that of an ``answer``; ``None``
    there: the code of the fault.
    """

    role: str
    states: tuple[str, ...]
    happening: Happening
    names: tuple[str, ...]
    when: tuple[Condition, ...]
    to: str | None
    outcome: Outcome
    code: str | None
    doc: str
    requirements: tuple[str, ...]
    decisions: tuple[str, ...]
    position: Position


@dataclass(frozen=True, slots=True)
class Lifecycle:
    """The states of a session and the rows for each role, in file order."""

    doc: str
    states: tuple[State, ...]
    rows: tuple[Row, ...]
    position: Position
