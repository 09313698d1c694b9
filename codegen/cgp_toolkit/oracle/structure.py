"""What types, presence, limits, vocabularies and variants say of an object: every fault, for readers and authors.

A model is compiled once to small functions: vectors are found by trying thousands of messages.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from cgp_toolkit.model import (
    Base,
    Envelope,
    Json,
    Member,
    Model,
    OnNull,
    Presence,
    Record,
    Scalar,
    Type,
    Vocabulary,
)
from cgp_toolkit.model.faults import FaultName
from cgp_toolkit.oracle.jsons import token
from cgp_toolkit.oracle.limits import limits, no_limit

_TYPES: Mapping[Base, frozenset[type]] = {
    Base.STRING: frozenset({str}),
    Base.BOOLEAN: frozenset({bool}),
    Base.INTEGER: frozenset({int}),
    Base.NUMBER: frozenset({int, float}),
}


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault, where it is, and whether it stops a reader."""

    name: FaultName
    at: str
    stops: bool


Object: TypeAlias = Mapping[str, Json]
Check: TypeAlias = Callable[[Json, str, list[Fault]], None]
"""Adds the faults of a value, which stands at a pointer, to a list."""


def is_absent(member: Member, value: Object) -> bool:
    """Whether an object reads as if it did not have the member."""
    held = value.get(member.name)
    return held is None and (member.name not in value or (member.optional and member.on_null is OnNull.ABSENT))


class Structure:
    """The checks of a model's envelopes and records, made when they are first asked for."""

    def __init__(self, model: Model) -> None:
        self._model = model
        self._objects: dict[tuple[bool, str], Check] = {}
        self._types: dict[str, Check] = {}

    def faults(self, owner: Envelope | Record, value: Object) -> list[Fault]:
        """Every fault of an object and what is inside it; those of members first, in the order of the model."""
        found: list[Fault] = []
        self._object(owner)(dict(value), "", found)
        return found

    def _object(self, owner: Envelope | Record) -> Check:
        key = isinstance(owner, Envelope), owner.name
        if key not in self._objects:
            # Records may contain themselves, so the check that is being made is found by name.
            self._objects[key] = lambda value, at, found: self._objects[key](value, at, found)
            self._objects[key] = self._made(owner)
        return self._objects[key]

    def _made(self, owner: Envelope | Record) -> Check:
        known = {member.name for member in owner.members}
        if isinstance(owner, Envelope):
            known.add(self._model.protocol.tag)
        members = [
            (m.name, token(m.name), m.optional and m.on_null is OnNull.ABSENT, _missing(m), self._member(m))
            for m in owner.members
        ]
        variants = tuple(self._variants(owner)) if isinstance(owner, Record) else ()

        def check(value: Json, at: str, found: list[Fault]) -> None:
            if not isinstance(value, dict):
                found.append(_misfit(value, at))
                return
            for name, step, nullable, missing, inside in members:
                held = value.get(name)
                if held is not None or (name in value and not nullable):
                    inside(held, at + step, found)
                    continue
                if name in value:
                    found.append(Fault(FaultName.NULL_WRITTEN, at + step, False))
                for fault, stops in missing:
                    found.append(Fault(fault, at + step, stops))
            for variant in variants:
                variant(value, at, found)
            if not value.keys() <= known:
                names = (name for name in value if name not in known)
                found += (Fault(FaultName.UNKNOWN_MEMBER, at + token(name), False) for name in names)

        return check

    def _member(self, member: Member) -> Check:
        return _items(self._type(member.type)) if member.many else self._type(member.type)

    def _type(self, name: str) -> Check:
        if name not in self._types:
            type_ = self._model.types[name]
            self._types[name] = self._object(type_) if isinstance(type_, Record) else _value(self._model, type_)
        return self._types[name]

    def _variants(self, record: Record) -> Iterator[Callable[[Object, str, list[Fault]], None]]:
        for variant in record.variants:
            deciding = record.member(variant.member)
            required = tuple(record.member(name) for name in variant.require)
            forbidden = tuple(record.member(name) for name in variant.forbid)
            refined = tuple(
                (record.member(name), _narrowed(self._model, record.member(name), self._model.scalar(narrow)))
                for name, narrow in variant.refine.items()
            )
            chosen = variant.value

            def check(
                value: Object,
                at: str,
                found: list[Fault],
                deciding: Member = deciding,
                chosen: str = chosen,
                required: tuple[Member, ...] = required,
                forbidden: tuple[Member, ...] = forbidden,
                refined: tuple[tuple[Member, Check], ...] = refined,
            ) -> None:
                held = deciding.default if is_absent(deciding, value) else value[deciding.name]
                if held != chosen:
                    return
                for member in required:
                    if not _is_written(member, value):
                        found.append(Fault(FaultName.MISSING_IN_VARIANT, at + token(member.name), False))
                for member in forbidden:
                    if _is_written(member, value):
                        found.append(Fault(FaultName.FORBIDDEN_IN_VARIANT, at + token(member.name), False))
                for member, narrow in refined:
                    if not is_absent(member, value):
                        narrow(value[member.name], at + token(member.name), found)

            yield check


def _is_written(member: Member, value: Object) -> bool:
    """Whether a member says anything; one that reads as its default is as good as not there."""
    if is_absent(member, value):
        return False
    return not member.has_default or value[member.name] != member.default


def _missing(member: Member) -> tuple[tuple[FaultName, bool], ...]:
    """What it breaks that a member is not there, and whether that stops readers."""
    if member.read is Presence.REQUIRED:
        return ((FaultName.MISSING_MEMBER, True),)
    return ((FaultName.MISSING_FOR_AUTHOR, False),) if member.author is Presence.REQUIRED else ()


def _misfit(held: Json, at: str) -> Fault:
    return Fault(FaultName.NULL_MEMBER if held is None else FaultName.WRONG_TYPE, at, True)


def _items(item: Check) -> Check:
    def check(held: Json, at: str, found: list[Fault]) -> None:
        if isinstance(held, list):
            for index, each in enumerate(held):
                item(each, f"{at}/{index}", found)
        else:
            found.append(_misfit(held, at))

    return check


def _value(model: Model, type_: Scalar | Vocabulary) -> Check:
    """The faults of one value: what stops readers, or else what binds authors."""
    kinds = _TYPES[type_.base if isinstance(type_, Scalar) else Base.STRING]
    stopping, binding = limits(model, type_)
    steps = [(limit, stops) for limit, stops in ((stopping, True), (binding, False)) if limit is not no_limit]

    def check(held: Json, at: str, found: list[Fault]) -> None:
        if type(held) not in kinds:
            found.append(_misfit(held, at))
            return
        for limit, stops in steps:
            if names := limit(held):
                found += (Fault(name, at, stops) for name in names)
                return

    return check


def _narrowed(model: Model, member: Member, narrow: Scalar) -> Check:
    """What the narrower type of a variant adds to the member's own."""
    _, binding = limits(model, narrow)
    type_: Type = model.type_of(member)
    own = limits(model, type_) if isinstance(type_, Scalar | Vocabulary) else ()

    def check(held: Json, at: str, found: list[Fault]) -> None:
        if not isinstance(held, str | int | float):
            return
        known = {name for limit in own for name in limit(held)}
        found += (Fault(name, at, False) for name in binding(held) if name not in known)

    return _each(check) if member.many else check


def _each(item: Check) -> Check:
    """A check of the items; that there is a list at all is checked elsewhere."""

    def check(held: Json, at: str, found: list[Fault]) -> None:
        for index, each in enumerate(held if isinstance(held, list) else ()):
            item(each, f"{at}/{index}", found)

    return check
