"""The model's own limits as checks: what scalars, vocabularies, presence and variants already say.

They bind authors.  Nothing of them is written among the rules; their ids are those of the faults, and their
requirements are those of the variant, the type or the member.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from cgp_toolkit.model import Base, Envelope, Member, Model, Openness, Presence, Record, Scalar, Variant, Vocabulary
from cgp_toolkit.model.remembering import last
from cgp_toolkit.rules.checks import THIS, Alone, Check, Loop, Severity
from cgp_toolkit.rules.functions import Function
from cgp_toolkit.rules.kinds import INTEGER, TRUTH, Many, Object, Plain, kind_of, object_of
from cgp_toolkit.rules.tree import (
    And,
    Application,
    Attribute,
    Comparison,
    Expression,
    Length,
    Listed,
    Literal,
    Matching,
    Not,
    Or,
    Present,
    Variable,
)

_ITEM = "item"


@dataclass(frozen=True, slots=True)
class _Finding:
    """What is checked of one value, before it is known where the value stands."""

    fault: str
    condition: Expression
    requirement: str | None
    wanted: str = ""
    guards: tuple[Expression, ...] = ()


def part_attribute(model: Model, owner: Object, member: Member) -> Attribute:
    """A member of ``this``, as checks name it."""
    return Attribute(kind_of(model, member), Variable(owner, THIS), owner, member.name)


def structural_checks(model: Model, owner: Envelope | Record) -> tuple[Check, ...]:
    """The checks of one record or envelope, not of what is inside it, in the order of its members."""
    known = _known(model)
    if id(owner) not in known:
        known[id(owner)] = owner, tuple(_structural_checks(model, owner))
    return known[id(owner)][1]


@last
def _known(model: Model) -> dict[int, tuple[Envelope | Record, tuple[Check, ...]]]:
    """The checks so far, by the identity of what they are of, which is kept so that no other gets it."""
    return {}


def _structural_checks(model: Model, owner: Envelope | Record) -> Iterator[Check]:
    for member in owner.members:
        attribute = _attribute(model, owner, member)
        if _may_be_absent(member) and member.author is Presence.REQUIRED:
            there = _Finding("missing-for-author", Present(TRUTH, attribute), _first(member.requirements))
            yield _check(model, owner, member, there)
        for finding in _values(model, member, model.type_of(member), _value(attribute)):
            yield _placed(model, owner, member, finding, ())
    if isinstance(owner, Record):
        for variant in owner.variants:
            yield from _variant(model, owner, variant)


def _attribute(model: Model, owner: Envelope | Record, member: Member) -> Attribute:
    return part_attribute(model, object_of(owner), member)


def _value(attribute: Attribute) -> Expression:
    """The value that limits bind: the attribute, or the item of the list that it is."""
    kind = attribute.kind
    return Variable(kind.item, _ITEM) if isinstance(kind, Many) and kind.item is not None else attribute


def _may_be_absent(member: Member) -> bool:
    return member.optional and not member.has_default


def _first(requirements: Iterable[str]) -> str | None:
    return next(iter(requirements), None)


def _shared(one: Iterable[str], other: Iterable[str]) -> str | None:
    known = frozenset(other)
    return _first(name for name in one if name in known)


def _check(
    model: Model,
    owner: Envelope | Record,
    member: Member,
    finding: _Finding,
    each: Loop | None = None,
) -> Check:
    """A check whose message names the member and what the model wants of it."""
    fault = model.lines.fault(finding.fault)
    return Check(
        rule=fault.name,
        doc=fault.doc,
        requirement=finding.requirement,
        severity=Severity.ERROR,
        scope=Alone(object_of(owner)),
        each=each,
        guards=finding.guards,
        condition=finding.condition,
        pointer=() if each is not None else (member.name,),
        message=(f"{member.name}: {fault.doc}" + (f" {finding.wanted}" if finding.wanted else ""),),
        fix=fault.fix,
        structural=True,
    )


def _placed(
    model: Model, owner: Envelope | Record, member: Member, finding: _Finding, guards: tuple[Expression, ...]
) -> Check:
    """The check of a member that may be absent, or of the items of a list."""
    attribute = _attribute(model, owner, member)
    if _may_be_absent(member):
        guards = (*guards, Present(TRUTH, attribute))
    each = None
    if isinstance(attribute.kind, Many) and attribute.kind.item is not None:
        each = Loop(Variable(attribute.kind.item, _ITEM), attribute, (member.name,))
    return _check(model, owner, member, replace(finding, guards=(*guards, *finding.guards)), each)


def _values(model: Model, member: Member, type_: Scalar | Vocabulary | Record, value: Expression) -> Iterator[_Finding]:
    match type_:
        case Scalar():
            yield from _range(member, type_, value)
            yield from _length(member, type_, value)
            yield from _form(member, type_, value)
        case Vocabulary():
            yield from _word(model, member, type_, value)
        case Record():
            pass


def _limit_requirement(member: Member, scalar: Scalar) -> str | None:
    if not scalar.requirements:
        return _first(member.requirements)
    return _shared(scalar.requirements, member.requirements)


def _range(member: Member, scalar: Scalar, value: Expression) -> Iterator[_Finding]:
    limits = scalar.author
    parts: list[Expression] = []
    words = []
    for operator, word, limit in ((">=", "At least", limits.minimum), ("<=", "At most", limits.maximum)):
        if limit is not None:
            number = float(limit) if scalar.base is Base.NUMBER else limit
            parts.append(Comparison(TRUTH, operator, value, Literal(Plain(scalar.base), number)))
            words.append(f"{word} {limit}.")
    if parts:
        condition = parts[0] if len(parts) == 1 else And(TRUTH, tuple(parts))
        yield _Finding("out-of-range", condition, _limit_requirement(member, scalar), " ".join(words))


def _length(member: Member, scalar: Scalar, value: Expression) -> Iterator[_Finding]:
    limits = scalar.author
    requirement = _limit_requirement(member, scalar)
    if limits.min_length:
        condition = Length(TRUTH, True, limits.min_length, value)
        yield _Finding("too-short", condition, requirement, f"At least {limits.min_length}.")
    if limits.max_length is not None:
        condition = Length(TRUTH, False, limits.max_length, value)
        yield _Finding("too-long", condition, requirement, f"At most {limits.max_length}.")


def _form(member: Member, scalar: Scalar, value: Expression) -> Iterator[_Finding]:
    """Pattern and calendar, each only of texts that have passed what comes before: one finding a mistake."""
    limits = scalar.author
    requirement = _first(scalar.requirements) or _first(member.requirements)
    guards: tuple[Expression, ...] = ()
    if limits.min_length:
        guards = (Length(TRUTH, True, limits.min_length, value),)
    if limits.pattern is not None:
        matching = Matching(TRUTH, scalar.name, value)
        yield _Finding("bad-format", matching, requirement, f"The form of {scalar.name}.", guards)
        guards = (*guards, matching)
    if limits.calendar is not None:
        exists = Application(TRUTH, Function.IS_INSTANT, (), (value,))
        yield _Finding("no-such-instant", exists, requirement, guards=guards)


def _word(model: Model, member: Member, vocabulary: Vocabulary, value: Expression) -> Iterator[_Finding]:
    listed: Expression = Listed(TRUTH, vocabulary.name, value)
    if vocabulary.openness is Openness.OPEN:
        return
    if vocabulary.openness is Openness.NAMESPACED and vocabulary.form is not None:
        listed = Or(TRUTH, (listed, Matching(TRUTH, vocabulary.form, value)))
    fault = "not-in-vocabulary" if vocabulary.openness is Openness.CLOSED else "unlisted-value"
    requirement = _shared(model.lines.fault(fault).requirements, vocabulary.requirements)
    requirement = requirement or _shared(member.requirements, vocabulary.requirements)
    yield _Finding(fault, listed, requirement, f"The vocabulary is {vocabulary.name}.")


def _written(model: Model, member: Member, attribute: Attribute) -> Expression:
    """Whether a member was written; one that reads as its default was as good as not."""
    if _may_be_absent(member):
        return Present(TRUTH, attribute)
    if not member.optional:
        return Literal(TRUTH, True)
    if member.many:
        size = Application(INTEGER, Function.SIZE, (), (attribute,))
        return Comparison(TRUTH, "!=", size, Literal(INTEGER, 0))
    default = member.default
    if not isinstance(default, str | int | float):
        raise TypeError(f"the default of {member.name} is no plain value")
    return Comparison(TRUTH, "!=", attribute, Literal(attribute.kind, default))


def _variant(model: Model, owner: Record, variant: Variant) -> Iterator[Check]:
    tag = owner.member(variant.member)
    attribute = _attribute(model, owner, tag)
    guards: tuple[Expression, ...] = (Present(TRUTH, attribute),) if _may_be_absent(tag) else ()
    guards += (Comparison(TRUTH, "==", attribute, Literal(Plain(Base.STRING), variant.value)),)
    when = f"This is so where {variant.member} is {variant.value}."
    for fault, names in (("missing-in-variant", variant.require), ("forbidden-in-variant", variant.forbid)):
        for name in names:
            member = owner.member(name)
            present = _written(model, member, _attribute(model, owner, member))
            condition = present if fault == "missing-in-variant" else Not(TRUTH, present)
            yield _check(model, owner, member, _Finding(fault, condition, variant.requirement, when, guards))
    for name, refined in variant.refine.items():
        member = owner.member(name)
        value = _value(_attribute(model, owner, member))
        known = set(_values(model, member, model.type_of(member), value))
        for finding in _values(model, member, model.scalar(refined), value):
            if replace(finding, requirement=None) not in {replace(other, requirement=None) for other in known}:
                yield _placed(model, owner, member, replace(finding, requirement=variant.requirement), guards)
