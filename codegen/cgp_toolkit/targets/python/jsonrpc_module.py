"""``jsonrpc.py`` of the binding, the static modules under it, and the tables that they run on.

A model without a JSON-RPC binding gets none of them.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable
from pathlib import Path

from cgp_toolkit.model import Envelope, Method, Model, RpcBinding, RpcFault, Shape
from cgp_toolkit.targets.python.names import Names
from cgp_toolkit.targets.python.rendering import render
from cgp_toolkit.targets.stamp import commented

_STATIC = Path(__file__).parent / "runtime" / "jsonrpc"
_INTERNAL = -32603


def jsonrpc_modules(model: Model, names: Names) -> dict[str, str]:
    """Unformatted sources by file name within the package; none for a model without the binding."""
    if model.rpc is None:
        return {}
    stamp = commented(model, "python", "#")
    static = {path.name: stamp + path.read_text(encoding="utf-8") for path in sorted(_STATIC.glob("*.py"))}
    return static | {"_rpc_tables.py": _tables(model, names, model.rpc, stamp)}


def _tables(model: Model, names: Names, binding: RpcBinding, stamp: str) -> str:
    ids = [(name, _id(envelope)) for name, envelope in model.envelopes.items()]
    return render(
        "rpc_tables.py",
        stamp=stamp,
        constants=[(name, repr(value), doc) for name, value, doc in _constants(model, binding)],
        methods=[(repr(method.name), _method(model, method)) for method in binding.methods],
        ids=[(repr(name), repr(member)) for name, member in ids if member is not None],
        attributes=[
            (repr(name), repr(names.attributes[names.envelopes[name], member]))
            for name, member in ids
            if member is not None
        ],
        declares=[
            (repr(name), repr(tuple(envelope.correlation.when.split("."))))
            for name, envelope in model.envelopes.items()
            if envelope.correlation is not None
        ],
        numbers=[(repr(code), number) for code, number in binding.numbers.items()],
        reads=[(number, repr(code)) for number, code in binding.reads.items()],
        faults=[(repr(fault.name), _fault(fault)) for fault in binding.faults],
    )


def _constants(model: Model, binding: RpcBinding) -> Iterable[tuple[str, object, str]]:
    protocol = model.protocol
    codes = model.vocabulary(model.envelopes[protocol.failure].member(protocol.failure_code).type)
    other = codes.unknown_reads_as
    # A closed vocabulary has no unlisted code, but an absent one has a number all the same.
    yield "OTHER_NUMBER", _INTERNAL if other is None else binding.numbers[other], "The number for all other codes."
    yield "OPENING", protocol.opening, "The envelope that opens a session."
    yield "CLOSING", protocol.closing, "The envelope that ends it."
    yield "FAILURE", protocol.failure, "The envelope that is written as an error."
    yield "FAILURE_ID", protocol.failure_id, "Its member for the correlation id."
    yield "FAILURE_CODE", protocol.failure_code, "Its member for the error code, which stands in the data of the error."
    yield "FAILURE_TEXT", protocol.failure_text, "Its member for the words."
    yield "MAX_MESSAGE_BYTES", binding.max_message_bytes, "The most bytes of a message, without its framing."
    yield "MAX_HEADER_BYTES", binding.max_header_bytes, "The most bytes of the headers before a message."


def _method(model: Model, method: Method) -> str:
    request = model.envelopes[method.envelope]
    parts = [repr(method.name), repr(request.name)]
    reply = model.envelopes[request.reply] if request.reply is not None else None
    given = {
        "reply": reply.name if reply is not None else None,
        "request_id": _id(request),
        "reply_id": _id(reply) if reply is not None else None,
        "params": _payload(request) if method.params is Shape.PAYLOAD else None,
        "result": _payload(reply) if reply is not None and method.result is Shape.PAYLOAD else None,
    }
    parts += [f"{name}={value!r}" for name, value in given.items() if value is not None]
    return f"Method({', '.join(parts)})"


def _id(envelope: Envelope) -> str | None:
    return envelope.correlation.member if envelope.correlation is not None else None


def _payload(envelope: Envelope) -> str:
    """The one member of an envelope beside its id."""
    return next(member.name for member in envelope.members if member.name != _id(envelope))


def _fault(fault: RpcFault) -> str:
    pieces = textwrap.wrap(fault.fix, 80, drop_whitespace=False)
    return f"RpcFault({fault.number}, {fault.code!r}, {' '.join(map(repr, pieces))})"
