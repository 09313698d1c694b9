"""What stands around the payload of an envelope in both encodings: bytes that are known beforehand.

Only envelopes have a plan that hold one payload and may have a correlation id before it, and whose readers do not
have to refuse doubled members.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import reduce
from operator import or_
from typing import Final, Literal, Protocol, TypeAlias, cast

import msgspec
from msgspec import UNSET, Raw, Struct, UnsetType

from ._objects import ENVELOPES
from ._reading import FAILURES
from ._rpc_mapping import PASSED_ON
from ._rpc_shapes import INTEGERS, Id, Method
from ._rpc_tables import CALLS, IDS
from ._tables import TAG

NULL_SIZE: Final = 4
"""How long ``null`` is."""

# Where the method of a call stands that is laid out as usual; a miss costs time and nothing else.
_METHOD: Final = b'"method":'
_WINDOW: Final = 96

_encode = msgspec.json.Encoder().encode


class Plan(Struct, frozen=True):
    """One envelope, as a line and as a message.

    A line is ``line_head``, the id, ``line_middle``, the payload, ``line_tail``; without an id it starts with
    ``line_start`` instead of the first three.  A message is ``head``, the id, ``middle``, the payload, ``tail``.
    Its ``size`` is that of all parts beside id and payload.  ``wraps``: params or result are an object around the
    payload, not the payload alone.
    """

    envelope: str
    method: Method
    is_call: bool
    wraps: bool
    line_head: bytes
    line_middle: bytes
    line_start: bytes
    line_tail: bytes
    head: bytes
    middle: bytes
    tail: bytes
    size: int


Apart: TypeAlias = tuple[Plan, Id, bytes, Raw]
"""A message of an envelope that has a plan: the plan, the id, the same as it is written, the payload."""


class Solo(Protocol):
    """A line of an envelope that has a plan, taken apart."""

    @property
    def plan(self) -> Plan:
        """The plan of its envelope."""

    @property
    def id(self) -> Raw | UnsetType:
        """The correlation id as it is written."""

    @property
    def payload(self) -> Raw:
        """The payload as it is written."""


class _Inner(Protocol):
    """Params or a result that hold a payload as their only member."""

    @property
    def payload(self) -> Raw: ...


class _Call(Protocol):
    """A call, taken apart."""

    @property
    def plan(self) -> Plan: ...

    @property
    def id(self) -> Id: ...

    @property
    def params(self) -> Raw | _Inner: ...


class _Result(Struct, frozen=True, forbid_unknown_fields=True):
    """A response with a result."""

    jsonrpc: Literal["2.0"]
    id: Id
    result: Raw


def taken_apart(data: bytes, find: Callable[[Id], Method | None]) -> Apart | None:
    """A message that has a plan; ``find`` gives the method that the response with an id answers.

    ``None`` if it has no plan, if it is a failure, or if there is anything unusual about it.  Its syntax has been
    looked at, and that no member outside of the payload stands twice, but not whether all bytes are UTF-8.
    """
    try:
        if data.find(_METHOD, 0, _WINDOW) >= 0:
            call = _to_call(data)
            plan, id_, outer = call.plan, call.id, call.params
            payload = cast(_Inner, outer).payload if plan.wraps else cast(Raw, outer)
        else:
            result = _to_result(data)
            id_ = result.id
            method = find(id_)
            known = REPLY_PLANS.get(method.name) if method is not None else None
            if known is None:
                return None
            plan, payload = known, result.result
            if plan.wraps:
                payload = _INNER[plan.envelope](payload).payload
    except FAILURES:
        return None
    if id_.__class__ is int and id_ not in INTEGERS:
        return None
    written = _encode(id_)
    size = memoryview(payload).nbytes
    # A member that stands twice, white space or an escape, and the sizes differ.  What is as long as null may be null.
    if size == NULL_SIZE or id_ == "":
        return None
    if len(data) != plan.size + len(written) + size:
        return None
    return plan, id_, written, payload


def _plan(name: str, method: Method, payload: str) -> Plan:
    is_call = name == method.request
    tag = b"{" + _encode(TAG) + b":" + _encode(name)
    before = b"," + _encode(payload) + b":"
    wraps = (method.params if is_call else method.result) is None
    outer = b',"method":' + _encode(method.name) + b',"params":' if is_call else b',"result":'
    head = b'{"jsonrpc":"2.0","id":'
    middle = outer + b"{" + before[1:] if wraps else outer
    tail = b"}}" if wraps else b"}"
    return Plan(
        envelope=name,
        method=method,
        is_call=is_call,
        wraps=wraps,
        line_head=tag + b"," + _encode(IDS[name]) + b":",
        line_middle=before,
        line_start=tag + before,
        line_tail=b"}\n",
        head=head,
        middle=middle,
        tail=tail,
        size=len(head) + len(middle) + len(tail),
    )


def _plans() -> Iterator[tuple[Plan, str]]:
    by_reply = {method.reply: method for method in CALLS.values() if method.reply is not None}
    for name, shape in ENVELOPES.items():
        members = list(shape.members)
        method = CALLS.get(name) or by_reply.get(name)
        one = len(members) == 2 and members[0] == IDS.get(name) and shape.members[members[1]].required
        if one and name in PASSED_ON and method is not None and method.reply is not None:
            yield _plan(name, method, members[1]), members[1]


_ALL: Final = list(_plans())
_INNER_CLASSES: Final = {
    plan.envelope: msgspec.defstruct(
        "Inner", [("payload", Raw, msgspec.field(name=payload))], forbid_unknown_fields=True
    )
    for plan, payload in _ALL
    if plan.wraps
}
_INNER: Final = {
    name: cast(Callable[[Raw], _Inner], msgspec.json.Decoder(class_).decode) for name, class_ in _INNER_CLASSES.items()
}


def _line_class(plan: Plan, payload: str) -> type[Struct]:
    fields: list[tuple[str, object, object]] = [
        ("payload", Raw, msgspec.field(name=payload)),
        ("id", Raw | UnsetType, msgspec.field(default=UNSET, name=IDS[plan.envelope])),
    ]
    return _tagged("Line", fields, TAG, plan.envelope, plan)


def _call_class(plan: Plan) -> type[Struct]:
    params = _INNER_CLASSES[plan.envelope] if plan.wraps else Raw
    fields: list[tuple[str, object]] = [("jsonrpc", Literal["2.0"]), ("id", Id), ("params", params)]
    return _tagged("Call", fields, "method", plan.method.name, plan)


def _tagged(name: str, fields: Iterable[tuple[object, ...]], tag_field: str, tag: str, plan: Plan) -> type[Struct]:
    return msgspec.defstruct(
        name,
        cast(Iterable[tuple[str, type]], fields),
        tag_field=tag_field,
        tag=tag,
        forbid_unknown_fields=True,
        namespace={"plan": plan},
    )


def _decoder(classes: list[type[Struct]]) -> Callable[[bytes], object]:
    return msgspec.json.Decoder(reduce(or_, classes)).decode if classes else _refuse


def _refuse(data: bytes) -> object:
    """Of a protocol in which no envelope has a plan."""
    raise msgspec.ValidationError


solo_line: Final = cast(Callable[[bytes], Solo], _decoder([_line_class(plan, payload) for plan, payload in _ALL]))
"""A line of an envelope that has a plan; one of ``FAILURES`` for all others."""

_to_call: Final = cast(Callable[[bytes], _Call], _decoder([_call_class(plan) for plan, _ in _ALL if plan.is_call]))
_to_result: Final = msgspec.json.Decoder(_Result).decode

PLANS: Final = {plan.envelope: plan for plan, _ in _ALL}
"""By envelope."""

REPLY_PLANS: Final = {plan.method.name: plan for plan, _ in _ALL if not plan.is_call}
"""Those of replies, by name of the method."""
