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
_CHOICE, _OR, _AND, _NOT, _COMPARE, _ADD, _ATOM = range(7)
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
        return self._at(node, _CHOICE)

    def _at(self, node: Expression, strength: int) -> str:
        return render(self, node).within(strength)

    def literal(self, node: Literal) -> Text:
        """A literal; texts in double quotes."""
        value = node.value
        if isinstance(value, str):
            quoted = repr(f"'{value}")
            return Text(f'"{quoted[2:-1]}"' if quoted[0] == '"' and '"' not in value else repr(value), _ATOM)
        return Text(repr(value), _ATOM)

    def variable(self, node: Variable) -> Text:
        """A parameter or a local."""
        return Text(self.known.get(node, "") or self.names.variable(node.name), _ATOM)

    def attribute(self, node: Attribute) -> Text:
        """An attribute, or the local that holds it."""
        if node in self.known:
            return Text(self.known[node], _ATOM)
        return Text(f"{self._at(node.operand, _ATOM)}.{self.names.attribute(node.owner, node.member)}", _ATOM)

    def present(self, node: Present) -> Text:
        """What is not there is ``None``."""
        return Text(f"{self._at(node.attribute, _ATOM)} is not None", _COMPARE)

    def not_(self, node: Not) -> Text:
        """The opposite, by a word of its own where Python has one."""
        inner = node.operand
        match inner:
            case Not():
                return render(self, inner.operand)
            case Present():
                return Text(f"{self._at(inner.attribute, _ATOM)} is None", _COMPARE)
            case Comparison() if inner.operator in ("==", "!="):
                return self.comparison(Comparison(inner.kind, _OPPOSITE[inner.operator], inner.left, inner.right))
            case Membership():
                return Text(f"{self._at(inner.item, _ADD)} not in {self._at(inner.items, _ADD)}", _COMPARE)
            case Listed():
                return Text(f"{self._at(inner.value, _ADD)} not in {self.names.vocabulary(inner.vocabulary)}", _COMPARE)
            case Trait():
                return self._trait(inner, opposite=True)
            case _:
                return Text(f"not {self._at(inner, _NOT)}", _NOT)

    def and_(self, node: And) -> Text:
        """A conjunction; two limits of one value become a chain."""
        texts: list[str] = []
        terms = list(node.terms)
        while terms:
            term = terms.pop(0)
            upper = terms[0] if terms else None
            if _limits(term, ">=") and _limits(upper, "<=") and term.left == upper.left:
                terms.pop(0)
                low, value, high = (self._at(part, _ADD) for part in (term.right, term.left, upper.right))
                texts.append(f"{low} <= {value} <= {high}")
            else:
                texts.append(self._at(term, _NOT))
        return Text(" and ".join(texts), _AND if len(texts) > 1 else _COMPARE)

    def or_(self, node: Or) -> Text:
        """A disjunction; a conjunction inside it is bracketed for the reader."""
        return Text(" or ".join(self._at(term, _NOT) for term in node.terms), _OR)

    def conditional(self, node: Conditional) -> Text:
        """A conditional expression."""
        then, test = self._at(node.then, _OR), self._at(node.test, _OR)
        return Text(f"{then} if {test} else {self._at(node.otherwise, _CHOICE)}", _CHOICE)

    def comparison(self, node: Comparison) -> Text:
        """A comparison."""
        return Text(f"{self._at(node.left, _ADD)} {node.operator} {self._at(node.right, _ADD)}", _COMPARE)

    def sum(self, node: Sum) -> Text:
        """An addition or subtraction."""
        return Text(f"{self._at(node.left, _ADD)} {node.operator} {self._at(node.right, _ATOM)}", _ADD)

    def membership(self, node: Membership) -> Text:
        """The operator ``in``."""
        return Text(f"{self._at(node.item, _ADD)} in {self._at(node.items, _ADD)}", _COMPARE)

    def listing(self, node: Listing) -> Text:
        """A tuple, so that it can be looked up in a set."""
        items = [self._at(item, _CHOICE) for item in node.items]
        return Text(f"({', '.join(items)}{',' if len(items) == 1 else ''})", _ATOM)

    def quantifier(self, node: Quantifier) -> Text:
        """``all`` or ``any`` over a generator."""
        body = self._at(node.body, _CHOICE)
        return Text(f"{'all' if node.every else 'any'}({body}{self._for(node.variable, node.items)})", _ATOM)

    def comprehension(self, node: Comprehension) -> Text:
        """A list comprehension."""
        return Text(f"[{self.items(node)}]", _ATOM)

    def items(self, node: Comprehension) -> str:
        """The inside of a comprehension, for whatever brackets it stands in."""
        where = f" if {self._at(node.condition, _OR)}" if node.condition is not None else ""
        return f"{self._at(node.body, _CHOICE)}{self._for(node.variable, node.items)}{where}"

    def _for(self, variable: str, items: Expression) -> str:
        return f" for {self.names.variable(variable)} in {self._at(items, _OR)}"

    def application(self, node: Application) -> Text:
        """A builtin, an expression or a helper of the module."""
        match node.function:
            case Function.SIZE:
                return Text(f"len({self._at(node.arguments[0], _CHOICE)})", _ATOM)
            case Function.SUM:
                (items,) = node.arguments
                inside = self.items(items) if isinstance(items, Comprehension) else self._at(items, _CHOICE)
                return Text(f"sum({inside})", _ATOM)
            case Function.FAMILY:
                return Text(f"{self._at(node.arguments[0], _ATOM)}.partition({node.settings[0]!r})[0]", _ATOM)
            case _:
                arguments = [self._at(argument, _CHOICE) for argument in node.arguments]
                inside = ", ".join([*arguments, *map(repr, node.settings)])
                return Text(f"{self.names.function(node.function)}({inside})", _ATOM)

    def listed(self, node: Listed) -> Text:
        """A look into the vocabulary's set."""
        return Text(f"{self._at(node.value, _ADD)} in {self.names.vocabulary(node.vocabulary)}", _COMPARE)

    def trait(self, node: Trait) -> Text:
        """A look into the set of those values that differ from an unlisted one."""
        return self._trait(node, opposite=False)

    def _trait(self, node: Trait, *, opposite: bool) -> Text:
        values, inside = self.names.trait(node.vocabulary, node.trait)
        operator = "in" if inside is not opposite else "not in"
        return Text(f"{self._at(node.value, _ADD)} {operator} {values}", _COMPARE)

    def matching(self, node: Matching) -> Text:
        """A full match; an object or ``None``, so only of use as a condition."""
        return Text(f"{self.names.pattern(node.scalar)}({self._at(node.value, _CHOICE)})", _ATOM)

    def length(self, node: Length) -> Text:
        """A comparison of the length; the text itself where it only must not be empty."""
        if node.least and node.limit == 1:
            return render(self, node.value)
        return Text(f"len({self._at(node.value, _CHOICE)}) {'>=' if node.least else '<='} {node.limit}", _COMPARE)


def _limits(node: Expression | None, operator: str) -> TypeGuard[Comparison]:
    return isinstance(node, Comparison) and node.operator == operator and isinstance(node.right, Literal)
