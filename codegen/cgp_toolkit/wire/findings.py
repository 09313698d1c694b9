"""What is wrong with a message, and where in its file."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Finding:
    """One finding.

    ``line`` and ``column`` count from 1, columns in characters.  ``rule`` is the id of a rule or fault,
    ``requirements`` are the ids of what it breaks.  ``pointer`` is a JSON pointer within the message, ``message`` one
    sentence, ``fix`` the way out.  ``severity`` is ``error`` or ``warning``.  ``state`` is where the party stood that
    made the mistake, if it is one about the course of a session.
    """

    line: int
    column: int
    rule: str
    pointer: str
    requirements: tuple[str, ...]
    severity: str
    message: str
    fix: str
    state: str | None = None


@dataclass(slots=True)
class Tally:
    """Counts over one input.

    ``envelopes`` counts the messages that readers accept by envelope, in the order in which those were met; messages
    of other revisions are ``unknown``, and what no reader accepts is ``unreadable``.
    """

    messages: int = 0
    findings: int = 0
    envelopes: dict[str, int] = field(default_factory=dict)
    unknown: int = 0
    unreadable: int = 0


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a recorded session ends.

    ``states`` is where each party stands, by role, ``unanswered`` the lines of the requests without a reply.
    ``diagram`` is its sequence diagram, if one was asked for.
    """

    states: dict[str, str]
    unanswered: tuple[int, ...]
    diagram: str | None


@dataclass(frozen=True, slots=True)
class Wishes:
    """What is asked for.

    ``strict`` adds what binds authors, the rules among it, ``thorough`` the rules that cost more than reading;
    ``diagram`` is about sessions.
    """

    strict: bool = False
    thorough: bool = False
    diagram: bool = False
