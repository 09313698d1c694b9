"""The JSON-RPC codec: static classes, and the tables that they run on.  A model without the binding gets none."""

from __future__ import annotations

from collections.abc import Mapping

from cgp_toolkit.binding.naming import assign
from cgp_toolkit.binding.words import screaming
from cgp_toolkit.model import Envelope, Method, Model, RpcBinding, Shape
from cgp_toolkit.targets.java import docs
from cgp_toolkit.targets.java.layout import laid_out
from cgp_toolkit.targets.java.names import Names
from cgp_toolkit.targets.java.package import runtime
from cgp_toolkit.targets.java.rendering import render
from cgp_toolkit.targets.stamp import commented

# What JSON-RPC has for a callee that failed.
_INTERNAL = -32603
literal = docs.literal


def jsonrpc_files(model: Model, names: Names) -> dict[str, str]:
    """Sources by class name."""
    if model.rpc is None:
        return {}
    base = {"stamp": commented(model, "java", "//"), "package": names.package}
    return {
        **runtime(model, names, "jsonrpc"),
        "RpcFault": laid_out(render("jsonrpc/fault.java", faults=_faults(model.rpc), **base)),
        "RpcTables": laid_out(render("jsonrpc/tables.java", **base, **_tables(model, model.rpc))),
    }


def _faults(binding: RpcBinding) -> list[Mapping[str, object]]:
    called = assign([fault.name for fault in binding.faults], screaming)
    return [
        {
            "name": called[fault.name],
            "doc": docs.comment([fault.doc], 4),
            "id": literal(fault.name),
            "number": fault.number,
            "code": literal(fault.code),
            "fix": literal(" ".join(fault.fix.split())),
        }
        for fault in binding.faults
    ]


def _tables(model: Model, binding: RpcBinding) -> Mapping[str, object]:
    protocol = model.protocol
    codes = model.vocabulary(model.envelopes[protocol.failure].member(protocol.failure_code).type)
    other = codes.unknown_reads_as
    return {
        "max": binding.max_message_bytes,
        "ids": [(literal(e.name), literal(_id(e))) for e in model.envelopes.values() if _id(e)],
        "numbers": [(literal(code), number) for code, number in binding.numbers.items()],
        "reads": [(literal(str(number)), literal(code)) for number, code in binding.reads.items()],
        # A closed vocabulary has no unlisted code, but an absent one has a number all the same.
        "other": _INTERNAL if other is None else binding.numbers[other],
        "failure": literal(protocol.failure),
        "failure_id": literal(protocol.failure_id),
        "failure_code": literal(protocol.failure_code),
        "failure_text": literal(protocol.failure_text or ""),
        "methods": [(literal(method.name), _method(model, method)) for method in binding.methods],
    }


def _method(model: Model, method: Method) -> str:
    request = model.envelopes[method.envelope]
    reply = model.envelopes[request.reply] if request.reply is not None else None
    parts = [
        literal(method.name),
        literal(request.name),
        "null" if reply is None else literal(reply.name),
        "true" if _id(request) else "false",
        "true" if reply is not None and _id(reply) else "false",
        literal(_payload(request)) if method.params is Shape.PAYLOAD else "null",
        literal(_payload(reply)) if reply is not None and method.result is Shape.PAYLOAD else "null",
    ]
    return f"new RpcMethod({', '.join(parts)})"


def _id(envelope: Envelope) -> str:
    return envelope.correlation.member if envelope.correlation is not None else ""


def _payload(envelope: Envelope) -> str:
    """The one member of an envelope beside its id."""
    return next(member.name for member in envelope.members if member.name != _id(envelope))
