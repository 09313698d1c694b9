"""Patterns as trees: what a pattern of the portable subset is made of, and how it is written."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

SYNTAX = frozenset("\\^$.|?*+()[]{}")
"""The characters that stand for themselves only behind a backslash."""
CONTROLS = {"n": "\n", "r": "\r", "t": "\t"}
"""What letters behind a backslash stand for."""
_NAMES = {value: f"\\{name}" for name, value in CONTROLS.items()}


@dataclass(frozen=True, slots=True)
class Characters:
    """Exactly one character: inside of one of the ``ranges``, both ends included, or (``negated``) outside of all."""

    ranges: tuple[tuple[str, str], ...]
    negated: bool = False

    def match(self, character: str) -> bool:
        """Whether it is this ``character``, of one character."""
        for low, high in self.ranges:
            if low <= character <= high:
                return not self.negated
        return self.negated


@dataclass(frozen=True, slots=True)
class Sequence:
    """One item after the other; none: the empty text."""

    items: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """One of several."""

    options: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Repeat:
    """``item``, ``low`` to ``high`` times; ``None`` is without end."""

    item: Node
    low: int
    high: int | None


Node: TypeAlias = Characters | Sequence | Choice | Repeat


def characters(node: Node) -> Iterator[Characters]:
    """Every place of one character in a pattern."""
    match node:
        case Characters():
            yield node
        case Repeat():
            yield from characters(node.item)
        case Sequence(parts) | Choice(parts):
            for part in parts:
                yield from characters(part)


def repetitions(node: Node) -> int:
    """How often the innermost item of nested counted repetitions is written out."""
    match node:
        case Characters():
            return 1
        case Repeat(item, low, high):
            return max(low, high or 0, 1) * repetitions(item)
        case Sequence(parts) | Choice(parts):
            return max(map(repetitions, parts), default=1)


def render(node: Node) -> str:
    """The pattern of a tree, in one spelling."""
    match node:
        case Characters(((low, high),), False) if low == high:
            return _NAMES.get(low) or (f"\\{low}" if low in SYNTAX else low)
        case Characters():
            return "[" + "^" * node.negated + "".join(map(_range, node.ranges)) + "]"
        case Sequence():
            return "".join(_tight(item, Choice) for item in node.items)
        case Choice():
            return "|".join(map(render, node.options))
        case Repeat(item, low, high):
            return _tight(item, Choice, Sequence, Repeat) + _quantifier(low, high)


def _tight(node: Node, *loose: type[Node]) -> str:
    text = render(node)
    return f"(?:{text})" if isinstance(node, loose) else text


def _range(bounds: tuple[str, str]) -> str:
    low, high = (_NAMES.get(end) or (f"\\{end}" if end in SYNTAX | {"-"} else end) for end in bounds)
    return low if low == high else f"{low}-{high}"


def _quantifier(low: int, high: int | None) -> str:
    match low, high:
        case 0, None:
            return "*"
        case 1, None:
            return "+"
        case 0, 1:
            return "?"
        case _, None:
            return f"{{{low},}}"
        case _ if low == high:
            return f"{{{low}}}"
        case _:
            return f"{{{low},{high}}}"
