"""How deep messages are nested."""

from __future__ import annotations

from cgp_toolkit.model import Envelope, Model, Record


def deepest(model: Model) -> float:
    """The most levels of arrays and objects in a message of known members; infinite if a record contains itself."""
    return max((_depth(model, envelope, ()) for envelope in model.envelopes.values()), default=1.0)


def _depth(model: Model, owner: Envelope | Record, above: tuple[str, ...]) -> float:
    """The most levels that an object of known members has; infinite if a record contains itself."""
    deepest = 0.0
    for member in owner.members:
        type_ = model.type_of(member)
        below = 0.0
        if isinstance(type_, Record):
            below = float("inf") if type_.name in above else _depth(model, type_, (*above, type_.name))
        deepest = max(deepest, below + member.many)
    return 1 + deepest
