"""From the bytes of one JSON-RPC message to its parts, with everything that JSON-RPC 2.0 demands of them.

What a message carries stays as it is written: the members of params, results and errors are raw JSON.  That their
syntax is sound has been seen, half surrogate pairs included; that their bytes are UTF-8, too.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

import msgspec
from msgspec import Raw, Struct

from ._framing import WHITE_SPACE, length_fault
from ._pointers import token
from ._reading import FAILURES
from ._rpc_errors import RpcError
from ._rpc_shapes import INTEGERS, VERSION, Id
from ._rpc_tables import MAX_MESSAGE_BYTES
from ._syntax import parse
from .errors import DecodeError

Members: TypeAlias = dict[str, Raw]
"""The members of an object, in the order in which they were written."""

_JSONRPC: Final = "jsonrpc"
_ID: Final = "id"
_METHOD: Final = "method"
_PARAMS: Final = "params"
_RESULT: Final = "result"
_ERROR: Final = "error"
KNOWN: Final = frozenset((_JSONRPC, _ID, _METHOD, _PARAMS, _RESULT, _ERROR))
"""The members of a message that JSON-RPC 2.0 lists."""

ERROR_MEMBERS: Final = frozenset(("code", "message", "data"))
"""The members of an error object that JSON-RPC 2.0 lists."""

members_of: Callable[[bytes | Raw], Members] = msgspec.json.Decoder(Members).decode
"""The members of an object, the last of each name; one of ``FAILURES`` for what is none."""

text_of: Callable[[bytes | Raw], str] = msgspec.json.Decoder(str).decode
"""A string; one of ``FAILURES`` for what is none."""

_to_id: Callable[[bytes | Raw], Id] = msgspec.json.Decoder(str | int).decode
_to_whole: Callable[[bytes | Raw], int] = msgspec.json.Decoder(int).decode


class Request(Struct, frozen=True):
    """A request, or, without an id, a notification.

    ``raw`` is what ``params`` was read from, if there was any; ``others`` are members that JSON-RPC does not list.
    """

    method: str
    id: Id | None
    params: Members
    raw: Raw | None
    others: Members


class ErrorObject(Struct, frozen=True):
    """Why a request failed.  ``data`` is ``None`` where there is none, or where it is no object, which ``raw`` is."""

    code: int
    message: str
    data: Members | None
    raw: Raw | None
    others: Members


class Response(Struct, frozen=True):
    """The response to the request with this id: a result, or an error."""

    id: Id | None
    result: Raw | None
    error: ErrorObject | None
    others: Members


def parse_message(data: bytes, max_message: int = MAX_MESSAGE_BYTES) -> Request | Response:
    """The request, notification or response in ``data``; :class:`RpcError` if there is none.

    The method need not be one of this protocol.
    """
    fault = length_fault(data, max_message)
    if fault is not None:
        raise _from_syntax(fault)
    members = _checked(data)
    id_, bad_id = _id(members)
    # Whoever sent a request waits, so an answer to what is none goes to the id that it has.
    is_response = _METHOD not in members and (_RESULT in members or _ERROR in members)
    if bytes(members.get(_JSONRPC, b"")) != VERSION:
        raise RpcError("no-jsonrpc", token(_JSONRPC), 'expected "2.0"', id_, not is_response)
    refuse_doubles(data, members, "", id_, due=not is_response)
    others = {name: raw for name, raw in members.items() if name not in KNOWN}
    if is_response:
        return _response(members, id_, bad_id, others)
    if bad_id is not None:
        raise RpcError("bad-id", token(_ID), bad_id)
    return _request(members, id_, others)


def _request(members: Members, id_: Id | None, others: Members) -> Request:
    if _METHOD not in members or _RESULT in members or _ERROR in members:
        raise RpcError("no-request", "", "expected a method, or a result, or an error", id_)
    try:
        method = text_of(members[_METHOD])
    except FAILURES:
        raise RpcError("no-request", token(_METHOD), "expected a string", id_) from None
    raw = members.get(_PARAMS)
    if raw is None or _is_null(raw):
        return Request(method, id_, {}, None, others)
    params = object_members(raw)
    if params is None:
        raise RpcError("positional-params", token(_PARAMS), "expected an object", id_, id_ is not None)
    return Request(method, id_, params, raw, others)


def _response(members: Members, id_: Id | None, bad_id: str | None, others: Members) -> Response:
    if _RESULT in members and _ERROR in members:
        raise RpcError("no-request", "", "expected a result or an error, not both", id_, False)
    if _ID not in members:
        raise RpcError("bad-id", token(_ID), "expected the id of the request", None, False)
    if bad_id is not None and not (_ERROR in members and _is_null(members[_ID])):
        raise RpcError("bad-id", token(_ID), bad_id, None, False)
    if _RESULT in members:
        return Response(id_, members[_RESULT], None, others)
    return Response(id_, None, _error(members[_ERROR], id_), others)


def _error(raw: Raw, id_: Id | None) -> ErrorObject:
    members = object_members(raw)
    if members is None:
        raise RpcError("bad-error", token(_ERROR), "expected an object", id_, False)
    refuse_doubles(raw, members, token(_ERROR), id_, due=False)
    try:
        code = _to_whole(members.get("code", b"null"))
    except FAILURES:
        raise RpcError("bad-error", token(_ERROR) + token("code"), "expected an integer", id_, False) from None
    try:
        message = text_of(members.get("message", b"null"))
    except FAILURES:
        raise RpcError("bad-error", token(_ERROR) + token("message"), "expected a string", id_, False) from None
    others = {name: value for name, value in members.items() if name not in ERROR_MEMBERS}
    data = members.get("data")
    if data is None or _is_null(data):
        return ErrorObject(code, message, None, None, others)
    inner = object_members(data)
    if inner is not None:
        refuse_doubles(data, inner, token(_ERROR) + token("data"), id_, due=False)
    return ErrorObject(code, message, inner, data, others)


def object_members(raw: Raw) -> Members | None:
    """The members of a raw object, the last of each name; ``None`` for what is no object."""
    try:
        return members_of(raw)
    except FAILURES:
        return None


def is_utf8(data: bytes) -> bool:
    """Whether all of ``data`` is UTF-8."""
    if data.isascii():
        return True
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


def _checked(data: bytes) -> Members:
    """The members of the object in ``data``, whose bytes have all been looked at."""
    try:
        members = members_of(data)
    except FAILURES:
        pass
    else:
        if is_utf8(data):
            return members
    raise _unsound(data)


def _unsound(data: bytes) -> RpcError:
    """Why there are no members in ``data``."""
    parsed = parse(data)
    if isinstance(parsed, DecodeError):
        return _from_syntax(parsed)
    if parsed.half_pair:
        return RpcError("lone-surrogate", "", "expected escapes of surrogates in pairs")
    if isinstance(parsed.value, list):
        return RpcError("batch", "", "expected an object, found an array")
    return RpcError("not-an-object", "", "expected an object")


def _from_syntax(fault: DecodeError) -> RpcError:
    return RpcError(fault.rule, fault.pointer, fault.detail)


def _id(members: Mapping[str, Raw]) -> tuple[Id | None, str | None]:
    """The id, and what is wrong with it, if anything."""
    raw = members.get(_ID)
    if raw is None:
        return None, None
    try:
        id_ = _to_id(raw)
    except FAILURES:
        return None, "expected a string or an integer"
    if isinstance(id_, int):
        return (id_, None) if id_ in INTEGERS else (None, "expected an integer of 64 bits")
    return (id_, None) if id_ else (None, "expected a non-empty string")


def _is_null(raw: Raw) -> bool:
    return bytes(raw) == b"null"


def refuse_doubles(data: bytes | Raw, members: Members, at: str, id_: Id | None, *, due: bool) -> None:
    """:class:`RpcError` if a member stands twice in the object ``data``, the value at the pointer ``at``."""
    # In compact JSON every byte belongs to a member: where one was dropped, some are left.
    text = bytes(data).strip(WHITE_SPACE)
    if len(text) == _compact_size(members):
        return
    if len(msgspec.json.format(text, indent=-1)) == _formatted_size(members):
        return
    parsed = parse(text)
    if isinstance(parsed, DecodeError):
        raise _from_syntax(parsed)
    for pointer in parsed.doubled:
        if pointer.count("/") == 1:
            raise RpcError("duplicate-member", at + pointer, "expected the member once", id_, due)


def _compact_size(members: Members) -> int:
    """How long the object is without white space between its tokens, and with plain names."""
    return 1 + sum(len(name.encode()) + 4 + memoryview(raw).nbytes for name, raw in members.items())


def _formatted_size(members: Members) -> int:
    return 1 + sum(
        len(name.encode()) + 4 + len(msgspec.json.format(bytes(raw), indent=-1)) for name, raw in members.items()
    )
