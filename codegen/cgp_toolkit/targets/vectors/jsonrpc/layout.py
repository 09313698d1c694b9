"""A line as the JSON-RPC message that says the same, spelling, doubled members and mistakes included."""

from __future__ import annotations

import json

from cgp_toolkit.model import Duplicates, Envelope, Json, Method, Model, RpcBinding, Shape
from cgp_toolkit.oracle import jsons, rpc_writing
from cgp_toolkit.oracle.jsons import NotJson, Piece

Pieces = list[tuple[str, str]]

_VERSION: tuple[str, str] = ('"jsonrpc"', '"2.0"')
_NUMBER = "1"
"""The id of requests without a correlation id, and of the replies to them."""


def laid_out(model: Model, binding: RpcBinding, line: bytes) -> tuple[bytes, str | None]:
    """The message, and the method of the request that has to wait with its id, if it is a reply.

    A line without a tag gives a message without a method, one of an unknown envelope a call of an unknown method; what
    is no object stays as it is.
    """
    try:
        pieces = jsons.pieces(line.decode())
    except (NotJson, UnicodeDecodeError):
        return line, None
    tag = next((json.loads(p.value) for p in reversed(pieces) if p.name == model.protocol.tag), None)
    envelope = model.envelopes.get(tag) if isinstance(tag, str) else None
    if envelope is None:
        return _joined(_call_of_none(model, pieces)), None
    own = rpc_writing.id_member(envelope)
    others = [piece for piece in pieces if piece.name not in (model.protocol.tag, own)]
    tags = [piece.value for piece in pieces if piece.name == model.protocol.tag]
    ids = [piece.value for piece in pieces if piece.name == own]
    if envelope.duplicates is Duplicates.LAST_WINS:
        tags, ids = tags[-1:], ids[-1:]
    ids = [value for value in ids if value != "null"]
    if envelope.name == model.protocol.failure:
        asked = next((m for m in binding.methods if ids and _is_correlated(model, m)), None)
        message = [_VERSION, *_ids(ids or ["null"]), ('"error"', _error(model, binding, others))]
        return _joined(message), None if asked is None else asked.name
    calls = next((method for method in binding.methods if method.envelope == envelope.name), None)
    if calls is not None:
        named = [('"method"', jsons.spelt(calls.name)) for _ in tags]
        given = _ids(ids or [_NUMBER]) if envelope.reply is not None else _ids(ids)
        return _joined([_VERSION, *given, *named, *_params(envelope, calls, others)]), None
    answered = next(m for m in binding.methods if model.envelopes[m.envelope].reply == envelope.name)
    results = _payloads(envelope, others, "result") if answered.result is Shape.PAYLOAD else [_object("result", others)]
    return _joined([_VERSION, *_ids(ids or [_NUMBER]), *results]), answered.name


def _joined(members: Pieces) -> bytes:
    return jsons.joined(members).encode()


def _ids(values: list[str]) -> Pieces:
    return [('"id"', value) for value in values]


def _object(name: str, pieces: list[Piece]) -> tuple[str, str]:
    return jsons.spelt(name), jsons.joined((piece.key, piece.value) for piece in pieces)


def _params(envelope: Envelope, method: Method, pieces: list[Piece]) -> Pieces:
    if method.params is Shape.PAYLOAD:
        return _payloads(envelope, pieces, "params")
    return [_object("params", pieces)] if pieces else []


def _payloads(envelope: Envelope, pieces: list[Piece], name: str) -> Pieces:
    """The payload alone; there is no place for anything else."""
    wanted = rpc_writing.payload(envelope)
    found = [(jsons.spelt(name), piece.value) for piece in pieces if piece.name == wanted]
    return found[-1:] if envelope.duplicates is Duplicates.LAST_WINS else found


def _is_correlated(model: Model, method: Method) -> bool:
    return rpc_writing.id_member(model.envelopes[method.envelope]) is not None


def _error(model: Model, binding: RpcBinding, pieces: list[Piece]) -> str:
    protocol = model.protocol
    data = [
        p for p in pieces if p.name != protocol.failure_text and (p.name, p.value) != (protocol.failure_code, "null")
    ]
    code: Json = next(
        (json.loads(piece.value) for piece in reversed(data) if piece.name == protocol.failure_code), None
    )
    members: Pieces = [('"code"', str(rpc_writing.number(model, binding, code)))]
    members += [('"message"', piece.value) for piece in pieces if piece.name == protocol.failure_text]
    return jsons.joined([*members, _object("data", data)] if data else members)


def _call_of_none(model: Model, pieces: list[Piece]) -> Pieces:
    """A call of no method of this revision, or of what is none at all."""
    tag, id_ = model.protocol.tag, model.protocol.failure_id
    named = [('"method"', piece.value) for piece in pieces if piece.name == tag]
    given = [piece.value for piece in pieces if piece.name == id_ and piece.value[0] == '"' and piece.value != '""']
    others = [piece for piece in pieces if piece.name != tag and not (piece.name == id_ and given)]
    # What is answered is a request, and what is ignored a notification.
    ids = _ids(given or [_NUMBER]) if others or given or not named else []
    return [_VERSION, *ids, *named, *([_object("params", others)] if others else [])]
