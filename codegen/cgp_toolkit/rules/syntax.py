"""CEL text to a small syntax tree in which every node knows its offset in the text.

The grammar is cel-python's, read by lark.  Only cel-python's grammar file is used: importing the package itself costs
more than everything else here.  Macros are plain calls in this tree; the checker gives them their meaning.
"""

from __future__ import annotations

import math
import re
import sys
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from cgp_toolkit.model.keeping import keep

if TYPE_CHECKING:
    import lark


class SyntaxFault(ValueError):
    """The text is no expression that rules can use; ``offset`` is where reading stopped.

    ``feature`` tells a part of CEL that is not offered from plain nonsense.
    """

    def __init__(self, message: str, offset: int, *, feature: bool = False) -> None:
        super().__init__(message)
        self.offset = offset
        self.feature = feature


@dataclass(frozen=True, slots=True)
class Literal:
    """A text, number or truth value as written."""

    value: str | int | float | bool
    offset: int


@dataclass(frozen=True, slots=True)
class Identifier:
    """A bare name."""

    name: str
    offset: int


@dataclass(frozen=True, slots=True)
class Select:
    """``operand.name``, or ``operand["name"]`` where the name is no identifier.  ``offset`` is the name's."""

    operand: Syntax
    name: str
    offset: int


@dataclass(frozen=True, slots=True)
class Call:
    """``function(arguments)``, or ``target.function(arguments)``.  ``offset`` is the function's."""

    target: Syntax | None
    function: str
    arguments: tuple[Syntax, ...]
    offset: int


@dataclass(frozen=True, slots=True)
class Unary:
    """``!operand`` or ``-operand``."""

    operator: str
    operand: Syntax
    offset: int


@dataclass(frozen=True, slots=True)
class Binary:
    """``left operator right``."""

    operator: str
    left: Syntax
    right: Syntax
    offset: int


@dataclass(frozen=True, slots=True)
class Ternary:
    """``test ? then : otherwise``."""

    test: Syntax
    then: Syntax
    otherwise: Syntax
    offset: int


@dataclass(frozen=True, slots=True)
class Listing:
    """``[items]``."""

    items: tuple[Syntax, ...]
    offset: int


Syntax: TypeAlias = Literal | Identifier | Select | Call | Unary | Binary | Ternary | Listing

_BINARY = {
    "conditionalor": "||",
    "conditionaland": "&&",
    "relation_lt": "<",
    "relation_le": "<=",
    "relation_gt": ">",
    "relation_ge": ">=",
    "relation_eq": "==",
    "relation_ne": "!=",
    "relation_in": "in",
    "addition_add": "+",
    "addition_sub": "-",
}

# Longer ones do not fit into the integers of every language.
_INTEGER = re.compile(r"-?(?:0|[1-9][0-9]{0,17})")

# What the grammar wraps around a single part.
_PASSING = frozenset(
    (
        *("expr", "conditionalor", "conditionaland", "relation", "addition"),
        *("multiplication", "unary", "member", "primary", "paren_expr"),
    )
)


@cache
def parser() -> lark.Lark:
    """The parser of CEL, whose tables are kept: making them takes longer than reading all rules of a model."""
    import lark

    package = find_spec("celpy")
    if package is None or package.origin is None:
        raise ModuleNotFoundError("cel-python, whose grammar reads the rules, is not installed")
    grammar = (Path(package.origin).parent / "cel.lark").read_text(encoding="utf-8")
    return lark.Lark(
        grammar,
        parser="lalr",
        start="expr",
        propagate_positions=True,
        maybe_placeholders=False,
        priority="invert",
        # Lark knows its tables by the grammar, these options and the versions of itself and of Python.
        cache=str(keep("grammars") / f"cel-{lark.__version__}-{sys.implementation.cache_tag}"),
    )


