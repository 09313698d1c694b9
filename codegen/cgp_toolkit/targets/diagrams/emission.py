"""Mermaid diagrams: the states of each role, and the messages of each session of the model."""

from __future__ import annotations

from collections.abc import Iterator

from cgp_toolkit.lifecycle.diagram import Arrow, sequence, states
from cgp_toolkit.model import Model, Session
from cgp_toolkit.targets.base import Files
from cgp_toolkit.targets.stamp import commented


def emit(model: Model) -> Files:
    """``states/<role>.mmd``, where the model has a lifecycle, and ``sessions/<name>.mmd``."""
    stamp = commented(model, "diagrams", "%%")
    roles = [role.name for role in model.protocol.roles]
    files = {}
    if model.lifecycle is not None:
        files = {f"states/{role}.mmd": stamp + states(model, model.lifecycle, role) for role in roles}
    for name, session in model.sessions.items():
        files[f"sessions/{name}.mmd"] = stamp + sequence(roles, _arrows(model, session))
    return files


def _arrows(model: Model, session: Session) -> Iterator[Arrow]:
    replies = {envelope.reply for envelope in model.envelopes.values()} | {model.protocol.failure}
    for message in session.messages:
        envelope = model.envelopes[str(message[model.protocol.tag])]
        label = envelope.name
        if envelope.correlation is not None and envelope.correlation.member in message:
            label += f" {message[envelope.correlation.member]}"
        yield Arrow(envelope.sender, label, envelope.name in replies)
