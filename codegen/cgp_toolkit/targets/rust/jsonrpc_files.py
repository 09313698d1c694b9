"""``jsonrpc.rs`` and the modules below it; a model without a JSON-RPC binding gets none of them."""

from __future__ import annotations

from pathlib import Path

from cgp_toolkit.model import Envelope, Method, Model, RpcBinding, Shape
from cgp_toolkit.model.jsonrpc import RpcFaultName
from cgp_toolkit.targets.rust import docs
from cgp_toolkit.targets.rust.names import Names, screaming
from cgp_toolkit.targets.rust.rendering import render
from cgp_toolkit.targets.rust.types_files import use
from cgp_toolkit.targets.rust.vocabularies_file import arm
from cgp_toolkit.targets.stamp import commented

_STATIC = Path(__file__).parent / "runtime_jsonrpc"
_INTERNAL = -32603
# Faults of the framing with headers, which is left to whoever has a stream.
_FRAMING = frozenset({RpcFaultName.BAD_HEADER.value, RpcFaultName.CUT_OFF.value})


def jsonrpc_files(model: Model, names: Names) -> dict[str, str]:
    """Sources by path below the crate."""
    if model.rpc is None:
        return {}
    stamp = commented(model, "rust", "//")
    static = {
        path.relative_to(_STATIC).as_posix(): stamp + path.read_text(encoding="utf-8")
        for path in sorted(_STATIC.rglob("*.rs"))
    }
    return static | {
        "src/jsonrpc.rs": render(
            "jsonrpc/jsonrpc.rs",
            stamp=stamp,
            about=docs.comment(
                [
                    "The same messages as JSON-RPC 2.0; a draft.",
                    model.rpc.doc,
                    "Messages come in and go out one by one, without framing: a line each is what `LineBuffer` of "
                    "`ndjson` cuts.",
                ],
                0,
                "//!",
            ),
            imports=use("crate::types", [names.union]),
            union=names.union,
        ),
        "src/jsonrpc/tables.rs": _tables(model, model.rpc, stamp),
    }


def _tables(model: Model, binding: RpcBinding, stamp: str) -> str:
    protocol = model.protocol
    codes = model.vocabulary(model.envelopes[protocol.failure].member(protocol.failure_code).type)
    other = codes.unknown_reads_as
    ids: dict[str, list[str]] = {}
    for name, envelope in model.envelopes.items():
        member = _id(envelope)
        if member is not None:
            ids.setdefault(f"Some({docs.quoted(member)})", []).append(docs.quoted(name))
    reads: dict[str, list[str]] = {}
    for number, code in binding.reads.items():
        reads.setdefault(f"Some({docs.quoted(code)})", []).append(repr(number))
    return render(
        "jsonrpc/tables.rs",
        stamp=stamp,
        failure=docs.quoted(protocol.failure),
        failure_id=docs.quoted(protocol.failure_id),
        failure_code=docs.quoted(protocol.failure_code),
        failure_text=docs.quoted(protocol.failure_text or ""),
        max_message_bytes=f"{binding.max_message_bytes:_}",
        methods=[_method(model, method) for method in binding.methods],
        ids=[arm(patterns, member, 8) for member, patterns in ids.items()],
        numbers=[(docs.quoted(code), number) for code, number in binding.numbers.items()],
        other=_INTERNAL if other is None else binding.numbers[other],
        reads=[arm(patterns, code, 8) for code, patterns in reads.items()],
        faults=[
            {
                "name": screaming(fault.name),
                "rule": docs.quoted(fault.name),
                "doc": docs.quoted(fault.doc),
                "fix": docs.quoted(fault.fix),
                "number": fault.number,
                "code": docs.quoted(fault.code),
            }
            for fault in binding.faults
            if fault.name not in _FRAMING
        ],
    )


def _method(model: Model, method: Method) -> dict[str, str]:
    request = model.envelopes[method.envelope]
    reply = model.envelopes[request.reply] if request.reply is not None else None
    result = _payload(reply) if reply is not None and method.result is Shape.PAYLOAD else None
    return {
        "name": docs.quoted(method.name),
        "envelope": docs.quoted(request.name),
        "reply": _some(reply.name if reply is not None else None),
        "params": _some(_payload(request) if method.params is Shape.PAYLOAD else None),
        "result": _some(result),
    }


def _some(text: str | None) -> str:
    return "None" if text is None else f"Some({docs.quoted(text)})"


def _id(envelope: Envelope) -> str | None:
    return envelope.correlation.member if envelope.correlation is not None else None


def _payload(envelope: Envelope) -> str:
    """The one member of an envelope beside its id."""
    return next(member.name for member in envelope.members if member.name != _id(envelope))
