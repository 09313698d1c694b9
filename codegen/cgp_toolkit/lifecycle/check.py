"""What a session's table must be: every event has one row, every state a way in and a way to the end."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import groupby

from cgp_toolkit.lifecycle.conditions import askable
from cgp_toolkit.lifecycle.table import Event, events, placements
from cgp_toolkit.model import Condition, Happening, Lifecycle, Model, Outcome, Row, Signal
from cgp_toolkit.model.diagnostics import Diagnostic
from cgp_toolkit.model.lifecycle import QUESTION_OF

Check = Callable[[Model, Lifecycle], Iterator[Diagnostic]]


def states(model: Model, lifecycle: Lifecycle) -> Iterator[Diagnostic]:
    """One state to start in, at least one to end in, and none after that."""
    initial = [state for state in lifecycle.states if state.initial]
    if len(initial) != 1:
        place = initial[1].position if initial else lifecycle.position
        count = f"{len(initial)} states are" if initial else "no state is"
        yield Diagnostic(place, "lifecycle-states", f"{count} initial", "mark exactly one")
    final = {state.name for state in lifecycle.states if state.final}
    if not final:
        yield Diagnostic(lifecycle.position, "lifecycle-states", "no state is final", "mark at least one")
    for row in lifecycle.rows:
        left = sorted(final & set(row.states))
        if left and row.to is not None and row.to not in left:
            yield Diagnostic(row.position, "lifecycle-states", f"the row leads out of the final state {left[0]!r}")


def reachable(model: Model, lifecycle: Lifecycle) -> Iterator[Diagnostic]:
    """Each role gets into every state, and from there to the end."""
    final = {state.name for state in lifecycle.states if state.final}
    start = {state.name for state in lifecycle.states if state.initial}
    for role in model.protocol.roles:
        steps = {
            (state, row.to)
            for row in lifecycle.rows
            if row.role == role.name and row.to is not None
            for state in row.states
        }
        reached = _closure(start, steps)
        ending = _closure(final, {(to, state) for state, to in steps})
        for state in lifecycle.states:
            if start and state.name not in reached:
                yield Diagnostic(
                    state.position,
                    "lifecycle-unreachable",
                    f"no row leads the {role.name} to the state {state.name!r}",
                    "add a row or remove the state",
                )
            elif final and state.name not in ending:
                yield Diagnostic(
                    state.position,
                    "lifecycle-dead-end",
                    f"no row leads the {role.name} from the state {state.name!r} to a final one",
                    "add a row that does",
                )


def _closure(start: set[str], steps: set[tuple[str, str]]) -> set[str]:
    reached, todo = set(start), sorted(start)
    while todo:
        here = todo.pop()
        for state, to in sorted(steps):
            if state == here and to not in reached:
                reached.add(to)
                todo.append(to)
    return reached


def placed(model: Model, lifecycle: Lifecycle) -> Iterator[Diagnostic]:
    """In every state, each envelope has a row for its sender and one for its receiver, and so has each signal."""
    for role in model.protocol.roles:
        waiting = _waiting(model, lifecycle, role.name)
        for state in lifecycle.states:
            found = {event for event, _ in placements(model, lifecycle, role.name, state.name)}
            for event in events(model, role.name):
                optional = event.name == Signal.DEADLINE and state.name not in waiting
                if event not in found and not optional:
                    yield Diagnostic(
                        state.position,
                        "lifecycle-unplaced",
                        f"no row says what happens when the {role.name} {event} in the state {state.name!r}",
                        "add one, even if it is a breach",
                    )


def _waiting(model: Model, lifecycle: Lifecycle, role: str) -> set[str]:
    """The states in which a request of ``role`` can be in flight."""
    return {
        row.to or state
        for state in (s.name for s in lifecycle.states)
        for event, row in placements(model, lifecycle, role, state)
        if event.happening is Happening.SENDS and row.outcome is Outcome.ACCEPT
        if model.envelopes[event.name].reply is not None
    }


def decided(model: Model, lifecycle: Lifecycle) -> Iterator[Diagnostic]:
    """For every event, each condition that can hold has exactly one row."""
    for role in model.protocol.roles:
        for state in lifecycle.states:
            found = sorted(placements(model, lifecycle, role.name, state.name), key=lambda p: (p[0], p[1].position))
            for event, group in groupby(found, key=lambda p: p[0]):
                where = f"when the {role.name} {event} in the state {state.name!r}"
                yield from _decided(model, event, [row for _, row in group], where)


def _decided(model: Model, event: Event, rows: list[Row], where: str) -> Iterator[Diagnostic]:
    seen: dict[Condition | None, Row] = {}
    for row in rows:
        for condition in row.when or (None,):
            other = seen.setdefault(condition, row)
            if other is not row:
                what = f"{condition.value!r} " if condition else ""
                yield Diagnostic(
                    row.position, "lifecycle-ambiguous", f"{what}{where}: {other.position} says that already"
                )
    if None in seen and len(seen) > 1:
        first = seen[None]
        yield Diagnostic(first.position, "lifecycle-ambiguous", f"{where}: other rows ask for conditions, this one not")
        return
    possible = askable(model, event)
    questions = {QUESTION_OF[condition] for condition in seen if condition is not None}
    for condition, row in seen.items():
        if condition is not None and condition not in possible.get(QUESTION_OF[condition], ()):
            yield Diagnostic(row.position, "lifecycle-condition", f"{where}: {condition.value!r} can't hold there")
    if len(questions) > 1:
        names = " and ".join(sorted(question.value for question in questions))
        yield Diagnostic(rows[-1].position, "lifecycle-condition", f"{where}: the rows mix conditions of {names}")
    elif questions:
        missing = [c.value for c in possible.get(next(iter(questions)), ()) if c not in seen]
        if missing:
            yield Diagnostic(
                rows[-1].position, "lifecycle-gap", f"{where}: no row for {', '.join(missing)}", "add the condition"
            )


CHECKS: tuple[Check, ...] = (states, reachable, placed, decided)
"""The checks of the table as a whole."""
