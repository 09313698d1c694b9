"""What a session tells its user: events about what has come in, and errors that are named after what went wrong."""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct

from ._classes import Envelope
from ._reading import Message
from .errors import VersionMismatch, WireError


class SessionError(WireError):
    """The base of what can go wrong between messages.  ``code`` is empty where nothing was answered."""

    code: str = ""
    requirements: tuple[str, ...] = ()


class ProtocolViolation(SessionError):
    """A party says what it may not say.

    ``role`` is the party that noticed: of its own mistake before anything left, or of the other one's.  ``state`` is
    where it stood, ``event`` what it sent, received or met, ``condition`` what made that wrong, if it depends.
    ``rule`` is the rule in a sentence.
    """

    def __init__(self, role: str, state: str, event: str, condition: str | None, requirement: str, rule: str) -> None:
        super().__init__(role, state, event, condition, requirement, rule)
        self.role = role
        self.state = state
        self.event = event
        self.condition = condition
        self.rule = rule
        self.requirements = (requirement,) if requirement else ()

    def __str__(self) -> str:
        where = f"{self.state}, {self.condition}" if self.condition else self.state
        requirement = f" [{self.requirements[0]}]" if self.requirements else ""
        return f"the {self.role} {self.event} ({where}): {self.rule}{requirement}"


class HandshakeRefused(SessionError):
    """The other party answered the handshake with a failure; ``refusal`` is that envelope, ``code`` its code."""

    def __init__(self, refusal: Envelope, code: str, requirement: str) -> None:
        super().__init__(refusal, code, requirement)
        self.refusal = refusal
        self.code = code
        self.requirements = (requirement,)

    def __str__(self) -> str:
        return f"the handshake was refused, with the code {self.code!r}" if self.code else "the handshake was refused"


class VersionRefused(VersionMismatch):
    """The other party says that our version is not of its family; which one that is, it doesn't say."""

    def __init__(self, ours: str) -> None:
        super().__init__(ours, "")
        self.args = (ours,)

    def __str__(self) -> str:
        return f"the other party does not speak the family of {self.ours!r}"


class TimedOut(SessionError):
    """No reply came before the deadline."""

    def __init__(self, requirement: str) -> None:
        super().__init__(requirement)
        self.requirements = (requirement,) if requirement else ()

    def __str__(self) -> str:
        return "no reply came before the deadline"


class SessionClosed(SessionError):
    """The session ended while a request was waiting; ``reason`` says how it ended."""

    def __init__(self, reason: str, requirement: str) -> None:
        super().__init__(reason, requirement)
        self.reason = reason
        self.requirements = (requirement,) if requirement else ()

    def __str__(self) -> str:
        return f"the session is over: {self.reason}"


class Request(Struct, frozen=True, gc=False):
    """A request: its envelope, its correlation id if it has one, and by when the reply has to be there, if ever."""

    envelope: Envelope
    id: str | None
    deadline: float | None = None


class Requested(Struct, frozen=True, gc=False):
    """The other party waits for a reply; it gets exactly one."""

    request: Request


class Notified(Struct, frozen=True, gc=False):
    """An envelope that no reply is due to."""

    envelope: Envelope


class Replied(Struct, frozen=True, gc=False):
    """A request has its reply, or the failure in its place."""

    request: Request
    reply: Envelope


class Failed(Struct, frozen=True, gc=False):
    """A request will have no reply: the handshake failed, time ran out, or the session is over."""

    request: Request
    error: WireError


class Rejected(Struct, frozen=True, gc=False):
    """The other party made a mistake, named by ``error``; the session goes on.

    ``message`` is what came in; ``None`` for a line that is no message.  ``code`` is the error code with which it is
    answered; empty if it is not.
    """

    message: Message | None
    error: WireError
    code: str


class Dropped(Struct, frozen=True, gc=False):
    """A message, or a line that was none, is ignored and counted under ``reason``."""

    message: Message | None
    reason: str


class Closed(Struct, frozen=True, gc=False):
    """The session is over; nothing more will be accepted."""

    reason: str


Event: TypeAlias = Requested | Notified | Replied | Failed | Rejected | Dropped | Closed
"""What a session tells of what has come in, in the order in which it came."""
