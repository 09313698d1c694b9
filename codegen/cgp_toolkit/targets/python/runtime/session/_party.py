"""What the sessions of all roles have in common: what becomes of an event is looked up in the table, and done.

Nothing here waits, reads a clock or touches a stream, and nothing here is about one protocol.
"""

from __future__ import annotations

from collections import Counter
from math import inf
from typing import ClassVar, Generic, TypeVar

from ._books import Books, id_of, members
from ._classes import Envelope
from ._encoding import encode
from ._events import (
    Closed,
    Dropped,
    Failed,
    HandshakeRefused,
    Notified,
    ProtocolViolation,
    Rejected,
    Replied,
    Request,
    Requested,
    SessionClosed,
)
from ._exchanges import Due
from ._inlet import Inlet, Item
from ._lifecycle import (
    ACCEPT,
    ANSWER,
    BREACH,
    DROP,
    END_OF_INPUT,
    MALFORMED_LINE,
    MISDIRECTED,
    MISMATCH,
    UNKNOWN_ENVELOPE,
    Kind,
    Lifecycle,
    Step,
)
from ._reading import Message, UnknownEnvelope
from ._tables import MISMATCH_CODE
from .errors import DecodeError, EncodeError, WireError

Sent = TypeVar("Sent", bound=Envelope)
"""The envelopes that a role sends."""


