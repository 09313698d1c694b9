"""Everything that has a name, in a stable order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cgp_toolkit.explain import http, knowledge, rpc, running, structure
from cgp_toolkit.explain.thing import Fact, Kind, Thing
from cgp_toolkit.model import Model, Scalar, Vocabulary
from cgp_toolkit.model.lifecycle import QUESTIONS
from cgp_toolkit.model.lint import Rule as LintRule


def things(model: Model, lint_rules: Iterable[LintRule]) -> Iterator[Thing]:
    """All named things of a model, and the lint rules."""
    yield from map(knowledge.requirement, model.requirements.values())
    yield from map(knowledge.decision, model.decisions.values())
    yield from map(knowledge.rule, model.rules.values())
    yield from map(knowledge.fault, model.lines.faults)
    yield from map(knowledge.lint_rule, lint_rules)
    yield from map(structure.envelope, model.envelopes.values())
    for type_ in model.types.values():
        if isinstance(type_, Scalar):
            yield structure.scalar(type_)
        elif isinstance(type_, Vocabulary):
            yield structure.vocabulary(type_)
        else:
            yield structure.record(type_)
    for owner in model.owners():
        yield from (structure.member(owner, member) for member in owner.members)
    codes = code_vocabulary(model)
    for vocabulary in model.vocabularies():
        yield from (structure.value(vocabulary, value, vocabulary.name == codes) for value in vocabulary.values)
    yield from map(knowledge.example, model.examples.values())
    yield from map(knowledge.exchange, model.exchanges.values())
    yield from map(knowledge.session, model.sessions.values())
    yield from running.things(model)
    yield from _protocol(model)
    yield from http.things(model)
    yield from rpc.things(model)


def _protocol(model: Model) -> Iterator[Thing]:
    protocol = model.protocol
    facts: dict[str, Fact] = {
        "title": protocol.title,
        "revision": protocol.revision,
        "versions": protocol.version.pattern,
        "requirements": protocol.version.requirements,
    }
    yield Thing(Kind.PROTOCOL, protocol.name, protocol.doc, facts, protocol.position, (protocol.revision,))
    for role in protocol.roles:
        yield Thing(Kind.ROLE, role.name, role.doc, {}, role.position)
    for measure in protocol.measures:
        facts = {"counts": f"UTF-8 bytes / {measure.divisor}, rounded up", "requirements": (measure.requirement,)}
        yield Thing(Kind.MEASURE, measure.name, measure.doc, facts, measure.position)
    if model.lifecycle is not None:
        for state in model.lifecycle.states:
            yield Thing(Kind.STATE, state.name, state.doc, {}, state.position, (f"session-{state.name}",))
        used = {condition for row in model.lifecycle.rows for condition in row.when}
        for question, conditions in QUESTIONS.items():
            for condition, doc in conditions.items():
                if condition in used:
                    facts = {"of": f"the {question.value} in a session"}
                    yield Thing(Kind.CONDITION, condition.value, doc, facts, None, (f"session-{condition.value}",))


def code_vocabulary(model: Model) -> str:
    """The name of the vocabulary of error codes."""
    protocol = model.protocol
    return model.envelopes[protocol.failure].member(protocol.failure_code).type
