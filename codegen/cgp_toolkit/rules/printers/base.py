"""What every printer does, and the walk that asks it to.

A printer turns one node into text, given the printed parts of that node; it never looks at the protocol.  ``strength``
tells how tightly a printed text holds together, so that brackets stand only where they are needed.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

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


@dataclass(frozen=True, slots=True)
class Text:
    """A printed expression; the larger ``strength``, the fewer brackets it needs."""

    text: str
    strength: int

    def within(self, strength: int) -> str:
        """The text, in brackets if it does not hold together at ``strength``."""
        return self.text if self.strength >= strength else f"({self.text})"


class Printer(Protocol):
    """One language.  Parts are printed by calling :func:`render` with the printer itself."""

    def literal(self, node: Literal) -> Text:
        """A value as written in the rule."""

    def variable(self, node: Variable) -> Text:
        """A message or the item of a list."""

    def attribute(self, node: Attribute) -> Text:
        """A member."""

    def present(self, node: Present) -> Text:
        """Whether a member is there."""

    def not_(self, node: Not) -> Text:
        """The opposite."""

    def and_(self, node: And) -> Text:
        """All terms, left to right."""

    def or_(self, node: Or) -> Text:
        """Any term, left to right."""

    def conditional(self, node: Conditional) -> Text:
        """One of two values."""

    def comparison(self, node: Comparison) -> Text:
        """Two values compared."""

    def sum(self, node: Sum) -> Text:
        """Two numbers added or subtracted, or two texts joined."""

    def membership(self, node: Membership) -> Text:
        """Whether a list holds an item."""

    def listing(self, node: Listing) -> Text:
        """A list of given items."""

    def quantifier(self, node: Quantifier) -> Text:
        """Whether something holds for all items or for any."""

    def comprehension(self, node: Comprehension) -> Text:
        """A list made of another."""

    def application(self, node: Application) -> Text:
        """A function of the catalogue."""

    def listed(self, node: Listed) -> Text:
        """Whether a vocabulary lists a value."""

    def trait(self, node: Trait) -> Text:
        """What a vocabulary tells of a value."""

    def matching(self, node: Matching) -> Text:
        """Whether a text has the form of a scalar."""

    def length(self, node: Length) -> Text:
        """Whether a text is long or short enough."""


def render(printer: Printer, node: Expression) -> Text:
    """``node`` in the language of ``printer``."""
    match node:
        case Literal():
            return printer.literal(node)
        case Variable():
            return printer.variable(node)
        case Attribute():
            return printer.attribute(node)
        case Present():
            return printer.present(node)
        case Not():
            return printer.not_(node)
        case And():
            return printer.and_(node)
        case Or():
            return printer.or_(node)
        case Conditional():
            return printer.conditional(node)
        case Comparison():
            return printer.comparison(node)
        case Sum():
            return printer.sum(node)
        case Membership():
            return printer.membership(node)
        case Listing():
            return printer.listing(node)
        case Quantifier():
            return printer.quantifier(node)
        case Comprehension():
            return printer.comprehension(node)
        case Application():
            return printer.application(node)
        case Listed():
            return printer.listed(node)
        case Trait():
            return printer.trait(node)
        case Matching():
            return printer.matching(node)
        case Length():
            return printer.length(node)
