"""Members that are missing, null, written though they need not be, or that nobody knows."""

from __future__ import annotations

from collections.abc import Iterator

from cgp_toolkit.model import Envelope, Member, OnNull, Presence, Record
from cgp_toolkit.model.faults import FaultName
from cgp_toolkit.oracle import jsons
from cgp_toolkit.oracle.jsons import Message
from cgp_toolkit.targets.vectors.material.stock import Base
from cgp_toolkit.targets.vectors.messages.building import Builder
from cgp_toolkit.targets.vectors.vector import MessageVector, cites

UNKNOWN_MEMBER = "made_up_member"


def vectors(builder: Builder) -> Iterator[MessageVector]:
    """Each member missing, null, and written with its default; an unknown one in each object."""
    for owner, member, base in builder.members():
        yield from _missing(builder, owner, member, base)
        yield from _null(builder, owner, member, base)
        if member.has_default:
            yield from _default(builder, owner, member, base)
        elif member.many:
            yield _empty(builder, owner, member, base)
    for owner in builder.model.owners():
        whole = builder.stock.of(owner)
        if whole is not None:
            yield _unknown(builder, owner, whole)


def _missing(builder: Builder, owner: Envelope | Record, member: Member, base: Base) -> Iterator[MessageVector]:
    what, message = f"{owner.name}.{member.name}", jsons.without(base.message, base.path)
    if member.read is Presence.REQUIRED:
        if not builder.is_shown(FaultName.MISSING_MEMBER, owner, member):
            yield builder.wrong(f"{what} is missing.", message, FaultName.MISSING_MEMBER, base.path, cites(member))
    elif member.author is Presence.REQUIRED:
        if not builder.is_shown(FaultName.MISSING_FOR_AUTHOR, owner, member):
            name = f"{what} is missing, which readers do without."
            yield builder.wrong(name, message, FaultName.MISSING_FOR_AUTHOR, base.path, cites(member))
    elif member.has_default:
        yield builder.vector(f"{what} is missing and reads as its default.", message, cites(member))


def _null(builder: Builder, owner: Envelope | Record, member: Member, base: Base) -> Iterator[MessageVector]:
    what, message = f"{owner.name}.{member.name}", jsons.replaced(base.message, base.path, None)
    if member.optional and member.on_null is OnNull.ABSENT:
        if not builder.is_shown(FaultName.NULL_WRITTEN, owner, member):
            name = f"{what} is null and reads as absent."
            yield builder.wrong(name, message, FaultName.NULL_WRITTEN, base.path, cites(member))
    elif not builder.is_shown(FaultName.NULL_MEMBER, owner, member):
        yield builder.wrong(f"{what} is null.", message, FaultName.NULL_MEMBER, base.path, cites(member))


def _default(builder: Builder, owner: Envelope | Record, member: Member, base: Base) -> Iterator[MessageVector]:
    message = jsons.replaced(base.message, base.path, member.default)
    yield builder.vector(f"{owner.name}.{member.name} is written with its default.", message, cites(member))


def _empty(builder: Builder, owner: Envelope | Record, member: Member, base: Base) -> MessageVector:
    """Nothing in a list is not the same as no list."""
    message = jsons.replaced(base.message, base.path, [])
    return builder.vector(f"{owner.name}.{member.name} is an empty list.", message, cites(member))


def _unknown(builder: Builder, owner: Envelope | Record, base: Base) -> MessageVector:
    path = (*base.path, UNKNOWN_MEMBER)
    value: Message = {"a": [1, None]}
    message = jsons.replaced(base.message, path, value)
    cited = cites(builder.model.lines.fault(FaultName.UNKNOWN_MEMBER.value))
    return builder.wrong(
        f"{owner.name} has a member that nobody knows.", message, FaultName.UNKNOWN_MEMBER, path, cited
    )
