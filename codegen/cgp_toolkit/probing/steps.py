"""Probes to what an inspector runs: messages made, expressions turned into functions."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from dataclasses import dataclass

from cgp_toolkit.model import Base, Envelope, Example, Json, Model, Probe, Step
from cgp_toolkit.model.lint.probes import message_of
from cgp_toolkit.model.probes import EXAMPLE, Answer
from cgp_toolkit.probing.expressions import Expressions, Function
from cgp_toolkit.probing.messages import examples_for, put
from cgp_toolkit.rules.checks import ACK, REPLY, REQUEST
from cgp_toolkit.rules.kinds import Kind, Object, Plain
from cgp_toolkit.rules.problems import Problems


@dataclass(frozen=True, slots=True)
class ReadyStep:
    """A step whose message is made.  ``line`` is sent instead where an example is raw bytes; both may be ``None``."""

    step: Step
    message: dict[str, Json] | None
    line: bytes | None
    envelope: Envelope | None
    set: Mapping[str, Function]
    each: Function | None
    check: Function | None


@dataclass(frozen=True, slots=True)
class ReadyProbe:
    """A probe, or one of the several that it stands for; ``id`` is unique among them."""

    id: str
    probe: Probe
    example: Example | None
    needs: Function | None
    steps: tuple[ReadyStep, ...]


def probes(model: Model, problems: Problems) -> tuple[ReadyProbe, ...]:
    """Every probe of a model, in its order; what is wrong with their expressions goes to ``problems``."""
    inspection = model.inspection
    if inspection is None:
        return ()
    found: list[ReadyProbe] = []
    for probe in model.probes.values():
        needs, steps = _Steps(model, problems).of(probe)
        if probe.examples is None:
            found.append(ReadyProbe(probe.name, probe, None, needs, steps))
            continue
        for example in examples_for(model, probe.examples, inspection.role):
            shown = tuple(_with(step, example) for step in steps)
            found.append(ReadyProbe(f"{probe.name}/{example.name}", probe, example, needs, shown))
    return tuple(found)


def _with(ready: ReadyStep, example: Example) -> ReadyStep:
    if ready.step.send != EXAMPLE:
        return ready
    return ReadyStep(ready.step, example.message, example.line, None, ready.set, ready.each, ready.check)


class _Steps:
    def __init__(self, model: Model, problems: Problems) -> None:
        self._model = model
        self._expressions = Expressions(model, problems)
        answer = model.protocol.answer
        self._agreed: dict[str, Kind] = {ACK: Object(answer, envelope=True)} if answer in model.envelopes else {}
        self._kept: dict[str, Kind] = {}

    def of(self, probe: Probe) -> tuple[Function | None, tuple[ReadyStep, ...]]:
        needs = self._expressions.truth(probe.needs, self._agreed) if probe.needs is not None else None
        return needs, tuple(self._step(step) for step in probe.steps)

    def _step(self, step: Step) -> ReadyStep:
        message = copy.deepcopy(message_of(self._model, step.send)) if step.send is not None else None
        if message is not None:
            for pointer, value in step.change.items():
                put(message, pointer, value)
        envelope = self._model.envelopes.get(str((message or {}).get(self._model.protocol.tag)))
        variables = {**self._agreed, **self._kept}
        each = self._each(step, variables)
        made = {at: self._expressions.any(phrase, variables) for at, phrase in step.set.items()}
        check = None
        if step.check is not None:
            check = self._expressions.truth(step.check, {**variables, **self._messages(step, envelope)})
        if step.keep is not None and envelope is not None and envelope.reply is not None:
            self._kept[step.keep] = Object(envelope.reply, envelope=True)
        functions = {at: typed.function for at, typed in made.items() if typed is not None}
        return ReadyStep(step, message, None, envelope, functions, each, check)

    def _each(self, step: Step, variables: dict[str, Kind]) -> Function | None:
        """The list of the step's variable, which is added to ``variables``."""
        each = step.each
        if each is None:
            return None
        if each.items is None:
            values = each.values or ()
            base = Base.STRING if all(isinstance(value, str) for value in values) else Base.INTEGER
            variables[each.variable] = Plain(base)
            return lambda _: list(values)
        typed = self._expressions.items(each.items, variables)
        if typed is None or self._expressions.taken(each.variable, variables, each.items):
            return None
        variables[each.variable] = typed[0]
        return typed[1]

    def _messages(self, step: Step, envelope: Envelope | None) -> dict[str, Kind]:
        found: dict[str, Kind] = {}
        if envelope is not None:
            found[REQUEST] = Object(envelope.name, envelope=True)
        if Answer.REPLY not in step.expect:
            found[REPLY] = Object(self._model.protocol.failure, envelope=True)
        elif envelope is not None and envelope.reply is not None:
            found[REPLY] = Object(envelope.reply, envelope=True)
        return found
