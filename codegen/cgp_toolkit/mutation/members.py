"""Mutants of members: presence, null, default, omission, order, name, type and number."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial

from cgp_toolkit.model import (
    Base,
    Constraint,
    Envelope,
    Json,
    Member,
    Model,
    Omit,
    OnNull,
    Presence,
    Record,
    Scalar,
    Vocabulary,
)
from cgp_toolkit.mutation.mutant import Mutant, with_member, with_members, with_owner
from cgp_toolkit.mutation.renaming import with_renamed_member, without_member
from cgp_toolkit.mutation.subjects import Subjects

_OTHER_NAME = "renamed_{}"


def mutants(model: Model, subjects: Subjects) -> Iterator[Mutant]:
    """Every mutant of every member, in the order of the model."""
    for owner in model.owners():
        for index, member in enumerate(owner.members):
            subject = f"{owner.name}.{member.name}"
            requirements = subjects.member(owner, member)
            for change, other in _changed(model, member):
                yield Mutant(subject, change, requirements, partial(with_member, model, owner, member, other))
            name = _OTHER_NAME.format(member.name)
            renamed = partial(with_renamed_member, model, owner, member, name)
            yield Mutant(subject, f"is called {name}", requirements, renamed)
            yield Mutant(subject, "is gone", requirements, partial(without_member, model, owner, member))
            if index + 1 < len(owner.members):
                following = owner.members[index + 1]
                change = f"stands behind {following.name}"
                yield Mutant(subject, change, requirements, partial(_exchanged, model, owner, member, following))


def _exchanged(model: Model, owner: Envelope | Record, member: Member, following: Member) -> Model:
    others = [other for other in owner.members if other is not member]
    others.insert(others.index(following) + 1, member)
    return with_owner(model, with_members(owner, others))


def _changed(model: Model, member: Member) -> Iterator[tuple[str, Member]]:
    yield from _presence(member)
    yield from _defaults(model, member)
    for omit in Omit:
        if omit is not member.omit and _omittable(member, omit):
            yield f"is left out: {omit}", replace(member, omit=omit)
    for scalar in _other_types(model, member).values():
        yield f"is a {scalar.name}", replace(member, type=scalar.name, default=_fitting(model, member, scalar))
    yield ("is one" if member.many else "is a list"), _other_number(member)


def _presence(member: Member) -> Iterator[tuple[str, Member]]:
    optional, required = Presence.OPTIONAL, Presence.REQUIRED
    if member.read is required:
        loose = replace(member, read=optional, omit=Omit.ABSENT)
        yield "is optional for readers", loose
        yield "is optional", replace(loose, author=optional)
        yield "is optional and may be null", replace(loose, author=optional, on_null=OnNull.ABSENT)
        return
    if member.author is required:
        yield "is optional for authors", replace(member, author=optional)
    else:
        yield "is required of authors", replace(member, author=required)
    owed = replace(member, read=required, author=required, on_null=OnNull.ERROR, default=None, omit=Omit.NEVER)
    yield "is required", owed
    other = OnNull.ERROR if member.on_null is OnNull.ABSENT else OnNull.ABSENT
    yield f"is null: {other}", replace(member, on_null=other)


def _defaults(model: Model, member: Member) -> Iterator[tuple[str, Member]]:
    if member.read is Presence.REQUIRED:
        return
    if member.default is not None:
        yield "has no default", replace(member, default=None, omit=Omit.ABSENT)
    other = _other_default(model, member)
    if other is not None:
        # Always written, so that it shows.
        omit = Omit.NEVER if member.omit is Omit.ABSENT else member.omit
        yield f"has the default {other!r}", replace(member, default=other, omit=omit)


def _other_default(model: Model, member: Member) -> Json:
    """Another value that a missing member may read as; ``None`` if there is none to choose."""
    type_ = model.type_of(member)
    if isinstance(type_, Record) or (member.many and member.default is not None):
        return None
    if member.many:
        return []
    if isinstance(type_, Vocabulary):
        return next((value.name for value in type_.values if value.name != member.default), None)
    choices: Mapping[Base, Json] = {
        Base.BOOLEAN: member.default is not True,
        Base.INTEGER: 1,
        Base.NUMBER: 1.0,
        Base.STRING: "x",
    }
    return choices[type_.base]


def _omittable(member: Member, omit: Omit) -> bool:
    """Whether a member could be left out in this way, so that the change is more than nonsense."""
    match omit:
        case Omit.NEVER:
            return member.has_default
        case Omit.DEFAULT:
            # A list that has a default is empty by default.
            return member.has_default and not member.many
        case Omit.EMPTY:
            return member.many and member.has_default
        case Omit.ABSENT:
            return False


def _other_types(model: Model, member: Member) -> dict[str, Scalar]:
    """A wider type, a narrower one and one of another kind, as far as there are any."""
    type_ = model.type_of(member)
    if isinstance(type_, Record):
        return {}
    if isinstance(type_, Vocabulary):
        wider = [s for s in model.scalars() if s.base is Base.STRING]
        return {"wider": min(wider, key=_tightness)} if wider else {}
    alike = [s for s in model.scalars() if s.base is type_.base and _limits(s) != _limits(type_)]
    other = [s for s in model.scalars() if s.base is not type_.base]
    found: dict[str, Scalar] = {}
    if alike and _tightness(min(alike, key=_tightness)) < _tightness(type_):
        found["wider"] = min(alike, key=_tightness)
    if alike and _tightness(max(alike, key=_tightness)) > _tightness(type_):
        found["narrower"] = max(alike, key=_tightness)
    if other:
        found["other"] = other[0]
    return found


def _limits(scalar: Scalar) -> tuple[Constraint, Constraint]:
    return scalar.read, scalar.author


def _tightness(scalar: Scalar) -> int:
    """How much a scalar limits: a rough order, so that the loosest and the tightest can be told."""
    limits = scalar.author
    return sum(
        weight
        for weight, limit in (
            (1, limits.min_length),
            (1, limits.max_length),
            (2, limits.minimum),
            (2, limits.maximum),
            (4, limits.pattern),
            (8, limits.calendar),
        )
        if limit is not None
    )


def _fitting(model: Model, member: Member, scalar: Scalar) -> Json:
    """The default, unless it is none of the new type's values."""
    type_ = model.type_of(member)
    base = type_.base if isinstance(type_, Scalar) else Base.STRING
    return member.default if member.many or scalar.base is base else None


def _other_number(member: Member) -> Member:
    if not member.has_default:
        return replace(member, many=not member.many)
    if member.many:
        return replace(member, many=False, default=None, omit=Omit.ABSENT)
    return replace(member, many=True, default=[], omit=Omit.EMPTY)
