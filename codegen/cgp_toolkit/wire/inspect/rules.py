"""The rules of a model over what a peer says: what is broken, in words, and what was looked at in earnest.

A rule that exempts a message says nothing about it.  By the habit of ``rules.yaml`` the last term of an alternative is
the claim, and the terms before it are the exemptions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from cgp_toolkit.model import Envelope, Json, Model, Record
from cgp_toolkit.oracle.evaluation import evaluator
from cgp_toolkit.rules import Check
from cgp_toolkit.rules.checks import ACK, REPLY, REQUEST, THIS, Alone, Exchange, Severity
from cgp_toolkit.rules.kinds import Object
from cgp_toolkit.rules.tree import Expression, Or

Message = Mapping[str, Json]
_Function = Callable[[Mapping[str, Json]], Json]


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a rule says about one place; ``broken`` is what is wrong there, ``None`` if nothing is."""

    check: Check
    at: str
    broken: str | None

    @property
    def error(self) -> bool:
        """Whether it is about a MUST."""
        return self.check.severity is Severity.ERROR


class Rules:
    """All rules of a model, ready to look at messages with their defaults filled in."""

    def __init__(self, model: Model, checks: tuple[Check, ...]) -> None:
        self._model = model
        self._alone: dict[Object, list[_Rule]] = {}
        self._pairs: dict[tuple[str, str], list[_Rule]] = {}
        for check in checks:
            rule = _Rule(model, check)
            match check.scope:
                case Alone(owner=owner):
                    self._alone.setdefault(owner, []).append(rule)
                case Exchange(request=request, reply=reply):
                    self._pairs.setdefault((request.name, reply.name), []).append(rule)

    def alone(self, envelope: Envelope, message: Message, ack: Message | None) -> Iterator[Verdict]:
        """What the rules about single messages say of one, and of all that is in it."""
        agreed: Message = {} if ack is None else {ACK: dict(ack)}
        for kind, value, at in instances(self._model, envelope, message):
            for rule in self._alone.get(kind, ()):
                if ack is not None or not rule.check.needs_ack:
                    yield from rule.verdicts({THIS: dict(value), **agreed}, at)

    def exchange(self, request: Message, reply: Message, ack: Message | None) -> Iterator[Verdict]:
        """What the rules about a request and its reply say."""
        tag = self._model.protocol.tag
        agreed: Message = {} if ack is None else {ACK: dict(ack)}
        for rule in self._pairs.get((str(request[tag]), str(reply[tag])), ()):
            if ack is not None or not rule.check.needs_ack:
                yield from rule.verdicts({REQUEST: dict(request), REPLY: dict(reply), **agreed}, "")


class _Rule:
    def __init__(self, model: Model, check: Check) -> None:
        self.check = check
        self._condition = evaluator(model, check.condition)
        self._exemptions = [evaluator(model, term) for term in _exemptions(check.condition)]
        self._items = None if check.each is None else evaluator(model, check.each.items)
        self._message: list[str | _Function] = [
            part if isinstance(part, str) else evaluator(model, part) for part in check.message
        ]

    def verdicts(self, variables: Message, at: str) -> Iterator[Verdict]:
        each, tail = self.check.each, _pointer(self.check.pointer)
        if each is None or self._items is None:
            yield from self._verdict(variables, at + tail)
            return
        items = self._items(variables)
        for index, item in enumerate(items if isinstance(items, list) else ()):
            place = f"{at}{_pointer(each.pointer)}/{index}{tail}"
            yield from self._verdict({**variables, each.variable.name: item}, place)

    def _verdict(self, variables: Message, at: str) -> Iterator[Verdict]:
        if not self._condition(variables):
            words = "".join(part if isinstance(part, str) else _word(part(variables)) for part in self._message)
            yield Verdict(self.check, at, words)
        elif not any(exemption(variables) for exemption in self._exemptions):
            yield Verdict(self.check, at, None)


def _exemptions(condition: Expression) -> tuple[Expression, ...]:
    return condition.terms[:-1] if isinstance(condition, Or) else ()


def _word(value: Json) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _pointer(parts: tuple[str, ...]) -> str:
    return "".join("/" + part.replace("~", "~0").replace("/", "~1") for part in parts)


def instances(
    model: Model, owner: Envelope | Record, value: Message, at: str = ""
) -> Iterator[tuple[Object, Message, str]]:
    """Every object of a message that the model has a name for, from the outside in, and where it stands."""
    yield Object(owner.name, envelope=isinstance(owner, Envelope)), value, at
    for member in owner.members:
        type_ = model.type_of(member)
        if not isinstance(type_, Record):
            continue
        held, here = value.get(member.name), at + _pointer((member.name,))
        if isinstance(held, dict):
            yield from instances(model, type_, held, here)
        elif isinstance(held, list):
            for index, item in enumerate(held):
                if isinstance(item, dict):
                    yield from instances(model, type_, item, f"{here}/{index}")
