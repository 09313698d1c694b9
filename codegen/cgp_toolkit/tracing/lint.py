"""What the model says about who decides a requirement, held to what really does."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from cgp_toolkit.model import Decider, Model
from cgp_toolkit.model.diagnostics import Diagnostic
from cgp_toolkit.tracing.enforcer import CLAIMED_AS, Enforcer
from cgp_toolkit.tracing.trace import Trace, trace

CATALOGUE: dict[str, str] = {
    "requirement-unenforced": "What is said to decide a requirement is there and decides it.",
    "requirement-unclaimed": "Whatever decides a requirement is said with it.",
}
"""Lint rule ids and their purposes."""

_MISSING: Mapping[Decider, str] = {
    Decider.TYPE: "no limit of a type or member is there for it",
    Decider.RULE: "no rule decides it",
    Decider.LIFECYCLE: "no row of the session cites it",
    Decider.VECTOR: "no fault, vocabulary, example or session cites it",
    Decider.PROBE: "no probe cites it",
}
_ADVICE = {
    Decider.TYPE: "cite it where the limit is",
    Decider.RULE: "name it in the rule",
    Decider.LIFECYCLE: "cite it in the row",
    Decider.VECTOR: "cite it where it shows",
    Decider.PROBE: "cite it in the probe",
}


def inspect(model: Model) -> list[Diagnostic]:
    """Every claim without an enforcer, and every enforcer without a claim, of a model that is sound otherwise."""
    missing: dict[Decider, str] = dict(_MISSING)
    if model.inspection is None:
        # Such a model leaves probes to others.
        del missing[Decider.PROBE]
    return [finding for traced in trace(model).values() for finding in _findings(traced, missing)]


def _findings(traced: Trace, missing: Mapping[Decider, str]) -> Iterator[Diagnostic]:
    requirement = traced.requirement
    for decider, place in zip(requirement.decided_by, requirement.claims, strict=True):
        if decider is Decider.NOTHING and len(requirement.decided_by) > 1:
            message = f"{requirement.name} is decided by nothing and by something"
            yield Diagnostic(place, "requirement-unenforced", message, "remove one of the two")
        elif decider in missing and not _decides(traced, decider):
            message = f"{requirement.name} is said to be decided by {decider}, but {missing[decider]}"
            yield Diagnostic(place, "requirement-unenforced", message, f"{_ADVICE[decider]}, or remove the claim")
    for decider in missing:
        if decider not in requirement.decided_by:
            for enforcer in traced.decided(decider, direct=True)[:1]:
                yield Diagnostic(requirement.claims[0], "requirement-unclaimed", *_unclaimed(traced, enforcer))


def _decides(traced: Trace, decider: Decider) -> bool:
    return bool(traced.decided(decider) or (decider is Decider.VECTOR and traced.shown_by))


def _unclaimed(traced: Trace, enforcer: Enforcer) -> tuple[str, str]:
    word = CLAIMED_AS[enforcer.means]
    message = f"{traced.requirement.name} is also decided by {word}: {enforcer.place} ({enforcer.what})"
    return message, f"add {word.value!r}, or let {enforcer.position} cite another requirement"
