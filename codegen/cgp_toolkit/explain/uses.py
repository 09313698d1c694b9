"""Where things are used: every reference of the model, turned around."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol

from cgp_toolkit.explain import http, rpc, running
from cgp_toolkit.explain.thing import Kind
from cgp_toolkit.explain.things import code_vocabulary
from cgp_toolkit.explain.use import Use
from cgp_toolkit.model import Envelope, ExchangeExample, Member, Model, Position, Record, Rule, Vocabulary
from cgp_toolkit.model.lifecycle import Happening, Row


class _Citing(Protocol):
    @property
    def requirements(self) -> Sequence[str]: ...
    @property
    def position(self) -> Position: ...


def uses(model: Model) -> Iterator[Use]:
    """Every use in a model, in the order of the model."""
    yield from _protocol(model)
    for envelope in model.envelopes.values():
        yield from _envelope(model, envelope)
    for type_ in model.types.values():
        yield from _cites(Kind.TYPE, type_.name, type_, type_.decisions)
        if isinstance(type_, Record):
            yield from _members(model, Kind.TYPE, type_)
            yield from _variants(model, type_)
        elif isinstance(type_, Vocabulary):
            yield from _vocabulary(type_)
    for decision in model.decisions.values():
        yield from _cites(Kind.DECISION, decision.name, decision)
    for requirement in model.requirements.values():
        for role in requirement.binds:
            yield Use(Kind.ROLE, role, Kind.REQUIREMENT, requirement.name, "binds it", requirement.position)
    yield from _checks(model)
    yield from _examples(model)
    if model.lifecycle is not None:
        for row in model.lifecycle.rows:
            yield from _row(model, row)
    yield from http.uses(model)
    yield from rpc.uses(model, code_vocabulary(model))
    yield from running.uses(model, code_vocabulary(model))


def _cites(by: Kind, by_id: str, item: _Citing, decisions: Sequence[str] = ()) -> Iterator[Use]:
    """The requirements that something cites, and the decisions."""
    for name in item.requirements:
        yield Use(Kind.REQUIREMENT, name, by, by_id, "cites it", item.position)
    for name in decisions:
        yield Use(Kind.DECISION, name, by, by_id, "cites it", item.position)


def _protocol(model: Model) -> Iterator[Use]:
    protocol = model.protocol
    parts = {
        protocol.opening: "opens a session with it",
        protocol.answer: "answers the opening with it",
        protocol.failure: "reports failures with it",
        protocol.closing: "closes a session with it",
    }
    for name, how in parts.items():
        yield Use(Kind.ENVELOPE, name, Kind.PROTOCOL, protocol.name, how, protocol.position)
    version = protocol.version
    yield Use(Kind.TYPE, version.scalar, Kind.PROTOCOL, protocol.name, "spells versions with it", version.position)
    code = f"{code_vocabulary(model)}.{version.mismatch_code}"
    yield Use(Kind.VALUE, code, Kind.PROTOCOL, protocol.name, "names a version mismatch with it", version.position)
    yield from _cites(Kind.PROTOCOL, protocol.name, version)
    for measure in protocol.measures:
        yield Use(Kind.REQUIREMENT, measure.requirement, Kind.MEASURE, measure.name, "cites it", measure.position)


def _envelope(model: Model, envelope: Envelope) -> Iterator[Use]:
    by, here = Kind.ENVELOPE, envelope.position
    yield from _cites(by, envelope.name, envelope, envelope.decisions)
    yield Use(Kind.ROLE, envelope.sender, by, envelope.name, "is sent by it", here)
    yield Use(Kind.ROLE, envelope.receiver, by, envelope.name, "is sent to it", here)
    if envelope.reply is not None:
        yield Use(Kind.ENVELOPE, envelope.reply, by, envelope.name, "is answered by it", here)
    if envelope.requires is not None:
        yield from _capability(model, envelope.requires, envelope, "requires it")
    if envelope.correlation is not None:
        correlation = envelope.correlation
        yield Use(
            Kind.REQUIREMENT, correlation.requirement, by, envelope.name, "is correlated for it", correlation.position
        )
        yield from _capability(model, correlation.when, envelope, "is correlated under it")
    yield from _members(model, by, envelope)


def _capability(model: Model, path: str, envelope: Envelope, how: str) -> Iterator[Use]:
    """The member that a path from the answer to the handshake leads to."""
    owner: Envelope | Record = model.envelopes[model.protocol.answer]
    *way, last = path.split(".")
    for step in way:
        owner = model.record(owner.member(step).type)
    yield Use(Kind.MEMBER, f"{owner.name}.{last}", Kind.ENVELOPE, envelope.name, how, envelope.position)


def _members(model: Model, kind: Kind, owner: Envelope | Record) -> Iterator[Use]:
    for member in owner.members:
        by_id = f"{owner.name}.{member.name}"
        yield from _cites(Kind.MEMBER, by_id, member, member.decisions)
        how = "is a list of it" if member.many else "is of it"
        yield Use(Kind.TYPE, member.type, Kind.MEMBER, by_id, how, member.position)
        if member.set_by is not None:
            yield Use(Kind.ROLE, member.set_by, Kind.MEMBER, by_id, "is set by it", member.position)
        yield from _default(model, member, by_id)


def _default(model: Model, member: Member, by_id: str) -> Iterator[Use]:
    if isinstance(model.type_of(member), Vocabulary) and isinstance(member.default, str):
        value = f"{member.type}.{member.default}"
        yield Use(Kind.VALUE, value, Kind.MEMBER, by_id, "reads as it when missing", member.position)


def _variants(model: Model, record: Record) -> Iterator[Use]:
    for variant in record.variants:
        case = f"when {variant.member} is {variant.value}"
        here = variant.position
        value = f"{record.member(variant.member).type}.{variant.value}"
        yield Use(Kind.VALUE, value, Kind.TYPE, record.name, "has a variant for it", here)
        yield Use(Kind.REQUIREMENT, variant.requirement, Kind.TYPE, record.name, f"has a variant for it, {case}", here)
        for names, how in (
            (variant.require, "requires it"),
            (variant.forbid, "forbids it"),
            (variant.refine, "narrows it"),
        ):
            for name in names:
                yield Use(Kind.MEMBER, f"{record.name}.{name}", Kind.TYPE, record.name, f"{how} {case}", here)
        for name, scalar in variant.refine.items():
            yield Use(Kind.TYPE, scalar, Kind.MEMBER, f"{record.name}.{name}", f"is of it {case}", here)


def _vocabulary(vocabulary: Vocabulary) -> Iterator[Use]:
    by, here = Kind.TYPE, vocabulary.position
    if vocabulary.form is not None:
        yield Use(Kind.TYPE, vocabulary.form, by, vocabulary.name, "spells new values like it", here)
    if vocabulary.like is not None:
        yield Use(Kind.TYPE, vocabulary.like, by, vocabulary.name, "has its values", here)
    if vocabulary.unknown_reads_as is not None:
        value = f"{vocabulary.name}.{vocabulary.unknown_reads_as}"
        yield Use(Kind.VALUE, value, by, vocabulary.name, "reads unlisted values as it", here)


def _checks(model: Model) -> Iterator[Use]:
    codes = code_vocabulary(model)
    for fault in model.lines.faults:
        yield from _cites(Kind.FAULT, fault.name, fault, fault.decisions)
        if not fault.author:
            yield Use(
                Kind.VALUE, f"{codes}.{fault.code}", Kind.FAULT, fault.name, "is answered with it", fault.position
            )
    for rule in model.rules.values():
        yield from _rule(model, rule)


def _rule(model: Model, rule: Rule) -> Iterator[Use]:
    yield Use(Kind.REQUIREMENT, rule.requirement, Kind.RULE, rule.name, "decides it", rule.position)
    for subject in rule.subjects:
        for name in (subject.on, subject.request, subject.reply):
            if name is not None:
                kind = Kind.ENVELOPE if name in model.envelopes else Kind.TYPE
                yield Use(kind, name, Kind.RULE, rule.name, "looks at it", subject.position)


def _examples(model: Model) -> Iterator[Use]:
    for example in model.examples.values():
        by, here = Kind.EXAMPLE, example.position
        yield from _cites(by, example.name, example, example.decisions)
        if example.message is not None:
            tag = example.message.get(model.protocol.tag)
            if isinstance(tag, str) and tag in model.envelopes:
                yield Use(Kind.ENVELOPE, tag, by, example.name, "shows it", here)
        for failure in example.fails:
            kind = Kind.RULE if failure.rule in model.rules else Kind.FAULT
            yield Use(kind, failure.rule, by, example.name, "fails it", failure.position)
            if failure.requirement is not None:
                yield Use(Kind.REQUIREMENT, failure.requirement, by, example.name, "breaks it", failure.position)
    for exchange in model.exchanges.values():
        yield from _exchange(model, exchange)
    for session in model.sessions.values():
        yield from _cites(Kind.SESSION, session.name, session)


def _exchange(model: Model, exchange: ExchangeExample) -> Iterator[Use]:
    by, here = Kind.EXCHANGE, exchange.position
    yield from _cites(by, exchange.name, exchange, exchange.decisions)
    for message in (exchange.request, exchange.reply):
        tag = message.get(model.protocol.tag)
        if isinstance(tag, str) and tag in model.envelopes:
            yield Use(Kind.ENVELOPE, tag, by, exchange.name, "shows it", here)
    for failure in exchange.fails:
        kind = Kind.RULE if failure.rule in model.rules else Kind.FAULT
        yield Use(kind, failure.rule, by, exchange.name, "fails it", failure.position)
        if failure.requirement is not None:
            yield Use(Kind.REQUIREMENT, failure.requirement, by, exchange.name, "breaks it", failure.position)


def _row(model: Model, row: Row) -> Iterator[Use]:
    by, by_id, here = Kind.ROW, f"{row.role} {row.happening} {', '.join(row.names)}", row.position
    yield from _cites(by, by_id, row, row.decisions)
    yield Use(Kind.ROLE, row.role, by, by_id, "is about it", here)
    for state in row.states:
        yield Use(Kind.STATE, state, by, by_id, "starts in it", here)
    if row.to is not None:
        yield Use(Kind.STATE, row.to, by, by_id, "leads to it", here)
    if row.happening is not Happening.MEETS:
        for name in row.names:
            if name in model.envelopes:
                yield Use(Kind.ENVELOPE, name, by, by_id, f"says what becomes of it: {row.outcome}", here)
    if row.code is not None:
        yield Use(Kind.VALUE, f"{code_vocabulary(model)}.{row.code}", by, by_id, "answers with it", here)
