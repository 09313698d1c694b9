"""Rules about one message: pairs that differ in one member, of which one keeps the rule and the other breaks it."""

from __future__ import annotations

from collections.abc import Iterator

from cgp_toolkit.model import Json, Vocabulary
from cgp_toolkit.oracle import jsons
from cgp_toolkit.oracle.jsons import Message
from cgp_toolkit.rules import Check
from cgp_toolkit.rules.checks import THIS, Alone
from cgp_toolkit.rules.kinds import owner_of
from cgp_toolkit.rules.tree import Trait
from cgp_toolkit.targets.vectors.material.edits import looked_at, words
from cgp_toolkit.targets.vectors.material.pairs import Pair, pairs, paths_to
from cgp_toolkit.targets.vectors.messages.building import Builder
from cgp_toolkit.targets.vectors.vector import Cites, MessageVector


def vectors(builder: Builder) -> Iterator[MessageVector]:
    """Every rule that a message can break alone."""
    written: set[str] = set()
    for check in builder.oracle.rules:
        if isinstance(check.scope, Alone) and not check.needs_ack:
            for vector in _rule(builder, check):
                if vector.id not in written:
                    written.add(vector.id)
                    yield vector


class _Judge:
    def __init__(self, builder: Builder) -> None:
        self._readings = builder.stock.readings

    def breaks(self, situation: Message, rule: str) -> bool:
        return rule in (self.rules(situation) or ())

    def rules(self, situation: Message) -> frozenset[str] | None:
        return self._readings.broken(_message(situation))


def _rule(builder: Builder, check: Check) -> Iterator[MessageVector]:
    model, cited = builder.model, cites_of(builder, check)
    assert isinstance(check.scope, Alone)
    owner = owner_of(model, check.scope.owner)
    situations: list[Message] = [
        {THIS: message}
        for message in builder.stock.sources
        if any(place.owner is owner for place in builder.stock.places.of(message))
    ]

    for pair in pairs(builder.stock, check, situations, _Judge(builder)):
        what = f"{pair.looked.owner.name}.{pair.looked.member.name}"
        yield builder.vector(f"The rule {check.rule} is kept, as {what} is.", _message(pair.good), cited)
        yield builder.vector(f"The rule {check.rule} is broken by {what}.", _message(pair.bad), cited)
        yield from _traits(builder, check, pair, cited)


def _traits(builder: Builder, check: Check, pair: Pair, cited: Cites) -> Iterator[MessageVector]:
    """Where a rule goes by what a vocabulary tells of a value: every value, in the situation that breaks it."""
    vocabularies = {node.vocabulary for node in check.nodes() if isinstance(node, Trait)}
    for looked in looked_at(builder.model, check):
        type_ = builder.model.type_of(looked.member)
        if not isinstance(type_, Vocabulary) or type_.name not in vocabularies:
            continue
        paths = paths_to(builder.stock, pair.bad, looked.owner)
        for word in words(builder.model, type_) if paths else ():
            value: Json = [word] if looked.member.many else word
            message = jsons.replaced(pair.bad, (*paths[0], looked.member.name), value)
            yield builder.vector(f"The rule {check.rule} where a {type_.name} is {word!r}.", _message(message), cited)


def cites_of(builder: Builder, check: Check) -> Cites:
    """What a rule cites."""
    return Cites(() if check.requirement is None else (check.requirement,))


def _message(situation: Message) -> Message:
    message = situation[THIS]
    assert isinstance(message, dict)
    return message
