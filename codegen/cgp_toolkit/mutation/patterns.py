"""Patterns that match a little more or a little less than another one."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from cgp_toolkit.model.pattern_tree import Characters, Choice, Node, Repeat, Sequence, render
from cgp_toolkit.model.portable import parse

_ANY = Characters((("\n", "\n"),), negated=True)
_FIRST, _LAST = "\u0020", "\u007e"
"""Between these a character that is not allowed is looked for."""


def loosened(pattern: str) -> Iterator[str]:
    """``pattern`` with anything in front or behind, and with each of its parts letting more pass.

    Of a word of fixed characters only the first one changes: a hand that slips there slips everywhere.
    """
    tree = parse(pattern)
    anything = Repeat(_ANY, 0, None)
    ends = tree.items if isinstance(tree, Sequence) else (tree,)
    if not _is_anything(ends[0]):
        yield render(Sequence((anything, tree)))
    if not _is_anything(ends[-1]):
        yield render(Sequence((tree, anything)))
    yield from map(render, _everywhere(tree, _looser))


def tightened(pattern: str) -> Iterator[str]:
    """``pattern`` with each of its parts letting less pass."""
    yield from map(render, _everywhere(parse(pattern), _tighter))


def _looser(node: Node) -> Iterator[Node]:
    match node:
        case Characters():
            outside = _outside(node)
            if outside is not None:
                yield Characters((*node.ranges, (outside, outside))) if not node.negated else _ANY
        case Repeat(item, low, high):
            if low > 0:
                yield Repeat(item, low - 1, high)
            if high is not None:
                yield Repeat(item, low, high + 1)
        case _:
            return


def _tighter(node: Node) -> Iterator[Node]:
    match node:
        case Characters((first, *others), False) if others or first[0] != first[1]:
            # Each range loses its last character.
            for index, (low, high) in enumerate(node.ranges):
                shorter = ((low, chr(ord(high) - 1)),) if low != high else ()
                yield Characters((*node.ranges[:index], *shorter, *node.ranges[index + 1 :]))
        case Repeat(item, low, high):
            if high is None or high > low:
                yield Repeat(item, low + 1, high)
            if high is None:
                yield Repeat(item, low, max(low, 1))
            elif high > max(low, 1):
                yield Repeat(item, low, high - 1)
            elif low == 0:
                yield Sequence(())
        case Choice(options):
            for option in options:
                yield Choice(tuple(other for other in options if other is not option))
        case _:
            return


def _outside(node: Characters) -> str | None:
    """A printable character that is not allowed, next to one that is if possible."""
    for low, high in node.ranges:
        for near in (ord(high) + 1, ord(low) - 1):
            if _FIRST <= chr(near) <= _LAST and not node.match(chr(near)):
                return chr(near)
    return next((chr(c) for c in range(ord(_FIRST), ord(_LAST) + 1) if not node.match(chr(c))), None)


def _is_anything(node: Node) -> bool:
    return isinstance(node, Repeat) and node.item == _ANY and node.high is None


def _is_fixed(node: Node) -> bool:
    return isinstance(node, Characters) and not node.negated and {low == high for low, high in node.ranges} == {True}


def _everywhere(node: Node, change: Callable[[Node], Iterator[Node]]) -> Iterator[Node]:
    """``node`` with one of its parts, or itself, changed in one of the ways."""
    yield from change(node)
    match node:
        case Repeat(item, low, high):
            for other in _everywhere(item, change):
                yield Repeat(other, low, high)
        case Sequence(items) | Choice(items):
            for index, item in enumerate(items):
                if isinstance(node, Sequence) and index and _is_fixed(item) and _is_fixed(items[index - 1]):
                    continue
                for other in _everywhere(item, change):
                    yield type(node)((*items[:index], other, *items[index + 1 :]))
        case Characters():
            return
