"""Envelopes to JSON-RPC messages and back, for one party of a session."""

from __future__ import annotations

from typing import Final

import msgspec
from msgspec import Raw, Struct

from ._careful import outcome
from ._classes import CLASSES, Envelope
from ._encoding import encode as encode_line
from ._reading import FAILURES, UnknownEnvelope, typed
from ._rpc_errors import RpcError, UnaskedError
from ._rpc_mapping import (
    Parts,
    error_of,
    line_of,
    parts_of_error,
    parts_of_request,
    parts_of_result,
    request_of,
    result_of,
)
from ._rpc_objects import Request, Response, members_of, parse_message
from ._rpc_pending import Pending
from ._rpc_plans import PLANS, Plan, taken_apart
from ._rpc_shapes import Id, Lose, Method, ignore
from ._rpc_tables import CALLS, FAILURE, FAILURE_TEXT, ID_ATTRIBUTES, IDS, MAX_MESSAGE_BYTES, METHODS
from ._tables import TAG
from .errors import DecodeError, EncodeError

REPLIES: Final = {method.reply: method for method in CALLS.values() if method.reply is not None}
"""The methods by the envelope that answers them."""

_encode = msgspec.json.Encoder().encode
_NAMES: Final = {class_: name for name, class_ in CLASSES.items()}


class Received(Struct, frozen=True):
    """A message that has come in: the envelope, the method that it calls or answers, and its id.

    ``method`` is ``None`` for a failure of which nobody knows what it answers, ``id`` for notifications and for such
    failures.  Where the id is that of the envelope, it stands there, too.
    """

    envelope: Envelope
    method: str | None
    id: Id | None


class Encoder:
    """Writes envelopes as JSON-RPC messages, without framing.

    Requests without a correlation id get an integer; replies without one answer such requests in their turn.  The
    decoder of the same party has to have the same ``pending``.
    """

    __slots__ = ("pending",)

    def __init__(self, pending: Pending | None = None) -> None:
        self.pending = Pending() if pending is None else pending

    def encode(self, envelope: Envelope, id: Id | None = None) -> bytes:  # noqa: A002
        """``envelope`` as one JSON object in one line.

        ``id`` is for envelopes without a correlation id: the one that a request is to have, or that of the request
        which is answered.  :class:`EncodeError` if it can't be written, :class:`UnaskedError` if it answers nothing.
        """
        line = encode_line(envelope)
        name, correlation = _name_and_id(envelope)
        method = CALLS.get(name)
        given = correlation if correlation is not None else id
        if method is None:
            if given is not None:
                self.pending.settle(given)
            else:
                given = self.pending.settle_turn(name)
        elif method.reply is not None:
            if given is None:
                given = self.pending.next_id()
            self.pending.add(given, method, in_turn=correlation is None)
        return _message(line, name, correlation, given)


class Decoder:
    """Reads JSON-RPC messages, without framing, as envelopes.

    The encoder of the same party has to have the same ``pending``.
    """

    __slots__ = ("_max_message", "pending")

    def __init__(self, pending: Pending | None = None, max_message: int = MAX_MESSAGE_BYTES) -> None:
        self.pending = Pending() if pending is None else pending
        self._max_message = max_message

    def decode(self, data: bytes) -> Received:
        """The message in ``data``.  :class:`RpcError` if it is none, with the response that is then due."""
        if len(data) <= self._max_message:
            apart = taken_apart(data, self.pending.find)
            received = None if apart is None else self._quickly(*apart)
            if received is not None:
                return received
        message = parse_message(data, self._max_message)
        return self._request(message) if isinstance(message, Request) else self._response(message)

    def _quickly(self, plan: Plan, id_: Id, written: bytes, payload: Raw) -> Received | None:
        """The message; ``None`` if there is something to look at."""
        has_id = isinstance(id_, str)
        parts = (plan.line_head, written, plan.line_middle) if has_id else (plan.line_start,)
        try:
            # The types know no other members, so all bytes are looked at.
            envelope = typed(b"".join((*parts, payload, plan.line_tail)))
        except FAILURES:
            return None
        if plan.is_call:
            self.pending.add(id_, plan.method, in_turn=not has_id)
        else:
            self.pending.settle(id_)
        return Received(envelope, plan.method.name, id_)

    def _request(self, request: Request) -> Received:
        method = method_of(request)
        parts = parts_of_request(request, method, ignore)
        envelope = self._typed(parts, method, request.id, due=request.id is not None)
        if request.id is not None:
            self.pending.add(request.id, method, in_turn=parts.id is None)
        return Received(envelope, method.name, request.id)

    def _response(self, response: Response) -> Received:
        method = None if response.id is None else self.pending.settle(response.id)
        parts = parts_of_response(response, method, ignore)
        envelope = self._typed(parts, method, response.id, due=False)
        return Received(envelope, None if method is None else method.name, response.id)

    def _typed(self, parts: Parts, method: Method | None, id_: Id | None, *, due: bool) -> Envelope:
        message = outcome(line_of(parts), self._max_message)
        if isinstance(message, DecodeError):
            raise mapped(message, parts, method, id_, due=due)
        assert not isinstance(message, UnknownEnvelope), "the mapping knows envelopes only"
        return message


