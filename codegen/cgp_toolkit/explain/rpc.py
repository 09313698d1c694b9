"""The JSON-RPC binding, ready to be looked up, and what it uses."""

from __future__ import annotations

from collections.abc import Iterator

from cgp_toolkit.explain.thing import Fact, Kind, Thing
from cgp_toolkit.explain.use import Use
from cgp_toolkit.model import Model
from cgp_toolkit.model.jsonrpc import NOT_CARRIED

_NAME = "jsonrpc"


def things(model: Model) -> Iterator[Thing]:
    """The binding, its methods and its own faults; nothing if the model has none."""
    binding = model.rpc
    if binding is None:
        return
    numbers = tuple(f"{code} {number}" for code, number in binding.numbers.items())
    facts: dict[str, Fact] = {
        "stability": str(binding.stability),
        "methods": tuple(method.name for method in binding.methods),
        "numbers of errors": numbers,
        "decisions": binding.decisions,
    }
    yield Thing(Kind.BINDING, _NAME, binding.doc, facts, binding.position)
    for method in binding.methods:
        envelope = model.envelopes[method.envelope]
        facts = {
            "envelope": method.envelope,
            "params": str(method.params),
            "result": "none: a notification" if method.result is None else str(method.result),
        }
        yield Thing(Kind.METHOD, method.name, envelope.doc, facts, method.position)
    for fault in binding.faults:
        facts = {"of": _NAME, "way out": fault.fix, "number": str(fault.number), "code": fault.code}
        yield Thing(Kind.FAULT, fault.name, fault.doc, facts, fault.position)
    facts = {"of": f"the conversion to and from {_NAME}", "way out": NOT_CARRIED.fix, "decisions": binding.decisions}
    yield Thing(Kind.FAULT, NOT_CARRIED.name, NOT_CARRIED.doc, facts, None)


def uses(model: Model, codes: str) -> Iterator[Use]:
    """What the binding refers to; ``codes`` is the vocabulary of error codes."""
    binding = model.rpc
    if binding is None:
        return
    for decision in binding.decisions:
        yield Use(Kind.DECISION, decision, Kind.BINDING, _NAME, "cites it", binding.position)
    for code in binding.numbers:
        yield Use(Kind.VALUE, f"{codes}.{code}", Kind.BINDING, _NAME, "has a number for it", binding.position)
    for method in binding.methods:
        yield Use(Kind.ENVELOPE, method.envelope, Kind.METHOD, method.name, "carries it", method.position)
    for fault in binding.faults:
        yield Use(Kind.VALUE, f"{codes}.{fault.code}", Kind.FAULT, fault.name, "is answered with it", fault.position)
