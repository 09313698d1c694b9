"""The target ``vectors``: a test suite for any implementation in any language, computed from the model.

What a vector expects follows from how it was built and from a second reading of the model
(:mod:`cgp_toolkit.oracle`), never from running a binding.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from cgp_toolkit.model import Model
from cgp_toolkit.oracle import oracle_of
from cgp_toolkit.oracle.jsons import Message
from cgp_toolkit.targets.base import Files
from cgp_toolkit.targets.vectors import exchanges, framing, jsonrpc, messages, sessions, vocabularies
from cgp_toolkit.targets.vectors.material.stock import Stock
from cgp_toolkit.targets.vectors.remembering import Remembered
from cgp_toolkit.targets.vectors.texts import FILES, lines_of, ndjson, readme, schema_text
from cgp_toolkit.targets.vectors.vector import Kind, Vector


def vectors(model: Model) -> Mapping[Kind, tuple[Vector, ...]]:
    """All vectors of a model, by kind."""
    stock = Stock(oracle_of(model))
    of_messages = tuple(messages.vectors(stock))
    found: dict[Kind, Iterable[Vector]] = {
        Kind.MESSAGE: of_messages,
        Kind.FRAMING: framing.vectors(stock),
        Kind.EXCHANGE: exchanges.vectors(stock),
        Kind.SESSION: sessions.vectors(stock),
        Kind.VOCABULARY: vocabularies.vectors(model),
    }
    if model.rpc is not None:
        found[Kind.JSONRPC] = jsonrpc.vectors(stock, model.rpc, of_messages)
    return {kind: tuple(made) for kind, made in found.items()}


@dataclass(frozen=True, slots=True)
class _Made:
    """The vectors of a model as text: how many there are of each kind, their lines, and the first of all."""

    counts: Mapping[Kind, int]
    lines: Mapping[Kind, str]
    first: Message


def _made(model: Model) -> _Made:
    made = vectors(model)
    return _Made(
        {kind: len(found) for kind, found in made.items()},
        {kind: lines_of(model, found) for kind, found in made.items()},
        made[Kind.MESSAGE][0].record(model),
    )


_remembered = Remembered(_made)


def emit(model: Model) -> Files:
    """One NDJSON file a kind, the JSON Schema of their lines, and the README."""
    made = _remembered(model)
    return {
        **{FILES[kind]: ndjson(model, lines) for kind, lines in made.lines.items()},
        "vectors.schema.json": schema_text(model),
        "README.md": readme(model, made.counts, made.first),
    }
