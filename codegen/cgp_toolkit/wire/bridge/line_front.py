"""Lines in front of a provider that speaks JSON-RPC.

JSON-RPC tells replies apart by id, so that everything can be in flight at once.  Lines without an id have nothing but
their order: such replies are kept back until all before them are there.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

from cgp_toolkit.wire.bridge.failing import failure
from cgp_toolkit.wire.bridge.waiting import SESSION_OVER, Call, Outlet, Timer, is_over, loss_note
from cgp_wire.errors import DecodeError
from cgp_wire.jsonrpc import (
    CALLS,
    CLOSING,
    Id,
    Loss,
    Parts,
    Request,
    Response,
    RpcError,
    checked_line,
    parse_message,
    parts_of_error,
    parts_of_result,
    request_of,
    split_line,
)
from cgp_wire.ndjson import UnknownEnvelope


@dataclass(slots=True, eq=False)
class _Turn:
    """The place of a reply without an id among all of them, and the reply once it is there."""

    line: bytes | None = None


class LineFront:
    """The route of lines to JSON-RPC messages, and of the responses back."""

    def __init__(self, outlet: Outlet, timer: Timer) -> None:
        self._outlet = outlet
        self._timer = timer
        self._calls: dict[Id, Call] = {}
        self._turns: deque[_Turn] = deque()
        self._turn_of: dict[Id, _Turn] = {}
        self._last_id = 0
        self._over: str | None = None
        self.closed = False
        self.ending = False
        self.broken: str | None = None

    @property
    def waiting(self) -> int:
        """How many requests have not been answered."""
        return len(self._calls)

    def ask(self, message: bytes | Exception) -> None:
        """A line of the client, or what is wrong in its place."""
        try:
            if isinstance(message, DecodeError):
                raise message
            assert isinstance(message, bytes), "nothing else comes out of the framing"
            parts = split_line(message)
            if isinstance(parts, UnknownEnvelope):
                if parts.bare:
                    self._outlet.note("the client sent an envelope of another revision, which is ignored")
                    return
                raise DecodeError("unknown-envelope", "", "no method stands for this envelope", parts.id)
        except DecodeError as fault:
            self._own_answer(fault.id, failure(None, str(fault), fault.code))
            return
        self._ask(parts)

    def _ask(self, parts: Parts) -> None:
        method = CALLS.get(parts.envelope)
        if method is None:
            self._outlet.note("the client sent a reply, and nobody had asked it anything")
        elif method.reply is None:
            if not (self.closed or self._over):
                self.closed = method.request == CLOSING
                self._outlet.back(request_of(parts, method, None, self._lose))
        elif self.closed or self._over:
            self._own_answer(parts.id, failure(None, self._over if self._over and not self.closed else SESSION_OVER))
        else:
            self._last_id += 1
            # A number stands for an envelope without an id.
            id_: Id = self._last_id if parts.id is None else str(self._last_id)
            call = Call(parts.id, method, parts)
            self._calls[id_] = call
            if parts.id is None:
                self._turn_of[id_] = _Turn()
                self._turns.append(self._turn_of[id_])
            self._timer.start(call)
            self._outlet.back(request_of(parts, method, id_, self._lose))
            call.parts = Parts(parts.envelope, parts.id, {})

    def _lose(self, loss: Loss) -> None:
        self._outlet.note(loss_note(loss))

    def _own_answer(self, id_: str | None, parts: Parts) -> None:
        """Answer in the place of the provider, in turn if there is no id."""
        turn = None
        if id_ is None:
            turn = _Turn()
            self._turns.append(turn)
        self._emit(turn, self._line(parts, id_))

    def _emit(self, turn: _Turn | None, line: bytes) -> None:
        if turn is None:
            self._outlet.front(line)
            return
        turn.line = line
        while self._turns and (ready := self._turns[0].line) is not None:
            self._turns.popleft()
            self._outlet.front(ready)

    def _line(self, parts: Parts, id_: Id | None) -> bytes:
        own = id_ if isinstance(id_, str) else None
        return checked_line(Parts(parts.envelope, own, parts.members), None, None, due=False)

    def answer(self, message: bytes | Exception) -> None:
        """A message of the provider, or what is wrong in its place."""
        try:
            if isinstance(message, RpcError):
                raise message
            assert isinstance(message, bytes), "nothing else comes out of the framing"
            received = parse_message(message)
        except RpcError as fault:
            self._unreadable(fault, fault.rpc_id)
            return
        if isinstance(received, Request):
            self._asked(received)
            return
        id_ = received.id
        if id_ is None and len(self._calls) == 1:
            # It can be meant for nobody else.
            id_ = next(iter(self._calls))
        if id_ is None or id_ not in self._calls:
            self._outlet.note("the provider sent a response that answers no request, which is ignored")
            return
        self._deliver(id_, received)

    def _deliver(self, id_: Id, received: Response) -> None:
        call = self._calls[id_]
        try:
            if received.error is not None:
                parts = parts_of_error(received, call.method, self._lose)
            else:
                parts = parts_of_result(received, call.method, self._lose)
            # Nothing may leave that is no line of this protocol.
            checked_line(Parts(parts.envelope, None, parts.members), call.method, id_, due=False)
        except RpcError as fault:
            self._unreadable(fault, id_)
            return
        self._settle(id_, parts)

    def _settle(self, id_: Id, parts: Parts) -> None:
        call = self._calls.pop(id_)
        self._emit(self._turn_of.pop(id_, None), self._line(parts, call.id))

    def _asked(self, request: Request) -> None:
        """The provider asks; nobody here can answer."""
        self._outlet.note("the provider called a method of the client, which has none")
        if request.id is not None:
            refusal = RpcError("no-such-method", "/method", "expected a response", request.id).response()
            assert refusal is not None, "it is due"
            self._outlet.back(refusal)

    def _unreadable(self, fault: RpcError, id_: Id | None) -> None:
        words = f"the provider sent what is no message: {fault.rule} at {fault.pointer or 'its start'}"
        self._outlet.note(words)
        if id_ is not None and id_ in self._calls:
            self._settle(id_, failure(None, words))

    def expire(self, now: float) -> None:
        """It is ``now``: answer the requests whose time is over."""
        for id_ in [id_ for id_, call in self._calls.items() if is_over(call, now)]:
            self._settle(id_, failure(None, self._timer.words))

    def hurry(self) -> None:
        """Nothing is held back here."""

    def give_up(self, why: str) -> None:
        """Nothing comes from the provider any more: answer every request, and those that are still to come."""
        self._over = why
        for id_ in list(self._calls):
            self._settle(id_, failure(None, why))
