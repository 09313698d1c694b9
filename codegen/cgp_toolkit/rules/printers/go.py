"""Expressions in Go.

Go has no conditional expression: both values are worked out, and one is picked.  Where that may look at what is not
there, and in messages, members are read so that a missing one is a zero.  Integers are compared as ``int64``, texts of
different types as ``string``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from operator import eq, ge, gt, le, lt, ne
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
    walk,
)

# Go's own order of strength, from the loosest up.
OR, AND, COMPARE, ADD, UNARY, ATOM = range(6)
_OPPOSITE = {"==": "!=", "!=": "==", "<": ">=", "<=": ">", ">": "<=", ">=": "<"}
# gofmt breaks longer functions; what is printed is laid out as it would.
_ONE_LINE = 90
_COMPARE = {"==": eq, "!=": ne, "<": lt, "<=": le, ">": gt, ">=": ge}
_TYPES = {Base.STRING: "string", Base.INTEGER: "int64", Base.NUMBER: "float64", Base.BOOLEAN: "bool"}


class Names(Protocol):
    """What things are called in the printed code."""

    def variable(self, name: str) -> str:
        """The parameter or local for a variable of the rule."""

    def field(self, owner: Object, member: str) -> str:
        """The field of a member."""

    def pointer(self, owner: Object, member: str) -> bool:
        """Whether the field is a pointer, which is nil where the member is absent."""

    def default(self, owner: Object, member: str) -> str | None:
        """The method that gives the member or its default, if it is not simply the field."""

    def type_of(self, name: str) -> str:
        """The Go type of a type of the model."""

    def distinct(self, name: str) -> bool:
        """Whether the type of a text is one of its own, and not a mere string."""

    def trait(self, vocabulary: str, trait: str) -> tuple[str, bool]:
        """The method of a trait, and whether it gives nothing but the truth."""

    def pattern(self, scalar: str) -> str:
        """The function that tells whether a text has the form of a scalar."""

    def function(self, function: Function) -> str:
        """The helper behind a function that is not a plain expression."""

    def quoted(self, text: str) -> str:
        """A string literal."""


@dataclass
class GoPrinter:
    """Prints expressions with the names of one binding.

    ``known`` are expressions that a local holds; ``sets`` are the locals that are maps; ``kinds`` are the Go types of
    variables.  ``safe`` reads members so that none has to be there.
    """

    names: Names
    known: Mapping[Expression, str] = field(default_factory=dict)
    sets: frozenset[str] = frozenset()
    kinds: Mapping[str, str] = field(default_factory=dict)
    safe: bool = False
    depth: int = 1

    def print(self, node: Expression) -> str:
        """The text of ``node``."""
        return self.text(node).text

    def at(self, node: Expression, strength: int) -> str:
        """The text of ``node``, in brackets where they are needed."""
        return self.text(node).within(strength)

    def text(self, node: Expression) -> Text:
        """``node``, or the local that holds it."""
        name = self.known.get(node)
        return Text(name, ATOM) if name is not None else render(self, node)

    @contextmanager
    def deeper(self) -> Iterator[None]:
        """Inside of another expression, where gofmt leaves no blanks around ``+``."""
        self.depth += 1
        yield
        self.depth -= 1

    def wrong(self, node: Expression) -> Text:
        """The opposite of ``node``, pushed inwards as far as it stays the opposite."""
        match node:
            case Not():
                return self.text(node.operand)
            case Present():
                return Text(f"{self.path(node.attribute)} == nil", COMPARE)
            case Comparison() if _flips(node):
                return self.comparison(replace(node, operator=_OPPOSITE[node.operator]))
            case Or() if all(map(_eases, node.terms)):
                return self._joined([self.wrong(term) for term in _needed(node)], "&&", AND)
            case And() if all(map(_eases, node.terms)):
                return self._joined([self.wrong(term) for term in _needed(node)], "||", OR)
            case Membership() if self._is_spelt_out(node):
                return self._joined([self._is(node.item, one, "!=") for one in _options(node)], "&&", AND)
            case Length() if node.least and node.limit == 1:
                return Text(f'{self.at(node.value, ADD)} == ""', COMPARE)
            case Literal():
                return Text("false" if node.value else "true", ATOM)
            case _:
                return Text(f"!{self.at(node, UNARY)}", UNARY)

    def spread(self, node: Expression, *, opposite: bool = False) -> str:
        """``node`` or its opposite, as several lines if it is long and falls into parts."""
        text = (self.wrong(node) if opposite else self.text(node)).text
        if len(text) <= _ONE_LINE or not isinstance(node, And | Or) or (opposite and not all(map(_eases, node.terms))):
            return text
        operator = "||" if isinstance(node, Or) is not opposite else "&&"
        parts = [self.wrong(term) if opposite else self.text(term) for term in _needed(node)]
        return f" {operator}\n\t".join(part.within(COMPARE) for part in parts)

    def literal(self, node: Literal) -> Text:
        """A constant."""
        match node.value:
            case bool():
                return Text("true" if node.value else "false", ATOM)
            case str():
                return Text(self.names.quoted(node.value), ATOM)
            case _:
                return Text(repr(node.value), ATOM if node.value >= 0 else UNARY)

    def variable(self, node: Variable) -> Text:
        """A name."""
        return Text(self.names.variable(node.name), ATOM)

    def path(self, node: Attribute) -> str:
        """The field itself, pointer or not."""
        return f"{self._operand(node.operand)}.{self.names.field(node.owner, node.member)}"

    def _operand(self, node: Expression) -> str:
        if isinstance(node, Attribute) and node not in self.known:
            path = self.path(node)
            return f"deref({path})" if self.safe and self.names.pointer(node.owner, node.member) else path
        return self.at(node, ATOM)

    def attribute(self, node: Attribute) -> Text:
        """A field, what its pointer points to, or what stands in for a missing one."""
        method = self.names.default(node.owner, node.member)
        if method is not None:
            return Text(f"{self._operand(node.operand)}.{method}()", ATOM)
        path = self.path(node)
        if not self.names.pointer(node.owner, node.member):
            return Text(path, ATOM)
        return Text(f"deref({path})", ATOM) if self.safe else Text(f"*{path}", UNARY)

    def present(self, node: Present) -> Text:
        """What is not there is nil."""
        return Text(f"{self.path(node.attribute)} != nil", COMPARE)

    def not_(self, node: Not) -> Text:
        """The opposite."""
        return self.wrong(node.operand)

    def and_(self, node: And) -> Text:
        """A conjunction."""
        return self._joined([self.text(term) for term in _needed(node)], "&&", AND)

    def or_(self, node: Or) -> Text:
        """A disjunction; a conjunction inside it is bracketed for the reader."""
        return self._joined([self.text(term) for term in _needed(node)], "||", OR)

    def _joined(self, texts: list[Text], operator: str, strength: int) -> Text:
        inner = COMPARE if len(texts) > 1 else strength
        return Text(f" {operator} ".join(text.within(inner) for text in texts), strength)

    def conditional(self, node: Conditional) -> Text:
        """Both values, of which one is picked."""
        both = self._safe()
        with self.deeper(), both.deeper():
            parts = [self.print(node.test), both.value(node.then), both.value(node.otherwise)]
        return Text(f"pick({', '.join(parts)})", ATOM)

    def _safe(self) -> GoPrinter:
        return replace(self, safe=True)

    def value(self, node: Expression) -> str:
        """``node`` as a value of a basic type: ``string``, ``int64``, ``float64`` or ``bool``."""
        kind = node.kind
        if isinstance(node, Listing):
            return self._tuple(node)
        if isinstance(kind, Plain) and kind.base is Base.INTEGER:
            return self._integer(node)
        if self._is_distinct(node):
            return f"string({self.print(node)})"
        return self.print(node)

    def _integer(self, node: Expression) -> str:
        match node:
            case Literal():
                return f"int64({self.print(node)})"
            case Application(function=Function.SIZE) | Attribute() | Variable():
                return f"int64({self.print(node)})"
            case _:
                return self.print(node)

    def _is_distinct(self, node: Expression) -> bool:
        kind = node.kind
        if not isinstance(node, Attribute | Variable) or not isinstance(kind, Plain) or kind.base is not Base.STRING:
            return False
        if isinstance(node, Variable) and self.kinds.get(node.name) == "string":
            return False
        return kind.type is not None and self.names.distinct(kind.type)

    def comparison(self, node: Comparison) -> Text:
        """A comparison of values of one type."""
        left, right = node.left, node.right
        constant = isinstance(left, Literal) or isinstance(right, Literal)
        plain = constant or not (self._is_converted(left) or self._is_converted(right))
        with self.deeper():
            one, other = (self.at(part, ADD) if plain else self.value(part) for part in (left, right))
        return Text(f"{one} {node.operator} {other}", COMPARE)

    def _is_converted(self, node: Expression) -> bool:
        kind = node.kind
        integer = isinstance(kind, Plain) and kind.base is Base.INTEGER
        return integer or self._is_distinct(node) or isinstance(node, Listing)

    def sum(self, node: Sum) -> Text:
        """An addition, subtraction or joining."""
        left = self._term(node.left)
        with self.deeper():
            right = f"({self._term(node.right)})" if isinstance(node.right, Sum) else self._term(node.right)
        blank = " " if self.depth == 1 else ""
        return Text(f"{left}{blank}{node.operator}{blank}{right}", ADD)

    def _term(self, node: Expression) -> str:
        return self.at(node, UNARY) if isinstance(node, Literal) else self.value(node)

    def membership(self, node: Membership) -> Text:
        """A look into a list or a set; a few constants are written out."""
        if isinstance(node.items, Variable) and node.items.name in self.sets:
            with self.deeper():
                return Text(f"{self.names.variable(node.items.name)}[{self.value(node.item)}]", ATOM)
        if self._is_spelt_out(node):
            return self._joined([self._is(node.item, one, "==") for one in _options(node)], "||", OR)
        with self.deeper():
            same = isinstance(node.item, Attribute | Variable) and self._element(node.items) == self._go_type(node.item)
            if same or isinstance(node.item, Literal):
                return Text(f"slices.Contains({self.collection(node.items)}, {self.print(node.item)})", ATOM)
            return Text(self._search(node), ATOM)

    def _search(self, node: Membership) -> str:
        """A look into a list of another type than the value's."""
        items, wanted, kind = self.collection(node.items), self.value(node.item), node.item.kind
        if isinstance(node.items, Comprehension | Listing) or not isinstance(kind, Plain):
            return f"slices.Contains({items}, {wanted})"
        if kind.base is Base.INTEGER:
            function = f"func(n {self._element(node.items)}) bool {{ return int64(n) == {wanted} }}"
            return f"slices.ContainsFunc({items}, {function})"
        return f"{'containsText' if kind.base is Base.STRING else 'slices.Contains'}({items}, {wanted})"

    def _go_type(self, node: Expression) -> str:
        if isinstance(node, Variable) and node.name in self.kinds:
            return self.kinds[node.name]
        return self._named(node.kind)

    def _is_spelt_out(self, node: Membership) -> bool:
        items = node.items
        if not isinstance(items, Listing) or not items.items or not isinstance(node.item, Attribute | Variable):
            return False
        return all(isinstance(item, Literal) for item in items.items)

    def _is(self, item: Expression, option: Expression, operator: str) -> Text:
        return Text(f"{self.at(item, ADD)} {operator} {self.print(option)}", COMPARE)

    def _tuple(self, node: Listing) -> str:
        """A list as one value: arrays can be compared and looked up."""
        return f"[{len(node.items)}]{self._item(node)}{self._items(node)}"

    def listing(self, node: Listing) -> Text:
        """A slice."""
        return Text(f"[]{self._item(node)}{self._items(node)}", ATOM)

    def _items(self, node: Listing) -> str:
        return "{" + ", ".join(self.value(item) for item in node.items) + "}"

    def _item(self, node: Listing) -> str:
        bases = {item.kind.base if isinstance(item.kind, Plain) else None for item in node.items}
        base = bases.pop() if len(bases) == 1 else None
        return "any" if base is None else _TYPES[base]

    def _element(self, node: Expression) -> str:
        """The Go type of the items of a list."""
        match node:
            case Comprehension():
                return self._basic(node.body)
            case Listing():
                return self._item(node)
            case _:
                return self._named(node.kind.item) if isinstance(node.kind, Many) and node.kind.item else "any"

    def _basic(self, node: Expression) -> str:
        """The Go type that :meth:`value` gives."""
        if isinstance(node, Listing):
            return f"[{len(node.items)}]{self._item(node)}"
        return _TYPES[node.kind.base] if isinstance(node.kind, Plain) else self._named(node.kind)

    def _named(self, kind: Kind) -> str:
        match kind:
            case Object():
                return self.names.type_of(kind.name)
            case Plain():
                return self.names.type_of(kind.type) if kind.type is not None else _TYPES[kind.base]
            case Many():
                return "[]" + (self._named(kind.item) if kind.item else "any")

    def collection(self, node: Expression) -> str:
        """A list to go through."""
        return self.print(node)

    def inside(self, variable: str, items: Expression) -> GoPrinter:
        """The printer of what is said of the items of a list; functions start with a fresh depth."""
        return replace(self, kinds={**self.kinds, variable: self._element(items)}, depth=1)

    def _function(self, variable: str, items: Expression, result: str, body: str) -> str:
        head = f"func({self.names.variable(variable)} {self._element(items)}) {result}"
        if "\n" not in body and len(f"{head} return {body}") <= _ONE_LINE:
            return f"{head} {{ return {body} }}"
        inner = body.replace("\n", "\n\t")
        return f"{head} {{\n\treturn {inner}\n}}"

    def quantifier(self, node: Quantifier) -> Text:
        """A search for an item that makes it so, or that does not."""
        inner = self.inside(node.variable, node.items)
        body = inner.wrong(node.body).text if node.every else inner.print(node.body)
        with self.deeper():
            items = self.collection(node.items)
        text = f"slices.ContainsFunc({items}, {self._function(node.variable, node.items, 'bool', body)})"
        return Text(f"!{text}", UNARY) if node.every else Text(text, ATOM)

    def comprehension(self, node: Comprehension) -> Text:
        """A new slice."""
        return Text(f"collect({self.made(node)})", ATOM)

    def made(self, node: Comprehension) -> str:
        """The arguments of what makes something of each item: the items, and the function."""
        inner = self.inside(node.variable, node.items)
        with self.deeper():
            items = self.collection(node.items)
        if node.condition is not None:
            test = self._function(node.variable, node.items, "bool", inner.print(node.condition))
            items = f"where({items}, {test})"
        body = inner.value(node.body)
        return f"{items}, {self._function(node.variable, node.items, self._basic(node.body), body)}"

    def application(self, node: Application) -> Text:
        """A builtin or a helper."""
        match node.function:
            case Function.SIZE:
                return Text(f"len({self.collection(node.arguments[0])})", ATOM)
            case Function.SUM:
                (items,) = node.arguments
                if isinstance(items, Comprehension):
                    return Text(f"total({self.made(items)})", ATOM)
                element = self._element(items)
                return Text(f"total({self.collection(items)}, func(n {element}) int64 {{ return int64(n) }})", ATOM)
            case _:
                return Text(self._call(node), ATOM)

    def _call(self, node: Application) -> str:
        several = len(node.arguments) + len(node.settings) > 1
        if several:
            self.depth += 1
        arguments = [
            self.print(argument) if isinstance(argument, Literal) else self.value(argument)
            for argument in node.arguments
        ]
        if several:
            self.depth -= 1
        settings = [self.names.quoted(s) if isinstance(s, str) else str(s) for s in node.settings]
        return f"{self.names.function(node.function)}({', '.join([*arguments, *settings])})"

    def listed(self, node: Listed) -> Text:
        """A method of the vocabulary."""
        return Text(f"{self._word(node.vocabulary, node.value)}.Listed()", ATOM)

    def trait(self, node: Trait) -> Text:
        """A method of the vocabulary."""
        method, told = self.names.trait(node.vocabulary, node.trait)
        text = f"{self._word(node.vocabulary, node.value)}.{method}()"
        return Text(text if told else f"told({text})", ATOM)

    def _word(self, vocabulary: str, value: Expression) -> str:
        """A value as one of a vocabulary."""
        type_ = self.names.type_of(vocabulary)
        if self._go_type(value) == type_ and isinstance(value, Attribute | Variable):
            # A pointer to a value has the methods of the value.
            field = isinstance(value, Attribute) and self.names.default(value.owner, value.member) is None
            return self._operand(value) if field else self.at(value, ATOM)
        return f"{type_}({self.print(value)})"

    def matching(self, node: Matching) -> Text:
        """A function a form."""
        return Text(f"{self.names.pattern(node.scalar)}({self.value(node.value)})", ATOM)

    def length(self, node: Length) -> Text:
        """A comparison of the length; of the text itself where it only must not be empty."""
        if node.least and node.limit == 1:
            return Text(f'{self.at(node.value, ADD)} != ""', COMPARE)
        return Text(f"chars({self.value(node.value)}) {'>=' if node.least else '<='} {node.limit}", COMPARE)


