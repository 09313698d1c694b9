"""The rules of a model as functions, and what those about one object say of a message and of all that is inside it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from cgp_toolkit.model import Envelope, Model, Record
from cgp_toolkit.oracle import jsons
from cgp_toolkit.oracle.evaluation import Variables, evaluator
from cgp_toolkit.oracle.jsons import Message, token
from cgp_toolkit.rules import Check
from cgp_toolkit.rules.checks import THIS, Severity
from cgp_toolkit.rules.kinds import Object, object_of


@dataclass(frozen=True, slots=True)
class Compiled:
    """A check, and a function that gives the places where it is broken."""

    check: Check
    places: Callable[[Variables], list[str]]

    @property
    def error(self) -> bool:
        """Whether it breaks a MUST."""
        return self.check.severity is Severity.ERROR


def compile_check(model: Model, check: Check) -> Compiled:
    """A check, compiled."""
    return Compiled(check, _places(model, check))


def _places(model: Model, check: Check) -> Callable[[Variables], list[str]]:
    tail = jsons.pointer(check.pointer)
    condition, each = evaluator(model, check.condition), check.each
    if each is None:
        return lambda variables: [] if condition(variables) else [tail]
    items, name, head = evaluator(model, each.items), each.variable.name, jsons.pointer(each.pointer)

    def places(variables: Variables) -> list[str]:
        found = items(variables)
        return [
            f"{head}/{index}{tail}"
            for index, item in enumerate(found if isinstance(found, list) else ())
            if not condition({**variables, name: item})
        ]

    return places


@dataclass(frozen=True, slots=True)
class _Ruled:
    """The rules about an object, and its members that hold objects with rules: name, step in pointers, their rules."""

    rules: list[Compiled]
    inside: list[tuple[str, str, _Ruled]]


class Ruling:
    """What the rules about one object say; those ``alone`` with it, by its kind."""

    def __init__(self, model: Model, alone: dict[Object, list[Compiled]]) -> None:
        self._model = model
        self._alone = alone
        self._ruled: dict[tuple[bool, str], _Ruled] = {}

    def broken(self, envelope: Envelope, whole: Message) -> list[tuple[str, Compiled]]:
        """The rules that a settled message breaks, each with the JSON pointer of the place."""
        found: list[tuple[str, Compiled]] = []
        self._look(self._rules_of(envelope), whole, "", found)
        return found

    def _look(self, ruled: _Ruled, value: Message, at: str, found: list[tuple[str, Compiled]]) -> None:
        variables: Variables = {THIS: value}
        for compiled in ruled.rules:
            found += ((at + place, compiled) for place in compiled.places(variables))
        for name, step, inside in ruled.inside:
            held = value.get(name)
            if isinstance(held, dict):
                self._look(inside, held, at + step, found)
            elif isinstance(held, list):
                for index, item in enumerate(held):
                    if isinstance(item, dict):
                        self._look(inside, item, f"{at}{step}/{index}", found)

    def _rules_of(self, owner: Envelope | Record) -> _Ruled:
        key = isinstance(owner, Envelope), owner.name
        if key not in self._ruled:
            # Records may contain themselves, so what is being made is known before it is whole.
            self._ruled[key] = made = _Ruled(self._alone.get(object_of(owner), []), [])
            types = [(member.name, self._model.type_of(member)) for member in owner.members]
            made.inside.extend(
                (name, token(name), self._rules_of(type_))
                for name, type_ in types
                if isinstance(type_, Record) and self._has_rules(type_, set())
            )
        return self._ruled[key]

    def _has_rules(self, record: Record, seen: set[str]) -> bool:
        """Whether there are rules about a record, or about one inside it that is not among those ``seen``."""
        if object_of(record) in self._alone:
            return True
        seen.add(record.name)
        inside = [type_ for type_ in map(self._model.type_of, record.members) if isinstance(type_, Record)]
        return any(self._has_rules(type_, seen) for type_ in inside if type_.name not in seen)
