"""Vectors of JSON-RPC messages: for every vector of a line the same as JSON-RPC, and what only JSON-RPC can get wrong.

What a reader has to make of them is what :class:`cgp_toolkit.oracle.RpcOracle` makes of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain

from cgp_toolkit.model import RpcBinding
from cgp_toolkit.targets.vectors.jsonrpc import errors, ids, objects, params
from cgp_toolkit.targets.vectors.jsonrpc.building import RpcBuilder
from cgp_toolkit.targets.vectors.jsonrpc.layout import laid_out
from cgp_toolkit.targets.vectors.material.stock import Stock
from cgp_toolkit.targets.vectors.messages.building import Contradiction
from cgp_toolkit.targets.vectors.vector import MessageVector, RpcVector

_PREFIX = "As JSON-RPC: "
_SOURCES = (objects, ids, params, errors)


def vectors(stock: Stock, binding: RpcBinding, lines: Iterable[MessageVector]) -> Iterator[RpcVector]:
    """One for each vector of a line, under its id; then those of JSON-RPC itself."""
    builder = RpcBuilder(stock, binding)
    yield from (_as_rpc(builder, line) for line in lines)
    yield from chain.from_iterable(source.vectors(builder) for source in _SOURCES)


def _as_rpc(builder: RpcBuilder, line: MessageVector) -> RpcVector:
    message, answers = laid_out(builder.model, builder.binding, line.line)
    vector = builder.vector(f"{_PREFIX}{line.id}", message, answers, line.cites, of=line.id)
    # Both encodings carry the same: whoever reads one of them ends up with what the other one says.
    if line.reading.value is not None and vector.reading.value != line.reading.value:
        raise Contradiction(f"{vector.id}: the line and the message mean different things")
    return vector
