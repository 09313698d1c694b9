"""Many checks as few conditions: what a quick test asks before anything is explained.

Checks with the same guards are asked together, and what an earlier condition has shown is not asked again.  A message
passes the quick test exactly if it has no violation.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from cgp_toolkit.model import Model
from cgp_toolkit.rules.checks import Check, Loop
from cgp_toolkit.rules.functions import Function
from cgp_toolkit.rules.instants import SHAPE
from cgp_toolkit.rules.kinds import TRUTH
from cgp_toolkit.rules.tree import Application, Expression, Length, Matching, Not, Or


@dataclass(frozen=True, slots=True)
class Group:
    """Where all ``guards`` are true, all ``conditions`` have to be: once, or for each item of ``loop``."""

    guards: tuple[Expression, ...]
    conditions: tuple[Expression, ...]
    loop: Loop | None


def groups(model: Model, checks: Iterable[Check]) -> tuple[Group, ...]:
    """The conditions of ``checks``, in their order."""
    found: list[Group] = []
    known: set[Expression] = set()
    for check in checks:
        guards = tuple(guard for guard in check.guards if guard not in known)
        last = found[-1] if found else None
        if last is not None and last.loop == check.each and _joins(last, guards):
            found[-1] = Group(last.guards, (*last.conditions, check.condition), last.loop)
        else:
            found.append(_group(check, guards))
        if not guards and check.each is None:
            known.add(check.condition)
    return tuple(Group(group.guards, _essence(model, group.conditions), group.loop) for group in found)


def _group(check: Check, guards: tuple[Expression, ...]) -> Group:
    """A group of one check; what guards each item becomes a part of the condition."""
    inner = tuple(Not(TRUTH, guard) for guard in guards if guard in check.inner)
    condition = Or(TRUTH, (*inner, check.condition)) if inner else check.condition
    return Group(tuple(guard for guard in guards if guard not in check.inner), (condition,), check.each)


def _joins(last: Group, guards: tuple[Expression, ...]) -> bool:
    """Whether conditions behind ``guards`` may be asked with those of ``last``: they only add what it asks itself."""
    return set(last.guards) <= set(guards) <= {*last.guards, *last.conditions}


def _essence(model: Model, conditions: tuple[Expression, ...]) -> tuple[Expression, ...]:
    """``conditions`` without those that another one of them implies."""
    return tuple(c for c in conditions if not any(_implies(model, other, c) for other in conditions))


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
