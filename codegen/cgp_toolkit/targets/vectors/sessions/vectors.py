"""From visits of the table's places to vectors."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from cgp_toolkit.lifecycle import Key, Transition, table
from cgp_toolkit.model import Happening, Outcome, Question, Session, Signal
from cgp_toolkit.model.lifecycle import QUESTION_OF
from cgp_toolkit.oracle.jsons import Message
from cgp_toolkit.targets.vectors.material.stock import Stock
from cgp_toolkit.targets.vectors.sessions.cast import Cast
from cgp_toolkit.targets.vectors.sessions.rulebook import Result, Rulebook
from cgp_toolkit.targets.vectors.sessions.search import Move, Search, Steps, Visit
from cgp_toolkit.targets.vectors.vector import Cites, Does, SessionVector, Step


def vectors(stock: Stock) -> Iterator[SessionVector]:
    """With a lifecycle: the model's recordings, each place of the table by role, breaches that an onlooker sees."""
    search = _search(stock)
    if search is None:
        return
    for session in stock.model.sessions.values():
        yield _recorded(search, session)
    visits = {role.name: search.visits(role.name) for role in stock.model.protocol.roles}
    made: dict[object, SessionVector] = {}
    for found in visits.values():
        for group in _groups(found):
            vector = _of_role(group)
            # An answer that a session gives on its own may be the only way to two places of the table.
            given = vector.role, tuple((step.does, step.line) for step in vector.steps)
            other = made.get(given)
            made[given] = vector if other is None else replace(other, cites=other.cites.and_(vector.cites))
    yield from made.values()
    covered = {key for found in visits.values() for key in found}
    yield from _of_onlooker(search, covered)


def places_without(stock: Stock) -> frozenset[Key]:
    """The places of the table that no vector reaches, because no short session does."""
    search = _search(stock)
    if search is None:
        return frozenset()
    visited = {key for role in stock.model.protocol.roles for key in search.visits(role.name)}
    return frozenset(search.rules.table) - visited - search.recordings().keys()


def _search(stock: Stock) -> Search | None:
    lifecycle = stock.model.lifecycle
    if lifecycle is None:
        return None
    cast = Cast(stock)
    return Search(cast, Rulebook(cast, dict(table(stock.model, lifecycle))))


# By role.


def _groups(visits: dict[Key, Visit]) -> Iterator[dict[Key, Visit]]:
    """Visits that one vector can show one after the other: of one row, from one state, and nothing changes by them."""
    groups: dict[object, dict[Key, Visit]] = {}
    for key, visit in visits.items():
        row = visit.result.transition.row
        main = key == visit.result.keys[0]
        still = main and visit.result.party == visit.party and not visit.result.sends
        # A session answers on its own only where something else has happened before.
        group = (id(row), visit.party, key.event.happening) if still else key
        groups.setdefault(group, {})[key] = visit
    yield from groups.values()


def _of_role(group: dict[Key, Visit]) -> SessionVector:
    first = next(iter(group))
    visit = group[first]
    steps = [_step(move, result) for move, result in visit.before]
    steps += [_step(visit.move, visit.result) for visit in group.values()]
    row = _transition(visit, first).row
    events = " and ".join(dict.fromkeys(_event(key) for key in group))
    return SessionVector(
        id=f"The {first.role}, {first.state}, {events}: {row.outcome}. {_line(row.doc)}",
        role=first.role,
        steps=tuple(steps),
        cites=Cites(row.requirements, row.decisions),
    )


def _transition(visit: Visit, key: Key) -> Transition:
    return (
        visit.result.transition
        if key == visit.result.keys[0]
        else visit.result.answers[visit.result.keys.index(key) - 1]
    )


def _event(key: Key) -> str:
    return f"{key.event} ({key.condition})" if key.condition is not None else str(key.event)


def _line(text: str) -> str:
    return " ".join(text.split())


def _step(move: Move, result: Result) -> Step:
    reading, transition = move.reading, result.transition
    sends: tuple[Message, ...] = result.sends
    if move.does is Does.SENDS and sends and reading is not None and reading.value is not None:
        # What a party says itself is written as writers do; of answers that a session gives, only this much is known.
        sends = (reading.value, *sends[1:])
    return Step(
        does=move.does,
        line=move.line,
        outcome=transition.outcome.value,
        state=result.party.state,
        requirement=_requirement(result),
        code=result.code,
        sends=sends,
    )


def _requirement(result: Result) -> str | None:
    """What has to be named: the requirement behind a mistake, if it is one about the order of messages."""
    key, transition = result.keys[0], result.transition
    if key.event.name == Signal.MALFORMED_LINE and key.event.happening is Happening.MEETS:
        return None
    version = key.condition is not None and QUESTION_OF[key.condition] is Question.VERSION
    match transition.outcome:
        case Outcome.BREACH | Outcome.REFUSAL:
            return transition.row.requirements[0]
        case Outcome.ANSWER if not version:
            return transition.row.requirements[0]
        case _:
            return None


# As an onlooker sees it.


def _of_onlooker(search: Search, covered: set[Key]) -> Iterator[SessionVector]:
    """A breach of each row, and what no role meets on its own."""
    rows: set[int] = set()
    for key, steps in search.recordings().items():
        transition = steps[-1][1].transition
        breach = transition.outcome is Outcome.BREACH and id(transition.row) not in rows
        if breach or key not in covered:
            rows.add(id(transition.row))
            yield _seen(key, transition, steps if breach else search.followed(steps))


def _seen(key: Key, transition: Transition, steps: Steps) -> SessionVector:
    row = transition.row
    return SessionVector(
        id=f"An onlooker sees that the {key.role}, {key.state}, {_event(key)}: {row.outcome}. {_line(row.doc)}",
        role=None,
        steps=tuple(_sight(move, result) for move, result in steps),
        cites=Cites(row.requirements, row.decisions),
    )


def _sight(move: Move, result: Result) -> Step:
    breach = result.transition.outcome is Outcome.BREACH
    return Step(
        does=Does.SEES,
        line=move.line,
        outcome=(Outcome.BREACH if breach else Outcome.ACCEPT).value,
        state=result.party.state if breach else None,
        requirement=_requirement(result) if breach else None,
    )


def _recorded(search: Search, session: Session) -> SessionVector:
    """A recording of the model, in which nothing is wrong."""
    parties = {role.name: search.rules.start(role.name, watching=True) for role in search.model.protocol.roles}
    steps = []
    for message in session.messages:
        line, reading = search.cast.stock.readings.line_of(message)
        sender = search.model.envelopes[str(message[search.model.protocol.tag])].sender
        move = Move(Does.SEES, line, reading, sender)
        result = search.rules.sends(parties[sender], reading.settled)
        for role, party in parties.items():
            parties[role] = result.party if role == sender else search.rules.receives(party, reading.settled).party
        steps.append(_sight(move, result))
    return SessionVector(f"Session {session.name}: {session.doc}", None, tuple(steps), Cites(session.requirements))
