"""The two sides of a session: the one that opens it and asks, and the one that answers."""

from __future__ import annotations

from ._books import overdue
from ._events import Event, Failed, Request, TimedOut
from ._lifecycle import DEADLINE
from ._party import Party, Sent
from ._tables import MAX_LINE_BYTES, REVISION

_LETTERS = "abcdefghijklmnopqrstuvwxyz"


class Asking(Party[Sent]):
    """The side that opens the session."""

    def __init__(self, *, max_line: int = MAX_LINE_BYTES, watching: bool = False) -> None:
        super().__init__(None, max_line, watching)
        self._ids = 0

    def send(self, envelope: Sent, *, deadline: float | None = None) -> bytes:
        """The bytes to write: ``envelope`` as a line.

        ``deadline`` is when its reply has to be there, on the clock whose time :meth:`time_out` is given.
        :class:`ProtocolViolation` if it may not be sent now, :class:`.EncodeError` if it can't be written.
        """
        self._send(envelope, deadline)
        return self.data_to_send()

    def next_id(self) -> str:
        """A correlation id that no request in flight has and that was not returned before."""
        while True:
            self._ids += 1
            id_ = _spelt(self._ids)
            if not self._books.in_flight.holds(id_):
                return id_

    def next_deadline(self) -> float | None:
        """When :meth:`time_out` has to be called next, if ever."""
        return min((r.deadline for r in self._books.in_flight if r.deadline is not None), default=None)

    def time_out(self, now: float) -> list[Event]:
        """It is ``now``: the events of requests that have run out of time."""
        for request in [r for r in self._books.in_flight if r.deadline is not None and r.deadline <= now]:
            self._give_up(request)
        return list(self.events())

    def give_up(self, request: Request) -> list[Event]:
        """Wait for ``request`` no longer, as if it had run out of time; no event if it does not wait any more."""
        reply = self._lifecycle.kinds[type(request.envelope)].reply
        if reply is not None and self._books.in_flight.find(request.id, reply) is request:
            self._give_up(request)
        return list(self.events())

    def waiting(self, id: str | None) -> Request:  # noqa: A002
        """The request with this id, or the one without, that waits for its reply; ``KeyError`` if there is none."""
        return self._books.in_flight.get(id)

    def _give_up(self, request: Request) -> None:
        step, _ = self._look_up(DEADLINE, condition=overdue(request.id))
        self._books.in_flight.give_up(request)
        self._events.append(Failed(request, TimedOut(step.requirement)))
        self._go(step, "no reply came in time")


class Answering(Party[Sent]):
    """The side that is asked; ``version`` is the one that it speaks."""

    def __init__(self, *, version: str = REVISION, max_line: int = MAX_LINE_BYTES, watching: bool = False) -> None:
        super().__init__(version, max_line, watching)


def _spelt(number: int) -> str:
    """1, 2, 3 ... as a, b, ... z, aa, ab ...: letters suit whatever form the protocol has for ids."""
    text = ""
    while number:
        number, rest = divmod(number - 1, len(_LETTERS))
        text = _LETTERS[rest] + text
    return text
