"""Vectors of single messages: the model's examples, and for each constraint of the model a message that breaks it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain

from cgp_toolkit.targets.vectors.material.stock import Stock
from cgp_toolkit.targets.vectors.messages import (
    envelopes,
    examples,
    presence,
    rules,
    scalars,
    types,
    variants,
    vocabularies,
)
from cgp_toolkit.targets.vectors.messages.building import Builder
from cgp_toolkit.targets.vectors.vector import MessageVector

_SOURCES = (envelopes, presence, types, scalars, vocabularies, variants, rules)


def vectors(stock: Stock) -> Iterator[MessageVector]:
    """All of them, each line once, with what all cite that would show it."""
    builder = Builder(stock)
    made = chain(examples.vectors(builder), *(source.vectors(builder) for source in _SOURCES))
    by_line: dict[bytes, MessageVector] = {}
    for vector in made:
        other = by_line.get(vector.line)
        by_line[vector.line] = vector if other is None else replace(other, cites=other.cites.and_(vector.cites))
    yield from by_line.values()
