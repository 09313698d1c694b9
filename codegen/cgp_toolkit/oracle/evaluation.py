"""The expressions of rules as functions over JSON values.

Objects are settled: members that read as absent are gone, defaults are filled in.  Every node has the meaning that
:mod:`cgp_toolkit.rules.tree` gives it; no printer is involved.
"""

from __future__ import annotations

import hashlib
import operator
import re
from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from cgp_toolkit.model import Json, Model
from cgp_toolkit.oracle.instants import is_instant
from cgp_toolkit.rules.functions import Function
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

Variables: TypeAlias = Mapping[str, Json]
Evaluator: TypeAlias = Callable[[Variables], Json]

_ORDER: dict[str, Callable[[float, float], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


def evaluator(model: Model, node: Expression) -> Evaluator:
    """A function that gives the value of a node."""
    match node:
        case Literal(value=value):
            return lambda _: value
        case Variable(name=name):
            return lambda variables: variables[name]
        case Attribute(member=member):
            operand = evaluator(model, node.operand)
            return lambda variables: _object(operand(variables))[member]
        case Present(attribute=attribute):
            operand = evaluator(model, attribute.operand)
            return lambda variables: attribute.member in _object(operand(variables))
        case Not():
            operand = evaluator(model, node.operand)
            return lambda variables: not operand(variables)
        case And() | Or():
            terms = [evaluator(model, term) for term in node.terms]
            together = all if isinstance(node, And) else any
            return lambda variables: together(term(variables) for term in terms)
        case Conditional():
            test, then, otherwise = (evaluator(model, part) for part in (node.test, node.then, node.otherwise))
            return lambda variables: then(variables) if test(variables) else otherwise(variables)
        case Comparison() | Sum():
            left, right = evaluator(model, node.left), evaluator(model, node.right)
            combine = _combine(node)
            return lambda variables: combine(left(variables), right(variables))
        case Membership():
            item, items = evaluator(model, node.item), evaluator(model, node.items)
            return lambda variables: item(variables) in _items(items(variables))
        case Listing():
            listed = [evaluator(model, part) for part in node.items]
            return lambda variables: [part(variables) for part in listed]
        case Quantifier() | Comprehension():
            return _over_items(model, node)
        case Application(function=function, settings=settings):
            arguments = [evaluator(model, argument) for argument in node.arguments]
            return lambda variables: _apply(function, settings, [argument(variables) for argument in arguments])
        case Listed() | Trait() | Matching() | Length():
            text, tell = evaluator(model, node.value), _of_text(model, node)
            return lambda variables: tell(_text(text(variables)))


def _over_items(model: Model, node: Quantifier | Comprehension) -> Evaluator:
    items, body, name = evaluator(model, node.items), evaluator(model, node.body), node.variable
    if isinstance(node, Quantifier):
        together = all if node.every else any
        return lambda variables: together(body({**variables, name: item}) for item in _items(items(variables)))
    condition = evaluator(model, node.condition) if node.condition is not None else None

    def values(variables: Variables) -> Json:
        inner = ({**variables, name: item} for item in _items(items(variables)))
        return [body(each) for each in inner if condition is None or condition(each)]

    return values


def _combine(node: Comparison | Sum) -> Callable[[Json, Json], Json]:
    if isinstance(node, Sum):
        sign = node.operator
        return lambda left, right: _sum(sign, left, right)
    if node.operator == "==":
        return lambda left, right: left == right
    if node.operator == "!=":
        return lambda left, right: left != right
    order = _ORDER[node.operator]
    return lambda left, right: order(_number(left), _number(right))


def _of_text(model: Model, node: Listed | Trait | Matching | Length) -> Callable[[str], Json]:
    match node:
        case Listed(vocabulary=vocabulary):
            listed = {value.name for value in model.vocabulary(vocabulary).values}
            return lambda text: text in listed
        case Trait(vocabulary=vocabulary, trait=trait):
            return lambda text: trait_of(model, vocabulary, trait, text)
        case Matching(scalar=scalar):
            pattern = re.compile(model.scalar(scalar).author.pattern or "")
            return lambda text: pattern.fullmatch(text) is not None
        case Length(limit=limit, least=least):
            return lambda text: len(text) >= limit if least else len(text) <= limit


def trait_of(model: Model, vocabulary: str, name: str, value: str) -> Json:
    """What a vocabulary tells of a value, listed or not."""
    words = model.vocabulary(vocabulary)
    listed = {known.name: known for known in words.values}
    if value in listed:
        return listed[value].traits[name]
    if words.unknown_reads_as is not None:
        return listed[words.unknown_reads_as].traits[name]
    return next(trait.unknown for trait in words.traits if trait.name == name)


def _apply(function: Function, settings: tuple[str | int, ...], arguments: Sequence[Json]) -> Json:
    match function:
        case Function.SIZE:
            return len(_items(arguments[0]))
        case Function.SUM:
            return sum(_integer(item) for item in _items(arguments[0]))
        case Function.MEASURE:
            divisor = _integer(settings[0])
            return (len(_text(arguments[0]).encode()) + divisor - 1) // divisor
        case Function.FAMILY:
            return _text(arguments[0]).split(str(settings[0]))[0]
        case Function.SHA256:
            return hashlib.sha256(_text(arguments[0]).encode()).hexdigest()
        case Function.IS_INSTANT:
            return is_instant(_text(arguments[0]))
        case Function.PART_NUMBER:
            parts, index = _text(arguments[0]).split(_text(arguments[1])), _integer(arguments[2])
            part = parts[index] if 0 <= index < len(parts) else ""
            return int(part) if re.fullmatch("[0-9]{1,18}", part) else -1


def _sum(sign: str, left: Json, right: Json) -> Json:
    if isinstance(left, str) and isinstance(right, str):
        return left + right
    return _number(left) + _number(right) if sign == "+" else _number(left) - _number(right)


def _object(value: Json) -> dict[str, Json]:
    if not isinstance(value, dict):
        raise TypeError("an object was expected")
    return value


def _items(value: Json) -> list[Json]:
    if not isinstance(value, list):
        raise TypeError("a list was expected")
    return value


def _text(value: Json) -> str:
    if not isinstance(value, str):
        raise TypeError("a text was expected")
    return value


def _number(value: Json) -> int | float:
    if not isinstance(value, int | float):
        raise TypeError("a number was expected")
    return value


def _integer(value: Json) -> int:
    if not isinstance(value, int):
        raise TypeError("an integer was expected")
    return value
