"""Names that point at something: they must exist, and what exists must be pointed at."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from cgp_toolkit.model.collect import suggestion
from cgp_toolkit.model.diagnostics import Diagnostic
from cgp_toolkit.model.lint.catalogue import Context
from cgp_toolkit.model.source import Position
from cgp_toolkit.model.types import Record, Scalar, Vocabulary


def unknown_reference(context: Context) -> Iterator[Diagnostic]:
    """Types, envelopes, roles, requirements, decisions and codes that are named but not there."""
    for kind, name, known, position in _references(context):
        if name not in known and name not in context.broken:
            yield Diagnostic(position, "unknown-reference", f"there is no {kind} {name!r}" + suggestion(name, known))


def _references(context: Context) -> Iterator[tuple[str, str, Collection[str], Position]]:
    model = context.model
    protocol = model.protocol
    roles = tuple(role.name for role in protocol.roles)
    scalars = tuple(s.name for s in model.scalars())
    for owner in model.owners():
        yield from _knowledge(context, owner.requirements, owner.decisions, owner.position)
        for member in owner.members:
            if member.type:
                yield "type", member.type, model.types, member.position
            if member.set_by is not None:
                yield "role", member.set_by, roles, member.position
            yield from _knowledge(context, member.requirements, member.decisions, member.position)
        if isinstance(owner, Record):
            names = tuple(member.name for member in owner.members)
            for variant in owner.variants:
                for name in (variant.member, *variant.require, *variant.forbid, *variant.refine):
                    yield "member", name, names, variant.position
                for name in variant.refine.values():
                    yield "scalar", name, scalars, variant.position
                yield "requirement", variant.requirement, model.requirements, variant.position
    for envelope in model.envelopes.values():
        yield "role", envelope.sender, roles, envelope.position
        yield "role", envelope.receiver, roles, envelope.position
        if envelope.reply is not None:
            yield "envelope", envelope.reply, model.envelopes, envelope.position
        if envelope.correlation is not None:
            names = tuple(member.name for member in envelope.members)
            yield "member", envelope.correlation.member, names, envelope.correlation.position
            yield "requirement", envelope.correlation.requirement, model.requirements, envelope.correlation.position
    for name in (protocol.opening, protocol.answer, protocol.failure, protocol.closing):
        yield "envelope", name, model.envelopes, protocol.position
    yield "scalar", protocol.version.scalar, scalars, protocol.version.position
    yield from _knowledge(context, protocol.version.requirements, (), protocol.version.position)
    for measure in protocol.measures:
        yield "requirement", measure.requirement, model.requirements, measure.position
    for type_ in model.types.values():
        if isinstance(type_, Scalar | Vocabulary):
            yield from _knowledge(context, type_.requirements, type_.decisions, type_.position)
        if isinstance(type_, Vocabulary):
            vocabularies = tuple(v.name for v in model.vocabularies())
            if type_.form is not None:
                yield "scalar", type_.form, scalars, type_.position
            if type_.like is not None:
                yield "vocabulary", type_.like, vocabularies, type_.position
            if type_.unknown_reads_as is not None:
                yield "value", type_.unknown_reads_as, tuple(v.name for v in type_.values), type_.position
    for requirement in model.requirements.values():
        for role in requirement.binds:
            yield "role", role, roles, requirement.position
    for decision in model.decisions.values():
        yield from _knowledge(context, decision.requirements, (), decision.position)
    faults = tuple(fault.name for fault in model.lines.faults)
    for fault in model.lines.faults:
        yield from _knowledge(context, fault.requirements, fault.decisions, fault.position)
    for example in model.examples.values():
        yield from _knowledge(context, example.requirements, example.decisions, example.position)
        for failure in example.fails:
            yield "rule", failure.rule, (*faults, *model.rules), failure.position
            if failure.requirement is not None:
                yield from _knowledge(context, (failure.requirement,), (), failure.position)
    for session in model.sessions.values():
        yield from _knowledge(context, session.requirements, (), session.position)


def _knowledge(
    context: Context, requirements: Iterable[str], decisions: Iterable[str], position: Position
) -> Iterator[tuple[str, str, Collection[str], Position]]:
    for name in requirements:
        yield "requirement", name, context.model.requirements, position
    for name in decisions:
        yield "decision", name, context.model.decisions, position


def unreachable_type(context: Context) -> Iterator[Diagnostic]:
    """Types that no envelope leads to."""
    model = context.model
    if context.broken:
        return
    reached: set[str] = {model.protocol.version.scalar}
    todo = [member.type for envelope in model.envelopes.values() for member in envelope.members]
    while todo:
        name = todo.pop()
        if name in reached or name not in model.types:
            continue
        reached.add(name)
        type_ = model.types[name]
        if isinstance(type_, Record):
            todo += [member.type for member in type_.members]
            todo += [name for variant in type_.variants for name in variant.refine.values()]
        elif isinstance(type_, Vocabulary):
            todo += [name for name in (type_.form, type_.like) if name is not None]
    for name, type_ in model.types.items():
        if name not in reached:
            yield Diagnostic(
                type_.position, "unreachable-type", f"no envelope leads to the type {name!r}", "use it or remove it"
            )
