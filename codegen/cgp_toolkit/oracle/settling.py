"""What a reader ends up with, and what a writer makes of that.

A model is compiled once to small functions, as in :mod:`cgp_toolkit.oracle.structure`.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping
from typing import TypeAlias

from cgp_toolkit.model import Base, Envelope, Json, Member, Model, Omit, OnNull, Record, Scalar
from cgp_toolkit.oracle.jsons import Message

_Object: TypeAlias = Callable[[Mapping[str, Json]], Message]
_Value: TypeAlias = Callable[[Json], Json]
_MISSING = object()


class Settling:
    """The functions of a model's envelopes and records, made when they are first asked for."""

    def __init__(self, model: Model) -> None:
        self._model = model
        self._settled: dict[tuple[bool, str], _Object] = {}
        self._written: dict[tuple[bool, str], _Object] = {}

    def settled(self, owner: Envelope | Record, value: Mapping[str, Json]) -> Message:
        """An object that readers accept, its members in the order of the model.

        Unknown members and nulls that read as absent are gone, defaults are filled in, and numbers with a fraction are
        told from integers by their type, not by their spelling.
        """
        return self._made(self._settled, owner, self._settler)(value)

    def written(self, owner: Envelope | Record, value: Mapping[str, Json]) -> Message:
        """What a writer leaves of a settled object."""
        return self._made(self._written, owner, self._writer)(value)

    def _made(
        self,
        made: dict[tuple[bool, str], _Object],
        owner: Envelope | Record,
        make: Callable[[Envelope | Record], _Object],
    ) -> _Object:
        key = isinstance(owner, Envelope), owner.name
        if key not in made:
            # Records may contain themselves, so the function that is being made is found by name.
            made[key] = lambda value: made[key](value)
            made[key] = make(owner)
        return made[key]

    def _tag(self, owner: Envelope | Record) -> Message:
        return {self._model.protocol.tag: owner.name} if isinstance(owner, Envelope) else {}

    def _settler(self, owner: Envelope | Record) -> _Object:
        tag = self._tag(owner)
        members = [
            (m.name, m.optional and m.on_null is OnNull.ABSENT, self._value(m), m.has_default, m.default)
            for m in owner.members
        ]

        def settle(value: Mapping[str, Json]) -> Message:
            result = dict(tag)
            for name, nullable, inside, has_default, default in members:
                held = value.get(name, _MISSING)
                if held is _MISSING or (held is None and nullable):
                    if has_default:
                        result[name] = copy.copy(default)
                elif isinstance(held, list):
                    result[name] = held if inside is None else [inside(item) for item in held]
                else:
                    result[name] = value[name] if inside is None else inside(value[name])
            return result

        return settle

    def _value(self, member: Member) -> _Value | None:
        """What becomes of a value, or of each item of a list; ``None`` if it stays as it is."""
        type_ = self._model.type_of(member)
        if isinstance(type_, Record):
            inside = self._made(self._settled, type_, self._settler)
            return lambda held: inside(held) if isinstance(held, dict) else held
        if isinstance(type_, Scalar) and type_.base is Base.NUMBER:
            return lambda held: float(held) if isinstance(held, int | float) else held
        return None

    def _writer(self, owner: Envelope | Record) -> _Object:
        tag = self._tag(owner)
        types = [self._model.type_of(member) for member in owner.members]
        members = [
            (
                m.name,
                m.omit is Omit.EMPTY,
                m.omit is Omit.DEFAULT,
                m.default,
                self._made(self._written, type_, self._writer) if isinstance(type_, Record) else None,
            )
            for m, type_ in zip(owner.members, types, strict=True)
        ]

        def write(value: Mapping[str, Json]) -> Message:
            result = dict(tag)
            for name, empty, by_default, default, inside in members:
                if name not in value:
                    continue
                held = value[name]
                if (empty and held == []) or (by_default and held == default):
                    continue
                if inside is None:
                    result[name] = held
                elif isinstance(held, list):
                    result[name] = [inside(item) for item in held if isinstance(item, dict)]
                elif isinstance(held, dict):
                    result[name] = inside(held)
            return result

        return write
