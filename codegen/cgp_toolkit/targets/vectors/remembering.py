"""Vectors of a model that differs from the last one in nothing that they tell of: whoever follows one writes prose.

What a model says of its types, members and envelopes in words is for people, and no vector tells of it; neither does
one tell where in the YAML anything stands.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from hashlib import sha256
from typing import Generic, TypeVar

from cgp_toolkit.model import Example, ExchangeExample, Model, Position, Row, Session

T = TypeVar("T")

SILENT = frozenset({"decisions", "digest", "guide", "inspection", "misbehaviours", "mock", "probes"})
"""The parts of a model that no vector tells of."""
PROSE = frozenset({"doc", "fix", "unknown_doc"})
"""The fields that are for people,"""
QUOTED = (Example, ExchangeExample, Row, Session)
"""but for those of what the ids of vectors are made of."""


def meaning(model: Model) -> str:
    """A digest of all that vectors may tell of."""
    hasher = sha256()

    def add(value: object) -> None:
        if is_dataclass(value):
            quoted = isinstance(value, QUOTED)
            hasher.update(type(value).__name__.encode())
            for field in fields(value):
                held = getattr(value, field.name)
                if isinstance(held, Position) or (field.name in PROSE and not quoted):
                    continue
                hasher.update(f" {field.name}:".encode())
                add(held)
        elif isinstance(value, Enum | str | int | float | None):
            hasher.update(f"{type(value).__name__} {value!r};".encode("utf-8", "surrogatepass"))
        elif isinstance(value, Mapping):
            hasher.update(f"{len(value)} named".encode())
            for name, held in value.items():
                add(name)
                add(held)
        elif isinstance(value, tuple | list | set | frozenset):
            hasher.update(f"{len(value)} in a row".encode())
            for held in sorted(value, key=repr) if isinstance(value, set | frozenset) else value:
                add(held)
        elif isinstance(value, bytes):
            hasher.update(value)
        else:
            raise TypeError(f"a model holds no {type(value).__name__}")

    for field in fields(model):
        if field.name not in SILENT:
            add(getattr(model, field.name))
    return hasher.hexdigest()


class Remembered(Generic[T]):
    """A function of models that answers at once where the last model meant the same."""

    def __init__(self, compute: Callable[[Model], T]) -> None:
        self._compute = compute
        self._last: tuple[str, T] | None = None

    def __call__(self, model: Model) -> T:
        """What ``compute`` gives."""
        digest = meaning(model)
        if self._last is None or self._last[0] != digest:
            self._last = digest, self._compute(model)
        return self._last[1]
