"""Looking on at a recorded session."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

from ._events import ProtocolViolation, Request
from ._reading import Message, UnknownEnvelope
from ._sides import Answering, Asking
from .errors import DecodeError

# Each role sends envelopes of its own, and what was recorded may be anything.
Side: TypeAlias = Asking[Any] | Answering[Any]


class Recording:
    """Goes through the messages of a recorded session, both parties' tables at hand.

    The type of an envelope tells who sent it.  An envelope that no table knows, and a line that is none, might be of
    either; an answer to them may come or not.
    """

    def __init__(self, sides: Mapping[str, Side]) -> None:
        """``sides`` are sessions that only watch, by role."""
        self._sides = sides
        self._senders = {t: kind.sender for side in sides.values() for t, kind in side._lifecycle.kinds.items()}

    def sender(self, message: Message | DecodeError) -> str | None:
        """The role that sent ``message``, if its type tells."""
        if isinstance(message, (DecodeError, UnknownEnvelope)):
            return None
        return self._senders[type(message)]

    def see(self, message: Message | DecodeError) -> ProtocolViolation | DecodeError | None:
        """What is wrong with the next message, from the point of view of whoever sent it."""
        sender = self.sender(message)
        if isinstance(message, DecodeError):
            found: ProtocolViolation | DecodeError | None = message
        elif isinstance(message, UnknownEnvelope):
            found = None
        else:
            found = self._sides[self._senders[type(message)]].seen_sending(message)
        for role, side in self._sides.items():
            if role != sender:
                side.receive(message)
        return found

    def states(self) -> dict[str, str]:
        """Where each party stands, by role."""
        return {role: side.state for role, side in self._sides.items()}

    def waiting(self) -> tuple[Request, ...]:
        """The requests that have not been answered."""
        return tuple(request for side in self._sides.values() for request in side._books.dues)
