"""Expressions in Rust.

A text is a ``&str``, a list a slice, a record a reference; integers of different widths meet as ``i128``.  A member
that may be absent is an ``Option``: where a condition asks whether it is there, what follows is printed with a local
that holds its value, so that nothing is unwrapped.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol, TypeGuard

from cgp_toolkit.model import Base
from cgp_toolkit.rules.functions import Function
from cgp_toolkit.rules.kinds import TRUTH, Kind, Many, Object, Plain
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
    parts,
)

# Rust's own order of strength, from the loosest up.
CHOICE, OR, AND, COMPARE, ADD, UNARY, ATOM = range(7)
_OPPOSITE = {"==": "!=", "!=": "==", "<": ">=", "<=": ">", ">": "<=", ">=": "<"}


class Names(Protocol):
    """What things are called in the printed code, and what the types of the crate are."""

    def variable(self, name: str) -> str:
        """The parameter or local for a variable of the rule."""

    def field(self, owner: Object, member: str) -> str:
        """The field of a member."""

    def may_be_absent(self, owner: Object, member: str) -> bool:
        """Whether the field is an ``Option``."""

    def boxed(self, owner: Object, member: str) -> bool:
        """Whether the field is behind a ``Box``."""

    def is_vocabulary(self, type_: str) -> bool:
        """Whether a type is an enum."""

    def type_name(self, type_: str) -> str:
        """The name of a type of the crate."""

    def variant(self, vocabulary: str, value: str) -> str | None:
        """The variant of a listed value, with its enum."""

    def pattern(self, scalar: str) -> str:
        """The regular expression of a scalar's form."""

    def trait(self, vocabulary: str, trait: str) -> tuple[str, bool]:
        """The method of a trait, and whether it answers for every value (else it is an ``Option``)."""

    def function(self, function: Function) -> str:
        """The helper behind a function."""

    def fits(self, scalar: str, value: int) -> bool:
        """Whether an integer fits the Rust type of a scalar."""


