"""What a JSON-RPC message is to its readers, worked out from the model's mapping alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NoReturn, TypeAlias

from cgp_toolkit.model import Duplicates, Envelope, Json, Method, Model, RpcBinding, Shape
from cgp_toolkit.model.faults import FaultName
from cgp_toolkit.model.jsonrpc import RpcFaultName
from cgp_toolkit.oracle import jsons, rpc_writing
from cgp_toolkit.oracle.jsons import Message, Piece, token
from cgp_toolkit.oracle.judging import Oracle
from cgp_toolkit.oracle.reading import Finding, Reading

Id: TypeAlias = str | int
Pieces: TypeAlias = list[tuple[str, str]]

_INTEGERS = range(-(1 << 63), 1 << 63)
_PARSE_ERROR, _INVALID_REQUEST, _INVALID_PARAMS = -32700, -32600, -32602
_SYNTAX = frozenset(
    {
        FaultName.BYTE_ORDER_MARK,
        FaultName.LINE_TOO_LONG,
        FaultName.LONE_SURROGATE,
        FaultName.NOT_JSON,
        FaultName.NOT_UTF8,
        FaultName.TOO_DEEP,
    }
)
_VERSION = "2.0"


@dataclass(frozen=True, slots=True)
class RpcReading:
    """A JSON-RPC message as its reader sees it.

    If it is ``refused``, ``number`` and ``code`` are those of the response, which has ``id`` and may not be ``due``.
    Else ``value`` is the message that a writer of lines makes of it, ``written`` what a writer of JSON-RPC does.
    """

    refused: Finding | None = None
    number: int | None = None
    code: str | None = None
    due: bool = False
    id: Id | None = None
    envelope: str | None = None
    value: Message | None = None
    written: str | None = None

    @property
    def canonical(self) -> str | None:
        """The line of ``value``."""
        return None if self.value is None else jsons.spelt(self.value)


class _Refused(Exception):
    """There is something wrong with the message."""

    def __init__(self, rule: str, at: str, id_: Id | None, due: bool) -> None:
        super().__init__(rule)
        self.rule = rule
        self.at = at
        self.id = id_
        self.due = due


class RpcOracle:
    """A model with a JSON-RPC binding, ready to read; ``known`` are lines that the ``oracle`` has read before."""

    def __init__(self, oracle: Oracle, binding: RpcBinding, known: Mapping[bytes, Reading] | None = None) -> None:
        self.oracle = oracle
        self._known = known or {}
        self.model: Model = oracle.model
        self.binding = binding
        self._methods = {method.name: method for method in binding.methods}
        self._faults = {fault.name: fault for fault in binding.faults}

    def read(self, message: bytes, answers: str | None) -> RpcReading:
        """A message, without framing; ``answers`` is the method of the request that waits with its id, if one does."""
        try:
            return self._read(message, self._methods[answers] if answers is not None else None)
        except _Refused as refused:
            number, code = self._answer(refused)
            finding = Finding(refused.rule, refused.at)
            return RpcReading(refused=finding, number=number, code=code, due=refused.due, id=refused.id)

    def _answer(self, refused: _Refused) -> tuple[int, str]:
        """Number and code of the error that answers."""
        known = self._faults.get(refused.rule)
        if known is not None:
            return known.number, known.code
        code = self.model.lines.fault(refused.rule).code
        if refused.rule in _SYNTAX:
            return _PARSE_ERROR, code
        in_params = refused.at.split("/")[1:2] == ["params"]
        return (_INVALID_PARAMS if in_params else _INVALID_REQUEST), code

    def _read(self, message: bytes, answers: Method | None) -> RpcReading:
        parsed = self.oracle.parse(message)
        if isinstance(parsed, Reading):
            assert parsed.refused is not None, "it spells no value"
            raise _Refused(parsed.refused.rule, "", None, True)
        if isinstance(parsed.value, list):
            _refuse(RpcFaultName.BATCH, "", None)
        if not isinstance(parsed.value, dict):
            raise _Refused(FaultName.NOT_AN_OBJECT, "", None, True)
        value, pieces = parsed.value, jsons.pieces(message.decode())
        is_response = "method" not in value and ("result" in value or "error" in value)
        id_ = _id(value.get("id"))
        if value.get("jsonrpc") != _VERSION:
            _refuse(RpcFaultName.NO_JSONRPC, token("jsonrpc"), id_, due=not is_response)
        _refuse_doubles(pieces, "", id_, due=not is_response)
        found = _Message(value, {piece.name: piece.value for piece in pieces}, id_)
        return self._response(found, answers) if is_response else self._request(found)

    def _request(self, found: _Message) -> RpcReading:
        value, id_ = found.value, found.id
        if "id" in value and id_ is None:
            _refuse(RpcFaultName.BAD_ID, token("id"), None)
        if "method" not in value or "result" in value or "error" in value:
            _refuse(RpcFaultName.NO_REQUEST, "", id_)
        name, params = value["method"], value.get("params")
        if not isinstance(name, str):
            _refuse(RpcFaultName.NO_REQUEST, token("method"), id_)
        if params is not None and not isinstance(params, dict):
            _refuse(RpcFaultName.POSITIONAL_PARAMS, token("params"), id_, due=id_ is not None)
        method = self._methods.get(name)
        if method is None:
            _refuse(RpcFaultName.NO_SUCH_METHOD, token("method"), id_, due=id_ is not None)
        envelope = self.model.envelopes[method.envelope]
        if envelope.reply is None and id_ is not None:
            _refuse(RpcFaultName.TAKES_NO_ID, token("id"), id_)
        if envelope.reply is not None and id_ is None:
            _refuse(RpcFaultName.NEEDS_ID, token("id"), None, due=False)
        text = "{}" if params is None else found.texts["params"]
        due = id_ is not None
        return self._envelope(envelope, method, text, method.params, id_, due=due)

    def _response(self, found: _Message, answers: Method | None) -> RpcReading:
        value, id_ = found.value, found.id
        if "result" in value and "error" in value:
            _refuse(RpcFaultName.NO_REQUEST, "", id_, due=False)
        nobody = "error" in value and "id" in value and value["id"] is None
        if id_ is None and not nobody:
            _refuse(RpcFaultName.BAD_ID, token("id"), None, due=False)
        if "error" in value:
            members = self._failure(value["error"], found.texts["error"], id_)
            if answers is not None or not isinstance(id_, int):
                return self._failed(members, id_, answers)
        if answers is None:
            _refuse(RpcFaultName.UNASKED, token("id"), id_, due=False)
        reply = self.model.envelopes[str(self.model.envelopes[answers.envelope].reply)]
        if answers.result is Shape.MEMBERS and not isinstance(value["result"], dict):
            raise _Refused(FaultName.WRONG_TYPE, token("result"), id_, False)
        assert answers.result is not None, "a request waits"
        return self._envelope(reply, answers, found.texts["result"], answers.result, id_, due=False)

    def _envelope(
        self, envelope: Envelope, method: Method, text: str, shape: Shape, id_: Id | None, *, due: bool
    ) -> RpcReading:
        """The request or reply whose params or result are ``text``."""
        at = token("params" if envelope.name == method.envelope else "result")
        own = rpc_writing.id_member(envelope)
        payload = rpc_writing.payload(envelope) if shape is Shape.PAYLOAD else None
        members: Pieces = []
        if payload is not None:
            members.append((jsons.spelt(payload), text))
            at_of = {payload: at}
        else:
            pieces = jsons.pieces(text)
            if envelope.duplicates is Duplicates.REJECTED:
                _refuse_doubles(pieces, at, id_, due=due)
            taken = (self.model.protocol.tag, own)
            members += [(piece.key, piece.value) for piece in pieces if piece.name not in taken]
            at_of = {}
        if own is not None:
            at_of[own] = token("id")
        return self._line(envelope, members, id_ if own is not None else None, id_, (at, at_of), method, due=due)

    def _failed(self, members: Pieces, id_: Id | None, answers: Method | None) -> RpcReading:
        protocol = self.model.protocol
        failure = self.model.envelopes[protocol.failure]
        places = {protocol.failure_id: token("id"), str(protocol.failure_text): token("error") + token("message")}
        own = id_ if answers is None or rpc_writing.id_member(self.model.envelopes[answers.envelope]) else None
        return self._line(failure, members, own, id_, (token("error") + token("data"), places), answers, due=False)

    def _line(
        self,
        envelope: Envelope,
        members: Pieces,
        own: Id | None,
        id_: Id | None,
        places: tuple[str, dict[str, str]],
        method: Method | None,
        *,
        due: bool,
    ) -> RpcReading:
        """What readers of lines make of an envelope with such members; ``places`` is where these stand in truth."""
        tag = self.model.protocol.tag
        head: Pieces = [(jsons.spelt(tag), jsons.spelt(envelope.name))]
        if isinstance(own, str):
            head.append((jsons.spelt(rpc_writing.id_member(envelope)), jsons.spelt(own)))
        line = jsons.joined([*head, *members]).encode()
        reading = self._known.get(line) or self.oracle.read(line, for_authors=False)
        if reading.refused is not None:
            raise _Refused(reading.refused.rule, _place(reading.refused.at, *places), id_, due)
        assert reading.value is not None, "the envelope is known"
        text = rpc_writing.text(self.model, self.binding, reading.value, id_, method)
        return RpcReading(id=id_, envelope=envelope.name, value=reading.value, written=text)

    def _failure(self, value: Json, text: str, id_: Id | None) -> Pieces:
        """The members of the failure that an error is."""
        if not isinstance(value, dict):
            _refuse(RpcFaultName.BAD_ERROR, token("error"), id_, due=False)
        pieces = jsons.pieces(text)
        _refuse_doubles(pieces, token("error"), id_, due=False)
        number, words, data = value.get("code"), value.get("message"), value.get("data")
        if not isinstance(number, int) or isinstance(number, bool):
            _refuse(RpcFaultName.BAD_ERROR, token("error") + token("code"), id_, due=False)
        if not isinstance(words, str):
            _refuse(RpcFaultName.BAD_ERROR, token("error") + token("message"), id_, due=False)
        protocol = self.model.protocol
        inner: list[Piece] = []
        if isinstance(data, dict):
            inner = jsons.pieces(next(piece.value for piece in pieces if piece.name == "data"))
            _refuse_doubles(inner, token("error") + token("data"), id_, due=False)
        code = data.get(protocol.failure_code) if isinstance(data, dict) else None
        if not isinstance(code, str):
            code = self.binding.reads.get(number)
        taken = (protocol.tag, protocol.failure_id, protocol.failure_text, protocol.failure_code)
        head: Message = {} if code is None else {protocol.failure_code: code}
        head[str(protocol.failure_text)] = words
        return [
            *((jsons.spelt(name), jsons.spelt(held)) for name, held in head.items()),
            *((piece.key, piece.value) for piece in inner if piece.name not in taken),
        ]


@dataclass(frozen=True, slots=True)
class _Message:
    """A JSON-RPC message: its value, the texts of its members, its id if that is one."""

    value: Message
    texts: dict[str, str]
    id: Id | None


def _refuse(fault: RpcFaultName, at: str, id_: Id | None, *, due: bool = True) -> NoReturn:
    raise _Refused(fault.value, at, id_, due)


def _refuse_doubles(pieces: list[Piece], at: str, id_: Id | None, *, due: bool) -> None:
    names = [piece.name for piece in pieces]
    for name in names:
        if names.count(name) > 1:
            raise _Refused(FaultName.DUPLICATE_MEMBER, at + token(name), id_, due)


def _id(value: Json) -> Id | None:
    """An id, if it is one."""
    if isinstance(value, str):
        return value or None
    if isinstance(value, int) and not isinstance(value, bool):
        return value if value in _INTEGERS else None
    return None


def _place(at: str, base: str, places: dict[str, str]) -> str:
    """Where in the message a place of the line stands."""
    first, _, rest = at.removeprefix("/").partition("/")
    for name, place in places.items():
        if token(name) == f"/{first}":
            return f"{place}/{rest}" if rest else place
    return base + at if first else ""
