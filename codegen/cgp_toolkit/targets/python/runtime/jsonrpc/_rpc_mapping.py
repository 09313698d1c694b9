"""Between JSON-RPC messages and lines, whole envelopes at a time; what they carry is passed on as it is written.

Both encodings are laid out from the same parts: the name of an envelope, its correlation id, its other members.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import takewhile
from typing import Final

import msgspec
from msgspec import Raw, Struct

from ._careful import outcome
from ._classes import CLASSES, LAST_WINS
from ._objects import ENVELOPES
from ._pointers import token
from ._reading import FAILURES, UnknownEnvelope
from ._rpc_errors import RpcError
from ._rpc_objects import (
    ErrorObject,
    Members,
    Request,
    Response,
    is_utf8,
    members_of,
    object_members,
    refuse_doubles,
    text_of,
)
from ._rpc_shapes import Id, Lose, Loss, Method
from ._rpc_tables import FAILURE, FAILURE_CODE, FAILURE_ID, FAILURE_TEXT, IDS, NUMBERS, OTHER_NUMBER, READS
from ._tables import MAX_LINE_BYTES, TAG
from .errors import DecodeError

_NULL: Final = b"null"
_TAKEN: Final = "an envelope has a member of its own that is called so"
_encode = msgspec.json.Encoder().encode

_LAST_WINS: Final = frozenset(name for name, class_ in CLASSES.items() if class_ in LAST_WINS)

PASSED_ON: Final = frozenset(
    name for name in _LAST_WINS if any(member.required for member in ENVELOPES[name].members.values())
)
"""The envelopes whose payloads are not looked into: of two members of one name, their readers take the last."""

_POSITIONS: Final = {
    name: {member: index for index, member in enumerate(shape.members)} for name, shape in ENVELOPES.items()
}


class Parts(Struct, frozen=True):
    """One envelope: its name, its correlation id, and its other members in the order in which they were written."""

    envelope: str
    id: str | None
    members: Members


def split_line(line: bytes, max_line: int = MAX_LINE_BYTES) -> Parts | UnknownEnvelope:
    """The parts of a line.  :class:`DecodeError` if it is no message.

    Readers of envelopes that they take the last of two equal members of see what is inside of a member for
    themselves; here only its syntax is looked at.
    """
    if len(line) <= max_line and is_utf8(line):
        try:
            members = members_of(line)
            envelope = text_of(members.get(TAG, _NULL))
        except FAILURES:
            pass
        else:
            if envelope in PASSED_ON:
                parts = _parts(envelope, members)
                if parts is not None:
                    return parts
    message = outcome(line, max_line)
    if isinstance(message, DecodeError):
        raise message
    if isinstance(message, UnknownEnvelope):
        return message
    members = members_of(line)
    envelope = text_of(members[TAG])
    parts = _parts(envelope, members)
    assert parts is not None, "the line was read as an envelope"
    return parts


def _parts(envelope: str, members: Members) -> Parts | None:
    """The parts; ``None`` if the id is none, or if a member is missing."""
    del members[TAG]
    if not is_complete(envelope, members):
        return None
    name = IDS.get(envelope)
    raw = members.pop(name) if name is not None and name in members else None
    if raw is None or bytes(raw) == _NULL:
        return Parts(envelope, None, members)
    try:
        id_ = text_of(raw)
    except FAILURES:
        return None
    return Parts(envelope, id_, members) if id_ else None


def is_complete(envelope: str, members: Members) -> bool:
    """Whether all members are there that readers need."""
    required = (name for name, member in ENVELOPES[envelope].members.items() if member.required)
    return all(bytes(members.get(name, _NULL)) != _NULL for name in required)


def line_of(parts: Parts) -> bytes:
    """The line of an envelope, with its end: tag, members in their order, the id where the model has it."""
    pieces = [_member(name, raw) for name, raw in parts.members.items()]
    name = IDS.get(parts.envelope)
    if name is not None and parts.id is not None:
        positions = _POSITIONS[parts.envelope]
        before = takewhile(lambda m: m in positions and positions[m] < positions[name], parts.members)
        pieces.insert(sum(1 for _ in before), _encode(name) + b":" + _encode(parts.id))
    return b"{" + b",".join([_encode(TAG) + b":" + _encode(parts.envelope), *pieces]) + b"}\n"


def object_of(members: Members) -> bytes:
    """An object of ``members``."""
    return b"{" + b",".join(_member(name, raw) for name, raw in members.items()) + b"}"


def _member(name: str, raw: Raw) -> bytes:
    return _encode(name) + b":" + bytes(raw)


def request_of(parts: Parts, method: Method, id_: Id | None, lose: Lose) -> bytes:
    """The call of ``method`` with this id; without one, the notification."""
    members = parts.members
    params = _laid_out(members, method.params, lose)
    pieces = [b'{"jsonrpc":"2.0"']
    if id_ is not None:
        pieces.append(b'"id":' + _encode(id_))
    pieces.append(b'"method":' + _encode(method.name))
    if members:
        pieces.append(b'"params":' + params)
    return b",".join(pieces) + b"}"


def result_of(parts: Parts, method: Method, id_: Id, lose: Lose) -> bytes:
    """The response with the result of ``method``."""
    return b'{"jsonrpc":"2.0","id":%b,"result":%b}' % (_encode(id_), _laid_out(parts.members, method.result, lose))


def _laid_out(members: Members, payload: str | None, lose: Lose) -> bytes:
    """Params or a result: an object of all members, or the value of the one called ``payload`` alone."""
    if payload is None:
        return object_of(members)
    for name in members:
        if name != payload:
            lose(Loss(token(name), f"there is no place beside {payload}"))
    return bytes(members[payload])


def error_of(parts: Parts, id_: Id | None) -> bytes:
    """The response with the error that a failure is."""
    members = dict(parts.members)
    text = bytes(members.pop(FAILURE_TEXT))
    raw = members.get(FAILURE_CODE)
    number = OTHER_NUMBER
    if raw is not None and bytes(raw) == _NULL:
        del members[FAILURE_CODE]
    elif raw is not None:
        number = NUMBERS.get(text_of(raw), OTHER_NUMBER)
    data = b',"data":' + object_of(members) if members else b""
    return b'{"jsonrpc":"2.0","id":%b,"error":{"code":%d,"message":%b%b}}' % (_encode(id_), number, text, data)


def parts_of_request(request: Request, method: Method, lose: Lose) -> Parts:
    """The envelope that a call is."""
    if method.request not in _LAST_WINS and request.raw is not None:
        refuse_doubles(request.raw, request.params, "/params", request.id, due=request.id is not None)
    _lose_all(request.others, "", lose)
    id_ = request.id if isinstance(request.id, str) and method.request_id is not None else None
    return _given(method.request, id_, request.params, method.params, "/params", lose)


def parts_of_result(response: Response, method: Method, lose: Lose) -> Parts:
    """The envelope that the result of ``method`` is."""
    _lose_all(response.others, "", lose)
    assert response.result is not None, "the response has a result"
    assert method.reply is not None, "a notification has no result"
    id_ = response.id if isinstance(response.id, str) and method.reply_id is not None else None
    if method.result is not None:
        return Parts(method.reply, id_, {method.result: response.result})
    members = object_members(response.result)
    if members is None:
        raise RpcError("wrong-type", "/result", "expected an object", response.id, False)
    if method.reply not in _LAST_WINS:
        refuse_doubles(response.result, members, "/result", response.id, due=False)
    return _given(method.reply, id_, members, None, "/result", lose)


def _given(envelope: str, id_: str | None, members: Members, payload: str | None, at: str, lose: Lose) -> Parts:
    """The envelope whose members were given in the object at the pointer ``at``."""
    if payload is not None:
        return Parts(envelope, id_, {payload: Raw(object_of(members))})
    taken = [name for name in members if name in (TAG, IDS.get(envelope))]
    for name in taken:
        lose(Loss(at + token(name), _TAKEN))
    return Parts(envelope, id_, {name: raw for name, raw in members.items() if name not in taken} if taken else members)


def parts_of_error(response: Response, method: Method | None, lose: Lose) -> Parts:
    """The failure that the error is; ``method`` is the one that was called, if that is known."""
    error = response.error
    assert error is not None, "the response has an error"
    _lose_all(response.others, "", lose)
    _lose_all(error.others, "/error", lose)
    known = method is None or method.request_id is not None
    id_ = response.id if isinstance(response.id, str) and known else None
    code, written = _code(error, lose)
    if error.code != written:
        lose(Loss("/error/code", "only the number that is written for the code comes back"))
    members: Members = {}
    for name in ENVELOPES[FAILURE].members:
        if name == FAILURE_CODE and code is not None:
            members[name] = Raw(_encode(code))
        elif name == FAILURE_TEXT:
            members[name] = Raw(_encode(error.message))
        elif error.data is not None and name in error.data and name not in (FAILURE_CODE, FAILURE_ID):
            members[name] = error.data[name]
    for name, raw in (error.data or {}).items():
        if name in (TAG, FAILURE_ID, FAILURE_TEXT):
            lose(Loss("/error/data" + token(name), _TAKEN))
        elif name != FAILURE_CODE:
            members.setdefault(name, raw)
    return Parts(FAILURE, id_, members)


def _code(error: ErrorObject, lose: Lose) -> tuple[str | None, int]:
    """The error code, ``None`` for none, and the number that is written for it."""
    if error.data is None:
        if error.raw is not None:
            lose(Loss("/error/data", "only an object has a place"))
    elif FAILURE_CODE in error.data:
        try:
            code = text_of(error.data[FAILURE_CODE])
        except FAILURES:
            lose(Loss("/error/data" + token(FAILURE_CODE), "an error code is a string"))
        else:
            return code, NUMBERS.get(code, OTHER_NUMBER)
    read = READS.get(error.code)
    return read, OTHER_NUMBER if read is None else NUMBERS[read]


def _lose_all(names: Iterable[str], at: str, lose: Lose) -> None:
    for name in names:
        lose(Loss(at + token(name), "JSON-RPC lists no such member"))
