"""Expressions of rules with one thing changed: trees of CEL back to text."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from cgp_toolkit.model import Phrase
from cgp_toolkit.rules.syntax import Binary, Call, Identifier, Listing, Literal, Select, Syntax, Ternary, Unary, parse

_OPERATORS = {
    "<=": ("<", "=="),
    ">=": (">", "=="),
    "<": ("<=",),
    ">": (">=",),
    "==": ("!=",),
    "!=": ("==",),
    "&&": ("||",),
    "||": ("&&",),
}


def spelt(node: Syntax) -> str:
    """The text of a tree, with all its parentheses."""
    match node:
        case Literal(value):
            return _literal(value)
        case Identifier(name):
            return name
        case Select(operand, name):
            return f"{spelt(operand)}.{name}" if name.isidentifier() else f"{spelt(operand)}[{name!r}]"
        case Call(None, function, arguments):
            return f"{function}({', '.join(map(spelt, arguments))})"
        case Call(target, function, arguments) if target is not None:
            return f"{spelt(target)}.{function}({', '.join(map(spelt, arguments))})"
        case Unary(operator, operand):
            return f"{operator}({spelt(operand)})"
        case Binary(operator, left, right):
            return f"({spelt(left)} {operator} {spelt(right)})"
        case Ternary(test, then, otherwise):
            return f"({spelt(test)} ? {spelt(then)} : {spelt(otherwise)})"
        case Listing(items):
            return f"[{', '.join(map(spelt, items))}]"
    raise TypeError(node)


def _literal(value: str | int | float | bool) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return f"'{value}'" if isinstance(value, str) else repr(value)


def phrase(like: Phrase, node: Syntax) -> Phrase:
    """A tree in the place of another text; positions within it are lost."""
    return Phrase(spelt(node), like.position, spelt(node))


def variations(node: Syntax) -> Iterator[tuple[str, Syntax]]:
    """A tree with one operator, number or negation changed, and how it reads then."""
    for changed in _everywhere(node, _changed):
        yield spelt(changed), changed


def _changed(node: Syntax) -> Iterator[Syntax]:
    match node:
        case Binary(operator, left, right, offset):
            for other in _OPERATORS.get(operator, ()):
                yield Binary(other, left, right, offset)
            if operator in ("&&", "||"):
                yield left
                yield right
        case Unary("!", operand):
            yield operand
        case Literal(value, offset) if isinstance(value, int) and not isinstance(value, bool):
            yield Literal(value + 1, offset)
        case Ternary(test, then, otherwise, offset):
            yield Ternary(test, otherwise, then, offset)
        case Listing(items, offset) if len(items) > 1:
            for item in items:
                yield Listing(tuple(other for other in items if other is not item), offset)
        case _:
            return


def _everywhere(node: Syntax, change: Callable[[Syntax], Iterator[Syntax]]) -> Iterator[Syntax]:
    yield from change(node)
    parts = _parts(node)
    for index, part in enumerate(parts):
        for other in _everywhere(part, change):
            yield _with_parts(node, (*parts[:index], other, *parts[index + 1 :]))


def _parts(node: Syntax) -> tuple[Syntax, ...]:
    match node:
        case Select(operand) | Unary(_, operand):
            return (operand,)
        case Call(None, _, arguments):
            return arguments
        case Call(target, _, arguments) if target is not None:
            return (target, *arguments)
        case Binary(_, left, right):
            return (left, right)
        case Ternary(test, then, otherwise):
            return (test, then, otherwise)
        case Listing(items):
            return items
    return ()


def _with_parts(node: Syntax, parts: tuple[Syntax, ...]) -> Syntax:
    match node:
        case Select() | Unary():
            return replace(node, operand=parts[0])
        case Call(None):
            return replace(node, arguments=parts)
        case Call():
            return replace(node, target=parts[0], arguments=parts[1:])
        case Binary():
            return replace(node, left=parts[0], right=parts[1])
        case Ternary():
            return replace(node, test=parts[0], then=parts[1], otherwise=parts[2])
        case Listing():
            return replace(node, items=parts)
    return node


def places_of(text: str, name: str) -> int:
    """How many members of that name an expression looks into."""
    return sum(isinstance(node, Select) and node.name == name for node in _nodes(parse(text)))


def _nodes(node: Syntax) -> Iterator[Syntax]:
    yield node
    for part in _parts(node):
        yield from _nodes(part)


def renamed(text: str, old: str, new: str, chosen: tuple[bool, ...]) -> str:
    """An expression in which the chosen ones of the members called ``old`` are called ``new``."""
    choices = iter(chosen)

    def walk(node: Syntax) -> Syntax:
        result = _with_parts(node, tuple(map(walk, _parts(node))))
        # Parts come first, in their order; a member's own name comes after what it is a member of.
        if isinstance(result, Select) and result.name == old and next(choices):
            return replace(result, name=new)
        return result

    return spelt(walk(parse(text)))
