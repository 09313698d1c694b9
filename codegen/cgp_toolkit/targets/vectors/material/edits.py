"""Single changes of what a rule looks at."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from cgp_toolkit.model import Base, Envelope, Json, Member, Model, Presence, Record, Scalar, Vocabulary
from cgp_toolkit.oracle import jsons
from cgp_toolkit.oracle.jsons import Message, Path
from cgp_toolkit.rules import Check
from cgp_toolkit.rules.kinds import owner_of
from cgp_toolkit.rules.tree import Attribute, Literal
from cgp_toolkit.targets.vectors.material.instances import texts
from cgp_toolkit.targets.vectors.material.stock import Stock

_MOST = 6


@dataclass(frozen=True, slots=True)
class Looked:
    """A member that a rule looks at."""

    owner: Envelope | Record
    member: Member

    @property
    def decides(self) -> bool:
        """Whether a variant of the owner depends on it."""
        return isinstance(self.owner, Record) and any(v.member == self.member.name for v in self.owner.variants)


def looked_at(model: Model, check: Check) -> tuple[Looked, ...]:
    """The members that a check looks at, each once, the innermost first; not those on the way to others."""
    found: dict[tuple[bool, str, str], Looked] = {}
    for node in check.nodes():
        if isinstance(node, Attribute):
            owner = owner_of(model, node.owner)
            member = owner.member(node.member)
            if member.many or not isinstance(model.type_of(member), Record):
                found[node.owner.envelope, owner.name, member.name] = Looked(owner, member)
    return tuple(reversed(found.values()))


def written_out(check: Check) -> tuple[Json, ...]:
    """The texts and numbers that a check names, each once."""
    found = {repr(node.value): node.value for node in check.nodes() if isinstance(node, Literal)}
    return tuple(found.values())


def edited(stock: Stock, whole: Message, path: Path, looked: Looked, named: Sequence[Json]) -> Iterator[Message]:
    """``whole`` with another value, or none, for the member at ``path``; ``named`` are values worth trying."""
    there = jsons.has_path(whole, path)
    if there and looked.member.author is Presence.OPTIONAL:
        yield jsons.without(whole, path)
    current = jsons.at_path(whole, path) if there else None
    for value in _values(stock, looked, current, named):
        if not there or value != current or isinstance(value, bool) != isinstance(current, bool):
            yield jsons.replaced(whole, path, value)


def _values(stock: Stock, looked: Looked, current: Json, named: Sequence[Json]) -> Iterator[Json]:
    if not looked.member.many:
        yield from _single(stock, looked, current, named)
        return
    items = current if isinstance(current, list) else []
    if items:
        yield items[:-1]
        yield [*items, items[-1]]
        yield []
    for value in _single(stock, looked, items[0] if items else None, named):
        yield [value]
        yield [value, value]
    yield from stock.values(looked.owner, looked.member)


def _single(stock: Stock, looked: Looked, current: Json, named: Sequence[Json]) -> Iterator[Json]:
    type_ = stock.model.type_of(looked.member)
    match type_:
        case Vocabulary():
            yield from words(stock.model, type_)
        case Scalar(base=Base.BOOLEAN):
            yield from (True, False)
        case Scalar(base=Base.INTEGER):
            number = current if isinstance(current, int) else 0
            limits = type_.author
            near = [n + step for n in named if type(n) is int for step in (0, 1)]
            for value in (number + 1, number - 1, 0, 1, number * 2 + 10, limits.maximum, *near):
                if value is not None and (limits.minimum or 0) <= value <= (limits.maximum or value):
                    yield int(value)
        case Scalar(base=Base.NUMBER):
            yield from (0.5, 0.25, *(number for number in named if type(number) is float))
        case Scalar():
            yield from (text for text in named if isinstance(text, str))
            yield from texts(type_)[:_MOST]
            if not looked.member.many:
                yield from stock.values(looked.owner, looked.member)
        case Record():
            pass


def words(model: Model, vocabulary: Vocabulary) -> Iterator[str]:
    """Every value that authors may write: the listed ones, and a new one where there may be new ones."""
    yield from (value.name for value in vocabulary.values)
    if vocabulary.like is not None:
        yield from (value.name for value in model.vocabulary(vocabulary.like).values)
    if vocabulary.form is not None:
        yield texts(model.scalar(vocabulary.form))[0]
