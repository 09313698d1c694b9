"""Expressions in TypeScript."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Protocol

from cgp_toolkit.model import Base
from cgp_toolkit.rules.functions import Function
from cgp_toolkit.rules.kinds import Kind, Many, Object, Plain
from cgp_toolkit.rules.printers.base import Text, render
from cgp_toolkit.rules.tree import (
    And,
    Application,
    Attribute,
    Comparison,
    Comprehension,
    Conditional,
    Expression,
    Length,
    Listed,
    Listing,
    Literal,
    Matching,
    Membership,
    Not,
    Or,
    Present,
    Quantifier,
    Sum,
    Trait,
    Variable,
)

# ECMAScript's own order of strength, from the loosest up.
CHOICE, OR, AND, EQUAL, COMPARE, ADD, UNARY, ATOM = range(8)
_OPPOSITE = {"==": "!=", "!=": "=="}
_ORDER = {"<", "<=", ">", ">="}


class Names(Protocol):
    """What things are called in the printed code."""

    def variable(self, name: str) -> str:
        """The parameter or local for a variable of the rule."""

    def attribute(self, owner: Object, member: str) -> str:
        """The access to a member, with its dot or its brackets."""

    def may_be_absent(self, owner: Object, member: str) -> bool:
        """Whether a member may be ``undefined``."""

    def is_wide(self, kind: Kind) -> bool:
        """Whether a number of this kind is a ``bigint``."""

    def is_closed(self, kind: Kind) -> bool:
        """Whether the type of a text lists all its values, so that others can't be compared with it."""

    def pattern(self, scalar: str) -> str:
        """The regular expression of a scalar's form."""

    def vocabulary(self, vocabulary: str) -> str:
        """The set of the values that a vocabulary lists."""

    def trait(self, vocabulary: str, trait: str) -> tuple[str, bool]:
        """A set of listed values, and whether those in it have the trait (else those outside of it)."""

    def function(self, name: str) -> str:
        """A helper."""


