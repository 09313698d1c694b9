"""``jsonrpc/tables.ts``: what the JSON-RPC codec has to know of the protocol.  A model without the binding has none."""

from __future__ import annotations

from collections.abc import Iterator

from cgp_toolkit.model import Envelope, Method, Model, RpcBinding, Shape
from cgp_toolkit.targets.stamp import commented
from cgp_toolkit.targets.typescript.names import text
from cgp_toolkit.targets.typescript.rendering import Code, literal, render

_INTERNAL = -32603


def emit(model: Model) -> dict[str, str]:
    """The module by path; none for a model without the binding."""
    binding = model.rpc
    if binding is None:
        return {}
    ids = [(name, _id(envelope)) for name, envelope in model.envelopes.items()]
    return {
        "jsonrpc/tables.ts": render(
            "rpc_tables.ts",
            stamp=commented(model, "typescript", "//"),
            constants=list(_constants(model, binding)),
            methods=[_entry([text(m.name), dict(_method(model, m))]) for m in binding.methods],
            ids=[_entry([text(name), text(member)]) for name, member in ids if member is not None],
            numbers=[_entry([text(code), str(number)]) for code, number in binding.numbers.items()],
            reads=[_entry([str(number), text(code)]) for number, code in binding.reads.items()],
            faults=[
                _entry([text(f.name), {"number": str(f.number), "code": text(f.code), "fix": text(f.fix)}])
                for f in binding.faults
            ],
        )
    }


def _entry(value: Code) -> str:
    return literal(value, 2, 79)


def _constants(model: Model, binding: RpcBinding) -> Iterator[tuple[str, str, str]]:
    protocol = model.protocol
    codes = model.vocabulary(model.envelopes[protocol.failure].member(protocol.failure_code).type)
    other = codes.unknown_reads_as
    # A closed vocabulary has no unlisted code, but an absent one has a number all the same.
    number = _INTERNAL if other is None else binding.numbers[other]
    yield "OTHER_NUMBER", str(number), "The number for all other codes."
    yield "FAILURE", text(protocol.failure), "The envelope that is written as an error."
    yield "FAILURE_ID", text(protocol.failure_id), "Its member for the correlation id."
    yield "FAILURE_CODE", text(protocol.failure_code), "Its member for the error code, which stands in the data."
    yield "FAILURE_TEXT", text(protocol.failure_text or ""), "Its member for the words."
    yield "MAX_MESSAGE_BYTES", str(binding.max_message_bytes), "The most bytes of a message, without its framing."


def _method(model: Model, method: Method) -> Iterator[tuple[str, str]]:
    request = model.envelopes[method.envelope]
    reply = model.envelopes[request.reply] if request.reply is not None else None
    given = {
        "name": method.name,
        "request": request.name,
        "reply": reply.name if reply is not None else None,
        "requestId": _id(request),
        "replyId": _id(reply) if reply is not None else None,
        "params": _payload(request) if method.params is Shape.PAYLOAD else None,
        "result": _payload(reply) if reply is not None and method.result is Shape.PAYLOAD else None,
    }
    yield from ((name, text(value)) for name, value in given.items() if value is not None)


def _id(envelope: Envelope) -> str | None:
    return envelope.correlation.member if envelope.correlation is not None else None


def _payload(envelope: Envelope) -> str:
    """The one member of an envelope beside its id."""
    return next(member.name for member in envelope.members if member.name != _id(envelope))
