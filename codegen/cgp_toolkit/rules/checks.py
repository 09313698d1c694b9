"""Checks: rules and the model's own limits in one form, ready to be printed in any language."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeAlias

from cgp_toolkit.rules.kinds import Object
from cgp_toolkit.rules.tree import Expression, Variable, walk

THIS = "this"
REQUEST = "request"
REPLY = "reply"
ACK = "ack"


class Severity(StrEnum):
    """How bad a violation is: an error breaks a MUST, a warning a SHOULD."""

    ERROR = "error"
    WARNING = "warning"


@dataclass(frozen=True, slots=True)
class Alone:
    """A record wherever it stands, or one envelope; ``this`` in the expressions."""

    owner: Object


@dataclass(frozen=True, slots=True)
class Exchange:
    """A request and what answers it; ``request`` and ``reply`` in the expressions."""

    request: Object
    reply: Object


Scope: TypeAlias = Alone | Exchange


@dataclass(frozen=True, slots=True)
class Loop:
    """The list whose items a check looks at, one after the other, and the way to it from the message that is wrong."""

    variable: Variable
    items: Expression
    pointer: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Check:
    """One thing to check: where all ``guards`` are true, ``condition`` is true of what is right.

    ``rule`` is the id of a rule or, with ``structural``, of a fault.  ``pointer`` leads from the item of ``each``, or
    from the message that is wrong, to what is wrong in it.  ``message`` is texts and values, in the order in which they
    are read.
    """

    rule: str
    doc: str
    requirement: str | None
    severity: Severity
    scope: Scope
    each: Loop | None
    guards: tuple[Expression, ...]
    condition: Expression
    pointer: tuple[str, ...]
    message: tuple[str | Expression, ...]
    fix: str
    thorough: bool = False
    structural: bool = False
    needs_ack: bool = field(init=False, compare=False, repr=False)
    """Whether it can only be checked where the answer to the handshake is known."""
    _nodes: tuple[Expression, ...] = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        # Both are asked for again and again, so looked up once.
        looked_into = (*self.guards, self.condition, *(() if self.each is None else (self.each.items,)))
        nodes = tuple(node for expression in looked_into for node in walk(expression))
        object.__setattr__(self, "_nodes", nodes)
        object.__setattr__(self, "needs_ack", any(isinstance(node, Variable) and node.name == ACK for node in nodes))

    @property
    def outer(self) -> tuple[Expression, ...]:
        """The guards that do not depend on the item of ``each``."""
        inner = self.inner
        return tuple(guard for guard in self.guards if guard not in inner)

    @property
    def inner(self) -> tuple[Expression, ...]:
        """The guards that depend on the item of ``each``."""
        each = self.each
        return () if each is None else tuple(guard for guard in self.guards if each.variable in walk(guard))

    def nodes(self) -> tuple[Expression, ...]:
        """Everything in its guards, its condition and its list."""
        return self._nodes
