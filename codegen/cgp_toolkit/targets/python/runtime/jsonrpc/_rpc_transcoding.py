"""Lines to JSON-RPC messages and back, in a recorded or running session, without decoding what they carry.

Two ways again: an envelope with one payload, where doubled members do not matter, is taken apart and put together in
a handful of calls; everything else goes the way of :mod:`._rpc_mapping`.
"""

from __future__ import annotations

from typing import Final

import msgspec
from msgspec import UNSET, Raw, UnsetType

from ._careful import outcome
from ._framing import too_long
from ._reading import FAILURES, UnknownEnvelope
from ._rpc_errors import RpcError
from ._rpc_mapping import PASSED_ON, Parts, is_complete, line_of, parts_of_request, request_of, split_line
from ._rpc_objects import Request, Response, is_utf8, parse_message
from ._rpc_pending import Pending
from ._rpc_plans import NULL_SIZE, Plan, solo_line, taken_apart
from ._rpc_shapes import Id, Lose, Loss, Method, ignore
from ._rpc_tables import CALLS, MAX_MESSAGE_BYTES, METHODS
from ._rpc_typed import mapped, method_of, parts_of_response, response_of
from ._syntax import parse
from ._tables import MAX_LINE_BYTES
from .errors import DecodeError

_encode = msgspec.json.Encoder().encode

# The quotes of an id, and the first of them.
_QUOTES: Final = 2
_QUOTE: Final = 0x22
_LINE_FEED: Final = 0x0A
_CARRIAGE_RETURN: Final = 0x0D


class LinesToRpc:
    """Converts the lines of a session, those of both parties in their order, to JSON-RPC messages.

    Correlation ids stay, and integers stand for envelopes without one.  ``lose`` is told what has no place in
    JSON-RPC.  A payload is not looked into where its readers need not refuse doubled members; a ``careful`` converter
    decodes it all the same, and refuses such members everywhere.
    """

    __slots__ = ("_careful", "_lose", "_max_line", "pending")

    def __init__(
        self,
        *,
        careful: bool = False,
        lose: Lose = ignore,
        max_line: int = MAX_LINE_BYTES,
        pending: Pending | None = None,
    ) -> None:
        self._careful = careful
        self._lose = lose
        self._max_line = max_line
        self.pending = Pending() if pending is None else pending

    def convert(self, line: bytes) -> bytes | None:
        """``line`` as a message without framing; ``None`` if JSON-RPC has none for it.

        :class:`.DecodeError` if it is no envelope, :class:`.UnaskedError` if it answers nothing.
        """
        if not self._careful and len(line) <= self._max_line and (line.isascii() or is_utf8(line)):
            try:
                solo = solo_line(line)
            except FAILURES:
                pass
            else:
                message = self._quickly(solo.plan, solo.id, solo.payload)
                if message is not None:
                    return message
        try:
            parts = split_line(line, self._max_line)
            if self._careful:
                _look_into(line, self._max_line)
        except DecodeError:
            self.pending.add_maybe()
            raise
        if not isinstance(parts, UnknownEnvelope):
            return self._generally(parts)
        if not parts.bare:
            self.pending.add_maybe()
        self._lose(Loss("", "no method stands for this envelope"))
        return None

    def _quickly(self, plan: Plan, id_: Raw | UnsetType, payload: Raw) -> bytes | None:
        """The message; ``None`` if there is something to look at."""
        if memoryview(payload).nbytes == NULL_SIZE:
            return None
        if id_ is not UNSET:
            written = bytes(id_)
            if written[0] != _QUOTE or len(written) == _QUOTES:
                return None
        elif plan.is_call:
            number = self.pending.next_id()
            self.pending.add(number, plan.method, in_turn=True)
            written = _encode(number)
        else:
            answered = self.pending.settle_turn(plan.envelope)
            if answered is None:
                return None
            written = _encode(answered)
        return b"".join((plan.head, written, plan.middle, payload, plan.tail))

    def _generally(self, parts: Parts) -> bytes:
        method = CALLS.get(parts.envelope)
        if method is None:
            answered = parts.id if parts.id is not None else self.pending.settle_turn(parts.envelope)
            return response_of(parts, answered, self._lose)
        if method.reply is None:
            return request_of(parts, method, None, self._lose)
        if parts.id is not None:
            return request_of(parts, method, parts.id, self._lose)
        number = self.pending.next_id()
        message = request_of(parts, method, number, self._lose)
        self.pending.add(number, method, in_turn=True)
        return message


