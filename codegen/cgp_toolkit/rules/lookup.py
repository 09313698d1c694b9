"""What expressions name: variables and members, and whether an optional one is known to be there.

Presence is followed through the expression: what ``has()`` shows on the left of ``&&``, in the test of a conditional,
or (denied) on the left of ``||`` holds on the right.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from cgp_toolkit.model import Base, Member, Model
from cgp_toolkit.model.rules import Phrase
from cgp_toolkit.model.words import suggestion
from cgp_toolkit.rules import syntax
from cgp_toolkit.rules.functions import signatures
from cgp_toolkit.rules.kinds import TRUTH, Kind, Object, Plain, kind_of, owner_of
from cgp_toolkit.rules.problems import Problems
from cgp_toolkit.rules.tree import Attribute, Expression, Present, Variable

Facts: TypeAlias = frozenset[tuple[str, ...]]
"""Paths of optional members that are known to be there."""

NO_FACTS: Facts = frozenset()


@dataclass(frozen=True, slots=True)
class Checked:
    """A typed expression, and what is known to be there if it is true and if it is false."""

    expression: Expression
    true: Facts = NO_FACTS
    false: Facts = NO_FACTS


class Wrong(Exception):
    """The expression can't be typed any further; the problem has been reported."""


class Lookup(ABC):
    """Looks names up for the expressions of one rule; ``variables`` are the messages that it looks at."""

    def __init__(self, model: Model, variables: Mapping[str, Kind], problems: Problems) -> None:
        self.model = model
        self.variables = dict(variables)
        self.problems = problems
        self.signatures = signatures(model)
        self.phrase = Phrase("", model.protocol.position, "")

    def _wrong(self, offset: int, rule: str, message: str, fix: str = "") -> Wrong:
        self.problems.within(self.phrase, offset, rule, message, fix)
        return Wrong()

    @abstractmethod
    def _visit(self, node: syntax.Syntax, facts: Facts) -> Checked:
        """The typed form of ``node`` where ``facts`` are known."""

    def _expect(self, node: syntax.Syntax, facts: Facts, base: Base) -> Checked:
        checked = self._visit(node, facts)
        if not is_plain(checked.expression.kind, base):
            raise self._wrong(node.offset, "rule-type", f"{Plain(base)} is wanted here, not {checked.expression.kind}")
        return checked

    def _variable(self, node: syntax.Identifier) -> Variable:
        kind = self.variables.get(node.name)
        if kind is None:
            known = ", ".join(self.variables)
            raise self._wrong(
                node.offset,
                "rule-name",
                f"there is no variable {node.name!r} here" + suggestion(node.name, self.variables),
                f"known here: {known}",
            )
        return Variable(kind, node.name)

    def _member(self, node: syntax.Select, facts: Facts) -> tuple[Attribute, Member]:
        operand = self._visit(node.operand, facts).expression
        if not isinstance(operand.kind, Object):
            raise self._wrong(node.offset, "rule-type", f"{operand.kind} has no members")
        owner = owner_of(self.model, operand.kind)
        for member in owner.members:
            if member.name == node.name:
                if member.type not in self.model.types:
                    # The model's own lint has reported it.
                    raise Wrong
                return Attribute(kind_of(self.model, member), operand, operand.kind, member.name), member
        known = [member.name for member in owner.members]
        raise self._wrong(
            node.offset,
            "rule-name",
            f"{owner.name} has no member {node.name!r}" + suggestion(node.name, known),
        )

    def _attribute(self, node: syntax.Select, facts: Facts) -> Attribute:
        attribute, member = self._member(node, facts)
        if member.optional and not member.has_default and _path(attribute) not in facts:
            raise self._wrong(
                node.offset,
                "rule-absence",
                f"{node.name!r} is optional and may not be there",
                "ask with has() first",
            )
        return attribute

    def _present(self, node: syntax.Select, facts: Facts) -> Checked:
        attribute, member = self._member(node, facts)
        if not member.optional or member.has_default:
            raise self._wrong(node.offset, "rule-absence", f"{node.name!r} always has a value", "remove the has()")
        return Checked(Present(TRUTH, attribute), true=frozenset({_path(attribute)}))


def _path(expression: Expression) -> tuple[str, ...]:
    if isinstance(expression, Attribute):
        return (*_path(expression.operand), expression.member)
    # Only variables hold objects.
    return (expression.name,) if isinstance(expression, Variable) else ("",)


def is_plain(kind: Kind, base: Base) -> bool:
    """Whether a value is a text, number or truth value of ``base``."""
    return isinstance(kind, Plain) and kind.base is base
