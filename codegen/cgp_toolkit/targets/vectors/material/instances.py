"""Values drawn from a model: for any envelope or type, what an author may write, the rules aside.

Nothing here knows a protocol.  ``minimal`` holds only what authors owe, ``full`` everything that a variant allows.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product

from cgp_toolkit.model import (
    Base,
    Calendar,
    Envelope,
    Json,
    Member,
    Model,
    Openness,
    Presence,
    Record,
    Scalar,
    Vocabulary,
)
from cgp_toolkit.targets.vectors.material.texts import matching

_CALENDAR_TEXTS = {Calendar.UTC_INSTANT: ("2026-02-28T23:59:59Z", "2024-02-29T00:00:00.125Z", "2016-12-31T23:59:60Z")}
# Edge texts for scalars without a pattern: beyond the BMP, a line separator, a line feed.
_TEXTS = ("x", "\U0001f600\u2028\u0085", "a\nb")


def minimal(model: Model, name: str) -> Json:
    """The least that an author may write for an envelope or a type."""
    return next(_values(model, name, everything=False, within=()))


def full(model: Model, name: str) -> tuple[Json, ...]:
    """Instances that between them show every member and every variant."""
    return tuple(_values(model, name, everything=True, within=()))


def messages(model: Model) -> tuple[dict[str, Json], ...]:
    """Minimal and full messages of every envelope."""
    return tuple(
        message
        for name in model.envelopes
        for message in (minimal(model, name), *full(model, name))
        if isinstance(message, dict)
    )


def texts(scalar: Scalar) -> tuple[str, ...]:
    """Texts that authors may write for a scalar of text, the simplest first; ``ValueError`` if none is known."""
    limits = scalar.author
    least = limits.min_length or 0
    candidates: tuple[str, ...]
    if limits.calendar is not None:
        candidates = _CALENDAR_TEXTS[limits.calendar]
    elif limits.pattern is not None:
        candidates = matching(limits.pattern, least, limits.max_length)
    else:
        candidates = (*("x" * least + text for text in _TEXTS), "")
    fitting = tuple(text for text in candidates if least <= len(text) <= (limits.max_length or len(text)))
    if not fitting:
        raise ValueError(f"no text is known that {scalar.name} allows")
    return fitting


def _values(model: Model, name: str, *, everything: bool, within: tuple[str, ...]) -> Iterator[Json]:
    if name in model.types:
        type_ = model.types[name]
        if isinstance(type_, Scalar):
            yield from _scalar(type_)
        elif isinstance(type_, Vocabulary):
            yield from _vocabulary(model, type_)
        else:
            yield from _records(model, type_, everything=everything, within=within)
        return
    envelope = model.envelopes[name]
    yield {model.protocol.tag: name, **_members(model, envelope, {}, everything=everything, within=within)}


def _scalar(scalar: Scalar) -> Iterator[Json]:
    limits = scalar.author
    match scalar.base:
        case Base.BOOLEAN:
            yield from (True, False)
        case Base.STRING:
            yield from texts(scalar)
        case Base.INTEGER:
            yield from (limits.minimum or 0, 1, limits.maximum or 1)
        case Base.NUMBER:
            yield from (0.5, 0, limits.minimum or 0, limits.maximum or 1.5, 0.1)


def _vocabulary(model: Model, vocabulary: Vocabulary) -> Iterator[Json]:
    yield from (value.name for value in vocabulary.values)
    if vocabulary.openness is Openness.OPEN:
        yield "made up"
    if vocabulary.openness is Openness.NAMESPACED and vocabulary.form is not None:
        yield texts(model.scalar(vocabulary.form))[0]


def _records(model: Model, record: Record, *, everything: bool, within: tuple[str, ...]) -> Iterator[Json]:
    cases = _cases(model, record)
    if not everything:
        cases = [min(cases, key=lambda case: len(demands(record, case)[0]))]
    for case in cases:
        yield _members(model, record, case, everything=everything, within=(*within, record.name))


def _cases(model: Model, record: Record) -> list[dict[str, str]]:
    """Every combination of values on which the record's variants depend, and of none of them where that is allowed."""
    deciding = list(dict.fromkeys(variant.member for variant in record.variants))
    options: list[list[str | None]] = []
    for name in deciding:
        member = record.member(name)
        values: list[str | None] = [variant.value for variant in record.variants if variant.member == name]
        type_ = model.type_of(member)
        listed = [value.name for value in type_.values] if isinstance(type_, Vocabulary) else []
        values += [value for value in listed if value not in values][:1]
        options.append(values if member.author is Presence.REQUIRED else [None, *values])
    return [
        {name: value for name, value in zip(deciding, combination, strict=True) if value is not None}
        for combination in product(*options)
    ]


def _members(
    model: Model, owner: Envelope | Record, case: Mapping[str, Json], *, everything: bool, within: tuple[str, ...]
) -> dict[str, Json]:
    result: dict[str, Json] = {}
    required, forbidden, refined = demands(owner, case)
    for member in owner.members:
        owed = member.name in required
        if member.name in case:
            result[member.name] = case[member.name]
        elif member.name in forbidden or not (owed or everything):
            continue
        elif not owed and (_decides(owner, member) or member.type in within):
            # A missing one counts as its default, which is the case in hand; and recursion has to end.
            continue
        else:
            name = refined.get(member.name, member.type)
            values = _values(model, name, everything=everything, within=within)
            if not member.many:
                result[member.name] = next(values)
            else:
                result[member.name] = list(values) if everything and member.type not in within else []
    return result


def _decides(owner: Envelope | Record, member: Member) -> bool:
    return isinstance(owner, Record) and any(variant.member == member.name for variant in owner.variants)


def demands(
    owner: Envelope | Record, value: Mapping[str, Json]
) -> tuple[frozenset[str], frozenset[str], dict[str, str]]:
    """What authors owe in an object that has these members: required and forbidden ones, and narrower types."""
    required = {member.name for member in owner.members if member.author is Presence.REQUIRED}
    forbidden: set[str] = set()
    refined: dict[str, str] = {}
    for variant in owner.variants if isinstance(owner, Record) else ():
        if value.get(variant.member, owner.member(variant.member).default) == variant.value:
            required |= set(variant.require)
            forbidden |= set(variant.forbid)
            refined |= variant.refine
    return frozenset(required), frozenset(forbidden), refined
