"""Looking on at a recorded session."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Generic, TypeAlias, TypeVar, cast

from ._books import id_of
from ._classes import Envelope
from ._events import ProtocolViolation, Replied, Request
from ._reading import Message, UnknownEnvelope
from ._sides import Answering, Asking
from .errors import DecodeError

# Each role sends envelopes of its own, and what was recorded may be anything.
Side: TypeAlias = Asking[Any] | Answering[Any]

Answer = TypeVar("Answer", bound=Envelope)
"""The envelope that completes the handshake."""


class Recording(Generic[Answer]):
    """Goes through the messages of a recorded session, both parties' tables at hand.

    ``replied`` is the exchange that the last message completed, if it did, and ``answer`` the answer to the handshake.

    The type of an envelope tells who sent it.  An envelope that no table knows, and a line that is none, might be of
    either; an answer to them may come or not.
    """

    def __init__(self, sides: Mapping[str, Side]) -> None:
        """``sides`` are sessions that only watch, by role."""
        self._sides = sides
        self.replied: Replied | None = None
        self.answer: Answer | None = None
        self._kinds = {t: kind for side in sides.values() for t, kind in side._lifecycle.kinds.items()}

    def sender(self, message: Message | DecodeError) -> str | None:
        """The role that sent ``message``, if its type tells."""
        if isinstance(message, (DecodeError, UnknownEnvelope)):
            return None
        return self._kinds[type(message)].sender

    def is_request(self, message: Message) -> bool:
        """Whether a reply is due to ``message``."""
        return not isinstance(message, UnknownEnvelope) and self._kinds[type(message)].reply is not None

    def is_reply(self, message: Message) -> bool:
        """Whether ``message`` can answer a request."""
        if isinstance(message, UnknownEnvelope):
            return False
        replies = {kind.reply for kind in self._kinds.values()}
        return self._kinds[type(message)].name in replies | {side._lifecycle.failure for side in self._sides.values()}

    def id_of(self, message: Message) -> str | None:
        """The correlation id of ``message``, if it has one."""
        return message.id if isinstance(message, UnknownEnvelope) else id_of(self._kinds[type(message)], message)

    def see(self, message: Message | DecodeError) -> ProtocolViolation | DecodeError | None:
        """What is wrong with the next message, from the point of view of whoever sent it."""
        sender = self.sender(message)
        if isinstance(message, DecodeError):
            found: ProtocolViolation | DecodeError | None = message
        elif isinstance(message, UnknownEnvelope):
            found = None
        else:
            found = self._sides[self._kinds[type(message)].sender].seen_sending(message)
        self.replied = None
        for role, side in self._sides.items():
            for event in side.receive(message) if role != sender else ():
                if isinstance(event, Replied):
                    self.replied = event
            self.answer = self.answer or cast("Answer | None", side._books.answer)
        return found

    def states(self) -> dict[str, str]:
        """Where each party stands, by role."""
        return {role: side.state for role, side in self._sides.items()}

    def waiting(self) -> tuple[Request, ...]:
        """The requests that have not been answered."""
        return tuple(request for side in self._sides.values() for request in side._books.dues)
