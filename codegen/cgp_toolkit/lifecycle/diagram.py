"""Mermaid diagrams: the states of a role, and the messages of a recorded session."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from cgp_toolkit.lifecycle.table import Key, Transition, table
from cgp_toolkit.model import Lifecycle, Model, Outcome

_SILENT = (Outcome.DROP, Outcome.BREACH)
_LONGEST = 60


def states(model: Model, lifecycle: Lifecycle, role: str) -> str:
    """A state diagram of what moves ``role`` on, or keeps it where it is; what is dropped or a breach is left out."""
    ids = {state.name: f"s{index}" for index, state in enumerate(lifecycle.states)}
    lines = ["stateDiagram-v2"]
    lines += [f'    state "{_text(state.name)}" as {ids[state.name]}' for state in lifecycle.states]
    lines += [f"    [*] --> {ids[state.name]}" for state in lifecycle.states if state.initial]
    for (here, there), labels in moves(model, lifecycle, role).items():
        lines.append(f"    {ids[here]} --> {ids[there]}: {'<br/>'.join(map(_text, labels))}")
    lines += [f"    {ids[state.name]} --> [*]" for state in lifecycle.states if state.final]
    return "\n".join(lines) + "\n"


def moves(model: Model, lifecycle: Lifecycle, role: str) -> dict[tuple[str, str], list[str]]:
    """What moves ``role`` from one state to another, or keeps it where it is; but for what is dropped or a breach."""
    final = {state.name for state in lifecycle.states if state.final}
    conditions: dict[tuple[str, str, str], list[str]] = {}
    for key, step in table(model, lifecycle).items():
        if key.role == role and key.state not in final and step.outcome not in _SILENT:
            found = conditions.setdefault((key.state, step.to, _event(key, step)), [])
            if key.condition is not None:
                found.append(key.condition.value)
    found_moves: dict[tuple[str, str], list[str]] = {}
    for (here, there, event), asked in conditions.items():
        found_moves.setdefault((here, there), []).append(f"{event} ({' or '.join(asked)})" if asked else event)
    return found_moves


def _event(key: Key, step: Transition) -> str:
    return f"{key.event}, answered" if step.outcome is Outcome.ANSWER else str(key.event)


@dataclass(frozen=True, slots=True)
class Arrow:
    """A message of a recording.  ``sender`` is ``None`` where nobody can tell.  ``notes`` are what is wrong with it."""

    sender: str | None
    label: str
    reply: bool = False
    notes: tuple[str, ...] = ()


def sequence(roles: Sequence[str], arrows: Iterable[Arrow]) -> str:
    """A sequence diagram of two ``roles``; replies are dashed, and what is wrong stands in notes."""
    ids = {role: f"p{index}" for index, role in enumerate(roles)}
    both = ",".join(ids.values())
    lines = ["sequenceDiagram"]
    lines += [f"    participant {id_} as {_text(role)}" for role, id_ in ids.items()]
    for arrow in arrows:
        if arrow.sender is None:
            lines.append(f"    Note over {both}: {_text(arrow.label)}")
        else:
            receiver = next((id_ for role, id_ in ids.items() if role != arrow.sender), ids[arrow.sender])
            line = "-->>" if arrow.reply else "->>"
            lines.append(f"    {ids[arrow.sender]}{line}{receiver}: {_text(arrow.label)}")
        lines += [f"    Note over {both}: {_text(note, longest=None)}" for note in arrow.notes]
    return "\n".join(lines) + "\n"


def _text(text: str, longest: int | None = _LONGEST) -> str:
    """``text`` without anything that Mermaid or a browser would take for more than text."""
    if longest is not None and len(text) > longest:
        text = f"{text[:longest]}\u2026"
    return "".join(c if c.isalnum() or c in " _-.,()\u2026'[]/" else f"#{ord(c)};" for c in text) or "#160;"
