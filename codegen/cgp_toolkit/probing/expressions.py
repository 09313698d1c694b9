"""Single expressions: typed against the variables that they may use, then turned into a function of their values."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from cgp_toolkit.model import Base, Json, Model
from cgp_toolkit.model.rules import Phrase
from cgp_toolkit.oracle.evaluation import evaluator
from cgp_toolkit.rules.checker import Checker
from cgp_toolkit.rules.kinds import Kind, Many, Plain
from cgp_toolkit.rules.problems import Problems

Function: TypeAlias = Callable[[Mapping[str, Json]], Json]
"""From the values of variables, settled messages among them, to the value of an expression."""


@dataclass(frozen=True, slots=True)
class Typed:
    """A function, and the kind of what it gives."""

    kind: Kind
    function: Function


class Expressions:
    """Types expressions of one model; what is wrong with them goes to ``problems``."""

    def __init__(self, model: Model, problems: Problems) -> None:
        self._model = model
        self._problems = problems

    def any(self, phrase: Phrase, variables: Mapping[str, Kind]) -> Typed | None:
        """Whatever it gives; ``None`` if it is not sound."""
        checked = Checker(self._model, variables, self._problems).check(phrase)
        if checked is None:
            return None
        return Typed(checked.expression.kind, evaluator(self._model, checked.expression))

    def truth(self, phrase: Phrase, variables: Mapping[str, Kind]) -> Function | None:
        """A truth value."""
        typed = self.any(phrase, variables)
        if typed is None or (isinstance(typed.kind, Plain) and typed.kind.base is Base.BOOLEAN):
            return None if typed is None else typed.function
        self._problems.within(phrase, 0, "rule-type", f"a truth value is wanted here, not {typed.kind}")
        return None

    def items(self, phrase: Phrase, variables: Mapping[str, Kind]) -> tuple[Kind, Function] | None:
        """A list: the kind of its items, and the function."""
        typed = self.any(phrase, variables)
        if typed is None:
            return None
        if isinstance(typed.kind, Many) and typed.kind.item is not None:
            return typed.kind.item, typed.function
        self._problems.within(phrase, 0, "rule-type", f"a list is wanted here, not {typed.kind}")
        return None

    def taken(self, name: str, variables: Mapping[str, Kind], phrase: Phrase) -> bool:
        """Whether a variable of that name is there already, which is reported at ``phrase``."""
        if name in variables:
            self._problems.within(phrase, 0, "rule-name", f"the variable {name!r} is taken", "choose another name")
        return name in variables
