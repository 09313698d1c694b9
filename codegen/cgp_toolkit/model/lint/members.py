"""Members: type, presence, null, default and omission, each on its own axis, must not contradict each other."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import cast

from cgp_toolkit.model.axes import Base, Omit, OnNull, Presence
from cgp_toolkit.model.collect import Found
from cgp_toolkit.model.diagnostics import Diagnostic
from cgp_toolkit.model.entries import EnvelopeEntry, RecordEntry
from cgp_toolkit.model.lint.catalogue import Context
from cgp_toolkit.model.lint.lookup import type_of
from cgp_toolkit.model.types import Json, Member, Record, Scalar, Vocabulary
from cgp_toolkit.model.words import article

_KINDS: dict[Base, type] = {Base.STRING: str, Base.BOOLEAN: bool, Base.INTEGER: int, Base.NUMBER: int}


def _members(context: Context) -> Iterator[tuple[Found, Member]]:
    for owner in context.model.owners():
        for member in owner.members:
            yield context.entry(owner), member


def member_type(context: Context) -> Iterator[Diagnostic]:
    """Members with none or both of ``type`` and ``list``."""
    for found, member in _members(context):
        entry = cast("EnvelopeEntry | RecordEntry", found.entry).members[member.name]
        path = ("members", member.name)
        if entry.type is None and entry.list is None:
            place = found.at(*path, key=True)
            yield Diagnostic(place, "member-type", "the member has no type", "add 'type' or, for an array, 'list'")
        elif entry.type is not None and entry.list is not None:
            place = found.at(*path, "list", key=True)
            yield Diagnostic(place, "member-type", "the member has two types", "keep one of 'type' and 'list'")


def member_presence(context: Context) -> Iterator[Diagnostic]:
    """Members that readers need and authors do not owe."""
    for found, member in _members(context):
        if member.read is Presence.REQUIRED and member.author is Presence.OPTIONAL:
            yield Diagnostic(
                found.at("members", member.name, "author"),
                "member-presence",
                "authors may leave out what readers need",
                "make it required for authors, or optional for readers",
            )


def member_null(context: Context) -> Iterator[Diagnostic]:
    """Null that reads as absent where absence is no answer, or where the default could be a surprise."""
    for found, member in _members(context):
        if member.on_null is not OnNull.ABSENT:
            continue
        type_ = type_of(context.model, member)
        boolean = isinstance(type_, Scalar) and type_.base is Base.BOOLEAN and not member.many
        if member.read is Presence.REQUIRED:
            message = "null can't read as absent where readers need the member"
        elif boolean:
            message = "null can't read as absent where the value is true or false"
        elif member.many and member.default == []:
            message = "null can't read as an empty list"
        else:
            continue
        yield Diagnostic(found.at("members", member.name, "on_null"), "member-null", message, "write 'error'")


def member_omit(context: Context) -> Iterator[Diagnostic]:
    """Ways of leaving a member out that presence and default rule out."""
    for found, member in _members(context):
        reason = _cannot_omit(member)
        if reason is not None:
            message, fix = reason
            yield Diagnostic(found.at("members", member.name, "omit"), "member-omit", message, fix)


def _cannot_omit(member: Member) -> tuple[str, str] | None:
    if member.read is Presence.REQUIRED:
        return None if member.omit is Omit.NEVER else ("a member that readers need is always written", "write 'never'")
    match member.omit:
        case Omit.NEVER if member.default is None:
            return "nothing can be written for a member that is absent", "write 'absent', or give it a default"
        case Omit.ABSENT if member.default is not None:
            return "a member with a default is never absent", "write 'default', 'empty' or 'never'"
        case Omit.DEFAULT if member.default is None:
            return "there is no default", "write 'absent', or give it a default"
        case Omit.DEFAULT if member.many and member.default == []:
            return "the default is the empty list", "write 'empty'"
        case Omit.EMPTY if member.default != []:
            return "the default is not the empty list", "write 'absent', or give it the default []"
        case Omit.EMPTY | Omit.DEFAULT if member.author is Presence.REQUIRED:
            return "writers would leave out what authors owe", "write 'never', or make it optional for authors"
        case _:
            return None


def member_default(context: Context) -> Iterator[Diagnostic]:
    """Defaults of required members, and defaults that the type does not have."""
    for found, member in _members(context):
        if member.default is None:
            continue
        message = _wrong_default(context, member)
        if message is not None:
            place = found.at("members", member.name, "default")
            yield Diagnostic(place, "member-default", message, "write null, or a value of the type")


def _wrong_default(context: Context, member: Member) -> str | None:
    default = member.default
    if member.read is Presence.REQUIRED:
        return "a member that readers need has no default"
    if member.many or default == []:
        return None if member.many and default == [] else "[] is the default of lists, and their only one"
    match type_of(context.model, member):
        case Record():
            return "an object has no default"
        case Vocabulary():
            # Which values there are is a matter of references.
            return None if isinstance(default, str) else "the values of a vocabulary are texts"
        case Scalar() as scalar:
            kind = _KINDS[scalar.base]
            if not isinstance(default, kind) or isinstance(default, bool) != (kind is bool):
                return f"the type is {article(scalar.base)}, the default is none"
            return None if _allowed(scalar, default) else "the type's own limits forbid the default"
        case None:
            return None


def _allowed(scalar: Scalar, value: Json) -> bool:
    limits = scalar.author
    if isinstance(value, str):
        length = (limits.min_length or 0) <= len(value) and (
            limits.max_length is None or len(value) <= limits.max_length
        )
        return length and (limits.pattern is None or _matches(limits.pattern, value))
    if isinstance(value, int | float) and not isinstance(value, bool):
        low, high = limits.minimum, limits.maximum
        return (low is None or low <= value) and (high is None or value <= high)
    return True


def _matches(pattern: str, value: str) -> bool:
    try:
        return re.fullmatch(pattern, value) is not None
    except re.error:
        # Reported by the rule about patterns.
        return True


def tag_member(context: Context) -> Iterator[Diagnostic]:
    """Members of envelopes that are called like the tag."""
    tag = context.model.protocol.tag
    for envelope in context.model.envelopes.values():
        if tag in {member.name for member in envelope.members}:
            yield Diagnostic(
                context.entry(envelope).at("members", tag, key=True),
                "tag-member",
                f"{tag!r} is the tag that tells envelopes apart, so no member can have its name",
                "rename the member",
            )
