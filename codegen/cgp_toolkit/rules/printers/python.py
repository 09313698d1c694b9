"""Expressions in Python."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol, TypeGuard

from cgp_toolkit.rules.functions import Function
from cgp_toolkit.rules.kinds import Object
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

# Python's own order of strength, from the loosest up.
CHOICE, OR, AND, NOT, COMPARE, ADD, ATOM = range(7)
_OPPOSITE = {"==": "!=", "!=": "==", "<": ">=", "<=": ">", ">": "<=", ">=": "<"}


class Names(Protocol):
    """What things are called in the printed code."""

    def variable(self, name: str) -> str:
        """The parameter or local for a variable of the rule."""

    def attribute(self, owner: Object, member: str) -> str:
        """The attribute of a class for a member."""

    def pattern(self, scalar: str) -> str:
        """The function that tells whether a text has the form of a scalar."""

    def vocabulary(self, vocabulary: str) -> str:
        """The set of the values that a vocabulary lists."""

    def trait(self, vocabulary: str, trait: str) -> tuple[str, bool]:
        """A set of listed values, and whether those in it have the trait (else those outside of it)."""

    def function(self, function: Function) -> str:
        """The helper behind a function that is not a plain expression."""


@dataclass(frozen=True)
class PythonPrinter:
    """Prints over ``names``; ``known`` maps expressions to locals that hold their values already."""

    names: Names
    known: Mapping[Expression, str] = field(default_factory=dict)

    def print(self, node: Expression) -> str:
        """The text of a whole expression."""
        return self.at(node, CHOICE)

    def at(self, node: Expression, strength: int) -> str:
        """The text of a part, in brackets if it does not hold together at ``strength``."""
        return render(self, node).within(strength)

    def literal(self, node: Literal) -> Text:
        """A literal; texts in double quotes."""
        value = node.value
        if isinstance(value, str):
            quoted = repr(f"'{value}")
            return Text(f'"{quoted[2:-1]}"' if quoted[0] == '"' and '"' not in value else repr(value), ATOM)
        return Text(repr(value), ATOM)

    def variable(self, node: Variable) -> Text:
        """A parameter or a local."""
        return Text(self.known.get(node, "") or self.names.variable(node.name), ATOM)

    def attribute(self, node: Attribute) -> Text:
        """An attribute, or the local that holds it."""
        if node in self.known:
            return Text(self.known[node], ATOM)
        return Text(f"{self.at(node.operand, ATOM)}.{self.names.attribute(node.owner, node.member)}", ATOM)

    def present(self, node: Present) -> Text:
        """What is not there is ``None``."""
        return Text(f"{self.at(node.attribute, ATOM)} is not None", COMPARE)

    def not_(self, node: Not) -> Text:
        """The opposite, by a word of its own where Python has one."""
        inner = node.operand
        match inner:
            case Not():
                return render(self, inner.operand)
            case Present():
                return Text(f"{self.at(inner.attribute, ATOM)} is None", COMPARE)
            case Comparison() if inner.operator in ("==", "!="):
                return self.comparison(Comparison(inner.kind, _OPPOSITE[inner.operator], inner.left, inner.right))
            case Membership():
                return Text(f"{self.at(inner.item, ADD)} not in {self.at(inner.items, ADD)}", COMPARE)
            case Listed():
                return Text(f"{self.at(inner.value, ADD)} not in {self.names.vocabulary(inner.vocabulary)}", COMPARE)
            case Trait():
                return self._trait(inner, opposite=True)
            case Application() if inner.function is Function.IS_INSTANT:
                return Text(f"{self._call(inner)} is None", COMPARE)
            case _:
                return Text(f"not {self.at(inner, NOT)}", NOT)

    def and_(self, node: And) -> Text:
        """A conjunction; two limits of one value become a chain."""
        texts: list[str] = []
        terms = list(node.terms)
        while terms:
            term = terms.pop(0)
            upper = terms[0] if terms else None
            if _limits(term, ">=") and _limits(upper, "<=") and term.left == upper.left:
                terms.pop(0)
                low, value, high = (self.at(part, ADD) for part in (term.right, term.left, upper.right))
                texts.append(f"{low} <= {value} <= {high}")
            else:
                texts.append(self.at(term, NOT))
        return Text(" and ".join(texts), AND if len(texts) > 1 else COMPARE)

    def or_(self, node: Or) -> Text:
        """A disjunction; a conjunction inside it is bracketed for the reader."""
        return Text(" or ".join(self.at(term, NOT) for term in node.terms), OR)

    def conditional(self, node: Conditional) -> Text:
        """A conditional expression."""
        then, test = self.at(node.then, OR), self.at(node.test, OR)
        return Text(f"{then} if {test} else {self.at(node.otherwise, CHOICE)}", CHOICE)

    def comparison(self, node: Comparison) -> Text:
        """A comparison."""
        return Text(f"{self.at(node.left, ADD)} {node.operator} {self.at(node.right, ADD)}", COMPARE)

    def sum(self, node: Sum) -> Text:
        """An addition or subtraction."""
        return Text(f"{self.at(node.left, ADD)} {node.operator} {self.at(node.right, ATOM)}", ADD)

    def membership(self, node: Membership) -> Text:
        """The operator ``in``."""
        return Text(f"{self.at(node.item, ADD)} in {self.at(node.items, ADD)}", COMPARE)

    def listing(self, node: Listing) -> Text:
        """A tuple, so that it can be looked up in a set."""
        items = [self.at(item, CHOICE) for item in node.items]
        return Text(f"({', '.join(items)}{',' if len(items) == 1 else ''})", ATOM)

    def quantifier(self, node: Quantifier) -> Text:
        """``all`` or ``any`` over a generator."""
        body = self.at(node.body, CHOICE)
        return Text(f"{'all' if node.every else 'any'}({body}{self._for(node.variable, node.items)})", ATOM)

    def comprehension(self, node: Comprehension) -> Text:
        """A list comprehension."""
        return Text(f"[{self.items(node)}]", ATOM)

    def items(self, node: Comprehension) -> str:
        """The inside of a comprehension, for whatever brackets it stands in."""
        where = f" if {self.at(node.condition, OR)}" if node.condition is not None else ""
        return f"{self.at(node.body, CHOICE)}{self._for(node.variable, node.items)}{where}"

    def _for(self, variable: str, items: Expression) -> str:
        return f" for {self.names.variable(variable)} in {self.at(items, OR)}"

    def application(self, node: Application) -> Text:
        """A builtin, an expression or a helper of the module."""
        match node.function:
            case Function.SIZE:
                return Text(f"len({self.at(node.arguments[0], CHOICE)})", ATOM)
            case Function.SUM:
                (items,) = node.arguments
                inside = self.items(items) if isinstance(items, Comprehension) else self.at(items, CHOICE)
                return Text(f"sum({inside})", ATOM)
            case Function.FAMILY:
                return Text(f"{self.at(node.arguments[0], ATOM)}.partition({node.settings[0]!r})[0]", ATOM)
            case Function.IS_INSTANT:
                return Text(f"{self._call(node)} is not None", COMPARE)
            case _:
                return Text(self._call(node), ATOM)

    def _call(self, node: Application) -> str:
        arguments = [self.at(argument, CHOICE) for argument in node.arguments]
        return f"{self.names.function(node.function)}({', '.join([*arguments, *map(repr, node.settings)])})"

    def listed(self, node: Listed) -> Text:
        """A look into the vocabulary's set."""
        return Text(f"{self.at(node.value, ADD)} in {self.names.vocabulary(node.vocabulary)}", COMPARE)

    def trait(self, node: Trait) -> Text:
        """A look into the set of those values that differ from an unlisted one."""
        return self._trait(node, opposite=False)

    def _trait(self, node: Trait, *, opposite: bool) -> Text:
        values, inside = self.names.trait(node.vocabulary, node.trait)
        operator = "in" if inside is not opposite else "not in"
        return Text(f"{self.at(node.value, ADD)} {operator} {values}", COMPARE)

    def matching(self, node: Matching) -> Text:
        """A full match; an object or ``None``, so only of use as a condition."""
        return Text(f"{self.names.pattern(node.scalar)}({self.at(node.value, CHOICE)})", ATOM)

    def length(self, node: Length) -> Text:
        """A comparison of the length; the text itself where it only must not be empty."""
        if node.least and node.limit == 1:
            return render(self, node.value)
        return Text(f"len({self.at(node.value, CHOICE)}) {'>=' if node.least else '<='} {node.limit}", COMPARE)


def _limits(node: Expression | None, operator: str) -> TypeGuard[Comparison]:
    return isinstance(node, Comparison) and node.operator == operator and isinstance(node.right, Literal)
