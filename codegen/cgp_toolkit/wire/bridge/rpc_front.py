"""JSON-RPC in front of a provider that speaks lines.

Every JSON-RPC request has an id; in lines only some do, and only if the provider declares that it correlates.  So ids
of the client stand in a table, under ids that are given out here, and a request without one goes out when the one
before it was answered (lock-step).
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Mapping

from cgp_toolkit.wire.bridge.failing import failure
from cgp_toolkit.wire.bridge.waiting import SESSION_OVER, Call, Outlet, Timer, is_over, loss_note
from cgp_wire.errors import DecodeError
from cgp_wire.jsonrpc import (
    CLOSING,
    DECLARES,
    FAILURE,
    OPENING,
    Loss,
    Parts,
    Response,
    RpcError,
    checked_line,
    error_of,
    method_of,
    parse_message,
    parts_of_request,
    result_of,
    split_line,
)
from cgp_wire.ndjson import UnknownEnvelope

_MOST_LATE = 10_000


class RpcFront:
    """The route of JSON-RPC messages to lines, and of the lines that answer them back."""

    def __init__(self, outlet: Outlet, timer: Timer) -> None:
        self._outlet = outlet
        self._timer = timer
        self._held: deque[Call] = deque()
        self._in_turn: Call | None = None
        self._by_id: dict[str, Call] = {}
        # Ids whose requests were given up: a late reply to them is no surprise.
        self._late: dict[str, None] = {}
        self._last_id = 0
        self._ack: object = None
        self._over: str | None = None
        # Calls that open the session, of which nobody has heard yet: nothing passes them.
        self._openings = 0
        self.ending = False
        self.closed = False
        self.broken: str | None = None

    @property
    def waiting(self) -> int:
        """How many requests have not been answered."""
        return len(self._held) - self.ending + len(self._by_id) + (self._in_turn is not None)

    def ask(self, message: bytes | Exception) -> None:
        """A message of the client, or what is wrong in its place."""
        try:
            if isinstance(message, RpcError):
                raise message
            assert isinstance(message, bytes), "nothing else comes out of the framing"
            self._ask(message)
        except RpcError as error:
            response = error.response()
            if response is None:
                self._outlet.note(f"the client sent what is no message: {error.rule} at {error.pointer or 'its start'}")
            else:
                self._outlet.front(response)

    def _ask(self, message: bytes) -> None:
        request = parse_message(message)
        if isinstance(request, Response):
            self._outlet.note("the client sent a response, and nobody had asked it anything")
            return
        method = method_of(request)
        parts = parts_of_request(request, method, self._lose)
        call = Call(request.id, method, Parts(parts.envelope, None, parts.members))
        if self._over is not None or self.closed or self.ending:
            self._refuse(call, self._over if self._over and not self.closed else SESSION_OVER)
            return
        # Whether it is fit to be sent is known at once, even if it has to wait.
        checked_line(call.parts, method, call.id, due=call.id is not None)
        self.ending = call.method.request == CLOSING
        self._openings += call.method.request == OPENING
        needs_turn = call.method.reply is not None and not self._correlates(call)
        if not (needs_turn or self.ending or self._openings):
            self._send(call)
        else:
            self._held.append(call)
            self._pump()

    def _lose(self, loss: Loss) -> None:
        self._outlet.note(loss_note(loss))

    def _pump(self) -> None:
        """Send what waits for its turn, one after the other; all before the end of the session have theirs first."""
        while self._held and self._in_turn is None:
            self._send(self._held.popleft())

    def _opened(self, parts: Parts) -> None:
        """The session is open, and what has waited for that alone needs no turn."""
        self._ack = {name: json.loads(bytes(raw)) for name, raw in parts.members.items()}
        if self._openings:
            return
        held, self._held = self._held, deque()
        for call in held:
            if self._correlates(call):
                self._send(call)
            else:
                self._held.append(call)

    def _correlates(self, call: Call) -> bool:
        """Whether the provider has declared that it echoes the ids of such calls."""
        path = DECLARES.get(call.parts.envelope)
        if path is None or call.method.request_id is None or self._ack is None:
            return False
        found = self._ack
        for name in path:
            found = found.get(name) if isinstance(found, Mapping) else None
        return found is True

    def _send(self, call: Call) -> None:
        parts = call.parts
        if call.method.request == CLOSING:
            self.closed, self.ending = True, False
        elif call.method.reply is None:
            pass
        elif self._correlates(call):
            self._last_id += 1
            id_ = _letters(self._last_id)
            parts = Parts(parts.envelope, id_, parts.members)
            self._by_id[id_] = call
        else:
            self._in_turn = call
        self._timer.start(call)
        self._outlet.back(checked_line(parts, call.method, call.id, due=True))

    def answer(self, message: bytes | Exception) -> None:
        """A line of the provider, or what is wrong in its place."""
        try:
            if isinstance(message, DecodeError):
                raise message
            assert isinstance(message, bytes), "nothing else comes out of the framing"
            parts = split_line(message)
        except DecodeError as fault:
            self._unreadable(fault)
            return
        if isinstance(parts, UnknownEnvelope):
            self._outlet.note("the provider sent an envelope of another revision, which is ignored")
            return
        call = self._settled(parts)
        if call is not None:
            self._deliver(call, parts)
        elif parts.envelope == FAILURE and parts.id is None:
            self._outlet.note("the provider sent a failure that answers no request")
            self._outlet.front(error_of(parts, None))
        elif parts.id is not None and parts.id in self._late:
            del self._late[parts.id]
            self._outlet.note("the provider sent a reply whose time was over")
        else:
            self._outlet.note("the provider sent what answers no request, which is ignored")
        self._pump()

    def _settled(self, parts: Parts) -> Call | None:
        """The request that a line answers, which waits no more."""
        if parts.id is not None:
            return self._by_id.pop(parts.id, None)
        if self._in_turn is not None and parts.envelope in (self._in_turn.method.reply, FAILURE):
            return self._end_turn()
        fits = [id_ for id_, call in self._by_id.items() if parts.envelope in (call.method.reply, FAILURE)]
        if self._in_turn is None and len(fits) == 1:
            # Its id is missing, but it can be meant for nobody else.
            self._outlet.note("the provider sent a reply without the id of its request")
            return self._by_id.pop(fits[0])
        return None

    def _end_turn(self) -> Call | None:
        """The request in turn, which waits no more."""
        call, self._in_turn = self._in_turn, None
        self._openings -= call is not None and call.method.request == OPENING
        return call

    def _deliver(self, call: Call, parts: Parts) -> None:
        assert call.id is not None, "only requests wait"
        if parts.envelope == FAILURE:
            self._outlet.front(error_of(parts, call.id))
        elif parts.envelope != call.method.reply:
            self._refuse(call, "the provider answered with another envelope than the request asks for")
        else:
            self._outlet.front(result_of(parts, call.method, call.id, self._lose))
            if call.method.request == OPENING:
                self._opened(parts)

    def _unreadable(self, fault: DecodeError) -> None:
        """A line that is no message; if it was meant to be one, whoever waits for it has to know."""
        words = f"the provider sent what is no message: {fault.rule} at {fault.pointer or 'its start'}"
        self._outlet.note(words)
        call = self._by_id.pop(fault.id, None) if fault.id is not None else None
        if call is None and fault.id is None and fault.pointer:
            # What has members was no text for a log.
            call = self._end_turn()
        if call is not None:
            self._refuse(call, words)
        self._pump()

    def _refuse(self, call: Call, why: str) -> None:
        if call.id is not None:
            self._outlet.front(error_of(failure(None, why), call.id))

    def expire(self, now: float) -> None:
        """It is ``now``: answer the requests whose time is over."""
        if self._in_turn is not None and is_over(self._in_turn, now):
            # A reply that comes late would answer the next request.
            self.broken = self._timer.words
            return
        for id_ in [id_ for id_, call in self._by_id.items() if is_over(call, now)]:
            self._refuse(self._by_id.pop(id_), self._timer.words)
            self._late[id_] = None
            if len(self._late) > _MOST_LATE:
                del self._late[next(iter(self._late))]

    def hurry(self) -> None:
        """Send what holds back the end of the session; what can't be sent any more is answered."""
        closing = [call for call in self._held if call.method.request == CLOSING]
        for call in [call for call in self._held if call not in closing]:
            self._refuse(call, "the session has ended before its turn came")
        self._held.clear()
        for call in closing[:1]:
            self._send(call)

    def give_up(self, why: str) -> None:
        """Nothing comes from the provider any more: answer every request, and those that are still to come."""
        self._over = why
        calls = [*self._by_id.values(), *([] if self._in_turn is None else [self._in_turn]), *self._held]
        self._by_id.clear()
        self._end_turn()
        self._held.clear()
        self.ending = False
        for call in calls:
            self._refuse(call, why)


def _letters(number: int) -> str:
    """1, 2, 3 ... as a, b, ... z, aa, ab ...: letters suit whatever form a protocol has for ids."""
    text = ""
    while number:
        number, rest = divmod(number - 1, 26)
        text = chr(ord("a") + rest) + text
    return text
