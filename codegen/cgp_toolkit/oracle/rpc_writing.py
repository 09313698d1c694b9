"""What a writer of JSON-RPC makes of a message, by the model's mapping."""

from __future__ import annotations

from cgp_toolkit.model import Envelope, Json, Method, Model, RpcBinding, Shape
from cgp_toolkit.oracle import jsons
from cgp_toolkit.oracle.jsons import Message

OTHER = -32603
"""The number of a code that has none, in a model that does not say what it reads as: JSON-RPC's internal error."""


def id_member(envelope: Envelope) -> str | None:
    """The member for the correlation id."""
    return None if envelope.correlation is None else envelope.correlation.member


def payload(envelope: Envelope) -> str:
    """The first member beside the id; the only one, where it can stand alone."""
    return next(member.name for member in envelope.members if member.name != id_member(envelope))


def text(model: Model, binding: RpcBinding, value: Message, id_: str | int | None, method: Method | None) -> str:
    """The message of what a writer of lines makes ``value`` of; ``method`` is the one that a reply answers."""
    protocol = model.protocol
    envelope = model.envelopes[str(value[protocol.tag])]
    left_out = (protocol.tag, id_member(envelope))
    members: Message = {name: held for name, held in value.items() if name not in left_out}
    head: Message = {"jsonrpc": "2.0", "id": id_}
    if envelope.name == protocol.failure:
        return jsons.spelt({**head, "error": _error(model, binding, members)})
    if method is None or method.envelope == envelope.name:
        return jsons.spelt(_call(binding.calls(envelope.name), envelope, members, head))
    return jsons.spelt({**head, "result": _laid_out(method.result, envelope, members)})


def _call(method: Method, envelope: Envelope, members: Message, head: Message) -> Message:
    if envelope.reply is None:
        head = {"jsonrpc": head["jsonrpc"]}
    params: Message = {"params": _laid_out(method.params, envelope, members)} if members else {}
    return {**head, "method": method.name, **params}


def _laid_out(shape: Shape | None, envelope: Envelope, members: Message) -> Json:
    return members[payload(envelope)] if shape is Shape.PAYLOAD else members


def _error(model: Model, binding: RpcBinding, members: Message) -> Message:
    protocol = model.protocol
    code = members.get(protocol.failure_code)
    words = str(protocol.failure_text)
    data = {name: held for name, held in members.items() if name != words}
    error: Message = {"code": number(model, binding, code), "message": members[words]}
    return {**error, "data": data} if data else error


def number(model: Model, binding: RpcBinding, code: Json) -> int:
    """The number that is written for an error code."""
    if isinstance(code, str) and code in binding.numbers:
        return binding.numbers[code]
    protocol = model.protocol
    codes = model.vocabulary(model.envelopes[protocol.failure].member(protocol.failure_code).type)
    other = codes.unknown_reads_as
    return OTHER if other is None else binding.numbers[other]
