"""The session as a table: written out, checked, drawn.  A model may do without one."""

from __future__ import annotations

from cgp_toolkit.lifecycle import rows
from cgp_toolkit.lifecycle.check import CHECKS
from cgp_toolkit.lifecycle.conditions import askable, version_member
from cgp_toolkit.lifecycle.table import Event, Key, Transition, events, table
from cgp_toolkit.model import Model
from cgp_toolkit.model.diagnostics import Diagnostic

CATALOGUE: dict[str, str] = {
    "lifecycle-states": "A session starts in one state and ends in a final one, which nothing leaves.",
    "lifecycle-unreachable": "Every role gets into every state.",
    "lifecycle-dead-end": "From every state a final one can be reached, so that no session hangs.",
    "lifecycle-unplaced": "In every state each envelope and signal has a row, for its sender and its receiver.",
    "lifecycle-ambiguous": "An event under a condition has one row, not two.",
    "lifecycle-gap": "Where rows ask for conditions, one of them always holds.",
    "lifecycle-condition": "The conditions of an event answer one question, and can hold there.",
    "lifecycle-direction": "A role sends and receives the envelopes of its direction only.",
    "lifecycle-idle": "A row for the rest covers something.",
    "lifecycle-outcome": "What becomes of an event fits the event.",
    "lifecycle-code": "The failure's vocabulary lists the code of an answer.",
}
"""Lint rule ids and their purposes; ``unknown-reference`` is reported under the id that the model's lint has for it."""


def inspect(model: Model, broken: frozenset[str] = frozenset()) -> list[Diagnostic]:
    """Everything that is wrong with the lifecycle of ``model``; ``broken`` names entries that could not be read."""
    lifecycle = model.lifecycle
    if lifecycle is None:
        return []
    found = [*rows.names(model, lifecycle, broken), *rows.directions(model, lifecycle)]
    if found or broken:
        # What is built on names that are not there would only be reported a second time.
        return found
    found += [*rows.idle(model, lifecycle), *rows.outcomes(model, lifecycle), *rows.versions(model, lifecycle)]
    for whole in CHECKS:
        found += whole(model, lifecycle)
    return found


__all__ = ["CATALOGUE", "Event", "Key", "Transition", "askable", "events", "inspect", "table", "version_member"]
