"""The shortest way to every place of the table, by going through everything that can happen, breadth first."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from cgp_toolkit.lifecycle import Key
from cgp_toolkit.model import Envelope, Happening, Outcome
from cgp_toolkit.oracle import Reading
from cgp_toolkit.oracle.jsons import Message
from cgp_toolkit.targets.vectors.sessions.cast import Cast
from cgp_toolkit.targets.vectors.sessions.party import Party
from cgp_toolkit.targets.vectors.sessions.rulebook import Result, Rulebook
from cgp_toolkit.targets.vectors.vector import Does

_MOST_OPEN = 2
_MOST_STATES = 400


@dataclass(frozen=True, slots=True)
class Move:
    """Something that can happen, with its line and what that is, if there is one; ``sender`` is who says it."""

    does: Does
    line: bytes | None = None
    reading: Reading | None = None
    sender: str | None = None


Steps: TypeAlias = tuple[tuple[Move, Result], ...]
"""Moves, and what became of each."""


@dataclass(frozen=True, slots=True)
class Visit:
    """A move that reaches a place of the table: what came before, where the party stood, and what became of it."""

    before: Steps
    party: Party
    move: Move
    result: Result


class Search:
    """Goes through the sessions of a model that has a lifecycle."""

    def __init__(self, cast: Cast, rules: Rulebook) -> None:
        self.cast = cast
        self.rules = rules
        self.model = cast.model

    def visits(self, role: str) -> dict[Key, Visit]:
        """The first visit of every place of a role that a short session reaches.

        What the role says itself comes before what its session answers on its own.
        """
        moves = tuple(self._moves(role))
        found: dict[Key, Visit] = {}
        answers: dict[Key, Visit] = {}
        missing = {key for key in self.rules.table if key.role == role}
        start = self.rules.start(role)
        seen = {start}
        todo: deque[tuple[Party, Steps]] = deque([(start, ())])
        while todo and missing and len(seen) < _MOST_STATES:
            party, before = todo.popleft()
            for move in moves:
                if move.does is Does.DEADLINE and not self._can_run_out(party):
                    continue
                result = self._apply(party, move)
                visit = Visit(before, party, move, result)
                found.setdefault(result.keys[0], visit)
                missing.discard(result.keys[0])
                for key in result.keys[1:]:
                    answers.setdefault(key, visit)
                after = result.party
                if after not in seen and _is_simple(after):
                    seen.add(after)
                    todo.append((after, (*before, (move, result))))
        return found | {key: visit for key, visit in answers.items() if key not in found}

    def _apply(self, party: Party, move: Move) -> Result:
        match move:
            case Move(does=Does.SENDS, reading=Reading() as reading):
                return self.rules.sends(party, reading.settled)
            case Move(does=Does.RECEIVES, reading=Reading(envelope=str()) as reading):
                return self.rules.receives(party, reading.settled)
            case Move(does=Does.RECEIVES, reading=Reading() as reading):
                return self.rules.meets(party, reading)
            case Move(does=Does.DEADLINE):
                return self.rules.runs_out(party)
            case _:
                return self.rules.ends(party)

    def _can_run_out(self, party: Party) -> bool:
        # With two in flight it would be two events at once.
        return len(party.waits) == 1 and party.state not in self.rules.final

    def _moves(self, role: str) -> Iterator[Move]:
        own = [e for e in self.model.envelopes.values() if e.sender == role]
        for envelope in own:
            yield from (self._move(Does.SENDS, message, role) for message in self._said(envelope, by=role))
        for envelope in self.model.envelopes.values():
            if envelope.receiver == role:
                yield from (self._move(Does.RECEIVES, message, None) for message in self._said(envelope, by=None))
        for envelope in own[:1]:
            yield self._move(Does.RECEIVES, next(self._said(envelope, by=role)), None)
        for message in self.cast.unknown():
            yield self._move(Does.RECEIVES, message, None)
        for line in self.cast.malformed():
            yield Move(Does.RECEIVES, line, self.cast.stock.readings.read(line))
        yield Move(Does.DEADLINE)
        yield Move(Does.ENDS)

    def _said(self, envelope: Envelope, *, by: str | None) -> Iterator[Message]:
        """What a party may say; of its own version it makes no secret."""
        said = self.cast.said(envelope)
        if by is not None and envelope.name == self.model.protocol.opening:
            yield next(said)
        else:
            yield from said

    def _move(self, does: Does, message: Message, sender: str | None) -> Move:
        return Move(does, *self.cast.stock.readings.line_of(message), sender)

    def recordings(self) -> dict[Key, Steps]:
        """For every place where a role sends: a recording whose last message is there.

        All others are fine, unless only the mistake of the other party leads there.
        """
        wanted = {key for key in self.rules.table if key.event.happening is Happening.SENDS}
        found = self._recordings(wanted, breached=False)
        missing = wanted - found.keys()
        return found | self._recordings(missing, breached=True) if missing else found

    def followed(self, steps: Steps) -> Steps:
        """A recording with a mistake of the same sender at its end: it tells where the message before has led."""
        parties = {role.name: self.rules.start(role.name, watching=True) for role in self.model.protocol.roles}
        for move, result in steps:
            assert move.reading is not None
            message = move.reading.settled
            parties = {
                role: result.party if role == move.sender else self.rules.receives(party, message).party
                for role, party in parties.items()
            }
        last = parties[steps[-1][1].party.role]
        for move in self._sights():
            if move.sender == last.role and move.reading is not None:
                result = self.rules.sends(last, move.reading.settled)
                if result.transition.outcome is Outcome.BREACH:
                    return (*steps, (move, result))
        return steps

    def _sights(self) -> list[Move]:
        """Everything that an onlooker may see."""
        return [
            self._move(Does.SEES, message, envelope.sender)
            for envelope in self.model.envelopes.values()
            for message in self._said(envelope, by=envelope.sender)
        ]

    def _recordings(self, wanted: set[Key], *, breached: bool) -> dict[Key, Steps]:
        roles = [role.name for role in self.model.protocol.roles]
        moves = self._sights()
        found: dict[Key, Steps] = {}
        missing = set(wanted)
        start = tuple(self.rules.start(role, watching=True) for role in roles)
        seen = {start}
        todo: deque[tuple[tuple[Party, ...], Steps]] = deque([(start, ())])
        while todo and missing and len(seen) < _MOST_STATES:
            parties, before = todo.popleft()
            for move in moves:
                assert move.reading is not None
                message = move.reading.settled
                result = self.rules.sends(next(p for p in parties if p.role == move.sender), message)
                steps = (*before, (move, result))
                if result.keys[0] in missing:
                    missing.remove(result.keys[0])
                    found[result.keys[0]] = steps
                if result.transition.outcome is not Outcome.ACCEPT and not breached:
                    continue
                after = tuple(
                    result.party if p.role == move.sender else self.rules.receives(p, message).party for p in parties
                )
                if after not in seen and all(map(_is_simple, after)):
                    seen.add(after)
                    todo.append((after, steps))
        return found


def _is_simple(party: Party) -> bool:
    """Whether few enough requests are open that a session through it can be understood."""
    waiting = any(due.ready is not None for _, due in party.dues)
    return len(party.waits) <= _MOST_OPEN and len(party.dues) <= _MOST_OPEN and not waiting
