"""What types enforce: the limits that readers and authors are held to, as every binding checks them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from cgp_toolkit.model import (
    Base,
    Constraint,
    Envelope,
    Member,
    Model,
    OnNull,
    Openness,
    Presence,
    Record,
    Scalar,
    Variant,
    Vocabulary,
)
from cgp_toolkit.model.faults import FaultName
from cgp_toolkit.model.widths import LARGEST_FLOAT
from cgp_toolkit.rules import Check, structural_checks
from cgp_toolkit.tracing.enforcer import Enforcer, Means


def limits(model: Model) -> Iterator[tuple[str, Enforcer]]:
    """Requirements and what types do for them, in the order of the model."""
    for owner in model.owners():
        alone = replace(owner, variants=()) if isinstance(owner, Record) and owner.variants else owner
        for check in structural_checks(model, alone):
            if check.requirement is not None:
                yield check.requirement, _of_check(model, owner, check)
        for member in owner.members:
            what = _presence(member)
            if what:
                place = f"{owner.name}.{member.name}"
                for requirement in member.requirements:
                    yield requirement, Enforcer(Means.TYPE, place, what, False, member.position)
        if isinstance(owner, Record):
            for variant in owner.variants:
                yield variant.requirement, _of_variant(owner, variant)


def _presence(member: Member) -> str:
    if member.read is Presence.REQUIRED:
        return "required of everybody"
    return "null is refused" if member.on_null is OnNull.ERROR else ""


def _of_check(model: Model, owner: Envelope | Record, check: Check) -> Enforcer:
    name = (check.each.pointer if check.each is not None else check.pointer)[0]
    member = owner.member(name)
    fault = FaultName(check.rule)
    type_ = model.type_of(member)
    reading = not fault.author and (not isinstance(type_, Scalar) or _read_alike(type_))
    return Enforcer(
        means=Means.TYPE if reading else Means.SCHEMA,
        place=f"{owner.name}.{name}",
        what=_words(model, member, fault),
        direct=_telling(model, member, check),
        position=member.position,
    )


def _read_alike(scalar: Scalar) -> bool:
    """Whether readers enforce what authors owe, patterns and calendars aside."""
    return _numbers(scalar.read) == _numbers(scalar.author)


def _numbers(limits: Constraint) -> tuple[float | None, ...]:
    return limits.minimum, limits.maximum, limits.min_length, limits.max_length


def _telling(model: Model, member: Member, check: Check) -> bool:
    """Whether a limit was made for the requirement, and not only for its type.

    That an opaque text is not empty, a number fits its width and a vocabulary lists a value decides nothing by itself.
    """
    fault, type_ = FaultName(check.rule), model.type_of(member)
    if fault is FaultName.OUT_OF_RANGE:
        return not isinstance(type_, Scalar) or not _fills_its_width(type_)
    if fault is FaultName.TOO_SHORT:
        return isinstance(type_, Scalar) and (type_.author.min_length or 0) > 1
    if fault is FaultName.UNLISTED_VALUE:
        return check.requirement in model.lines.fault(check.rule).requirements
    return True


def _fills_its_width(scalar: Scalar) -> bool:
    width = scalar.width or 64
    if scalar.base is Base.NUMBER:
        largest = LARGEST_FLOAT[32] if width == 32 else None
        return (scalar.author.minimum, scalar.author.maximum) == (-largest if largest else None, largest)
    whole = (-(1 << width - 1), (1 << width - 1) - 1) if scalar.signed else (0, (1 << width) - 1)
    return (scalar.author.minimum, scalar.author.maximum) == whole


def _words(model: Model, member: Member, fault: FaultName) -> str:
    type_ = model.type_of(member)
    if fault is FaultName.MISSING_FOR_AUTHOR:
        return "required of authors"
    if isinstance(type_, Vocabulary):
        return f"a value that {type_.name} lists" + (", or a new name" if type_.openness is Openness.NAMESPACED else "")
    limits = type_.author if isinstance(type_, Scalar) else Constraint()
    match fault:
        case FaultName.OUT_OF_RANGE:
            return f"the range of {type_.name}, {limits.minimum} to {limits.maximum}"
        case FaultName.TOO_SHORT:
            return f"at least {limits.min_length} long"
        case FaultName.TOO_LONG:
            return f"at most {limits.max_length} long"
        case FaultName.NO_SUCH_INSTANT:
            return "an instant that exists"
        case _:
            return f"the form of {type_.name}"


def _of_variant(record: Record, variant: Variant) -> Enforcer:
    parts = []
    if variant.require:
        parts.append(f"requires {', '.join(variant.require)}")
    if variant.forbid:
        parts.append(f"forbids {', '.join(variant.forbid)}")
    parts += [f"makes {name} a {scalar}" for name, scalar in variant.refine.items()]
    place = f"{record.name}, {variant.member} {variant.value}"
    return Enforcer(Means.SCHEMA, place, "; ".join(parts), True, variant.position)
