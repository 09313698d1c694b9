"""Vectors of a model that differs from the last one in nothing that they tell of: whoever follows one writes prose.

What a model says of its types, members and envelopes in words is for people, and no vector tells of it; neither does
one tell where in the YAML anything stands.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from hashlib import sha256
from types import NoneType
from typing import Generic, TypeVar

from cgp_toolkit.model import Example, ExchangeExample, Model, Position, Row, Session

T = TypeVar("T")

SILENT = frozenset({"decisions", "digest", "guide", "inspection", "misbehaviours", "mock", "probes"})
"""The parts of a model that no vector tells of."""
PROSE = frozenset({"doc", "fix", "unknown_doc"})
"""The fields that are for people,"""
QUOTED = (Example, ExchangeExample, Row, Session)
"""but for those of what the ids of vectors are made of."""
_PLAIN = (str, int, float, bytes, Enum, NoneType)


def meaning(model: Model) -> str:
    """A digest of all that vectors may tell of."""
    told: list[str] = []
    for name in _fields(Model) or ():
        if name not in SILENT:
            _tell(getattr(model, name), told)
    return sha256("".join(told).encode("utf-8", "surrogatepass")).hexdigest()


def _tell(value: object, told: list[str]) -> None:
    kind: type = type(value)
    if isinstance(value, _PLAIN):
        told.append(f"{kind.__name__} {value!r};")
    elif (names := _fields(kind)) is not None:
        told.append(kind.__name__)
        for name in names:
            held = getattr(value, name)
            if not isinstance(held, Position):
                told.append(f" {name}:")
                _tell(held, told)
    elif isinstance(value, Mapping):
        told.append(f"{len(value)} named")
        for name, held in value.items():
            _tell(name, told)
            _tell(held, told)
    elif isinstance(value, tuple | list | set | frozenset):
        told.append(f"{len(value)} in a row")
        for held in sorted(value, key=repr) if isinstance(value, set | frozenset) else value:
            _tell(held, told)
    else:
        raise TypeError(f"a model holds no {kind.__name__}")


@cache
def _fields(kind: type) -> tuple[str, ...] | None:
    """The fields of a dataclass that vectors may tell of; ``None`` for any other class."""
    if not is_dataclass(kind):
        return None
    quoted = issubclass(kind, QUOTED)
    return tuple(field.name for field in fields(kind) if quoted or field.name not in PROSE)


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
