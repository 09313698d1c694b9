"""The objects of a message, with what the model calls them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from cgp_toolkit.model import Envelope, Json, Member, Model, Record
from cgp_toolkit.oracle.jsons import Message, Path


@dataclass(frozen=True, slots=True)
class Place:
    """One object of a message: what the model calls it, its members, and the way to it."""

    owner: Envelope | Record
    value: Message
    path: Path


def places(model: Model, message: Message) -> Iterator[Place]:
    """Every object of a message that the model has a name for, from the outside in; none without a known envelope."""
    envelope = model.envelopes.get(str(message.get(model.protocol.tag)))
    if envelope is not None:
        yield from _places(model, Place(envelope, message, ()))


class Places:
    """Finds the objects of messages while the vectors of one model are made; each message is searched once."""

    def __init__(self, model: Model) -> None:
        self._model = model
        # The messages are kept beside their objects, so that no other one can get the id of one.
        self._known: dict[int, tuple[Message, tuple[Place, ...]]] = {}

    def of(self, message: Message) -> tuple[Place, ...]:
        """As :func:`places`."""
        if id(message) not in self._known:
            self._known[id(message)] = message, tuple(places(self._model, message))
        return self._known[id(message)][1]


def _places(model: Model, place: Place) -> Iterator[Place]:
    yield place
    for member in place.owner.members:
        type_ = model.type_of(member)
        if isinstance(type_, Record):
            for item, path in held(place, member):
                if isinstance(item, dict):
                    yield from _places(model, Place(type_, item, path))


def held(place: Place, member: Member) -> Iterator[tuple[Json, Path]]:
    """The value of a member, or the items of a list, each with the way to it; nothing for one that is not there."""
    path = (*place.path, member.name)
    value = place.value.get(member.name)
    if member.many and isinstance(value, list):
        yield from ((item, (*path, index)) for index, item in enumerate(value))
    elif member.name in place.value:
        yield value, path
