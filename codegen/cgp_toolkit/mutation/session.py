"""Mutants of the session: rows, and every single place of the table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from cgp_toolkit.lifecycle import Key, Transition, table
from cgp_toolkit.lifecycle.rows import outcome_problem
from cgp_toolkit.model import Happening, Lifecycle, Model, Outcome, Row, Vocabulary
from cgp_toolkit.mutation.mutant import Mutant, swapped

_OUTCOMES = (Outcome.ACCEPT, Outcome.BREACH, Outcome.DROP)
"""What may become of anything; the others need a code, or belong to the handshake."""


def mutants(model: Model) -> Iterator[Mutant]:
    """Every mutant of every row and of every place of the table, in the order of the model."""
    lifecycle = model.lifecycle
    if lifecycle is None:
        return
    for row in lifecycle.rows:
        subject = f"{row.role} {', '.join(row.states)}: {row.happening} {', '.join(row.names)}"
        when = f" when {', '.join(row.when)}" if row.when else ""
        build = partial(_with_lifecycle, model, replace(lifecycle, rows=swapped(lifecycle.rows, row)))
        yield Mutant(f"row {subject}{when}", "is not there", row.requirements, build)
    places = table(model, lifecycle)
    spread = {key: _single(key, step) for key, step in places.items()}
    for key, step in places.items():
        condition = f" when {key.condition}" if key.condition is not None else ""
        subject = f"{key.role} {key.state}: {key.event}{condition}"
        for change, other in _changed(model, lifecycle, key, step, spread[key]):
            build = partial(_with_place, model, lifecycle, spread, key, other)
            yield Mutant(subject, change, step.row.requirements, build)


def _with_lifecycle(model: Model, lifecycle: Lifecycle) -> Model:
    return replace(model, lifecycle=lifecycle)


def _with_place(model: Model, lifecycle: Lifecycle, spread: dict[Key, Row], key: Key, row: Row | None) -> Model:
    """``model`` with a row for every place of the table, one of which is changed or left out."""
    rows = ((row if other == key else known) for other, known in spread.items())
    return _with_lifecycle(model, replace(lifecycle, rows=tuple(known for known in rows if known is not None)))


def _single(key: Key, step: Transition) -> Row:
    """The row of one place alone."""
    return replace(
        step.row,
        states=(key.state,),
        names=(key.event.name,),
        when=() if key.condition is None else (key.condition,),
        to=step.to,
    )


def _changed(
    model: Model, lifecycle: Lifecycle, key: Key, step: Transition, row: Row
) -> Iterator[tuple[str, Row | None]]:
    yield "is not there", None
    own = key.event.happening is Happening.SENDS
    final = {state.name for state in lifecycle.states if state.final}
    # Nothing leads out of a final state, and a breach of one's own never leaves.
    if key.state not in final and not (own and step.outcome is Outcome.BREACH):
        for state in lifecycle.states:
            if state.name != step.to:
                yield f"leads to {state.name}", replace(row, to=state.name)
    for outcome in _OUTCOMES:
        stays = own and outcome is Outcome.BREACH
        other = replace(row, outcome=outcome, code=None, to=None if stays else row.to)
        if outcome is not step.outcome and not outcome_problem(model, other):
            yield f"is {outcome}", other
    if step.code is not None:
        codes = model.type_of(model.envelopes[model.protocol.failure].member(model.protocol.failure_code))
        if isinstance(codes, Vocabulary):
            code = next(value.name for value in reversed(codes.values) if value.name != step.code)
            yield f"has the code {code}", replace(row, code=code)
