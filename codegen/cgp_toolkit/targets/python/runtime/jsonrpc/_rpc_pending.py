"""The requests that wait for a response, by their ids, and in order where only the order tells."""

from __future__ import annotations

from collections import deque

from ._rpc_shapes import Id, Method
from ._rpc_tables import FAILURE


class Pending:
    """The requests in flight between two parties.

    A response of JSON-RPC does not say which method it answers: its id does, in this table.  A reply without a
    correlation id does not say which request it answers: its turn does.  One table serves both ends of a party, or
    somebody who looks on at all messages.  It is not safe for several threads.
    """

    __slots__ = ("_last", "_methods", "_more", "_turns")

    def __init__(self) -> None:
        self._methods: dict[Id, Method] = {}
        # Further requests with an id that is in flight already, in their order; there should be none.
        self._more: dict[Id, deque[Method]] = {}
        # Ids, and how many messages in a row there were that a failure may answer, or nothing.
        self._turns: deque[Id | _Maybe] = deque()
        self._last = 0

    def __len__(self) -> int:
        """How many requests wait."""
        return len(self._methods) + sum(map(len, self._more.values()))

    def __contains__(self, id_: object) -> bool:
        return id_ in self._methods

    def next_id(self) -> int:
        """An integer that no request in flight has; those that were given out before come not again."""
        while True:
            self._last += 1
            if self._last not in self._methods:
                return self._last

    def add(self, id_: Id, method: Method, *, in_turn: bool) -> None:
        """A request waits; ``in_turn`` if its envelope has no correlation id, so that its reply comes in its turn."""
        if id_ in self._methods:
            self._more.setdefault(id_, deque()).append(method)
        else:
            self._methods[id_] = method
        if in_turn:
            self._turns.append(id_)

    def add_maybe(self) -> None:
        """There was something that a failure may answer: a message that is none of this revision, or none at all."""
        if self._turns and isinstance(last := self._turns[-1], _Maybe):
            last.count += 1
        else:
            self._turns.append(_Maybe())

    def find(self, id_: Id) -> Method | None:
        """The method of the request with this id; ``None`` if none waits."""
        return self._methods.get(id_)

    def settle(self, id_: Id) -> Method | None:
        """The method of the request with this id, which waits no more; ``None`` if none waits."""
        method = self._methods.pop(id_, None)
        if method is None:
            return None
        if self._more and id_ in self._more:
            self._methods[id_] = self._more[id_].popleft()
            if not self._more[id_]:
                del self._more[id_]
        if self._turns and id_ in self._turns:
            self._turns.remove(id_)
        return method

    def settle_turn(self, reply: str) -> Id | None:
        """The id of the request that the envelope ``reply`` answers in its turn, which waits no more; ``None`` if none.

        A failure may answer what was no request; then there is no id either.
        """
        while self._turns:
            first = self._turns[0]
            if not isinstance(first, _Maybe):
                if reply not in (self._methods[first].reply, FAILURE):
                    return None
                self.settle(first)
                return first
            if reply == FAILURE:
                first.count -= 1
                if not first.count:
                    self._turns.popleft()
                return None
            # Nothing has answered these, or it would have come before.
            self._turns.popleft()
        return None

    def turn(self) -> Id | None:
        """The id of the request whose reply is the next one without a correlation id."""
        return next((turn for turn in self._turns if not isinstance(turn, _Maybe)), None)


class _Maybe:
    """So many messages in a row to which there may be an answer."""

    __slots__ = ("count",)

    def __init__(self) -> None:
        self.count = 1
