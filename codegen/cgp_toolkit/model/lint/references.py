"""Names that point at something: what they name must exist."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from cgp_toolkit.model.collect import TYPES, Found
from cgp_toolkit.model.diagnostics import Diagnostic
from cgp_toolkit.model.knowledge import Example, ExchangeExample, ExchangeFailure, Failure
from cgp_toolkit.model.lifecycle import Condition
from cgp_toolkit.model.lint.catalogue import Context
from cgp_toolkit.model.lint.lookup import Owner, failure_codes, listed, names, type_of, vocabulary
from cgp_toolkit.model.mock import ANYTHING, MOMENTS, Misbehaviour
from cgp_toolkit.model.probes import COMMON, EXAMPLE
from cgp_toolkit.model.source import Position
from cgp_toolkit.model.types import Member, Record, Scalar, Variant, Vocabulary
from cgp_toolkit.model.words import shown, suggestion


@dataclass(frozen=True, slots=True)
class Reference:
    """A word that names one of ``known``; it stands in one of ``sections``, if in any of its own."""

    kind: str
    name: str
    known: Iterable[str]
    position: Position
    sections: tuple[str, ...] = ()


def unknown_reference(context: Context) -> Iterator[Diagnostic]:
    """Types, members, values, envelopes, roles, requirements, decisions and faults that are named but not there."""
    for reference in _references(context):
        known = tuple(reference.known)
        if reference.name not in known and not context.hides(reference.name, *reference.sections):
            meant = (*known, *context.broken(*reference.sections))
            message = f"there is no {reference.kind} {shown(reference.name)}" + suggestion(reference.name, meant)
            yield Diagnostic(reference.position, "unknown-reference", message)


def _references(context: Context) -> Iterator[Reference]:
    yield from _protocol(context)
    for owner in context.model.owners():
        yield from _owner(context, owner)
    for envelope in context.model.envelopes.values():
        found = context.entry(envelope)
        yield _role(context, envelope.sender, found.at("from"))
        yield _role(context, envelope.receiver, found.at("to"))
        if envelope.reply is not None:
            yield _envelope(context, envelope.reply, found.at("reply"))
        if envelope.correlation is not None:
            member, requirement = envelope.correlation.member, envelope.correlation.requirement
            yield Reference("member", member, names(envelope), found.at("correlation", "member"))
            yield _requirement(context, requirement, found.at("correlation", "requirement"))
    for type_ in context.model.types.values():
        if isinstance(type_, Scalar | Vocabulary):
            yield from _knowledge(context, context.entry(type_), type_.requirements, type_.decisions)
        if isinstance(type_, Vocabulary):
            yield from _vocabulary(context, type_)
    yield from _facts(context)


def _protocol(context: Context) -> Iterator[Reference]:
    protocol, found = context.model.protocol, context.entry(context.model.protocol)
    envelopes = context.model.envelopes
    yield _envelope(context, protocol.opening, found.at("handshake", "opening"))
    yield _envelope(context, protocol.answer, found.at("handshake", "answer"))
    yield _envelope(context, protocol.failure, found.at("failure", "envelope"))
    yield _envelope(context, protocol.closing, found.at("closing"))
    if protocol.answer in envelopes:
        known, place = names(envelopes[protocol.answer]), found.at("handshake", "capabilities")
        yield Reference("member", protocol.capabilities, known, place)
    if protocol.failure in envelopes:
        known = names(envelopes[protocol.failure])
        yield Reference("member", protocol.failure_code, known, found.at("failure", "code"))
        yield Reference("member", protocol.failure_id, known, found.at("failure", "id"))
        if protocol.failure_text is not None:
            yield Reference("member", protocol.failure_text, known, found.at("failure", "text"))
    yield _scalar(context, protocol.version.scalar, found.at("version", "scalar"))
    yield from _code(context, protocol.version.mismatch_code, found.at("version", "mismatch_code"))
    yield from _knowledge(context, found, protocol.version.requirements, (), "version")
    for measure in protocol.measures:
        yield _requirement(context, measure.requirement, found.at("measures", measure.name, "requirement"))


def _owner(context: Context, owner: Owner) -> Iterator[Reference]:
    found = context.entry(owner)
    yield from _knowledge(context, found, owner.requirements, owner.decisions)
    for member in owner.members:
        yield from _member(context, found, member)
    if isinstance(owner, Record):
        for index, variant in enumerate(owner.variants):
            yield from _variant(context, owner, variant, found, ("variants", index))


def _member(context: Context, found: Found, member: Member) -> Iterator[Reference]:
    path = ("members", member.name)
    if member.type:
        place = found.at(*path, "list" if member.many else "type")
        yield Reference("type", member.type, context.model.types, place, TYPES)
    if member.set_by is not None:
        yield _role(context, member.set_by, found.at(*path, "set_by"))
    values = type_of(context.model, member)
    if isinstance(values, Vocabulary) and isinstance(member.default, str):
        yield from _value(context, values, member.default, found.at(*path, "default"))
    yield from _knowledge(context, found, member.requirements, member.decisions, *path)


def _variant(
    context: Context, owner: Record, variant: Variant, found: Found, path: tuple[str | int, ...]
) -> Iterator[Reference]:
    known = names(owner)
    if variant.member:
        yield Reference("member", variant.member, known, found.at(*path, "when", variant.member, key=True))
    for key, members in (("require", variant.require), ("forbid", variant.forbid)):
        for index, name in enumerate(members):
            yield Reference("member", name, known, found.at(*path, key, index))
    for name, narrower in variant.refine.items():
        yield Reference("member", name, known, found.at(*path, "refine", name, key=True))
        yield _scalar(context, narrower, found.at(*path, "refine", name))
    for member in owner.members:
        values = type_of(context.model, member)
        if member.name == variant.member and isinstance(values, Vocabulary):
            yield from _value(context, values, variant.value, found.at(*path, "when", member.name))
    yield _requirement(context, variant.requirement, found.at(*path, "requirement"))


def _vocabulary(context: Context, vocabulary: Vocabulary) -> Iterator[Reference]:
    found = context.entry(vocabulary)
    if vocabulary.form is not None:
        yield _scalar(context, vocabulary.form, found.at("form"))
    if vocabulary.like is not None:
        known = tuple(v.name for v in context.model.vocabularies())
        yield Reference("vocabulary", vocabulary.like, known, found.at("like"), TYPES)
    else:
        traits = tuple(trait.name for trait in vocabulary.traits)
        for value in vocabulary.values:
            for name in value.traits:
                yield Reference("trait", name, traits, found.at("values", value.name, "traits", name, key=True))
    if vocabulary.unknown_reads_as is not None:
        yield from _value(context, vocabulary, vocabulary.unknown_reads_as, found.at("unknown", "reads_as"))


def _facts(context: Context) -> Iterator[Reference]:
    model = context.model
    for requirement in model.requirements.values():
        for index, role in enumerate(requirement.binds):
            yield _role(context, role, context.entry(requirement).at("binds", index))
    for decision in model.decisions.values():
        yield from _knowledge(context, context.entry(decision), decision.requirements, ())
    for fault in model.lines.faults:
        found = context.entry(fault)
        yield from _code(context, fault.code, found.at("code"))
        yield from _knowledge(context, found, fault.requirements, fault.decisions)
    yield from _http(context)
    yield from _rpc(context)
    yield from _guide(context)
    rules = (*(fault.name for fault in model.lines.faults), *model.rules)
    examples: tuple[Example | ExchangeExample, ...] = (*model.examples.values(), *model.exchanges.values())
    for example in examples:
        found = context.entry(example)
        yield from _knowledge(context, found, example.requirements, example.decisions)
        fails: tuple[Failure | ExchangeFailure, ...] = example.fails
        for index, failure in enumerate(fails):
            place = found.at("fails", index, "rule")
            yield Reference("fault or rule", failure.rule, rules, place, ("faults", "rules"))
            if failure.requirement is not None:
                yield _requirement(context, failure.requirement, found.at("fails", index, "requirement"))
    for session in model.sessions.values():
        yield from _knowledge(context, context.entry(session), session.requirements, ())
    yield from _running(context)


def _running(context: Context) -> Iterator[Reference]:
    """What is said to running peers, and by the mock."""
    model = context.model
    if model.inspection is not None:
        yield _role(context, model.inspection.role, context.entry(model.inspection).at("role"))
    for probe in model.probes.values():
        found = context.entry(probe)
        yield from _knowledge(context, found, probe.requirements, probe.decisions)
        for index, step in enumerate(probe.steps):
            path = ("steps", index)
            if isinstance(step.send, str):
                known = (*COMMON, *(name for name, e in model.examples.items() if e.message is not None))
                named = (*known, EXAMPLE) if probe.examples is not None else known
                yield Reference("message", step.send, named, found.at(*path, "send"), ("examples",))
            for number, status in enumerate(step.statuses if model.http is not None else ()):
                yield _status(context, status, found.at(*path, "status", number))
            for number, code in enumerate(step.codes):
                yield from _code(context, code, found.at(*path, "code", number))
            if step.should is not None:
                yield from _code(context, step.should, found.at(*path, "should"))
    if model.mock is not None:
        found = context.entry(model.mock)
        for name, answer in model.mock.answers.items():
            yield _envelope(context, name, found.at("answers", name, key=True))
            if answer.refuse is not None:
                yield from _code(context, answer.refuse, found.at("answers", name, "refuse"))
            if answer.items is not None and answer.items.of is not None:
                records = tuple(record.name for record in model.records())
                yield Reference("type", answer.items.of, records, found.at("answers", name, "items", "of"), TYPES)
    for misbehaviour in model.misbehaviours.values():
        yield from _misbehaviour(context, misbehaviour)


def _misbehaviour(context: Context, misbehaviour: Misbehaviour) -> Iterator[Reference]:
    model, found = context.model, context.entry(misbehaviour)
    yield _requirement(context, misbehaviour.requirement, found.at("requirement"))
    for index, name in enumerate(misbehaviour.caught_by):
        known = (*model.probes, *model.requirements)
        yield Reference("check", name, known, found.at("caught_by", index), ("probes", "requirements"))
    for index, name in enumerate(misbehaviour.ignore):
        yield Reference("rule", name, model.rules, found.at("ignore", index), ("rules",))
    if misbehaviour.on is not None:
        yield _envelope(context, misbehaviour.on, found.at("on"))
    if misbehaviour.after is not None:
        known = (*model.envelopes, *(signal.value for signal in MOMENTS), ANYTHING)
        yield Reference("envelope or signal", misbehaviour.after, known, found.at("after"), ("envelopes",))
    if misbehaviour.when is not None:
        states = () if model.lifecycle is None else tuple(state.name for state in model.lifecycle.states)
        known = (*(c.value for c in Condition), *(fault.name for fault in model.lines.faults), *states)
        yield Reference("condition, state or fault", misbehaviour.when, known, found.at("when"), ("faults",))
    if misbehaviour.code is not None:
        yield from _code(context, misbehaviour.code, found.at("code"))


def _guide(context: Context) -> Iterator[Reference]:
    guide, found = context.model.guide, context.collection.find("guide", "guide")
    if guide is not None and guide.walk is not None and found is not None:
        place = found.at("walk", "session")
        yield Reference("session", guide.walk.session, tuple(context.model.sessions), place, ("sessions",))


def _http(context: Context) -> Iterator[Reference]:
    binding, found = context.model.http, context.collection.find("http", "http")
    if binding is not None and found is not None:
        yield from _knowledge(context, found, binding.requirements, binding.decisions)


def _rpc(context: Context) -> Iterator[Reference]:
    binding, found = context.model.rpc, context.collection.find("jsonrpc", "jsonrpc")
    if binding is None or found is None:
        return
    for index, method in enumerate(binding.methods):
        yield _envelope(context, method.envelope, found.at("methods", index, "envelope"))
    for code in binding.numbers:
        yield from _code(context, code, found.at("errors", "numbers", code, key=True))
    for code in dict.fromkeys(binding.reads.values()):
        yield from _code(context, code, found.at("errors", "reads", code, key=True))
    for fault in binding.faults:
        yield from _code(context, fault.code, found.at("faults", fault.name, "code"))
    yield from _knowledge(context, found, (), binding.decisions)


def _role(context: Context, name: str, place: Position) -> Reference:
    return Reference("role", name, tuple(role.name for role in context.model.protocol.roles), place)


def _envelope(context: Context, name: str, place: Position) -> Reference:
    return Reference("envelope", name, context.model.envelopes, place, ("envelopes",))


def _scalar(context: Context, name: str, place: Position) -> Reference:
    return Reference("scalar", name, tuple(s.name for s in context.model.scalars()), place, TYPES)


def _requirement(context: Context, name: str, place: Position) -> Reference:
    return Reference("requirement", name, context.model.requirements, place, ("requirements",))


def _status(context: Context, name: str, place: Position) -> Reference:
    http = context.model.http
    return Reference("status", name, () if http is None else tuple(s.name for s in http.statuses), place, ("http",))


def _value(context: Context, values: Vocabulary, name: str, place: Position) -> Iterator[Reference]:
    # What a vocabulary lists is unknown where the one that it is like is.
    if values.like is None or vocabulary(context.model, values.like) is not None:
        yield Reference("value", name, listed(values), place)


def _code(context: Context, name: str, place: Position) -> Iterator[Reference]:
    codes = failure_codes(context.model)
    if codes is not None:
        yield from _value(context, codes, name, place)


def _knowledge(
    context: Context, found: Found, requirements: Iterable[str], decisions: Iterable[str], *path: str | int
) -> Iterator[Reference]:
    for index, name in enumerate(requirements):
        yield _requirement(context, name, found.at(*path, "requirements", index))
    for index, name in enumerate(decisions):
        place = found.at(*path, "decisions", index)
        yield Reference("decision", name, context.model.decisions, place, ("decisions",))
