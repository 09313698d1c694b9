"""Which checks belong to which class, and which classes have to be looked into."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from cgp_toolkit.model import Member, Model, Record
from cgp_toolkit.model.remembering import last
from cgp_toolkit.rules import Check, structural_checks
from cgp_toolkit.rules.checks import Alone, Exchange
from cgp_toolkit.rules.kinds import Object, object_of


@dataclass(frozen=True, slots=True)
class Part:
    """A member that holds records which have something to check."""

    member: Member
    owner: Object


@dataclass(frozen=True, slots=True)
class Owner:
    """A record or an envelope: its limits, its rules, and the members to look into.

    ``sessions`` are the rules that need the answer to the handshake.  ``deep`` members lead to a thorough rule.
    """

    kind: Object
    limits: tuple[Check, ...]
    rules: tuple[Check, ...]
    sessions: tuple[Check, ...]
    parts: tuple[Part, ...]
    deep: tuple[Part, ...]

    @property
    def thorough(self) -> tuple[Check, ...]:
        """The rules that run only when asked for."""
        return tuple(check for check in self.rules if check.thorough)

    @property
    def empty(self) -> bool:
        """Whether there is nothing to check."""
        return not (self.limits or self.rules or self.parts)


@dataclass(frozen=True, slots=True)
class Plan:
    """Everything that is checked of a model: by class, and by request and reply."""

    model: Model
    owners: Mapping[Object, Owner]
    exchanges: Mapping[tuple[Object, Object], tuple[Check, ...]]

    def envelopes(self) -> Iterator[Owner]:
        """The envelopes, in model order."""
        return (owner for owner in self.owners.values() if owner.kind.envelope)

    def checks(self) -> Iterator[Check]:
        """Every check."""
        for owner in self.owners.values():
            yield from (*owner.limits, *owner.rules, *owner.sessions)
        for found in self.exchanges.values():
            yield from found


@last
def plan(model: Model, rules: tuple[Check, ...]) -> Plan:
    """The plan for ``rules`` and the limits of ``model``."""
    limits = {object_of(owner): structural_checks(model, owner) for owner in model.owners()}
    alone = {kind: tuple(c for c in rules if c.scope == Alone(kind)) for kind in limits}
    checked = {kind for kind in limits if limits[kind] or any(not c.needs_ack for c in alone[kind])}
    deep = {kind for kind in limits if any(check.thorough for check in alone[kind])}
    checked, deep = _leading(model, checked), _leading(model, deep)
    owners = {
        object_of(owner): Owner(
            kind=object_of(owner),
            limits=limits[object_of(owner)],
            rules=tuple(c for c in alone[object_of(owner)] if not c.needs_ack),
            sessions=tuple(c for c in alone[object_of(owner)] if c.needs_ack),
            parts=tuple(_parts(model, owner.members, checked)),
            deep=tuple(_parts(model, owner.members, deep)),
        )
        for owner in model.owners()
    }
    exchanges: dict[tuple[Object, Object], tuple[Check, ...]] = {}
    for check in rules:
        if isinstance(check.scope, Exchange):
            pair = (check.scope.request, check.scope.reply)
            exchanges[pair] = (*exchanges.get(pair, ()), check)
    return Plan(model, owners, exchanges)


def _leading(model: Model, kinds: Iterable[Object]) -> set[Object]:
    """``kinds`` and all that have a member leading to one of them."""
    found = set(kinds)
    while True:
        more = {
            object_of(owner)
            for owner in model.owners()
            if object_of(owner) not in found and any(_parts(model, owner.members, found))
        }
        if not more:
            return found
        found |= more


def _parts(model: Model, members: Iterable[Member], wanted: set[Object]) -> Iterator[Part]:
    for member in members:
        type_ = model.type_of(member)
        if isinstance(type_, Record) and object_of(type_) in wanted:
            yield Part(member, object_of(type_))
