"""Expressions in Java.

Values of vocabularies are objects in Java, and texts in rules.  An expression that gives such an object is *wrapped*:
its text is had by ``value()``, and where two of one vocabulary meet, the objects are compared themselves.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
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

# Java's own order of strength, from the loosest up.
CHOICE, OR, AND, EQUAL, COMPARE, ADD, UNARY, ATOM = range(8)
_EQUALITY = {"==": "!=", "!=": "=="}
_INT = 1 << 31


class Names(Protocol):
    """What things are called in the printed code."""

    def variable(self, name: str) -> str:
        """The parameter or local for a variable of the rule."""

    def attribute(self, owner: Object, member: str) -> str:
        """The accessor of a class for a member, without brackets."""

    def absent(self, owner: Object, member: str) -> bool:
        """Whether the accessor may give null."""

    def pattern(self, scalar: str) -> str:
        """The pattern of a scalar."""

    def vocabulary(self, name: str | None) -> str:
        """The class of a vocabulary; empty for a type that is none."""

    def is_closed(self, vocabulary: str) -> bool:
        """Whether no other values than the listed ones exist."""

    def constant(self, vocabulary: str, value: str) -> str:
        """The constant of a listed value; empty if the value is not listed."""

    def trait(self, vocabulary: str, trait: str) -> tuple[str, bool]:
        """The method for a trait, and whether it may give null."""

    def function(self, function: Function) -> str:
        """The helper behind a function."""

    def literal(self, text: str) -> str:
        """A string literal."""


@dataclass(frozen=True)
class JavaPrinter:
    """Prints over ``names``.

    ``known`` maps variables to the locals that hold them; those that a comprehension has made are in ``plain``: their
    texts are unwrapped already.
    """

    names: Names
    known: Mapping[str, str] = field(default_factory=dict)
    plain: frozenset[str] = frozenset()

    def print(self, node: Expression) -> str:
        """The text of a whole expression."""
        return self.at(node, CHOICE)

    def at(self, node: Expression, strength: int) -> str:
        """The text of a part, in brackets if it does not hold together at ``strength``."""
        return render(self, node).within(strength)

    def literal(self, node: Literal) -> Text:
        """A literal; integers are longs where they have to be."""
        value = node.value
        if isinstance(value, bool):
            return Text("true" if value else "false", ATOM)
        if isinstance(value, str):
            return Text(self.names.literal(value), ATOM)
        strength = ATOM if value >= 0 else UNARY
        if isinstance(value, int):
            return Text(f"{value}" if -_INT <= value < _INT else f"{value}L", strength)
        return Text(repr(value).replace("e+", "e"), strength)

    def variable(self, node: Variable) -> Text:
        """A parameter or a local."""
        return Text(f"{self._object(node)}.value()" if self._wrapped(node) else self._object(node), ATOM)

    def attribute(self, node: Attribute) -> Text:
        """An accessor."""
        return Text(f"{self._object(node)}.value()" if self._wrapped(node) else self._object(node), ATOM)

    def _object(self, node: Expression) -> str:
        """A variable or a member as it is in Java."""
        if isinstance(node, Variable):
            return self.known.get(node.name) or self.names.variable(node.name)
        if isinstance(node, Attribute):
            return f"{self.at(node.operand, ATOM)}.{self.names.attribute(node.owner, node.member)}()"
        return self.at(node, ATOM)

    def _wrapped(self, node: Expression) -> str:
        """The class of the vocabulary whose object an expression gives; empty if it gives anything else."""
        kind = node.kind
        if not isinstance(kind, Plain) or not isinstance(node, Variable | Attribute):
            return ""
        if isinstance(node, Variable) and node.name in self.plain:
            return ""
        return self.names.vocabulary(kind.type)

    def _wrapped_items(self, node: Expression) -> str:
        """The same of the items of a list."""
        kind = node.kind
        if not isinstance(kind, Many) or not isinstance(kind.item, Plain) or not isinstance(node, Attribute):
            return ""
        return self.names.vocabulary(kind.item.type)

    def present(self, node: Present) -> Text:
        """What is not there is null."""
        return Text(f"{self._object(node.attribute)} != null", EQUAL)

    def not_(self, node: Not) -> Text:
        """The opposite."""
        inner = node.operand
        match inner:
            case Not():
                return render(self, inner.operand)
            case Literal(value=bool() as value):
                return Text("false" if value else "true", ATOM)
            case Present():
                return Text(f"{self._object(inner.attribute)} == null", EQUAL)
            case Comparison() if inner.operator in _EQUALITY:
                return self.comparison(replace(inner, operator=_EQUALITY[inner.operator]))
            case And():
                return self.or_(Or(inner.kind, tuple(Not(term.kind, term) for term in inner.terms)))
            case Or():
                return self.and_(And(inner.kind, tuple(Not(term.kind, term) for term in inner.terms)))
            case Quantifier(every=False):
                return self._matched(inner, "noneMatch")
            case Length(least=True, limit=1):
                return Text(f"{self.at(inner.value, ATOM)}.isEmpty()", ATOM)
            case _:
                return Text(f"!{self.at(inner, UNARY)}", UNARY)

    def and_(self, node: And) -> Text:
        """A conjunction."""
        if len(node.terms) == 1:
            return render(self, node.terms[0])
        return Text(" && ".join(self.at(term, EQUAL) for term in node.terms), AND)

    def or_(self, node: Or) -> Text:
        """A disjunction; a conjunction inside it is bracketed for the reader."""
        return Text(" || ".join(self.at(term, EQUAL) for term in node.terms), OR)

    def conditional(self, node: Conditional) -> Text:
        """A conditional expression."""
        test, then = self.at(node.test, OR), self.at(node.then, OR)
        return Text(f"{test} ? {then} : {self.at(node.otherwise, OR)}", CHOICE)

    def comparison(self, node: Comparison) -> Text:
        """A comparison; equal objects are what ``equals`` says."""
        left, right = node.left, node.right
        if node.operator not in _EQUALITY:
            if _is_text(left.kind):
                compared = f"{self.names.function(Function.SIZE)}.compare({self.print(left)}, {self.print(right)})"
                return Text(f"{compared} {node.operator} 0", COMPARE)
            return Text(f"{self.at(left, ADD)} {node.operator} {self.at(right, ADD)}", COMPARE)
        if isinstance(left, Application) and left.function is Function.SIZE and _is_zero(right):
            empty = f"{self._object(left.arguments[0])}.isEmpty()"
            return Text(empty, ATOM) if node.operator == "==" else Text(f"!{empty}", UNARY)
        known = self._known(left, right) or self._known(right, left)
        if known:
            return Text(f"{known[0]} {node.operator} {known[1]}", EQUAL)
        if not self._by_value(left, right):
            return Text(f"{self.at(left, COMPARE)} {node.operator} {self.at(right, COMPARE)}", EQUAL)
        if isinstance(left, Literal):
            left, right = right, left
        same = self._wrapped(left) and self._wrapped(left) == self._wrapped(right)
        one, other = (self._object(left), self._object(right)) if same else (self.at(left, ATOM), self.print(right))
        equal = f"{one}.equals({other})"
        return Text(equal, ATOM) if node.operator == "==" else Text(f"!{equal}", UNARY)

    def _known(self, value: Expression, literal: Expression) -> tuple[str, str] | None:
        """An object and the constant that it is compared with, which is the only one of its value."""
        class_ = self._wrapped(value)
        if not class_ or not isinstance(literal, Literal) or not isinstance(value.kind, Plain):
            return None
        constant = self.names.constant(value.kind.type or "", str(literal.value))
        return (self._object(value), f"{class_}.{constant}") if constant else None

    def _by_value(self, left: Expression, right: Expression) -> bool:
        if _is_text(left.kind) or isinstance(left.kind, Many):
            return True
        return self._boxed(left) and self._boxed(right)

    def _boxed(self, node: Expression) -> bool:
        return isinstance(node, Attribute) and self.names.absent(node.owner, node.member)

    def sum(self, node: Sum) -> Text:
        """An addition or subtraction."""
        return Text(f"{self.at(node.left, ADD)} {node.operator} {self.at(node.right, UNARY)}", ADD)

    def membership(self, node: Membership) -> Text:
        """A look into a list or a set."""
        if isinstance(node.items, Listing):
            known = [self._known(node.item, item) for item in node.items.items]
            if known and None not in known:
                constants = ", ".join(constant for _, constant in filter(None, known))
                return Text(f"List.of({constants}).contains({self._object(node.item)})", ATOM)
        wanted, items = self._wrapped_items(node.items), self._object(node.items)
        if not wanted:
            return Text(f"{items}.contains({self.print(node.item)})", ATOM)
        if self._wrapped(node.item) == wanted:
            return Text(f"{items}.contains({self._object(node.item)})", ATOM)
        return Text(f"{items}.stream().anyMatch(each -> each.value().equals({self.print(node.item)}))", ATOM)

    def listing(self, node: Listing) -> Text:
        """A list."""
        return Text(f"List.of({', '.join(self._listed_item(item) for item in node.items)})", ATOM)

    def _listed_item(self, item: Expression) -> str:
        text = self.print(item)
        # Lists of longs hold no ints.
        return f"{text}L" if isinstance(item, Literal) and text.lstrip("-").isdigit() else text

    def quantifier(self, node: Quantifier) -> Text:
        """``allMatch`` or ``anyMatch`` of a stream."""
        return self._matched(node, "allMatch" if node.every else "anyMatch")

    def _matched(self, node: Quantifier, match: str) -> Text:
        inside, name = self._inside(node.variable, node.items)
        return Text(f"{self._object(node.items)}.stream().{match}({name} -> {inside.print(node.body)})", ATOM)

    def comprehension(self, node: Comprehension) -> Text:
        """A stream made a list."""
        return Text(f"{self.stream(node)}.toList()", ATOM)

    def stream(self, node: Comprehension, mapped: str = "map") -> str:
        """The stream of a comprehension, for whatever is to be made of it."""
        inside, name = self._inside(node.variable, node.items)
        where = f".filter({name} -> {inside.print(node.condition)})" if node.condition is not None else ""
        return f"{self._object(node.items)}.stream(){where}.{mapped}({name} -> {inside.print(node.body)})"

    def _inside(self, variable: str, items: Expression) -> tuple[JavaPrinter, str]:
        """The printer for what stands inside of a lambda, and the name of its parameter, which hides no other."""
        name = self.names.variable(variable)
        taken = set(self.known.values())
        while name in taken:
            name += "_"
        plain = self.plain - {variable} if isinstance(items, Attribute) else self.plain | {variable}
        return replace(self, known={**self.known, variable: name}, plain=plain), name

    def application(self, node: Application) -> Text:
        """A method, or a helper of the package."""
        arguments = node.arguments
        match node.function:
            case Function.SIZE:
                return Text(f"{self._object(arguments[0])}.size()", ATOM)
            case Function.SUM:
                (items,) = arguments
                if isinstance(items, Comprehension):
                    return Text(f"{self.stream(items, 'mapToLong')}.sum()", ATOM)
                return Text(f"{self._object(items)}.stream().mapToLong(Long::longValue).sum()", ATOM)
            case Function.IS_INSTANT:
                return Text(f"{self.names.function(node.function)}.matcher({self.print(arguments[0])}).matches()", ATOM)
            case _:
                given = [*map(self.print, arguments), *map(self._setting, node.settings)]
                return Text(f"{self.names.function(node.function)}({', '.join(given)})", ATOM)

    def _setting(self, value: str | int) -> str:
        return self.names.literal(value) if isinstance(value, str) else str(value)

    def listed(self, node: Listed) -> Text:
        """What the object itself says."""
        class_ = self.names.vocabulary(node.vocabulary)
        if self.names.is_closed(node.vocabulary):
            if self._wrapped(node.value) == class_:
                return Text("true", ATOM)
            return Text(f"{class_}.of({self.print(node.value)}).isPresent()", ATOM)
        return Text(f"{self._valued(class_, node.value)}.isListed()", ATOM)

    def trait(self, node: Trait) -> Text:
        """What the object itself says."""
        class_ = self.names.vocabulary(node.vocabulary)
        method, nullable = self.names.trait(node.vocabulary, node.trait)
        if self.names.is_closed(node.vocabulary) and self._wrapped(node.value) != class_:
            told = f"{class_}.of({self.print(node.value)}).map({class_}::{method}).orElse(false)"
        else:
            told = f"{self._valued(class_, node.value)}.{method}()"
        return Text(f"Boolean.TRUE.equals({told})" if nullable else told, ATOM)

    def _valued(self, class_: str, value: Expression) -> str:
        return self._object(value) if self._wrapped(value) == class_ else f"{class_}.of({self.print(value)})"

    def matching(self, node: Matching) -> Text:
        """A full match."""
        return Text(f"{self.names.pattern(node.scalar)}.matcher({self.print(node.value)}).matches()", ATOM)

    def length(self, node: Length) -> Text:
        """A comparison of the length; whether there is any text where it only must not be empty."""
        if node.least and node.limit == 1:
            return Text(f"!{self.at(node.value, ATOM)}.isEmpty()", UNARY)
        length = f"{self.names.function(Function.SIZE)}.length({self.print(node.value)})"
        return Text(f"{length} {'>=' if node.least else '<='} {node.limit}", COMPARE)


def _is_zero(node: Expression) -> bool:
    return isinstance(node, Literal) and node.value == 0 and node.value is not False


def _is_text(kind: Kind) -> bool:
    return isinstance(kind, Plain) and kind.base is Base.STRING
