"""Pairs that differ in one member: one keeps a rule, the other breaks it.

What is looked at is a situation: an object of named messages, so that a rule about one message and a rule about a
request and its reply are alike.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from cgp_toolkit.model import Envelope, Json, Presence, Record
from cgp_toolkit.oracle import jsons
from cgp_toolkit.oracle.jsons import Message, Path
from cgp_toolkit.rules import Check
from cgp_toolkit.targets.vectors.material.edits import Looked, edited, looked_at, written_out
from cgp_toolkit.targets.vectors.material.places import Place
from cgp_toolkit.targets.vectors.material.stock import Stock


class Judge(Protocol):
    """Judges situations."""

    def breaks(self, situation: Message, rule: str) -> bool:
        """Whether a rule is broken, in messages that are readable at least."""

    def rules(self, situation: Message) -> frozenset[str] | None:
        """The rules that are broken; ``None`` if one of the messages may not be written at all."""


_ALIKE = 2
"""How many situations are tried that differ in nothing of importance to a rule."""


@dataclass(frozen=True, slots=True)
class Pair:
    """What was changed, and the two situations."""

    looked: Looked
    good: Message
    bad: Message


def pairs(stock: Stock, check: Check, situations: Sequence[Message], judge: Judge) -> Iterator[Pair]:
    """For each member that the rule looks at, a pair, if it decides alone in one of the ``situations``."""
    wanted = looked_at(stock.model, check)
    distinct = _distinct(stock, wanted, situations)
    named = written_out(check)
    for looked in wanted:
        found = _pair(stock, check.rule, named, looked, distinct, judge)
        if found is not None:
            yield found


def _distinct(stock: Stock, wanted: Sequence[Looked], situations: Sequence[Message]) -> list[Message]:
    """The first few of those situations in which a rule sees the same truths, words and absences."""
    counts: Counter[tuple[object, ...]] = Counter()
    found = []
    for situation in situations:
        places = list(_places(stock, situation))
        sight = tuple(
            _sight(next((place.value for _, place in places if place.owner is looked.owner), None), looked)
            for looked in wanted
        )
        counts[sight] += 1
        if counts[sight] <= _ALIKE:
            found.append(situation)
    return found


def _sight(value: Message | None, looked: Looked) -> object:
    if value is None or looked.member.name not in value:
        return None
    held = value[looked.member.name]
    return held if isinstance(held, bool) or looked.decides else bool(held)


def _pair(
    stock: Stock, rule: str, named: Sequence[Json], looked: Looked, situations: Sequence[Message], judge: Judge
) -> Pair | None:
    """The first pair of which a change decides alone; ``named`` are values worth trying."""
    fallback: Pair | None = None
    for good in situations:
        paths = [(*path, looked.member.name) for path in paths_to(stock, good, looked.owner)]
        if not paths or judge.breaks(good, rule) or (before := judge.rules(good)) is None:
            continue
        for path in dict.fromkeys((paths[0], paths[-1])):
            for bad in edited(stock, good, path, looked, named):
                if not judge.breaks(bad, rule) or (after := judge.rules(bad)) is None:
                    continue
                pair = _closest(Pair(looked, good, bad), path, rule, judge)
                if after - before == {rule}:
                    return _shrunk(stock, pair, path, judge)
                fallback = fallback or pair
    return fallback


def paths_to(stock: Stock, situation: Message, owner: Envelope | Record) -> list[Path]:
    """The ways to every object of ``owner`` in the messages of a situation."""
    return [(name, *place.path) for name, place in _places(stock, situation) if place.owner is owner]


def _places(stock: Stock, situation: Message) -> Iterator[tuple[str, Place]]:
    """Every object of every message of a situation, with the name of the message."""
    for name, message in situation.items():
        if isinstance(message, dict):
            yield from ((name, place) for place in stock.places.of(message))


def _closest(pair: Pair, path: Path, rule: str, judge: Judge) -> Pair:
    """Of a number, the two neighbours between which the rule turns."""
    if not jsons.has_path(pair.good, path) or not jsons.has_path(pair.bad, path):
        return pair
    good, bad = jsons.at_path(pair.good, path), jsons.at_path(pair.bad, path)
    if type(good) is not int or type(bad) is not int:
        return pair
    while abs(good - bad) > 1:
        middle = (good + bad) // 2
        situation = jsons.replaced(pair.bad, path, middle)
        if judge.rules(situation) is None:
            return pair
        if judge.breaks(situation, rule):
            bad = middle
        else:
            good = middle
    return Pair(pair.looked, jsons.replaced(pair.good, path, good), jsons.replaced(pair.bad, path, bad))


def _shrunk(stock: Stock, pair: Pair, path: Path, judge: Judge) -> Pair:
    """The pair without the optional members and items that make no difference."""
    good_rules, bad_rules = judge.rules(pair.good), judge.rules(pair.bad)
    shrunk = True
    while shrunk:
        shrunk = False
        for name, place in list(_places(stock, pair.good)):
            for member in place.owner.members:
                here = (name, *place.path, member.name)
                if member.author is not Presence.OPTIONAL or here == path[: len(here)]:
                    continue
                if not jsons.has_path(pair.good, here) or not jsons.has_path(pair.bad, here):
                    continue
                good, bad = jsons.without(pair.good, here), jsons.without(pair.bad, here)
                if judge.rules(good) == good_rules and judge.rules(bad) == bad_rules:
                    pair, shrunk = Pair(pair.looked, good, bad), True
    return pair
