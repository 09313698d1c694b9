"""Params: by name, or none at all."""

from __future__ import annotations

from collections.abc import Iterator

from cgp_toolkit.model import Json, Presence, Shape
from cgp_toolkit.model.faults import FaultName
from cgp_toolkit.model.jsonrpc import RpcFaultName
from cgp_toolkit.oracle import rpc_writing
from cgp_toolkit.targets.vectors.jsonrpc.building import RpcBuilder, changed, without
from cgp_toolkit.targets.vectors.vector import RpcVector

_POSITIONAL: tuple[tuple[Json, str], ...] = (
    ([], "an empty array"),
    ([{}], "an array"),
    ("a", "a text"),
    (1, "a number"),
)


def vectors(builder: RpcBuilder) -> Iterator[RpcVector]:
    """Of a method, and of a notification."""
    call = builder.call()
    for value, words in _POSITIONAL:
        message = changed(call, params=value)
        yield builder.wrong(f"Params are {words}.", message, RpcFaultName.POSITIONAL_PARAMS, "/params")
    yield from _missing(builder)
    if builder.notification is not None:
        plain = without(builder.call(builder.notification), "params")
        if not builder.model.envelopes[builder.notification.envelope].members:
            yield builder.fine("A notification has no params.", plain)
            yield builder.fine("A notification has null as its params, which is none.", changed(plain, params=None))
            yield builder.fine("A notification has params without members.", changed(plain, params={}))
            yield builder.fine("A notification has params that nobody knows.", changed(plain, params={"made_up": 1}))
        positional = changed(plain, params=[])
        name = "Params of a notification are an array, and nothing answers that."
        yield builder.wrong(name, positional, RpcFaultName.POSITIONAL_PARAMS, "/params")


def _missing(builder: RpcBuilder) -> Iterator[RpcVector]:
    """Calls of methods that need params, without any."""
    for method in (builder.method, *builder.others):
        envelope = builder.model.envelopes[method.envelope]
        own = rpc_writing.id_member(envelope)
        needed = [member for member in envelope.members if member.name != own and member.read is Presence.REQUIRED]
        if method.params is Shape.PAYLOAD:
            needed = [m for m in builder.model.record(needed[0].type).members if m.read is Presence.REQUIRED]
        if needed:
            message = without(builder.call(method), "params")
            name = f"A call of {method.name} has no params, though it needs some."
            yield builder.wrong(name, message, FaultName.MISSING_MEMBER, f"/params/{needed[0].name}")
