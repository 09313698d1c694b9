"""Typed expressions: what the checker leaves of a rule, and what printers turn into each language.

Every node has one meaning in every language.  Texts compare by code points, integers are exact, lists keep order.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from cgp_toolkit.rules.functions import Function
from cgp_toolkit.rules.kinds import Kind, Many, Object


@dataclass(frozen=True, slots=True)
class Literal:
    """A text, number or truth value."""

    kind: Kind
    value: str | int | float | bool


@dataclass(frozen=True, slots=True)
class Variable:
    """A message, or the item of a list."""

    kind: Kind
    name: str


@dataclass(frozen=True, slots=True)
class Attribute:
    """A member's value; the checker has made sure that it is there."""

    kind: Kind
    operand: Expression
    owner: Object
    member: str


@dataclass(frozen=True, slots=True)
class Present:
    """Whether an optional member without default is there."""

    kind: Kind
    attribute: Attribute


@dataclass(frozen=True, slots=True)
class Not:
    """The opposite."""

    kind: Kind
    operand: Expression


@dataclass(frozen=True, slots=True)
class And:
    """All of the terms; none is evaluated after one that is false."""

    kind: Kind
    terms: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Or:
    """Any of the terms; none is evaluated after one that is true."""

    kind: Kind
    terms: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Conditional:
    """One of two values."""

    kind: Kind
    test: Expression
    then: Expression
    otherwise: Expression


@dataclass(frozen=True, slots=True)
class Comparison:
    """``==``, ``!=``, ``<``, ``<=``, ``>`` or ``>=`` of two values of one kind."""

    kind: Kind
    operator: str
    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True)
class Sum:
    """``+`` or ``-`` of two numbers, or ``+`` of two texts."""

    kind: Kind
    operator: str
    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True)
class Membership:
    """Whether an item is in a list."""

    kind: Kind
    item: Expression
    items: Expression


@dataclass(frozen=True, slots=True)
class Listing:
    """A list of given items."""

    kind: Many
    items: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Quantifier:
    """Whether ``body`` holds for ``all`` items, or for any (``exists``)."""

    kind: Kind
    every: bool
    variable: str
    items: Expression
    body: Expression


@dataclass(frozen=True, slots=True)
class Comprehension:
    """The list of ``body`` for each item for which ``condition`` holds."""

    kind: Many
    variable: str
    items: Expression
    condition: Expression | None
    body: Expression


@dataclass(frozen=True, slots=True)
class Application:
    """A function of :mod:`cgp_toolkit.rules.functions`; ``settings`` are the model's facts that it needs."""

    kind: Kind
    function: Function
    settings: tuple[str | int, ...]
    arguments: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Listed:
    """Whether a vocabulary lists a value."""

    kind: Kind
    vocabulary: str
    value: Expression


@dataclass(frozen=True, slots=True)
class Trait:
    """A truth that a vocabulary tells of every value, listed or not."""

    kind: Kind
    vocabulary: str
    trait: str
    value: Expression


@dataclass(frozen=True, slots=True)
class Matching:
    """Whether a text is a full match of the author pattern of a scalar."""

    kind: Kind
    scalar: str
    value: Expression


@dataclass(frozen=True, slots=True)
class Length:
    """Whether a text has at least, or at most, so many code points."""

    kind: Kind
    least: bool
    limit: int
    value: Expression


Expression: TypeAlias = (
    Literal
    | Variable
    | Attribute
    | Present
    | Not
    | And
    | Or
    | Conditional
    | Comparison
    | Sum
    | Membership
    | Listing
    | Quantifier
    | Comprehension
    | Application
    | Listed
    | Trait
    | Matching
    | Length
)


def parts(expression: Expression) -> list[Expression]:
    """The direct parts of an expression, in the order in which they are written."""
    found = []
    for name in expression.__match_args__:
        value = getattr(expression, name)
        if type(value) in _NODES:
            found.append(value)
        elif type(value) is tuple:
            found += [item for item in value if type(item) in _NODES]
    return found


def walk(expression: Expression) -> Iterator[Expression]:
    """The expression and everything inside it, from the outside in."""
    waiting = [expression]
    while waiting:
        found = waiting.pop()
        yield found
        waiting += reversed(parts(found))


EXPRESSIONS = (
    Literal, Variable, Attribute, Present, Not, And, Or, Conditional, Comparison, Sum, Membership, Listing, Quantifier,
    Comprehension, Application, Listed, Trait, Matching, Length,
)  # fmt: skip
"""The classes of all nodes."""

_NODES = frozenset[type](EXPRESSIONS)
