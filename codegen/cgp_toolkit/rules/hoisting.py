"""What a printed function takes, and what it makes once before it looks at the items of a list."""

from __future__ import annotations

from dataclasses import replace

from cgp_toolkit.rules.checks import ACK, REPLY, REQUEST, THIS, Alone, Check
from cgp_toolkit.rules.kinds import Object
from cgp_toolkit.rules.tree import EXPRESSIONS, Comprehension, Expression, Membership, Quantifier, Variable, walk


def parameters(check: Check) -> tuple[tuple[str, Object | None], ...]:
    """What a rule takes: names and kinds; ``None`` is the answer to the handshake."""
    taken: tuple[tuple[str, Object | None], ...]
    if isinstance(check.scope, Alone):
        taken = ((THIS, check.scope.owner),)
    else:
        taken = ((REQUEST, check.scope.request), (REPLY, check.scope.reply))
    return (*taken, (ACK, None)) if check.needs_ack else taken


def hoisted(check: Check) -> tuple[list[tuple[str, Variable, Comprehension]], Expression]:
    """Lists that every item is looked up in, to be made once and not once an item; and the condition over them."""
    if check.each is None:
        return [], check.condition
    found: list[tuple[str, Variable, Comprehension]] = []
    condition = check.condition
    for node in walk(check.condition):
        if isinstance(node, Membership) and isinstance(node.items, Comprehension) and _free(node.items):
            name = "among" if not found else f"among_{len(found) + 1}"
            variable = Variable(node.items.kind, name)
            found.append((name, variable, node.items))
            condition = _replaced(condition, node.items, variable)
    return found, condition


def _free(items: Expression) -> bool:
    """Whether an expression depends on nothing but the messages and what it binds itself."""
    bound = {node.variable for node in walk(items) if isinstance(node, Comprehension | Quantifier)}
    used = {node.name for node in walk(items) if isinstance(node, Variable)}
    return used - bound <= {THIS, REQUEST, REPLY, ACK}


def _replaced(expression: Expression, old: Expression, new: Expression) -> Expression:
    """``expression`` with ``new`` for every ``old``."""
    if expression == old:
        return new
    changes: dict[str, Expression | tuple[Expression, ...]] = {}
    for name in expression.__dataclass_fields__:
        value = getattr(expression, name)
        if isinstance(value, tuple) and any(isinstance(item, EXPRESSIONS) for item in value):
            changes[name] = tuple(_replaced(item, old, new) for item in value)
        elif isinstance(value, EXPRESSIONS):
            changes[name] = _replaced(value, old, new)
    return replace(expression, **changes)  # type: ignore[arg-type]