@dataclass(frozen=True)
class RustPrinter:
    """Prints over ``names``; ``known`` maps expressions to locals that hold their values already."""

    names: Names
    known: Mapping[Expression, str] = field(default_factory=dict)
    taken: set[str] = field(default_factory=set)

    def print(self, node: Expression) -> str:
        """The text of a whole expression."""
        return self.at(node, CHOICE)

    def at(self, node: Expression, strength: int) -> str:
        """The text of a part, in brackets if it does not hold together at ``strength``."""
        return render(self, node).within(strength)

    def bind(self, attribute: Attribute) -> tuple[str, RustPrinter]:
        """A local for the value of a member, and a printer that knows it."""
        name = self.fresh(self.names.field(attribute.owner, attribute.member), attribute)
        return name, replace(self, known={**self.known, attribute: name})

    def fresh(self, name: str, attribute: Attribute) -> str:
        """A name for a local that no other one has."""
        operand = attribute.operand
        if name in self.taken:
            above = self.names.variable(operand.name) if isinstance(operand, Variable) else ""
            above = above or (self.names.field(operand.owner, operand.member) if isinstance(operand, Attribute) else "")
            name = f"{above}_{name}"
        while name in self.taken:
            name += "_"
        self.taken.add(name)
        return name

    # Values.

    def literal(self, node: Literal) -> Text:
        """A value as written in the rule."""
        value = node.value
        if isinstance(value, bool):
            return Text("true" if value else "false", ATOM)
        if isinstance(value, str):
            return Text(quoted(value), ATOM)
        return Text(repr(value).replace("e+", "e"), ATOM if value >= 0 else UNARY)

    def variable(self, node: Variable) -> Text:
        """A parameter, or the item of a list."""
        known = self.known.get(node)
        if known is not None:
            return Text(known, ATOM)
        name = self.names.variable(node.name)
        match node.kind:
            case Plain(Base.STRING, type_) if type_ is not None and not self._is_word(node.kind):
                return Text(f"{name}.as_str()", ATOM)
            case Plain(Base.STRING):
                return Text(name, ATOM)
            case Plain():
                return Text(f"*{name}", UNARY)
            case _:
                return Text(name, ATOM)

    def attribute(self, node: Attribute) -> Text:
        """A field; of a text its ``&str``, of a word of a vocabulary the word itself."""
        if node in self.known:
            return Text(self.known[node], ATOM)
        if self._absent(node) is not None:
            return Text(self._defaulted(node), ATOM)
        place = self._place(node)
        if isinstance(node.kind, Plain) and node.kind.base is Base.STRING and not self._is_word(node.kind):
            return Text(f"{place}.as_str()", ATOM)
        return Text(place, ATOM)

    def _place(self, node: Expression) -> str:
        """A path that names a value."""
        if node in self.known:
            return self.known[node]
        if isinstance(node, Attribute):
            return f"{self._place(node.operand)}.{self.names.field(node.owner, node.member)}"
        if isinstance(node, Variable):
            return self.names.variable(node.name)
        return self.at(node, ATOM)

    def _absent(self, node: Expression) -> Attribute | None:
        """The outermost member on the way to ``node`` that may be absent, and of which no local is known."""
        if node in self.known or not isinstance(node, Attribute):
            return None
        above = self._absent(node.operand)
        if above is not None:
            return above
        return node if self.names.may_be_absent(node.owner, node.member) else None

    def optional(self, node: Attribute) -> str:
        """An ``Option`` of what a local can hold: a copy, or a reference."""
        absent = self._absent(node.operand)
        if absent is not None:
            inner, printer = self.bind(absent)
            then = "and_then" if self.names.may_be_absent(node.owner, node.member) else "map"
            text = printer.optional(node) if then == "and_then" else printer.borrowed(node)
            return f"{self.optional(absent)}.{then}(|{inner}| {text})"
        place = f"{self._place(node.operand)}.{self.names.field(node.owner, node.member)}"
        match node.kind:
            case Plain(Base.STRING) if not self._is_word(node.kind):
                return f"{place}.as_deref()"
            case Plain(Base.STRING):
                return f"{place}.as_ref()"
            case Plain():
                return place
            case Many():
                return f"{place}.as_deref()"
            case Object():
                return f"{place}.{'as_deref' if self.names.boxed(node.owner, node.member) else 'as_ref'}()"

    def borrowed(self, node: Attribute) -> str:
        """What a local can hold of a member that is there."""
        place = self._place(node)
        match node.kind:
            case Plain(Base.STRING) if not self._is_word(node.kind):
                return f"{place}.as_str()"
            case Plain(Base.STRING) | Object():
                return f"&{place}"
            case Many():
                return f"{place}.as_slice()"
            case Plain():
                return place

    def _defaulted(self, node: Attribute) -> str:
        """A member that is known to be there, though no local holds it."""
        text = self.optional(node)
        if self._is_word(node.kind) and isinstance(node.kind, Plain) and node.kind.type is not None:
            return f'{text}.map_or("", {self.names.type_name(node.kind.type)}::as_str)'
        return f"{text}.unwrap_or_default()"

    def _is_word(self, kind: Kind) -> bool:
        return isinstance(kind, Plain) and kind.type is not None and self.names.is_vocabulary(kind.type)

    def text(self, node: Expression) -> str:
        """A ``&str`` (or a ``String``, of what is made here)."""
        printed = self.at(node, ATOM)
        is_word = isinstance(node, Attribute | Variable) and self._is_word(node.kind)
        return f"{printed}.as_str()" if is_word and not printed.endswith("as_str)") else printed

    def wide(self, node: Expression, strength: int = CHOICE) -> str:
        """An integer as ``i128``."""
        if isinstance(node, Attribute | Variable):
            return f"i128::from({self.print(node)})"
        return self.at(node, strength)

    # Conditions.

    def present(self, node: Present) -> Text:
        """What is not there is ``None``."""
        return Text(f"{self._asked(node)}.is_some()", ATOM)

    def _asked(self, node: Present) -> str:
        attribute = node.attribute
        if self._absent(attribute.operand) is not None:
            return self.optional(attribute)
        return f"{self._place(attribute.operand)}.{self.names.field(attribute.owner, attribute.member)}"

    def not_(self, node: Not) -> Text:
        """The opposite, as far in as it can go."""
        inner = node.operand
        match inner:
            case Not():
                return render(self, inner.operand)
            case Present():
                return Text(f"{self._asked(inner)}.is_none()", ATOM)
            case Or():
                return self.and_(And(TRUTH, tuple(Not(TRUTH, term) for term in inner.terms)))
            case And() if not _bounds(inner):
                return self.or_(Or(TRUTH, tuple(Not(TRUTH, term) for term in inner.terms)))
            case Comparison() if inner.operator in ("==", "!=") or not _is(inner.left, Base.NUMBER):
                return self.comparison(replace(inner, operator=_OPPOSITE[inner.operator]))
            case Comparison():
                opposite = self.comparison(replace(inner, operator=_OPPOSITE[inner.operator]))
                return Text(f"{opposite.text} || {self.at(inner.left, ATOM)}.is_nan()", OR)
            case Length():
                return self._length(inner, opposite=True)
            case _:
                return Text(f"!{self.at(inner, UNARY)}", UNARY)

    def and_(self, node: And) -> Text:
        """A conjunction; two limits of one value are a range."""
        if limits := _bounds(node):
            low, high = limits
            value = self.at(low.left, UNARY)
            reference = value[1:] if value.startswith("*") else f"&{value}"
            return Text(f"({self.at(low.right, ADD)}..={self.at(high.right, ADD)}).contains({reference})", ATOM)
        return self._chain(node.terms, AND, "is_some_and")

    def or_(self, node: Or) -> Text:
        """A disjunction."""
        return self._chain(node.terms, OR, "is_none_or")

    def _chain(self, terms: Sequence[Expression], strength: int, method: str) -> Text:
        texts: list[str] = []
        for index, term in enumerate(terms):
            asked = bound(term, terms[index + 1 :], present=strength == AND)
            if asked is not None and asked not in self.known:
                name, printer = self.bind(asked)
                rest = printer._chain(terms[index + 1 :], strength, method)
                texts.append(f"{self.optional(asked)}.{method}(|{name}| {rest.text})")
                break
            texts.append(self.at(term, strength + 1))
        sign = " && " if strength == AND else " || "
        return Text(sign.join(texts), strength if len(texts) > 1 else COMPARE)

    def conditional(self, node: Conditional) -> Text:
        """One of two values."""
        test = node.test
        value = self._valued(node)
        if isinstance(test, Present) and _uses(test.attribute, (node.then,)):
            name, printer = self.bind(test.attribute)
            then = printer._valued(node)
            if then(node.then) == name:
                return Text(f"{self.optional(test.attribute)}.unwrap_or({value(node.otherwise)})", ATOM)
            mapped = closure(name, then(node.then))
            return Text(f"{self.optional(test.attribute)}.map_or({value(node.otherwise)}, {mapped})", ATOM)
        return Text(f"if {self.print(test)} {{ {value(node.then)} }} else {{ {value(node.otherwise)} }}", CHOICE)

    def _valued(self, node: Expression) -> Callable[[Expression], str]:
        """How the values are printed that a choice like ``node`` is between."""
        return self.wide if _is(node, Base.INTEGER) else self.text if _is(node, Base.STRING) else self.print

    def comparison(self, node: Comparison) -> Text:
        """A comparison, in the simplest way that the types allow."""
        left, right, operator = node.left, node.right, node.operator
        if isinstance(right, Literal):
            simple = self._to_literal(left, operator, right)
            if simple is not None:
                return simple
        if _is(left, Base.INTEGER):
            plain = isinstance(left, Attribute | Variable) and isinstance(right, Attribute | Variable)
            if plain and left.kind == right.kind:
                return Text(f"{self.at(left, ADD)} {operator} {self.at(right, ADD)}", COMPARE)
            return Text(f"{self.wide(left, ATOM)} {operator} {self.wide(right, ATOM)}", COMPARE)
        if _is(left, Base.STRING):
            return Text(f"{self.text(left)} {operator} {self.text(right)}", COMPARE)
        return Text(f"{self.at(left, ADD)} {operator} {self.at(right, ADD)}", COMPARE)

    def _to_literal(self, left: Expression, operator: str, right: Literal) -> Text | None:
        value = right.value
        if isinstance(left, Application) and left.function is Function.SIZE and isinstance(value, int):
            empty = {("==", 0), ("<", 1), ("<=", 0)}
            filled = {("!=", 0), (">", 0), (">=", 1)}
            if (operator, value) in empty | filled:
                sign = "" if (operator, value) in empty else "!"
                return Text(f"{sign}{self.list(left.arguments[0])}.is_empty()", UNARY if sign else ATOM)
            if value >= 0:
                return Text(f"{self.list(left.arguments[0])}.len() {operator} {value}", COMPARE)
        if isinstance(value, bool) and operator in ("==", "!="):
            return render(self, left if value is (operator == "==") else Not(TRUTH, left))
        if not isinstance(left, Attribute | Variable) or not isinstance(left.kind, Plain):
            return None
        type_ = left.kind.type
        if isinstance(value, str) and self._is_word(left.kind) and type_ is not None and operator in ("==", "!="):
            variant = self.names.variant(type_, value)
            if variant is not None and not self._absent(left):
                return Text(f"{self.word(left)} {operator} {variant}", COMPARE)
        text = isinstance(value, str) and isinstance(left, Attribute) and not self._is_word(left.kind)
        if text and left not in self.known and not self._absent(left) and operator in ("==", "!="):
            return Text(f"{self._place(left)} {operator} {quoted(str(value))}", COMPARE)
        integer = isinstance(value, int) and left.kind.base is Base.INTEGER and type_ is not None
        if integer and self.names.fits(str(type_), int(value)):
            return Text(f"{self.at(left, ADD)} {operator} {self.at(right, ADD)}", COMPARE)
        return None

    def word(self, node: Attribute | Variable) -> str:
        """A word of a vocabulary as a value that can be compared."""
        held = node in self.known or isinstance(node, Variable)
        return f"*{self.at(node, ATOM)}" if held else self._place(node)

    def sum(self, node: Sum) -> Text:
        """Two numbers added or subtracted, or texts joined."""
        if _is(node, Base.STRING):
            pieces = list(_joined(node))
            form = "".join(_braced(str(p.value)) if isinstance(p, Literal) else "{}" for p in pieces)
            values = [self.text(p) for p in pieces if not isinstance(p, Literal)]
            return Text(f"format!({', '.join([quoted(form), *values])})", ATOM)
        if _is(node, Base.INTEGER):
            return Text(f"{self.wide(node.left, ADD)} {node.operator} {self.wide(node.right, ATOM)}", ADD)
        return Text(f"{self.at(node.left, ADD)} {node.operator} {self.at(node.right, ATOM)}", ADD)

    def membership(self, node: Membership) -> Text:
        """Whether a list holds an item: by a pattern, a set, or the list itself."""
        item, items = node.item, node.items
        if isinstance(items, Listing) and all(isinstance(each, Literal) for each in items.items):
            return Text(f"matches!({self._matched(item)}, {' | '.join(self._patterns(item, items))})", ATOM)
        if isinstance(items, Variable) and items in self.known:
            key = self.key(item)
            return Text(f"{self.known[items]}.contains({key if _is(item, Base.STRING) else f'&{key}'})", ATOM)
        if isinstance(items, Attribute) and isinstance(items.kind, Many) and isinstance(item, Attribute | Variable):
            same = self._is_word(item.kind) and items.kind.item == item.kind and self._absent(item) is None
            if same:
                held = item in self.known or isinstance(item, Variable)
                key = self.at(item, ATOM) if held else f"&{self._place(item)}"
                return Text(f"{self.list(items)}.contains({key})", ATOM)
        keys = self._keys(items)
        return Text(f"{keys}.any(|each| each == {self.key(item)})", ATOM)

    def _matched(self, item: Expression) -> str:
        if isinstance(item, Attribute | Variable) and self._is_word(item.kind) and self._absent(item) is None:
            return self.at(item, ATOM) if item in self.known or isinstance(item, Variable) else self._place(item)
        return self.text(item) if _is(item, Base.STRING) else self.print(item)

    def _patterns(self, item: Expression, items: Listing) -> Iterator[str]:
        for each in items.items:
            value = each.value if isinstance(each, Literal) else None
            type_ = item.kind.type if isinstance(item.kind, Plain) else None
            word = isinstance(item, Attribute | Variable) and self._is_word(item.kind) and self._absent(item) is None
            variant = self.names.variant(str(type_), str(value)) if word else None
            yield variant or self.print(each)

    def key(self, node: Expression) -> str:
        """A value by which items are looked up."""
        match node:
            case Listing():
                return f"[{', '.join(map(self.key, node.items))}]"
            case _ if _is(node, Base.STRING):
                return self.text(node)
            case _ if _is(node, Base.INTEGER):
                return self.wide(node)
            case _:
                return self.print(node)

    def _keys(self, items: Expression) -> str:
        """An iterator over the keys of a list."""
        if isinstance(items, Comprehension):
            return self.iterate(items)
        kind = items.kind.item if isinstance(items.kind, Many) else None
        each = Variable(kind if kind is not None else TRUTH, "each")
        return f"{self.list(items)}.iter().map(|each| {self.key(each)})"

    def list(self, node: Expression) -> str:
        """A list as something with the methods of a slice."""
        if isinstance(node, Comprehension):
            return f"{self.iterate(node)}.collect::<Vec<_>>()"
        return self.at(node, ATOM)

    def iterate(self, node: Expression) -> str:
        """An iterator over a list: over references, or over what a comprehension makes."""
        if not isinstance(node, Comprehension):
            return f"{self.list(node)}.iter()"
        name = self.names.variable(node.variable)
        text = self.iterate(node.items)
        if node.condition is not None:
            text += f".filter(|&{name}| {self.print(node.condition)})"
        made = self.key(node.body)
        return text if made == name else f"{text}.map({closure(name, made)})"

    def listing(self, node: Listing) -> Text:
        """An array."""
        return Text(self.key(node), ATOM)

    def quantifier(self, node: Quantifier) -> Text:
        """``all`` or ``any`` over an iterator."""
        name = self.names.variable(node.variable)
        return Text(
            f"{self.iterate(node.items)}.{'all' if node.every else 'any'}(|{name}| {self.print(node.body)})", ATOM
        )

    def comprehension(self, node: Comprehension) -> Text:
        """A list made of another."""
        return Text(self.list(node), ATOM)

    def application(self, node: Application) -> Text:
        """A method, or a helper of the crate."""
        match node.function:
            case Function.SIZE:
                return Text(f"({self.list(node.arguments[0])}.len() as i128)", ATOM)
            case Function.SUM:
                (items,) = node.arguments
                plain = "" if isinstance(items, Comprehension) else ".map(|each| i128::from(*each))"
                return Text(f"{self.iterate(items)}{plain}.sum::<i128>()", ATOM)
            case _:
                arguments = [self._argument(argument) for argument in node.arguments]
                settings = [quoted(s) if isinstance(s, str) else repr(s) for s in node.settings]
                return Text(f"{self.names.function(node.function)}({', '.join([*arguments, *settings])})", ATOM)

    def _argument(self, node: Expression) -> str:
        if not _is(node, Base.STRING):
            return self.wide(node)
        text = self.text(node)
        owned = isinstance(node, Sum) or (isinstance(node, Application) and node.function is Function.SHA256)
        return f"&{text}" if owned else text

    def listed(self, node: Listed) -> Text:
        """Whether a word is one of the listed ones."""
        value = node.value
        known = isinstance(value, Attribute | Variable) and value.kind == Plain(Base.STRING, node.vocabulary)
        if known and self._absent(value) is None:
            return Text(f"{self.at(value, ATOM)}.is_listed()", ATOM)
        return Text(f"{self.names.type_name(node.vocabulary)}::from_listed({self.text(value)}).is_some()", ATOM)

    def trait(self, node: Trait) -> Text:
        """A method of the word."""
        method, whole = self.names.trait(node.vocabulary, node.trait)
        value = node.value
        known = isinstance(value, Attribute | Variable) and value.kind == Plain(Base.STRING, node.vocabulary)
        if known and self._absent(value) is None:
            word = self.at(value, ATOM)
        else:
            word = f"{self.names.type_name(node.vocabulary)}::from({self.text(value)})"
        return Text(f"{word}.{method}()", ATOM) if whole else Text(f"{word}.{method}() == Some(true)", COMPARE)

    def matching(self, node: Matching) -> Text:
        """A full match."""
        return Text(f"{self.names.pattern(node.scalar)}.is_match({self._argument(node.value)})", ATOM)

    def length(self, node: Length) -> Text:
        """A comparison of the length."""
        return self._length(node, opposite=False)

    def _length(self, node: Length, *, opposite: bool) -> Text:
        text = self.text(node.value)
        if node.least and node.limit == 1:
            text = text.removesuffix(".as_str()") if isinstance(node.value, Attribute) else text
            return Text(f"{text}.is_empty()", ATOM) if opposite else Text(f"!{text}.is_empty()", UNARY)
        operator = ">=" if node.least else "<="
        return Text(f"{text}.chars().count() {_OPPOSITE[operator] if opposite else operator} {node.limit}", COMPARE)