@cache
def parse(text: str) -> Syntax:
    """The syntax tree of ``text``; :class:`SyntaxFault` if it has none."""
    import lark

    try:
        tree = parser().parse(text)
    except lark.exceptions.UnexpectedInput as error:
        offset = error.pos_in_stream
        at_end = (
            offset is None or offset < 0 or (isinstance(error, lark.UnexpectedToken) and error.token.type == "$END")
        )
        raise SyntaxFault(
            "the expression ends too early" if at_end else "this is no CEL",
            len(text) if at_end or offset is None else offset,
        ) from error
    return _Reader().read(tree)


class _Reader:
    def read(self, tree: lark.Tree[lark.Token]) -> Syntax:
        kind = str(tree.data)
        children = tree.children
        trees = [child for child in children if not isinstance(child, str)]
        if kind == "expr" and len(trees) == 3:
            test, then, otherwise = map(self.read, trees)
            return Ternary(test, then, otherwise, _start(tree))
        if len(trees) == 2 and kind in ("conditionalor", "conditionaland"):
            return Binary(_BINARY[kind], self.read(trees[0]), self.read(trees[1]), _start(tree))
        if len(trees) == 2 and kind in ("relation", "addition", "multiplication"):
            operator = str(trees[0].data)
            if operator not in _BINARY:
                raise SyntaxFault("rules have no *, / and %: engines round differently", _start(tree), feature=True)
            left = self.read(trees[0].children[0])  # type: ignore[arg-type]
            return Binary(_BINARY[operator], left, self.read(trees[1]), _start(tree))
        if len(trees) == 2 and kind == "unary":
            sign = "!" if trees[0].data == "unary_not" else "-"
            return Unary(sign, self.read(trees[1]), _start(tree))
        if len(trees) == 1 and kind in _PASSING:
            return self.read(trees[0])
        return self.leaf(kind, tree, trees)

    def leaf(self, kind: str, tree: lark.Tree[lark.Token], trees: list[lark.Tree[lark.Token]]) -> Syntax:
        token = next((child for child in tree.children if isinstance(child, str)), None)
        if kind == "literal" and token is not None:
            return self.literal(token)
        if kind == "ident" and token is not None:
            if token in ("true", "false"):
                return Literal(token == "true", _offset(token))
            return Identifier(str(token), _offset(token))
        if kind == "ident_arg" and token is not None:
            return Call(None, str(token), self.items(trees), _offset(token))
        if kind == "member_dot" and token is not None:
            return Select(self.read(trees[0]), str(token), _offset(token))
        if kind == "member_dot_arg" and token is not None:
            return Call(self.read(trees[0]), str(token), self.items(trees[1:]), _offset(token))
        if kind == "list_lit":
            return Listing(self.items(trees), _start(tree))
        if kind == "member_index":
            index = self.read(trees[1])
            if isinstance(index, Literal) and isinstance(index.value, str):
                return Select(self.read(trees[0]), index.value, index.offset)
            raise SyntaxFault("rules have no access by position", index.offset, feature=True)
        raise SyntaxFault("this part of CEL is not offered to rules", _start(tree), feature=True)

    def items(self, trees: list[lark.Tree[lark.Token]]) -> tuple[Syntax, ...]:
        return tuple(self.read(item) for list_ in trees for item in list_.children)  # type: ignore[arg-type]

    def literal(self, token: lark.Token) -> Literal:
        text, offset = str(token), _offset(token)
        match token.type:
            case "INT_LIT" if _INTEGER.fullmatch(text):
                return Literal(int(text), offset)
            case "FLOAT_LIT" if math.isfinite(float(text)):
                return Literal(float(text), offset)
            case "BOOL_LIT":
                return Literal(text == "true", offset)
            case "STRING_LIT" if text[0] in "'\"" and "\\" not in text:
                return Literal(text[1:-1], offset)
            case _:
                raise SyntaxFault("rules have plain texts and numbers, and no such literal", offset, feature=True)


def _offset(token: lark.Token) -> int:
    return token.start_pos or 0


def _start(tree: lark.Tree[lark.Token]) -> int:
    return tree.meta.start_pos
