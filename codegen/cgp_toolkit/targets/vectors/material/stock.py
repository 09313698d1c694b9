"""Messages that authors may write, as small as they can be: what is to be wrong is added to them.

They come from the model's examples and sessions, so that they look like the real thing and keep the rules; where those
show nothing, from the types.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from typing import TypeAlias

from cgp_toolkit.binding.samples import valid_messages
from cgp_toolkit.model import Envelope, Json, Member, Model, Presence, Record, Scalar, Vocabulary
from cgp_toolkit.oracle import Oracle, jsons
from cgp_toolkit.oracle.jsons import Message, Path
from cgp_toolkit.targets.vectors.material import instances
from cgp_toolkit.targets.vectors.material.places import Place, Places, held
from cgp_toolkit.targets.vectors.material.readings import Readings

Key: TypeAlias = tuple[bool, str, str]
"""Whether it is an envelope's, the name of the owner, the name of the member."""

_MOST_SHOWN = 4


@dataclass(frozen=True, slots=True)
class Base:
    """A message, and the way to the object, or to the member of one, that it was made for."""

    message: Message
    path: Path


class Stock:
    """Everything to build from.  ``sources`` are sound messages: those ``shown`` by the model, then made ones."""

    def __init__(self, oracle: Oracle) -> None:
        self.oracle = oracle
        self.model = oracle.model
        self.readings = Readings(oracle)
        self.places = Places(oracle.model)
        self.shown = self._sound(_shown(self.model))
        self.sources = [*self.shown, *self._sound(instances.messages(self.model))]
        self._seen = self._values_shown()
        self._of: dict[tuple[bool, str], Base | None] = {}
        self._with: dict[Key, Base | None] = {}

    def _sound(self, messages: Iterable[Message]) -> list[Message]:
        """The messages that authors may write: those without warnings first, the shortest of them first."""
        judged = [(self.readings.read(message), message) for message in messages]
        sound = [(not reading.clean, message) for reading, message in judged if reading.authored]
        return [message for _, message in sorted(sound, key=lambda item: (item[0], len(jsons.spelt(item[1]))))]

    def _values_shown(self) -> dict[Key, dict[str, Json]]:
        """The values that sources show, by text, for each member."""
        found: dict[Key, dict[str, Json]] = {}
        for message in self.sources:
            for place in self.places.of(message):
                for member in place.owner.members:
                    known = found.setdefault((isinstance(place.owner, Envelope), place.owner.name, member.name), {})
                    known |= {jsons.spelt(value): value for value, _ in held(place, member)}
        return found

    def message(self, envelope: str) -> Message:
        """The least message of an envelope; ``LookupError`` if none is known that its author may write."""
        base = self.of(self.model.envelopes[envelope])
        if base is None:
            raise LookupError(envelope)
        return base.message

    def of(self, owner: Envelope | Record) -> Base | None:
        """The least message that holds an object of ``owner``."""
        key = isinstance(owner, Envelope), owner.name
        if key not in self._of:
            self._of[key] = self.least(lambda place: place.owner is owner)
        return self._of[key]

    def with_member(self, owner: Envelope | Record, member: Member) -> Base | None:
        """A small message that holds a member, a list with one item at least; the path is the member's."""
        key = isinstance(owner, Envelope), owner.name, member.name
        if key not in self._with:
            self._with[key] = self._with_member(owner, member)
        return self._with[key]

    def _with_member(self, owner: Envelope | Record, member: Member) -> Base | None:
        base = self.of(owner)
        if base is not None:
            path = (*base.path, member.name)
            if jsons.has_path(base.message, path) and jsons.at_path(base.message, path) != []:
                return Base(base.message, path)
            for value in self.values(owner, member):
                changed = jsons.replaced(base.message, path, value)
                if self.readings.broken(changed) == frozenset():
                    return Base(changed, path)
        found = self.least(lambda place: place.owner is owner and any(True for _ in held(place, member)))
        return None if found is None else Base(found.message, (*found.path, member.name))

    def values(self, owner: Envelope | Record, member: Member) -> Iterator[Json]:
        """Values for a member, as JSON: those that the sources show, then those of the type; lists have one item."""
        seen = self._seen.get((isinstance(owner, Envelope), owner.name, member.name), {})
        shown = sorted(seen, key=lambda text: (len(text), text))[:_MOST_SHOWN]
        type_ = self.model.type_of(member)
        made: Iterator[Json] = (
            iter((instances.minimal(self.model, type_.name),))
            if isinstance(type_, Record)
            else iter(instances.full(self.model, type_.name)[:8])
        )
        for value in chain((seen[text] for text in shown), made):
            yield [value] if member.many else value

    def usages(self, type_: Scalar | Vocabulary) -> Iterator[Base]:
        """Small messages that hold a value of the type, one a member; the path is the value's."""
        for owner in self.model.owners():
            for member in owner.members:
                if member.type == type_.name:
                    base = self.with_member(owner, member)
                    if base is not None:
                        yield Base(base.message, (*base.path, 0)) if member.many else base

    def least(self, wanted: Callable[[Place], bool]) -> Base | None:
        """The first source with a wanted object, without all that can be left out."""

        def keeps(message: Message) -> bool:
            return any(map(wanted, self.places.of(message)))

        for source in self.sources:
            if keeps(source):
                least = self._shrunk(source, keeps)
                return next(Base(least, p.path) for p in self.places.of(least) if wanted(p))
        return None

    def _shrunk(self, message: Message, keeps: Callable[[Message], bool]) -> Message:
        """``message`` without the optional members and the items that neither the model nor ``keeps`` asks for."""
        warnings = self.readings.broken(message) or frozenset()
        shrunk = True
        while shrunk:
            shrunk = False
            for path in list(_removable(self.places.of(message))):
                if not jsons.has_path(message, path):
                    continue
                smaller = jsons.without(message, path)
                broken = self.readings.broken(smaller) if keeps(smaller) else None
                if broken is not None and broken <= warnings:
                    message, shrunk = smaller, True
        return message


def _shown(model: Model) -> Iterator[Message]:
    yield from (message for _, message in valid_messages(model))
    for session in model.sessions.values():
        yield from session.messages


def _removable(places: Iterable[Place]) -> Iterator[Path]:
    """Optional members and items of lists, from the outside in; items from the back, so that indices stay true."""
    for place in places:
        for member in place.owner.members:
            if member.name not in place.value:
                continue
            path = (*place.path, member.name)
            if member.author is Presence.OPTIONAL:
                yield path
            value = place.value[member.name]
            if isinstance(value, list):
                yield from ((*path, index) for index in reversed(range(len(value))))