def _options(node: Membership) -> tuple[Expression, ...]:
    return node.items.items if isinstance(node.items, Listing) else ()


def _needed(node: And | Or) -> list[Expression]:
    """The terms, without asking whether a list is there where its length is asked for: nil has none."""
    kept: list[Expression] = []
    every = isinstance(node, And)
    for term, after in zip(node.terms, (*node.terms[1:], None), strict=True):
        present = term if every else term.operand if isinstance(term, Not) else None
        counted = _counted(after)
        if not (isinstance(present, Present) and counted == (present.attribute, not every)):
            kept.append(term)
    return kept


def _counted(node: Expression | None) -> tuple[Expression, bool] | None:
    """The list whose length is compared with a constant, and what comes out for none."""
    if not isinstance(node, Comparison) or not isinstance(node.right, Literal) or not isinstance(node.right.value, int):
        return None
    if not isinstance(node.left, Application) or node.left.function is not Function.SIZE:
        return None
    return node.left.arguments[0], _COMPARE[node.operator](0, node.right.value)


def _flips(node: Comparison) -> bool:
    """Whether its opposite is another comparison: not for the order of numbers, since NaN has none."""
    kind = node.left.kind
    ordered = isinstance(kind, Plain) and kind.base is Base.NUMBER
    return node.operator in ("==", "!=") or not ordered


def _eases(node: Expression) -> bool:
    """Whether pushing a negation into ``node`` makes it no harder to read."""
    return all(not isinstance(inner, Comparison) or _flips(inner) for inner in walk(node))
