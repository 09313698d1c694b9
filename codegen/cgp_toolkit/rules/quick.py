"""Many checks as few conditions: what a quick test asks before anything is explained.

Checks with the same guards are asked together, and what an earlier condition has shown is not asked again.  A message
passes the quick test exactly if it has no violation.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from cgp_toolkit.model import Model
from cgp_toolkit.rules.checks import Check, Loop
from cgp_toolkit.rules.functions import Function
from cgp_toolkit.rules.instants import SHAPE
from cgp_toolkit.rules.kinds import TRUTH
from cgp_toolkit.rules.tree import Application, Comparison, Expression, Length, Matching, Not, Or


@dataclass(frozen=True, slots=True)
class Group:
    """Where all ``guards`` are true, all ``conditions`` have to be: once, or for each item of ``loop``."""

    guards: tuple[Expression, ...]
    conditions: tuple[Expression, ...]
    loop: Loop | None


def groups(model: Model, checks: Iterable[Check]) -> tuple[Group, ...]:
    """The conditions of ``checks``, in their order."""
    found: list[Group] = []
    shown = _Shown()
    for check in checks:
        guards = shown.open(check.guards)
        last = found[-1] if found else None
        if last is not None and last.loop == check.each and _joins(last, guards):
            found[-1] = Group(last.guards, (*last.conditions, check.condition), last.loop)
        else:
            found.append(_group(check, guards))
        if check.each is None:
            shown.add(guards, check.condition)
    return tuple(Group(group.guards, _essence(model, group.conditions), group.loop) for group in found)


class _Shown:
    """What the conditions so far have shown: always, or where something else holds."""

    def __init__(self) -> None:
        self.facts: list[tuple[frozenset[Expression], Expression]] = []

    def add(self, guards: Iterable[Expression], condition: Expression) -> None:
        """Where ``guards`` hold, ``condition`` does."""
        self.facts.append((frozenset(guards), condition))

    def open(self, guards: tuple[Expression, ...]) -> tuple[Expression, ...]:
        """Those of ``guards`` that do not follow from the others before them."""
        left: list[Expression] = []
        for guard in guards:
            if not any(condition == guard and where <= set(left) for where, condition in self.facts):
                left.append(guard)
        return tuple(left)


def _group(check: Check, guards: tuple[Expression, ...]) -> Group:
    """A group of one check; what guards each item becomes a part of the condition."""
    inner = tuple(Not(TRUTH, guard) for guard in guards if guard in check.inner)
    condition = Or(TRUTH, (*inner, check.condition)) if inner else check.condition
    return Group(tuple(guard for guard in guards if guard not in check.inner), (condition,), check.each)


def _joins(last: Group, guards: tuple[Expression, ...]) -> bool:
    """Whether conditions behind ``guards`` may be asked with those of ``last``: they only add what it asks itself."""
    return set(last.guards) <= set(guards) <= {*last.guards, *last.conditions}


def _essence(model: Model, conditions: tuple[Expression, ...]) -> tuple[Expression, ...]:
    """``conditions`` without what another one of them implies."""
    left = [c for c in conditions if not any(_implies(model, other, c) for other in conditions)]
    units = [c for c in left if not isinstance(c, Or)]
    settled = (_settled(c, units) if isinstance(c, Or) else c for c in left)
    return tuple(c for c in settled if c is not None)


def _settled(condition: Or, units: Sequence[Expression]) -> Expression | None:
    """``condition`` where all ``units`` hold: ``None`` if one of its terms does, and without terms that can't."""
    if any(term in units for term in condition.terms):
        return None
    terms = tuple(term for term in condition.terms if _opposite(term) not in units)
    if not terms or len(terms) == len(condition.terms):
        return condition
    return terms[0] if len(terms) == 1 else Or(TRUTH, terms)


def _opposite(expression: Expression) -> Expression:
    if isinstance(expression, Not):
        return expression.operand
    if isinstance(expression, Comparison) and expression.operator in ("==", "!="):
        return replace(expression, operator="!=" if expression.operator == "==" else "==")
    return Not(TRUTH, expression)


def _implies(model: Model, strong: Expression, weak: Expression) -> bool:
    if isinstance(strong, Matching) and isinstance(weak, Length):
        pattern = model.scalar(strong.scalar).author.pattern or ""
        return weak.least and weak.limit == 1 and weak.value == strong.value and not re.fullmatch(pattern, "")
    if isinstance(strong, Application) and strong.function is Function.IS_INSTANT:
        (value,) = strong.arguments
        match weak:
            case Matching():
                return weak.value == value and model.scalar(weak.scalar).author.pattern == SHAPE
            case Length():
                return weak.least and weak.limit == 1 and weak.value == value
    return False
