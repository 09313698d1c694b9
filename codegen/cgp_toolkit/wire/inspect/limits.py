"""The limits of a model: which requirement a fault breaks, and which limits a message puts to the test."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from cgp_toolkit.model import Envelope, Json, Member, Model, Record, Variant
from cgp_toolkit.model.faults import FaultName
from cgp_toolkit.rules import structural_checks
from cgp_toolkit.wire.inspect.rules import Message, instances

_IN_VARIANT = {FaultName.MISSING_IN_VARIANT.value, FaultName.FORBIDDEN_IN_VARIANT.value}


@dataclass(frozen=True, slots=True)
class Subject:
    """What a limit is about: an object, one of its members if it is there, or a variant of it."""

    owner: str
    member: str | None = None
    value: str | None = None


class Limits:
    """What types say about the messages that one role sends."""

    def __init__(self, model: Model, role: str) -> None:
        self._model = model
        self._role = role
        self._requirement: dict[tuple[str, str, str], str] = {}
        self.subjects: dict[str, set[Subject]] = {}
        for owner in _sent_by(model, role):
            alone = replace(owner, variants=()) if isinstance(owner, Record) else owner
            for check in structural_checks(model, alone):
                if check.requirement is not None and self.binds(check.requirement):
                    name = (check.each.pointer if check.each is not None else check.pointer)[0]
                    self._requirement.setdefault((owner.name, name, check.rule), check.requirement)
                    about = None if check.rule == FaultName.MISSING_FOR_AUTHOR else name
                    self.subjects.setdefault(check.requirement, set()).add(Subject(owner.name, about))
            if isinstance(owner, Record):
                for variant in owner.variants:
                    subject = Subject(owner.name, variant.member, variant.value)
                    self.subjects.setdefault(variant.requirement, set()).add(subject)

    def binds(self, requirement: str) -> bool:
        """Whether a requirement binds the role."""
        return self._role in self._model.requirements[requirement].binds

    def seen(self, envelope: Envelope, message: Message) -> Iterator[Subject]:
        """What a message, as it was written, puts to the test."""
        for kind, value, _ in instances(self._model, envelope, message):
            yield Subject(kind.name)
            yield from (Subject(kind.name, name) for name in value)
            owner = envelope if kind.envelope else self._model.record(kind.name)
            if isinstance(owner, Record):
                for variant in owner.variants:
                    if _chosen(owner, variant, value):
                        yield Subject(owner.name, variant.member, variant.value)

    def requirement(self, envelope: Envelope, message: Message, rule: str, at: str) -> str | None:
        """The requirement that the fault ``rule`` at ``at`` breaks; ``None`` if no requirement is about that place."""
        found = _place(self._model, envelope, message, at)
        if found is None:
            return None
        owner, member, value = found
        if rule in _IN_VARIANT and isinstance(owner, Record):
            for variant in owner.variants:
                if _chosen(owner, variant, value) and member.name in (*variant.require, *variant.forbid):
                    return variant.requirement
        known = self._requirement.get((owner.name, member.name, rule))
        return known or next((name for name in member.requirements if self.binds(name)), None)


def _chosen(owner: Record, variant: Variant, value: Message) -> bool:
    return value.get(variant.member, owner.member(variant.member).default) == variant.value


def _sent_by(model: Model, role: str) -> Iterator[Envelope | Record]:
    """The envelopes of a role, and every record inside them."""
    waiting: list[Envelope | Record] = [e for e in model.envelopes.values() if e.sender == role]
    known: set[str] = set()
    while waiting:
        owner = waiting.pop(0)
        yield owner
        for member in owner.members:
            type_ = model.type_of(member)
            if isinstance(type_, Record) and type_.name not in known:
                known.add(type_.name)
                waiting.append(type_)


def _place(
    model: Model, envelope: Envelope, message: Message, at: str
) -> tuple[Envelope | Record, Member, Message] | None:
    """The innermost object on the way ``at`` that the model has a name for, and which of its members the way takes."""
    owner: Envelope | Record = envelope
    value: Json = dict(message)
    found: tuple[Envelope | Record, Member, Message] | None = None
    parts = [part.replace("~1", "/").replace("~0", "~") for part in at.split("/")[1:]]
    while parts and isinstance(value, dict):
        name = parts.pop(0)
        member = next((member for member in owner.members if member.name == name), None)
        if member is None:
            return None
        found = owner, member, value
        value = value.get(name)
        if isinstance(value, list) and parts and parts[0].isdecimal() and int(parts[0]) < len(value):
            value = value[int(parts.pop(0))]
        type_ = model.type_of(member)
        if not isinstance(type_, Record):
            break
        owner = type_
    return found
