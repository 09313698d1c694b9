"""How the mock answers: its expressions turned into functions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from cgp_toolkit.model import Items, Misbehaviour, MockAnswer, Model
from cgp_toolkit.probing.expressions import Expressions, Function
from cgp_toolkit.rules.checks import REQUEST
from cgp_toolkit.rules.kinds import Kind, Many, Object
from cgp_toolkit.rules.problems import Problems

ITEM = "item"
STOCK = "stock"


@dataclass(frozen=True, slots=True)
class ReadyAnswer:
    """An answer whose expressions are functions: which items come first, for what there is one, what is put in."""

    answer: MockAnswer
    first: Function | None
    each: Function | None
    set: Mapping[str, Function]


def answers(model: Model, problems: Problems) -> Mapping[str, ReadyAnswer]:
    """Every answer of the mock, by the request; what is wrong with the expressions goes to ``problems``."""
    if model.mock is None:
        return {}
    # There is one stock: what an answer takes its items from.
    of = stock_type(model)
    shared: dict[str, Kind] = {} if of is None else {STOCK: Many(Object(of, envelope=False))}
    expressions = Expressions(model, problems)
    return {name: _answer(expressions, answer, shared) for name, answer in model.mock.answers.items()}


def stock_type(model: Model) -> str | None:
    """The type of what the mock has in stock."""
    found = model.mock.answers.values() if model.mock is not None else ()
    return next((a.items.of for a in found if a.items is not None and a.items.of is not None), None)


def where(model: Model, misbehaviour: Misbehaviour, problems: Problems) -> Function | None:
    """When a misbehaviour shows, as a function of the request; ``None`` if it always does."""
    if misbehaviour.where is None:
        return None
    name = misbehaviour.after
    if misbehaviour.on is not None:
        name = next((e.name for e in model.envelopes.values() if e.reply == misbehaviour.on), None)
    known: dict[str, Kind] = {REQUEST: Object(name, envelope=True)} if name in model.envelopes and name else {}
    return Expressions(model, problems).truth(misbehaviour.where, known)


def _answer(expressions: Expressions, answer: MockAnswer, shared: Mapping[str, Kind]) -> ReadyAnswer:
    variables = {**shared, REQUEST: Object(answer.request, envelope=True)}
    items = answer.items
    if items is None:
        return ReadyAnswer(answer, None, None, {})
    first = None
    if items.first is not None and items.of is not None:
        item = Object(items.of, envelope=False)
        first = expressions.truth(items.first, {**variables, ITEM: item})
    each = _each(expressions, items, variables)
    made = {at: expressions.any(phrase, variables) for at, phrase in items.set.items()}
    return ReadyAnswer(answer, first, each, {at: typed.function for at, typed in made.items() if typed is not None})


def _each(expressions: Expressions, items: Items, variables: dict[str, Kind]) -> Function | None:
    if items.each is None or items.variable is None:
        return None
    typed = expressions.items(items.each, variables)
    if typed is None or expressions.taken(items.variable, variables, items.each):
        return None
    variables[items.variable] = typed[0]
    return typed[1]