class Party(Inlet, Generic[Sent]):
    """One side of a session.

    ``state`` is where it stands, ``dropped`` counts what was ignored, by reason.  When :meth:`send` raises, everything
    is as it was before.

    ``max_line`` is the most bytes of a message, in both directions.  With ``watching`` a recorded session can be looked
    at: nothing is answered on its own, and what a party may leave unanswered may stay so.
    """

    role: ClassVar[str]
    _lifecycle: ClassVar[Lifecycle]

    def __init__(self, version: str | None, max_line: int, watching: bool) -> None:
        super().__init__(max_line)
        self.state = self._lifecycle.initial
        self.dropped: Counter[str] = Counter()
        self._books = Books(None if watching else version)
        self._watching = watching

    def send(self, envelope: Sent) -> bytes:
        """The bytes to write: ``envelope`` as a line, before and after it what the session answers on its own.

        :class:`ProtocolViolation` if it may not be sent now, :class:`.EncodeError` if it can't be written.
        """
        self._send(envelope, None)
        return self.data_to_send()

    def in_flight(self) -> tuple[Request, ...]:
        """The requests that wait for a reply, of both parties."""
        return () if self.is_closed else (*self._books.in_flight, *self._books.dues)

    @property
    def is_closed(self) -> bool:
        """Whether the session is over."""
        return self.state in self._lifecycle.final

    def seen_sending(self, envelope: Envelope) -> ProtocolViolation | None:
        """The party that is watched has sent ``envelope``; what was wrong with that, if anything was."""
        try:
            self._leave(envelope, None)
        except ProtocolViolation as violation:
            return violation.with_traceback(None)
        return None

    def _send(self, envelope: Envelope, deadline: float | None) -> None:
        """``envelope`` first, then what the session answers on its own and whose turn has come with it."""
        self._send_one(envelope, deadline, self._max_line)
        self._send_ready()

    def _send_one(self, envelope: Envelope, deadline: float | None, limit: float = inf) -> None:
        line = encode(envelope)
        # A failure may be longer: it echoes an id that came in, and somebody waits for it.
        if len(line) - 1 > limit and self._lifecycle.kinds[type(envelope)].name != self._lifecycle.failure:
            raise EncodeError("line-too-long", "", f"expected at most {self._max_line} bytes")
        if self._leave(envelope, deadline):
            self._out.append(line)

    def _send_ready(self) -> None:
        while (ready := self._books.dues.next_ready()) is not None:
            self._send_one(ready, None)

    def _leave(self, envelope: Envelope, deadline: float | None) -> bool:
        """``envelope`` leaves, or is dropped (false)."""
        books, kind = self._books, self._lifecycle.kinds[type(envelope)]
        id_ = id_of(kind, envelope)
        event = f"sends {kind.name}"
        if kind.sender != self.role:
            step, condition = self._look_up(MISDIRECTED)
            raise self._violation(event, condition, step)
        step, condition = self._look_up(event, kind, envelope)
        if step.outcome == BREACH:
            raise self._violation(event, condition, step)
        due = books.dues.find(id_, kind.name)
        if due is not None:
            books.dues.settle(id_, due)
        if step.outcome == DROP:
            self.dropped[condition or kind.name] += 1
            return False
        if kind.reply is not None:
            books.in_flight.add(Request(envelope, id_, deadline), self._lifecycle.replies(kind))
        if kind.name == self._lifecycle.opening and kind.version is not None:
            books.version = kind.version(envelope)
        elif kind.name == self._lifecycle.answer:
            books.answer = envelope
        self._go(step, f"{kind.name} was sent")
        return True

    def _take(self, item: Item) -> None:
        if item is None:
            step, _ = self._look_up(END_OF_INPUT)
            self._go(step, "the input ended")
        elif isinstance(item, DecodeError):
            step, _ = self._look_up(MALFORMED_LINE)
            self._reject(step, MALFORMED_LINE.partition(" ")[2], None, item.id, item, item.code)
            self._go(step, "a line was malformed")
        elif isinstance(item, UnknownEnvelope):
            step, condition = self._look_up(UNKNOWN_ENVELOPE, condition=members(item))
            mistake = self._violation(UNKNOWN_ENVELOPE, condition, step)
            self._reject(step, UNKNOWN_ENVELOPE.partition(" ")[2], item, item.id, mistake)
            self._go(step, "an unknown envelope was received")
        else:
            self._receive(self._lifecycle.kinds[type(item)], item)
        self._send_ready()

    def _receive(self, kind: Kind, envelope: Envelope) -> None:
        books, id_ = self._books, id_of(kind, envelope)
        event = f"receives {kind.name}"
        if kind.sender == self.role:
            step, condition = self._look_up(MISDIRECTED)
        else:
            step, condition = self._look_up(event, kind, envelope)
        first = kind.name == self._lifecycle.opening and self.state == self._lifecycle.initial
        if first and kind.version is not None:
            books.their_version = kind.version(envelope)
        if step.outcome in (ANSWER, BREACH, DROP):
            if condition == "late":
                books.in_flight.arrived_late(id_)
            mistake: WireError = self._violation(event, condition, step)
            if first and condition is not None:
                mistake = books.mismatch(kind, envelope)
            self._reject(step, condition or kind.name, envelope, id_, mistake, MISMATCH_CODE, kind, first=first)
        elif kind.reply is not None:
            request = Request(envelope, id_)
            books.dues.add(id_, Due(self._lifecycle.replies(kind), request, first=first))
            self._events.append(Requested(request))
        else:
            self._settle(kind, envelope, step)
        self._go(step, f"{kind.name} was received")

    def _settle(self, kind: Kind, envelope: Envelope, step: Step) -> None:
        """An envelope that counts and asks for nothing."""
        books = self._books
        # Until the handshake is complete, only its answer can come.
        request = books.in_flight.find(id_of(kind, envelope) if books.answer is not None else None, kind.name)
        if request is None:
            if kind.name != self._lifecycle.closing:
                self._events.append(Notified(envelope))
            return
        books.in_flight.settle(request)
        if step.outcome == ACCEPT:
            if kind.name == self._lifecycle.answer:
                books.answer = envelope
            self._events.append(Replied(request, envelope))
        elif step.outcome == MISMATCH:
            self._events.append(Failed(request, books.mismatch(kind, envelope)))
        else:
            code = kind.code(envelope) if kind.code is not None else None
            self._events.append(Failed(request, HandshakeRefused(envelope, code or "", step.requirement)))

    def _reject(
        self,
        step: Step,
        reason: str,
        message: Message | None,
        id_: str | None,
        mistake: WireError,
        code: str = "",
        kind: Kind | None = None,
        *,
        first: bool = False,
    ) -> None:
        """What does not count: it is dropped, reported, or answered with ``code`` where the table names none."""
        if step.outcome == DROP:
            self.dropped[reason] += 1
            self._events.append(Dropped(message, reason))
        elif step.outcome == BREACH:
            self._events.append(Rejected(message, mistake, ""))
        else:
            code = step.code or code
            self._events.append(Rejected(message, mistake, code))
            if self._watching:
                replies = self._lifecycle.replies(kind) if kind is not None else frozenset({self._lifecycle.failure})
                due = Due(replies, optional=True, first=first)
            else:
                text = str(mistake) if isinstance(mistake, DecodeError) else step.rule
                ready = self._lifecycle.fail(text, code, id_)
                due = Due(frozenset({self._lifecycle.failure}), ready=ready, first=first)
            self._books.dues.add(id_, due)

    def _look_up(
        self, event: str, kind: Kind | None = None, envelope: Envelope | None = None, condition: str | None = None
    ) -> tuple[Step, str | None]:
        """What the table says, and under which condition."""
        question = self._lifecycle.question(self.role, self.state, event)
        if question is None:
            condition = None
        elif kind is not None and envelope is not None:
            condition = self._books.judge(question, kind, envelope, sends=event.startswith("sends"))
        return self._lifecycle.table[self.role, self.state, event, condition], condition

    def _violation(self, event: str, condition: str | None, step: Step) -> ProtocolViolation:
        return ProtocolViolation(self.role, self.state, event, condition, step.requirement, step.rule)

    def _go(self, step: Step, how: str) -> None:
        """Move to the next state; at the end, whatever waits fails."""
        was = self.state
        self.state = step.to
        if step.to == was or not self.is_closed:
            return
        waiting = (*self._books.in_flight, *self._books.dues)
        self._books.in_flight.clear()
        self._books.dues.withdraw()
        for request in waiting:
            self._events.append(Failed(request, SessionClosed(how, step.requirement)))
        self._events.append(Closed(how))
