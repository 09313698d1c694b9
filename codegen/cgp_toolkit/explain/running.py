"""Probes and misbehaviours: looked up, and what they use."""

from __future__ import annotations

from collections.abc import Iterator

from cgp_toolkit.explain.thing import Fact, Kind, Thing
from cgp_toolkit.explain.use import Use
from cgp_toolkit.model import Misbehaviour, Model, Probe, Step


def things(model: Model) -> Iterator[Thing]:
    """All probes, and all ways in which the mock errs."""
    yield from map(_probe, model.probes.values())
    yield from map(_misbehaviour, model.misbehaviours.values())


def _probe(probe: Probe) -> Thing:
    facts: dict[str, Fact] = {
        "over": tuple(map(str, probe.over)),
        "starts": str(probe.start),
        "needs": "" if probe.needs is None else probe.needs.text,
        "steps": tuple(map(_step, probe.steps)),
        "watches": "" if probe.watch is None else str(probe.watch),
        "untested": probe.untested or "",
        "way out": probe.fix,
        "level": "" if probe.level is None else str(probe.level),
        "requirements": probe.requirements,
        "decisions": probe.decisions,
    }
    return Thing(Kind.PROBE, probe.name, probe.doc, facts, probe.position)


def _step(step: Step) -> str:
    if step.leave is not None:
        return f"leave by {step.leave}"
    if step.pause is not None:
        return f"wait {step.pause:g} s"
    what = step.send if isinstance(step.send, str) else "a message"
    return f"send {what}, expect {' or '.join(step.expect)}"


def _misbehaviour(misbehaviour: Misbehaviour) -> Thing:
    facts: dict[str, Fact] = {
        "over": tuple(map(str, misbehaviour.over)),
        "caught by": misbehaviour.caught_by,
        "requirements": (misbehaviour.requirement,),
    }
    return Thing(Kind.MISBEHAVIOUR, misbehaviour.name, misbehaviour.doc, facts, misbehaviour.position)


def uses(model: Model, codes: str) -> Iterator[Use]:
    """What probes and misbehaviours refer to; ``codes`` is the vocabulary of error codes."""
    for probe in model.probes.values():
        by, here = Kind.PROBE, probe.position
        for name in probe.requirements:
            yield Use(Kind.REQUIREMENT, name, by, probe.name, "cites it", here)
        for name in probe.decisions:
            yield Use(Kind.DECISION, name, by, probe.name, "cites it", here)
        for step in probe.steps:
            if isinstance(step.send, str) and step.send in model.examples:
                yield Use(Kind.EXAMPLE, step.send, by, probe.name, "sends it", step.position)
            for code in (*step.codes, *filter(None, [step.should])):
                yield Use(Kind.VALUE, f"{codes}.{code}", by, probe.name, "expects it", step.position)
            for status in step.statuses:
                yield Use(Kind.STATUS, status, by, probe.name, "expects it", step.position)
    for misbehaviour in model.misbehaviours.values():
        by, here = Kind.MISBEHAVIOUR, misbehaviour.position
        yield Use(Kind.REQUIREMENT, misbehaviour.requirement, by, misbehaviour.name, "breaks it", here)
        for name in misbehaviour.caught_by:
            if name in model.probes:
                yield Use(Kind.PROBE, name, by, misbehaviour.name, "is caught by it", here)
        for name in misbehaviour.ignore:
            yield Use(Kind.RULE, name, by, misbehaviour.name, "ignores it", here)
        if misbehaviour.on is not None:
            yield Use(Kind.ENVELOPE, misbehaviour.on, by, misbehaviour.name, "spoils it", here)
