"""Requests on their way through a bridge, and what a bridge is told to do with time."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from cgp_wire.jsonrpc import Id, Loss, Method, Parts

SESSION_OVER = "the session is over"
"""What a request hears that comes after the end."""

Clock = Callable[[], float]


@dataclass(slots=True, eq=False)
class Call:
    """A request or notification of the client.

    ``id`` is the one that its client gave it, ``None`` if it has none; ``due`` is when its reply has to be there, on
    the clock of the bridge, once it was sent.
    """

    id: Id | None
    method: Method
    parts: Parts
    due: float | None = None


class Outlet(Protocol):
    """Where a route puts what it makes; messages come without framing, but lines have their end."""

    def front(self, message: bytes) -> None:
        """A message for the client."""

    def back(self, message: bytes) -> None:
        """A message for the provider."""

    def note(self, text: str) -> None:
        """Something that went wrong and is no message; without any of what messages carry."""


class Route(Protocol):
    """One direction of bridging: what becomes of each message, without any input or output of its own."""

    @property
    def waiting(self) -> int:
        """How many requests have not been answered."""

    @property
    def closed(self) -> bool:
        """Whether the client has ended the session, and the provider was told."""

    @property
    def ending(self) -> bool:
        """Whether the client has ended the session, and the provider could not be told yet."""

    @property
    def broken(self) -> str | None:
        """Why the session can't go on, if it can't."""

    def ask(self, message: bytes | Exception) -> None:
        """A message of the client, or what is wrong in its place."""

    def answer(self, message: bytes | Exception) -> None:
        """A message of the provider, or what is wrong in its place."""

    def expire(self, now: float) -> None:
        """It is ``now``: answer the requests whose time is over."""

    def hurry(self) -> None:
        """Send what holds back the end of the session; what can't be sent any more is answered."""

    def give_up(self, why: str) -> None:
        """Nothing comes from the provider any more: answer every request, and those that are still to come."""


class Timer:
    """When replies are due: ``limit`` seconds after their request was sent, never if it is ``None``."""

    def __init__(self, limit: float | None, clock: Clock = time.monotonic) -> None:
        self.limit = limit
        self._clock = clock

    def start(self, call: Call) -> None:
        """``call`` has been sent."""
        call.due = None if self.limit is None else self._clock() + self.limit

    @property
    def words(self) -> str:
        """What has happened to a call whose time is over."""
        return f"the provider has not answered within {self.limit:g} s"


def is_over(call: Call, now: float) -> bool:
    """Whether the time of ``call`` is over."""
    return call.due is not None and call.due <= now


def loss_note(loss: Loss) -> str:
    """What is told of something that has no place in the other encoding."""
    return f"{loss.pointer or 'a message'} is left out: {loss.detail}"