def closure(name: str, body: str) -> str:
    """A function of ``name``; one that only calls another one is that one."""
    called = re.fullmatch(rf"([\w:]+)\({re.escape(name)}\)", body)
    return called[1] if called is not None else f"|{name}| {body}"


def bound(term: Expression, rest: Sequence[Expression], *, present: bool) -> Attribute | None:
    """The member whose being there (``present``) or not is asked by ``term``, if the ``rest`` needs its value."""
    asked = term if present else term.operand if isinstance(term, Not) else None
    if isinstance(asked, Present) and _uses(asked.attribute, rest):
        return asked.attribute
    return None


def _uses(attribute: Attribute, expressions: Sequence[Expression]) -> bool:
    """Whether the value of a member is needed, and not only whether it is there."""
    for expression in expressions:
        inside = [expression.attribute.operand] if isinstance(expression, Present) else [*parts(expression)]
        if expression == attribute or _uses(attribute, inside):
            return True
    return False


def _bounds(node: Expression) -> tuple[Comparison, Comparison] | None:
    """The two limits of one value that a conjunction is."""
    match node:
        case And(_, (Comparison() as low, Comparison() as high)) if _limits(low, ">=") and _limits(high, "<="):
            return (low, high) if low.left == high.left else None
        case _:
            return None


def _limits(node: Expression, operator: str) -> TypeGuard[Comparison]:
    return isinstance(node, Comparison) and node.operator == operator and isinstance(node.right, Literal)


def _is(node: Expression, base: Base) -> bool:
    return isinstance(node.kind, Plain) and node.kind.base is base


def _joined(node: Expression) -> Iterator[Expression]:
    if isinstance(node, Sum):
        yield from _joined(node.left)
        yield from _joined(node.right)
    else:
        yield node


def _braced(text: str) -> str:
    return text.replace("{", "{{").replace("}", "}}")


def quoted(text: str) -> str:
    """A string literal."""
    literal = json.dumps(text, ensure_ascii=False)
    return literal if "\\" not in literal else re.sub(r"\\u([0-9a-f]{4})|\\([bf])", _escape, literal)


def _escape(match: re.Match[str]) -> str:
    code = match[1] or {"b": "8", "f": "c"}[match[2]]
    return f"\\u{{{int(code, 16):x}}}"
