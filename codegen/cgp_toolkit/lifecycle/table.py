"""The rows of a session written out: one transition for each role, state, event and condition."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from cgp_toolkit.model import Condition, Envelope, Happening, Lifecycle, Model, Outcome, Row, Signal
from cgp_toolkit.model.lifecycle import REST
from cgp_toolkit.model.remembering import last


@dataclass(frozen=True, slots=True, order=True)
class Event:
    """What can happen to a party: it sends or receives an envelope, or meets a signal."""

    happening: Happening
    name: str

    def __str__(self) -> str:
        return f"{self.happening} {self.name}"


@dataclass(frozen=True, slots=True, order=True)
class Key:
    """A place in the table.  ``condition`` is ``None`` where none is asked for."""

    role: str
    state: str
    event: Event
    condition: Condition | None


@dataclass(frozen=True, slots=True)
class Transition:
    """What stands there: the state afterwards, what becomes of the event, and the row that says so."""

    to: str
    outcome: Outcome
    code: str | None
    row: Row


def events(model: Model, role: str) -> tuple[Event, ...]:
    """Everything that can happen to ``role``: its envelopes in model order, then the signals."""
    sent = [Event(Happening.SENDS, e.name) for e in model.envelopes.values() if e.sender == role]
    received = [Event(Happening.RECEIVES, e.name) for e in model.envelopes.values() if e.receiver == role]
    return (*sent, *received, *(Event(Happening.MEETS, signal.value) for signal in Signal))


def placements(model: Model, lifecycle: Lifecycle, role: str, state: str) -> Iterator[tuple[Event, Row]]:
    """Which row covers which event of ``role`` in ``state``; rows for the rest cover what no other row names."""
    rows = [row for row in lifecycle.rows if row.role == role and state in row.states]
    named = {(row.happening, name) for row in rows for name in row.names}
    for event in events(model, role):
        for row in rows:
            if row.happening is not event.happening:
                continue
            if event.name in row.names or (REST in row.names and (event.happening, event.name) not in named):
                yield event, row


@last
def table(model: Model, lifecycle: Lifecycle) -> Mapping[Key, Transition]:
    """The whole table of a sound lifecycle, by role, state and event in model order."""
    result: dict[Key, Transition] = {}
    for role in model.protocol.roles:
        for state in lifecycle.states:
            for event, row in placements(model, lifecycle, role.name, state.name):
                for condition in row.when or (None,):
                    result[Key(role.name, state.name, event, condition)] = Transition(
                        row.to or state.name, row.outcome, row.code, row
                    )
    return result


def asks(model: Model, envelope: Envelope) -> bool:
    """Whether ``envelope`` is a request other than the opening: something waits for its reply."""
    return envelope.reply is not None and envelope.name != model.protocol.opening


def answers(model: Model, envelope: Envelope) -> bool:
    """Whether ``envelope`` can be the reply to a request other than the opening."""
    replies = {e.reply for e in model.envelopes.values() if asks(model, e)} | {model.protocol.failure}
    return envelope.name in replies