def encode(envelope: Envelope, id: Id | None = None) -> bytes:  # noqa: A002
    """``envelope`` as one JSON object in one line, whatever else is in flight.

    ``id`` is for requests and replies without a correlation id; a failure may do without.  :class:`EncodeError` if it
    is missing, or if the envelope can't be written.
    """
    line = encode_line(envelope)
    name, correlation = _name_and_id(envelope)
    method = CALLS.get(name)
    given = correlation if correlation is not None else id
    if given is None and method is not None and method.reply is not None:
        raise EncodeError("missing-member", "/id", "expected an id for a request without a correlation id")
    return _message(line, name, correlation, given)


def _name_and_id(envelope: Envelope) -> tuple[str, str | None]:
    name = _NAMES[type(envelope)]
    attribute = ID_ATTRIBUTES.get(name)
    id_: str | None = None if attribute is None else getattr(envelope, attribute)
    return name, id_


def _message(line: bytes, name: str, correlation: str | None, id_: Id | None) -> bytes:
    """The message of an envelope that the encoder wrote as ``line``."""
    plan = PLANS.get(name)
    if plan is not None and id_ is not None:
        # What stands before the payload is known, and nothing stands behind it.
        start = len(plan.line_start)
        if correlation is not None:
            start = len(plan.line_head) + len(_encode(correlation)) + len(plan.line_middle)
        payload = memoryview(line)[start : -len(plan.line_tail)]
        return b"".join((plan.head, _encode(id_), plan.middle, payload, plan.tail))
    members = members_of(line)
    del members[TAG]
    members.pop(IDS.get(name, TAG), None)
    parts = Parts(name, correlation, members)
    method = CALLS.get(name)
    return response_of(parts, id_) if method is None else request_of(parts, method, id_, ignore)


def response_of(parts: Parts, id_: Id | None, lose: Lose = ignore) -> bytes:
    """The response that a reply is; :class:`UnaskedError` for a result without an id."""
    if parts.envelope == FAILURE:
        return error_of(parts, id_)
    if id_ is None:
        raise UnaskedError(parts.envelope)
    return result_of(parts, REPLIES[parts.envelope], id_, lose)


def method_of(request: Request) -> Method:
    """The method that is called; :class:`RpcError` if there is none, or if it is called in the wrong way."""
    method = METHODS.get(request.method)
    if method is None:
        due = request.id is not None
        raise RpcError("no-such-method", "/method", f"expected one of {', '.join(METHODS)}", request.id, due)
    if method.reply is None and request.id is not None:
        raise RpcError("takes-no-id", "/id", "expected no id for a notification", request.id)
    if method.reply is not None and request.id is None:
        # Whoever sends no id gets no answer.
        raise RpcError("needs-id", "/id", "expected an id for a method that has a result", None, False)
    return method


def parts_of_response(response: Response, method: Method | None, lose: Lose) -> Parts:
    """The reply that a response to ``method`` is; :class:`RpcError` if nobody asked."""
    if response.error is not None and (method is not None or not isinstance(response.id, int)):
        return parts_of_error(response, method, lose)
    if method is None:
        raise RpcError("unasked", "/id", "expected the id of a request that waits", response.id, False)
    return parts_of_result(response, method, lose)


def mapped(fault: DecodeError, parts: Parts, method: Method | None, id_: Id | None, *, due: bool) -> RpcError:
    """The fault of the line of ``parts`` as that of the message that they came from."""
    return RpcError(fault.rule, _pointer(fault.pointer, parts.envelope, method), fault.detail, id_, due)


def _pointer(pointer: str, envelope: str, method: Method | None) -> str:
    first, _, rest = pointer.removeprefix("/").partition("/")
    if not first or first == TAG:
        return ""
    if first == IDS.get(envelope):
        return "/id"
    if envelope == FAILURE:
        return "/error/message" if first == FAILURE_TEXT else f"/error/data{pointer}"
    assert method is not None, "only failures come without a method"
    at, payload = ("/params", method.params) if envelope == method.request else ("/result", method.result)
    if first != payload:
        return at + pointer
    return f"{at}/{rest}" if rest else at
