"""Who waits for whom: the requests of one party that are in flight, and the replies that it owes."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator

from msgspec import Struct

from ._classes import Envelope
from ._events import Request


class Waiting(Struct, frozen=True):
    """A request, and the names of the envelopes that can answer it."""

    request: Request
    replies: frozenset[str]


class InFlight:
    """Requests that wait for a reply: at most one without an id, and any number with one.

    An id that was given up stays taken until its reply has come: a late reply must not answer a later request.
    """

    __slots__ = ("_by_id", "_given_up", "_turn")

    def __init__(self) -> None:
        self._turn: Waiting | None = None
        self._by_id: dict[str, Waiting] = {}
        self._given_up: set[str] = set()

    def holds(self, id: str | None) -> bool:  # noqa: A002
        """Whether a reply with this id, or without one, may still come."""
        return self._turn is not None if id is None else id in self._by_id or id in self._given_up

    def is_given_up(self, id: str | None) -> bool:  # noqa: A002
        """Whether the request with this id was given up."""
        return id in self._given_up

    def find(self, id: str | None, reply: str) -> Request | None:  # noqa: A002
        """The request that the envelope ``reply`` with this id answers."""
        waiting = self._turn if id is None else self._by_id.get(id)
        return waiting.request if waiting is not None and reply in waiting.replies else None

    def get(self, id: str | None) -> Request:  # noqa: A002
        """The request with this id, or the one without; ``KeyError`` if none waits."""
        if id is not None:
            return self._by_id[id].request
        if self._turn is None:
            raise KeyError(id)
        return self._turn.request

    def add(self, request: Request, replies: frozenset[str]) -> None:
        """``request`` has left."""
        waiting = Waiting(request, replies)
        if request.id is None:
            self._turn = waiting
        else:
            self._by_id[request.id] = waiting

    def settle(self, request: Request) -> None:
        """The reply to ``request`` is there, or none will come."""
        if request.id is None:
            self._turn = None
        else:
            del self._by_id[request.id]

    def give_up(self, request: Request) -> None:
        """Wait no longer; of a request with an id, a late reply will be known."""
        self.settle(request)
        if request.id is not None:
            self._given_up.add(request.id)

    def arrived_late(self, id: str | None) -> None:  # noqa: A002
        """The reply to a request that was given up is there after all."""
        if id is not None:
            self._given_up.discard(id)

    def clear(self) -> None:
        """The session is over: no reply will count any more."""
        self._turn = None
        self._by_id.clear()
        self._given_up.clear()

    def __iter__(self) -> Iterator[Request]:
        """The requests that wait, those with an id first."""
        yield from (waiting.request for waiting in self._by_id.values())
        if self._turn is not None:
            yield self._turn.request


class Due(Struct, frozen=True):
    """A reply that is owed.

    ``request`` is the request, if the user of the session was told of one.  ``ready`` is the answer, if the session
    gives it on its own.  An ``optional`` one may stay away.  Nothing else leaves before one that is ``first``.
    """

    replies: frozenset[str]
    request: Request | None = None
    ready: Envelope | None = None
    optional: bool = False
    first: bool = False


class Dues:
    """Replies that are owed, in the order of the requests for each id, and for all requests without one.

    The order is what ties a reply without an id to its request; so an answer that is ready waits for its turn.
    """

    __slots__ = ("_leaving", "_queues", "_ready")

    def __init__(self) -> None:
        self._queues: dict[str | None, deque[Due]] = {}
        self._ready = 0
        self._leaving: Due | None = None

    def owes(self, id: str | None) -> bool:  # noqa: A002
        """Whether a reply with this id, or without one, is owed."""
        return id in self._queues

    def find(self, id: str | None, reply: str) -> Due | None:  # noqa: A002
        """The due that the envelope ``reply`` with this id would settle."""
        for due in self._queues.get(id, ()):
            if reply in due.replies and (due.ready is None or due is self._leaving):
                return due
            if not due.optional:
                return None
        return None

    def add(self, id: str | None, due: Due) -> None:  # noqa: A002
        """One more reply is owed."""
        self._queues.setdefault(id, deque()).append(due)
        self._ready += due.ready is not None

    def settle(self, id: str | None, due: Due) -> None:  # noqa: A002
        """``due``, and whatever optional was before it, is owed no more."""
        queue = self._queues[id]
        while True:
            first = queue.popleft()
            self._ready -= first.ready is not None
            if first is due:
                break
        if not queue:
            del self._queues[id]

    def next_ready(self) -> Envelope | None:
        """An answer that is ready and whose turn it is; it has to leave now."""
        self._leaving = None
        if self._ready:
            in_turn = self._queues.get(None)
            first = in_turn[0] if in_turn is not None and in_turn[0].first else None
            heads = (queue[0] for queue in self._queues.values()) if first is None else (first,)
            self._leaving = next((due for due in heads if due.ready is not None), None)
        return self._leaving.ready if self._leaving is not None else None

    def withdraw(self) -> None:
        """The session is over: no answer will leave any more."""
        for id_ in list(self._queues):
            kept = deque(due for due in self._queues[id_] if due.ready is None)
            if kept:
                self._queues[id_] = kept
            else:
                del self._queues[id_]
        self._ready = 0

    def __iter__(self) -> Iterator[Request]:
        """The requests whose replies are owed by the user of the session."""
        for queue in self._queues.values():
            yield from (due.request for due in queue if due.request is not None)