class RpcToLines:
    """Converts the JSON-RPC messages of a session, those of both parties in their order, to lines.

    String ids become correlation ids; all others are left out, and the order of the lines stands for them.  ``lose``
    is told what has no place in a line.  ``careful`` is as in :class:`LinesToRpc`.
    """

    __slots__ = ("_careful", "_left_out", "_lose", "_max_message", "pending")

    def __init__(
        self,
        *,
        careful: bool = False,
        lose: Lose = ignore,
        max_message: int = MAX_MESSAGE_BYTES,
        pending: Pending | None = None,
    ) -> None:
        self._careful = careful
        self._lose = lose
        self._max_message = max_message
        self._left_out: set[Id] = set()
        self.pending = Pending() if pending is None else pending

    def convert(self, data: bytes) -> bytes | None:
        """The line, with its end, of the message ``data``, which has no framing; ``None`` if there is none for it.

        :class:`.RpcError` if it is no message, or if its line could not be told from others.
        """
        if (
            not self._careful
            and len(data) <= MAX_LINE_BYTES
            and (data.isascii() or is_utf8(data))
            and not (_LINE_FEED in data or _CARRIAGE_RETURN in data)
        ):
            apart = taken_apart(data, self.pending.find)
            if apart is not None:
                line = self._quickly(*apart)
                if line is not None:
                    return line
        try:
            message = parse_message(data, self._max_message)
            if self._careful:
                _refuse_doubles(data)
        except RpcError as fault:
            if fault.due and fault.rpc_id is not None:
                self._left_out.add(fault.rpc_id)
            raise
        return self._request(message) if isinstance(message, Request) else self._response(message)

    def _quickly(self, plan: Plan, id_: Id, written: bytes, payload: Raw) -> bytes | None:
        """The line; ``None`` if it is not its turn."""
        has_id = isinstance(id_, str)
        if plan.is_call:
            self.pending.add(id_, plan.method, in_turn=not has_id)
        elif has_id or self.pending.turn() == id_:
            self.pending.settle(id_)
        else:
            return None
        if has_id:
            return b"".join((plan.line_head, written, plan.line_middle, payload, plan.line_tail))
        return b"".join((plan.line_start, payload, plan.line_tail))

    def _request(self, request: Request) -> bytes | None:
        id_ = request.id
        if id_ is not None:
            self._left_out.add(id_)
        if request.method not in METHODS:
            self._lose(Loss("/method", "no envelope stands for this method"))
            return None
        method = method_of(request)
        parts = parts_of_request(request, method, self._lose)
        if isinstance(id_, str) and parts.id is None:
            self._lose(Loss("/id", "the envelope has no id; its turn stands for it"))
        line = checked_line(parts, method, id_, due=id_ is not None, careful=self._careful)
        if id_ is not None:
            self._left_out.remove(id_)
            self.pending.add(id_, method, in_turn=parts.id is None)
        return line

    def _response(self, response: Response) -> bytes | None:
        id_ = response.id
        method = None if id_ is None else self.pending.find(id_)
        if method is None and id_ is not None and id_ in self._left_out:
            self._left_out.remove(id_)
            self._lose(Loss("/id", "it answers a message that was left out"))
            return None
        parts = parts_of_response(response, method, self._lose)
        if parts.id is None:
            turn = self.pending.turn()
            if id_ is None and turn is not None:
                self._lose(Loss("/id", "a line without an id would answer the request whose turn it is"))
                return None
            if id_ != turn:
                detail = "expected the request whose turn it is, as lines without an id have no other order"
                raise RpcError("unasked", "/id", detail, id_, False)
        line = checked_line(parts, method, id_, due=False, careful=self._careful)
        if id_ is not None:
            self.pending.settle(id_)
        return line


def checked_line(parts: Parts, method: Method | None, id_: Id | None, *, due: bool, careful: bool = False) -> bytes:
    """The line, with its end, of an envelope that a message with the id ``id_`` carried.

    :class:`.RpcError`, to which an answer may be ``due``, if it is none.  A payload whose readers see for themselves
    is looked into only if ``careful``; a line end never gets in with it.
    """
    line = line_of(parts)
    # Within JSON they can only stand between tokens.
    if line.find(b"\n") < len(line) - 1 or _CARRIAGE_RETURN in line:
        line = msgspec.json.format(line, indent=-1) + b"\n"
    fault: object = None
    if len(line) - 1 > MAX_LINE_BYTES:
        fault = too_long(MAX_LINE_BYTES)
    elif careful or parts.envelope not in PASSED_ON or not is_complete(parts.envelope, parts.members):
        fault = outcome(line, MAX_LINE_BYTES)
    if isinstance(fault, DecodeError):
        raise mapped(fault, parts, method, id_, due=due)
    return line


def _look_into(line: bytes, max_line: int) -> None:
    """:class:`DecodeError` for what every reader refuses, and for doubled members whoever reads it."""
    message = outcome(line, max_line)
    if isinstance(message, DecodeError):
        raise message
    parsed = parse(line)
    assert not isinstance(parsed, DecodeError), "it was read already"
    if parsed.doubled:
        raise DecodeError("duplicate-member", parsed.doubled[0], "expected the member once")


def _refuse_doubles(data: bytes) -> None:
    parsed = parse(data)
    if isinstance(parsed, DecodeError):
        raise RpcError(parsed.rule, parsed.pointer, parsed.detail)
    if parsed.doubled:
        raise RpcError("duplicate-member", parsed.doubled[0], "expected the member once")
