"""The HTTP binding, ready to be looked up, and what it uses."""

from __future__ import annotations

from collections.abc import Iterator

from cgp_toolkit.explain.thing import Fact, Kind, Thing
from cgp_toolkit.explain.use import Use
from cgp_toolkit.model import Model

_NAME = "http"


def things(model: Model) -> Iterator[Thing]:
    """The binding and its statuses; nothing if the model has none."""
    binding = model.http
    if binding is None:
        return
    facts: dict[str, Fact] = {
        "method": binding.method,
        "media type": binding.media_type,
        "statuses": tuple(f"{status.name} {status.number}" for status in binding.statuses),
        "requirements": binding.requirements,
        "decisions": binding.decisions,
    }
    yield Thing(Kind.BINDING, _NAME, binding.doc, facts, binding.position)
    for status in binding.statuses:
        facts = {"of": _NAME, "number": str(status.number)}
        yield Thing(Kind.STATUS, status.name, status.doc, facts, status.position)


def uses(model: Model) -> Iterator[Use]:
    """What the binding refers to."""
    binding = model.http
    if binding is None:
        return
    for requirement in binding.requirements:
        yield Use(Kind.REQUIREMENT, requirement, Kind.BINDING, _NAME, "cites it", binding.position)
    for decision in binding.decisions:
        yield Use(Kind.DECISION, decision, Kind.BINDING, _NAME, "cites it", binding.position)
