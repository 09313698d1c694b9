"""The JSON-RPC binding: entry in, frozen value out.  References stay names; the lint rules check them."""

from __future__ import annotations

from types import MappingProxyType
from typing import cast

from cgp_toolkit.model.collect import Collection, Found
from cgp_toolkit.model.entries import JsonRpcEntry
from cgp_toolkit.model.jsonrpc import Method, RpcBinding, RpcFault


def resolve(collection: Collection) -> RpcBinding | None:
    """The binding; ``None`` for a protocol without one."""
    return next((_binding(found) for found in collection.of("jsonrpc")), None)


def _binding(found: Found) -> RpcBinding:
    entry = cast(JsonRpcEntry, found.entry)
    return RpcBinding(
        doc=entry.doc,
        stability=entry.stability,
        prefix=entry.prefix,
        methods=tuple(
            Method(
                name=entry.prefix + method.name,
                envelope=method.envelope,
                params=method.params,
                result=method.result,
                position=found.at("methods", index),
            )
            for index, method in enumerate(entry.methods)
        ),
        numbers=MappingProxyType(dict(entry.errors.numbers)),
        reads=MappingProxyType({number: code for code, numbers in entry.errors.reads.items() for number in numbers}),
        max_message_bytes=entry.limits.message_bytes,
        max_header_bytes=entry.limits.header_bytes,
        faults=tuple(
            RpcFault(name, fault.doc, fault.fix, fault.number, fault.code, found.at("faults", name, key=True))
            for name, fault in entry.faults.items()
        ),
        decisions=entry.decisions,
        position=found.position,
    )