@dataclass
class TypeScriptPrinter:
    """Prints over ``names``; ``known`` maps expressions to locals that hold their values already.

    The compiler follows what is known to be there as long as no function comes between; with ``assured``, and where
    that is so, it is told.
    """

    names: Names
    known: Mapping[Expression, str] = field(default_factory=dict)
    sets: frozenset[str] = frozenset()
    assured: bool = False
    bound: tuple[str, ...] = ()

    def print(self, node: Expression) -> str:
        """The text of a whole expression."""
        return self.at(node, CHOICE)

    def at(self, node: Expression, strength: int) -> str:
        """The text of a part, in brackets if it does not hold together at ``strength``."""
        return render(self, node).within(strength)

    @contextmanager
    def inside(self, variable: str, *, assured: bool = False) -> Iterator[str]:
        """A function over ``variable``; gives what that is called."""
        before = self.bound, self.assured
        self.bound, self.assured = (*self.bound, variable), self.assured or assured
        try:
            yield self.names.variable(variable)
        finally:
            self.bound, self.assured = before

    def literal(self, node: Literal) -> Text:
        """A literal; texts in double quotes."""
        if isinstance(node.value, float) and node.value.is_integer() and abs(node.value) < 1e16:
            return Text(str(int(node.value)), ATOM if node.value >= 0 else UNARY)
        strength = UNARY if isinstance(node.value, int | float) and node.value < 0 else ATOM
        text = json.dumps(node.value, ensure_ascii=False)
        return Text(text.replace("e+", "e") if isinstance(node.value, float) else text, strength)

    def variable(self, node: Variable) -> Text:
        """A parameter or a local."""
        return Text(self.known.get(node, "") or self.names.variable(node.name), ATOM)

    def attribute(self, node: Attribute) -> Text:
        """A property, or the local that holds it."""
        text = self._path(node)
        unknown = self.assured or (bool(self.bound) and _root(node) != self.bound[-1])
        absent = node not in self.known and self.names.may_be_absent(node.owner, node.member)
        return Text(f"{text}!" if absent and unknown else text, ATOM)

    def _path(self, node: Attribute) -> str:
        if node in self.known:
            return self.known[node]
        return f"{self.at(node.operand, ATOM)}{self.names.attribute(node.owner, node.member)}"

    def present(self, node: Present) -> Text:
        """What is not there is ``undefined``."""
        return Text(f"{self._path(node.attribute)} !== undefined", EQUAL)

    def not_(self, node: Not) -> Text:
        """The opposite, by an operator of its own where there is one."""
        inner = node.operand
        match inner:
            case Not():
                return render(self, inner.operand)
            case Present():
                return Text(f"{self._path(inner.attribute)} === undefined", EQUAL)
            case Comparison() if inner.operator in _OPPOSITE:
                return self.comparison(Comparison(inner.kind, _OPPOSITE[inner.operator], inner.left, inner.right))
            case Trait():
                return self._trait(inner, opposite=True)
            case Length() if inner.least and inner.limit == 1:
                return Text(f'{self.at(inner.value, COMPARE)} === ""', EQUAL)
            case _:
                return Text(f"!{self.at(inner, UNARY)}", UNARY)

    def and_(self, node: And) -> Text:
        """A conjunction."""
        if len(node.terms) == 1:
            return render(self, node.terms[0])
        return Text(" && ".join(self.term(node, term) for term in node.terms), AND)

    def or_(self, node: Or) -> Text:
        """A disjunction; a conjunction inside it is bracketed for the reader."""
        return Text(" || ".join(self.term(node, term) for term in node.terms), OR)

    def term(self, node: And | Or, term: Expression) -> str:
        """One term of a conjunction or disjunction."""
        return self.at(term, AND + 1)

    def conditional(self, node: Conditional) -> Text:
        """A conditional expression."""
        parts = (self.at(part, OR) for part in (node.test, node.then, node.otherwise))
        return Text("{} ? {} : {}".format(*parts), CHOICE)

    def comparison(self, node: Comparison) -> Text:
        """A comparison: by code points of texts, by parts of lists and objects."""
        left, right = node.left, node.right
        if not isinstance(left.kind, Plain) or not isinstance(right.kind, Plain):
            same = f"{self.names.function('same')}({self.print(left)}, {self.print(right)})"
            return Text(same, ATOM) if node.operator == "==" else Text(f"!{same}", UNARY)
        if node.operator in _ORDER and left.kind.base is Base.STRING:
            compared = f"{self.names.function('compare')}({self.print(left)}, {self.print(right)})"
            return Text(f"{compared} {node.operator} 0", COMPARE)
        strength = COMPARE if node.operator in _ORDER else EQUAL
        return Text(" ".join(self.sides(node)), strength)

    def sides(self, node: Comparison) -> tuple[str, str, str]:
        """The parts of a comparison by an operator: left, operator, right."""
        wide = self._wide(node.left) or self._wide(node.right)
        strength = COMPARE if node.operator in _ORDER else EQUAL
        operator = node.operator if node.operator in _ORDER else f"{node.operator}="
        one, other = (self._side(part, wide, strength + 1) for part in (node.left, node.right))
        return one, operator, other

    def sum(self, node: Sum) -> Text:
        """An addition or subtraction."""
        wide = self._wide(node)
        return Text(
            f"{self._side(node.left, wide, ADD)} {node.operator} {self._side(node.right, wide, UNARY)}",
            ADD,
        )

    def _side(self, node: Expression, wide: bool, strength: int) -> str:
        """One side of an operator; where the other is a ``bigint``, this is one too."""
        if isinstance(node.kind, Plain) and self.names.is_closed(node.kind):
            return f"({self.print(node)} as string)"
        if not wide or self._wide(node):
            return self.at(node, strength)
        return f"{node.value}n" if isinstance(node, Literal) else f"BigInt({self.print(node)})"

    def _wide(self, node: Expression) -> bool:
        if isinstance(node, Sum):
            return self._wide(node.left) or self._wide(node.right)
        return self.names.is_wide(node.kind)

    def membership(self, node: Membership) -> Text:
        """A look into a set that was made before, or through the list."""
        made = isinstance(node.items, Variable) and node.items.name in self.sets
        plain = isinstance(node.item.kind, Plain)
        item = self.print(node.item)
        if made:
            assert isinstance(node.items, Variable)
            return Text(f"{node.items.name}.has({item if plain else self.key(item)})", ATOM)
        if plain:
            return Text(f"{self.at(node.items, ATOM)}.includes({item})", ATOM)
        return Text(f"{self.at(node.items, ATOM)}.some((each) => {self.names.function('same')}(each, {item}))", ATOM)

    def key(self, item: str) -> str:
        """What stands in a set for something that has parts."""
        return f"{self.names.function('key')}({item})"

    def listing(self, node: Listing) -> Text:
        """An array."""
        return Text(f"[{', '.join(self.at(item, CHOICE) for item in node.items)}]", ATOM)

    def quantifier(self, node: Quantifier) -> Text:
        """``every`` or ``some``."""
        items = self.at(node.items, ATOM)
        with self.inside(node.variable) as name:
            return Text(f"{items}.{'every' if node.every else 'some'}(({name}) => {self.print(node.body)})", ATOM)

    def comprehension(self, node: Comprehension) -> Text:
        """A filter and a map."""
        text = self.at(node.items, ATOM)
        if node.condition is not None:
            with self.inside(node.variable) as name:
                text += f".filter(({name}) => {self.print(node.condition)})"
        if isinstance(node.body, Variable) and node.body.name == node.variable:
            return Text(text, ATOM)
        with self.inside(node.variable, assured=node.condition is not None) as name:
            return Text(f"{text}.map(({name}) => {self.print(node.body)})", ATOM)

    def application(self, node: Application) -> Text:
        """A property or a helper."""
        if node.function is Function.SIZE:
            return Text(f"{self.at(node.arguments[0], ATOM)}.length", ATOM)
        (first, *_) = node.arguments
        if node.function is Function.SUM and isinstance(first.kind, Many) and first.kind.item is not None:
            wide = self.names.is_wide(first.kind.item)
            return Text(f"{self.names.function('sumWide' if wide else 'sum')}({self.print(first)})", ATOM)
        arguments = [self.print(argument) for argument in node.arguments]
        settings = [json.dumps(setting, ensure_ascii=False) for setting in node.settings]
        return Text(f"{self.names.function(_HELPERS[node.function])}({', '.join([*arguments, *settings])})", ATOM)

    def listed(self, node: Listed) -> Text:
        """A look into the vocabulary's set."""
        return Text(f"{self.names.vocabulary(node.vocabulary)}.has({self.print(node.value)})", ATOM)

    def trait(self, node: Trait) -> Text:
        """A look into the set of those values that differ from an unlisted one."""
        return self._trait(node, opposite=False)

    def _trait(self, node: Trait, *, opposite: bool) -> Text:
        values, inside = self.names.trait(node.vocabulary, node.trait)
        found = f"{values}.has({self.print(node.value)})"
        return Text(found, ATOM) if inside is not opposite else Text(f"!{found}", UNARY)

    def matching(self, node: Matching) -> Text:
        """A full match."""
        return Text(f"{self.names.pattern(node.scalar)}.test({self.print(node.value)})", ATOM)

    def length(self, node: Length) -> Text:
        """A comparison of the length in code points."""
        if node.least and node.limit == 1:
            return Text(f'{self.at(node.value, COMPARE)} !== ""', EQUAL)
        counted = f"{self.names.function('codePoints')}({self.print(node.value)})"
        return Text(f"{counted} {'>=' if node.least else '<='} {node.limit}", COMPARE)


_HELPERS = {
    Function.SUM: "sum",
    Function.MEASURE: "measure",
    Function.FAMILY: "prefixOf",
    Function.SHA256: "sha256",
    Function.IS_INSTANT: "isInstant",
    Function.PART_NUMBER: "partNumber",
}


def _root(node: Attribute) -> str:
    """The variable that an attribute is of in the end; empty if there is none."""
    operand = node.operand
    while isinstance(operand, Attribute):
        operand = operand.operand
    return operand.name if isinstance(operand, Variable) else ""
