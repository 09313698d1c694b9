"""Values of another JSON type than the model says, one a member, and of each member one that breaks a limit."""

from __future__ import annotations

from collections.abc import Iterator

from cgp_toolkit.model import Base as Kind
from cgp_toolkit.model import Envelope, Json, Member, Openness, Record, Scalar, Type, Vocabulary
from cgp_toolkit.model.faults import FaultName
from cgp_toolkit.oracle import jsons
from cgp_toolkit.targets.vectors.material.instances import texts
from cgp_toolkit.targets.vectors.material.stock import Base
from cgp_toolkit.targets.vectors.material.texts import misfits
from cgp_toolkit.targets.vectors.messages.building import Builder
from cgp_toolkit.targets.vectors.vector import MessageVector, cites

UNLISTED = "made up"


def vectors(builder: Builder) -> Iterator[MessageVector]:
    """Wrong types and broken limits, member by member; no value fits two types unnoticed."""
    for owner, member, base in builder.members():
        type_ = builder.model.type_of(member)
        item = Base(base.message, (*base.path, 0)) if member.many else base
        if member.many:
            yield from _lists(builder, owner, member, base)
        if not builder.is_shown(FaultName.WRONG_TYPE, owner, member):
            value, words = _other(type_)
            message = jsons.replaced(item.message, item.path, value)
            name = f"{_named(owner, member)} is {words}."
            yield builder.wrong(name, message, FaultName.WRONG_TYPE, item.path, cites(member, type_))
        yield from _limit(builder, owner, member, item)


def _named(owner: Envelope | Record, member: Member) -> str:
    return f"An item of {owner.name}.{member.name}" if member.many else f"{owner.name}.{member.name}"


def _other(type_: Type) -> tuple[Json, str]:
    """A value of another type; where a number is due, one that some languages take for it."""
    match type_:
        case Scalar(base=Kind.BOOLEAN):
            return 1, "a number instead of true or false"
        case Scalar(base=Kind.INTEGER | Kind.NUMBER):
            return True, "true instead of a number"
        case Record():
            return [], "an array instead of an object"
        case _:
            return 17, "a number instead of a text"


def _lists(builder: Builder, owner: Envelope | Record, member: Member, base: Base) -> Iterator[MessageVector]:
    value = jsons.at_path(base.message, base.path)
    first = value[0] if isinstance(value, list) and value else None
    alone = jsons.replaced(base.message, base.path, first)
    name = f"{owner.name}.{member.name} is one item instead of an array."
    yield builder.wrong(name, alone, FaultName.WRONG_TYPE, base.path, cites(member))
    if not builder.is_shown(FaultName.NULL_MEMBER, owner, member):
        path = (*base.path, 0)
        null = jsons.replaced(base.message, path, None)
        yield builder.wrong(
            f"An item of {owner.name}.{member.name} is null.", null, FaultName.NULL_MEMBER, path, cites(member)
        )


def _limit(builder: Builder, owner: Envelope | Record, member: Member, item: Base) -> Iterator[MessageVector]:
    """A value of the right JSON type that the member's own type refuses."""
    type_ = builder.model.type_of(member)
    for fault, value, words in _broken(type_):
        if not builder.is_shown(fault, owner, member):
            message = jsons.replaced(item.message, item.path, value)
            name = f"{_named(owner, member)} {words}."
            yield builder.wrong(name, message, fault, item.path, cites(member, type_))


def _broken(type_: Type) -> Iterator[tuple[FaultName, Json, str]]:
    match type_:
        case Vocabulary(openness=Openness.CLOSED):
            yield FaultName.NOT_IN_VOCABULARY, UNLISTED, f"is none of the values of {type_.name}"
        case Vocabulary(openness=Openness.TOLERATED | Openness.NAMESPACED):
            yield FaultName.UNLISTED_VALUE, UNLISTED, f"is a value that {type_.name} does not list"
        case Scalar(base=Kind.STRING):
            limits = type_.author
            if limits.pattern is not None:
                sample = texts(type_)[0]
                change, text = next(misfits(sample, limits.pattern, limits.min_length or 0, limits.max_length))
                yield FaultName.BAD_FORMAT, text, f"is no {type_.name}: it {change}"
            elif limits.min_length:
                yield FaultName.TOO_SHORT, "x" * (limits.min_length - 1), "is too short"
        case Scalar(base=Kind.INTEGER | Kind.NUMBER):
            limits = type_.read
            if limits.maximum is not None:
                yield FaultName.OUT_OF_RANGE, _beyond(type_, limits.maximum), "is too large"


def _beyond(type_: Scalar, limit: float) -> int | float:
    """A number a little larger than ``limit``."""
    return limit + 1 if type_.base is Kind.INTEGER else limit + max(1.0, abs(limit))
