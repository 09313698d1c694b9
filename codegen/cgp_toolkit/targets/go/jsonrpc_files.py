"""``rpc_tables.go`` and the static files over it: the same messages as JSON-RPC.

A model without this binding gets none of them.
"""

from __future__ import annotations

from cgp_toolkit.model import Envelope, Method, Model, RpcBinding, Shape
from cgp_toolkit.targets.go.holding import held
from cgp_toolkit.targets.go.names import Names
from cgp_toolkit.targets.go.rendering import quoted, render
from cgp_toolkit.targets.go.runtime_files import static_files
from cgp_toolkit.targets.stamp import commented

_INTERNAL = -32603


def jsonrpc_files(model: Model, names: Names) -> dict[str, str]:
    """Sources by path; for a model without the binding only what its testee says of that."""
    if model.rpc is None:
        return {"cmd/testee/jsonrpc.go": render("no_jsonrpc.go", stamp=commented(model, "go", "//"))}
    return {
        **static_files(model, names, "jsonrpc"),
        **static_files(model, names, "testee/jsonrpc", "cmd/testee/"),
        "rpc_tables.go": _tables(model, names, model.rpc),
    }


def _tables(model: Model, names: Names, binding: RpcBinding) -> str:
    protocol = model.protocol
    codes = model.vocabulary(model.envelopes[protocol.failure].member(protocol.failure_code).type)
    other = codes.unknown_reads_as
    return render(
        "rpc_tables.go",
        stamp=commented(model, "go", "//"),
        package=names.package,
        union=names.union,
        failure=quoted(protocol.failure),
        failure_code=quoted(protocol.failure_code),
        failure_text=quoted(protocol.failure_text or ""),
        # A closed vocabulary has no unlisted code, but an absent one has a number all the same.
        other=_INTERNAL if other is None else binding.numbers[other],
        max_message=binding.max_message_bytes,
        methods=[_method(model, method) for method in binding.methods],
        numbers=[(quoted(code), number) for code, number in binding.numbers.items()],
        reads=[(quoted(str(number)), quoted(code)) for number, code in binding.reads.items()],
        faults=[(quoted(fault.name), fault.number, quoted(fault.code)) for fault in binding.faults],
        ids=[
            (quoted(envelope.name), quoted(envelope.correlation.member))
            for envelope in model.envelopes.values()
            if envelope.correlation is not None
        ],
        correlations=[_correlation(model, names, e) for e in model.envelopes.values() if e.correlation is not None],
    )


def _method(model: Model, method: Method) -> str:
    request = model.envelopes[method.envelope]
    reply = model.envelopes[request.reply] if request.reply is not None else None
    words = [method.name, request.name, "" if reply is None else reply.name]
    flags = [_id(request) is not None, reply is not None and _id(reply) is not None]
    payloads = [
        _payload(request) if method.params is Shape.PAYLOAD else "",
        _payload(reply) if reply is not None and method.result is Shape.PAYLOAD else "",
    ]
    parts = [*map(quoted, words), *("true" if flag else "false" for flag in flags), *map(quoted, payloads)]
    return ", ".join(parts)


def _id(envelope: Envelope) -> str | None:
    return envelope.correlation.member if envelope.correlation is not None else None


def _payload(envelope: Envelope) -> str:
    """The one member of an envelope beside its id."""
    return next(member.name for member in envelope.members if member.name != _id(envelope))


def _correlation(model: Model, names: Names, envelope: Envelope) -> tuple[str, str]:
    """The type of an envelope with ids, and the expression that gives a pointer to one."""
    member = envelope.member(_id(envelope) or "")
    field = f"m.{names.field(envelope, member)}"
    return names.envelopes[envelope.name], field if held(model, names, member).pointer else f"&{field}"
