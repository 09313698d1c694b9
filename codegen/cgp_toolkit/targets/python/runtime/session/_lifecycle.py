"""The vocabulary of a session's table: what stands in a place of it, and what is known of each envelope."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

from msgspec import Struct

from ._classes import Envelope

ACCEPT: Final = "accept"
"""It counts."""
ANSWER: Final = "answer"
"""The other party's mistake; it is answered with the failure and ``code``."""
DROP: Final = "drop"
"""It is ignored and counted."""
BREACH: Final = "breach"
"""A mistake that is reported; one of one's own never leaves."""
MISMATCH: Final = "mismatch"
"""The session failed to open, because the versions do not fit."""
REFUSAL: Final = "refusal"
"""The session failed to open, because the other party said so."""

UNKNOWN_ENVELOPE: Final = "meets unknown-envelope"
MALFORMED_LINE: Final = "meets malformed-line"
MISDIRECTED: Final = "meets misdirected"
END_OF_INPUT: Final = "meets end-of-input"
DEADLINE: Final = "meets deadline"


class Step(Struct, frozen=True):
    """What stands in the table: the state afterwards, what becomes of the event, the requirement, the rule in words.

    ``code`` is the error code of an answer; ``None`` there: that of the malformed line, or of the version mismatch.
    """

    to: str
    outcome: str
    requirement: str
    rule: str
    code: str | None = None


Key: TypeAlias = tuple[str, str, str, str | None]
"""Role, state, event, condition."""

Table: TypeAlias = Mapping[Key, Step]


class Kind(Struct, frozen=True):
    """What a session knows of one envelope; the functions read a member of it, or a capability of the answer.

    ``declares`` is the capability without which the envelope carries no id, ``requires`` that without which it is
    not sent.
    """

    name: str
    sender: str
    reply: str | None = None
    id: Callable[[Envelope], str | None] | None = None
    version: Callable[[Envelope], str] | None = None
    code: Callable[[Envelope], str | None] | None = None
    declares: Callable[[Envelope], bool] | None = None
    requires: Callable[[Envelope], bool] | None = None


class Lifecycle:
    """A protocol, as far as sessions go.

    ``questions`` says which question a condition answers; ``fail`` makes a failure of words, code and id.
    """

    __slots__ = ("_asked", "answer", "closing", "fail", "failure", "final", "initial", "kinds", "opening", "table")

    def __init__(
        self,
        *,
        table: Table,
        questions: Mapping[str, str],
        kinds: Mapping[type[Envelope], Kind],
        initial: str,
        final: frozenset[str],
        opening: str,
        answer: str,
        failure: str,
        closing: str,
        fail: Callable[[str, str, str | None], Envelope],
    ) -> None:
        self.table = table
        self.kinds = kinds
        self.initial = initial
        self.final = final
        self.opening = opening
        self.answer = answer
        self.failure = failure
        self.closing = closing
        self.fail = fail
        self._asked = {key[:3]: questions[key[3]] for key in table if key[3] is not None}

    def question(self, role: str, state: str, event: str) -> str | None:
        """The question that the table asks about an event; ``None`` if it holds in any case."""
        return self._asked.get((role, state, event))

    def replies(self, kind: Kind) -> frozenset[str]:
        """The envelopes that can answer a request."""
        return frozenset({kind.reply or "", self.failure})
