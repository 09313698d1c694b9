"""An engine that nobody here wrote: rules as CEL, evaluated on JSON values.

The functions of the catalogue are written anew here, in the plainest way, so that they can disagree with ours.
"""

from __future__ import annotations

import calendar
import hashlib
import re
from collections.abc import Callable, Mapping
from functools import cache, partial

import cel

from cgp_toolkit.model import Base, Envelope, Json, Member, Model, Record, Rule, Scalar


class Engine:
    """Evaluates the rules of one model."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self.functions: dict[str, Callable[..., object]] = {
            "sum": sum,
            "sha256": lambda text: hashlib.sha256(text.encode()).hexdigest(),
            "is_instant": _is_instant,
            "part_number": _part_number,
            "family": lambda text: text.split(model.protocol.version.family_until)[0],
        }
        for measure in model.protocol.measures:
            self.functions[measure.name] = partial(_measure, measure.divisor)
        for vocabulary in model.vocabularies():
            for trait in vocabulary.traits:
                self.functions[trait.name] = partial(self.trait, trait.name)

    def holds(self, rule: Rule, variables: Mapping[str, Json]) -> bool | tuple[int, ...]:
        """Whether a rule holds; of one about items, the indices of those for which it does not."""
        if rule.each is None:
            return self._truth(rule.check.text, variables)
        items = self._value(rule.each.items.text, variables)
        assert isinstance(items, list)
        return tuple(
            index
            for index, item in enumerate(items)
            if not self._truth(rule.check.text, {**variables, rule.each.variable: item})
        )

    def _truth(self, text: str, variables: Mapping[str, Json]) -> bool:
        value = self._value(text, variables)
        assert isinstance(value, bool)
        return value

    def _value(self, text: str, variables: Mapping[str, Json]) -> object:
        context = cel.Context()
        for name, value in variables.items():
            context.add_variable(name, value)
        for vocabulary in self.model.vocabularies():
            context.add_variable(vocabulary.name, vocabulary.name)
        for name, function in self.functions.items():
            context.add_function(name, function)
        return _program(text).execute(context)

    def as_read(self, owner: Envelope | Record, value: Mapping[str, Json]) -> dict[str, Json]:
        """An object as a reader takes it: defaults filled in, nulls gone, numbers as numbers."""
        found: dict[str, Json] = {}
        for member in owner.members:
            item = value.get(member.name)
            if item is None:
                item = member.default
            if item is None:
                continue
            items = [self._item(member, inner) for inner in (item if isinstance(item, list) else [item])]
            found[member.name] = items if member.many else items[0]
        return found

    def _item(self, member: Member, value: Json) -> Json:
        type_ = self.model.type_of(member)
        if isinstance(type_, Record) and isinstance(value, dict):
            return self.as_read(type_, value)
        if isinstance(type_, Scalar) and type_.base is Base.NUMBER and isinstance(value, int):
            return float(value)
        return value

    def trait(self, trait: str, vocabulary: str, value: str) -> bool:
        """What a vocabulary tells of a value, listed or not."""
        known = self.model.vocabulary(vocabulary)
        traits = {listed.name: listed.traits[trait] for listed in known.values}
        if value in traits:
            return bool(traits[value])
        if known.unknown_reads_as is not None:
            return bool(traits[known.unknown_reads_as])
        return bool(next(t.unknown for t in known.traits if t.name == trait))


@cache
def _program(text: str) -> cel.Program:
    return cel.compile(text)


def _measure(divisor: int, text: str) -> int:
    whole, rest = divmod(len(text.encode()), divisor)
    return whole + 1 if rest else whole


def _is_instant(text: str) -> bool:
    match = re.fullmatch(r"([0-9]{4})-([0-9]{2})-([0-9]{2})T([0-9]{2}):([0-9]{2}):([0-9]{2})(\.[0-9]+)?Z", text)
    if match is None:
        return False
    year, month, day, hour, minute, second = (int(part) for part in match.groups()[:6])
    if not 1 <= month <= 12 or hour > 23 or minute > 59:
        return False
    # The calendar module has no year 0; year 400 has the same days.
    if not 1 <= day <= calendar.monthrange(year or 400, month)[1]:
        return False
    return second <= 59 or (hour, minute, second) == (23, 59, 60)


def _part_number(text: str, separator: str, index: int) -> int:
    parts = text.split(separator)
    part = parts[index] if index < len(parts) else ""
    return int(part) if re.fullmatch("[0-9]{1,18}", part) else -1
