"""Messages with one thing wrong, or odd but allowed: what each profile has to make of them follows from the model."""

from __future__ import annotations

import copy
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from cgp_toolkit.model import (
    Base,
    Envelope,
    Json,
    Member,
    Model,
    OnNull,
    Openness,
    Presence,
    Record,
    Scalar,
    Vocabulary,
)
from cgp_toolkit.schema import Profile
from cgp_toolkit.targets.vectors.material.instances import demands, minimal, texts

Path: TypeAlias = tuple[str | int, ...]
_UNKNOWN = "made_up_member"
_UNLISTED = "made up"
_FOREIGN_DIGITS = str.maketrans("0123456789", "٠١٢٣٤٥٦٧٨٩")


@dataclass(frozen=True, slots=True)
class Mutant:
    """A message, what was done to it and where, and who refuses it; ``at`` is a JSON pointer."""

    change: str
    at: str
    message: Json
    refused: frozenset[Profile]


@dataclass(frozen=True, slots=True)
class Place:
    """One object of a message and what the model calls it."""

    owner: Envelope | Record
    value: Mapping[str, Json]
    path: Path


def pointer(path: Path) -> str:
    """A JSON pointer."""
    return "".join("/" + str(part).replace("~", "~0").replace("/", "~1") for part in path)


def mutants(model: Model, message: Mapping[str, Json]) -> Iterator[Mutant]:
    """Every mutant of a message that authors may write."""
    tag = model.protocol.tag
    envelope = model.envelopes[str(message[tag])]
    not_objects: list[Json] = [None, 1, "text", [], [dict(message)]]
    for not_object in not_objects:
        yield Mutant("no object", "", not_object, frozenset(Profile))
    yield _change(message, (tag,), _UNLISTED, "unknown tag", {Profile.STRICT})
    yield _change(message, (tag,), 1, "tag of a wrong type", set(Profile))
    yield _change(message, (tag,), None, "null tag", set(Profile))
    yield _drop(message, (tag,), set(Profile))
    # Objects of one shape are mutated once: what goes for the first item of a list goes for the next.
    shapes: set[tuple[str, ...]] = set()
    for crowded in _places(model, Place(envelope, message, ())):
        shape = (crowded.owner.name, *crowded.value, *demands(crowded.owner, crowded.value)[0])
        if shape in shapes:
            continue
        shapes.add(shape)
        alone, path = _alone(message, crowded.path)
        place = Place(crowded.owner, crowded.value, path)
        yield _change(alone, (*place.path, _UNKNOWN), 1, "unknown member", {Profile.STRICT})
        yield from _forbidden(model, alone, place)
        for member in place.owner.members:
            if member.name in place.value:
                yield from _member(model, alone, place, member)


def _alone(message: Mapping[str, Json], path: Path) -> tuple[dict[str, Json], Path]:
    """The message without the other items of the lists that ``path`` leads through, and the path in it."""
    whole = copy.deepcopy(dict(message))
    here: Json = whole
    result: list[str | int] = []
    for part in path:
        if isinstance(here, list):
            assert isinstance(part, int)
            here[:] = [here[part]]
            here = here[0]
            result.append(0)
        else:
            assert isinstance(here, dict)
            here = here[str(part)]
            result.append(part)
    return whole, tuple(result)


def _places(model: Model, place: Place) -> Iterator[Place]:
    yield place
    for member in place.owner.members:
        type_ = model.type_of(member)
        if not isinstance(type_, Record) or member.name not in place.value:
            continue
        value = place.value[member.name]
        path = (*place.path, member.name)
        if isinstance(value, dict):
            yield from _places(model, Place(type_, value, path))
        elif isinstance(value, list):
            for index, item in enumerate(value):
                assert isinstance(item, dict)
                yield from _places(model, Place(type_, item, (*path, index)))


def _forbidden(model: Model, message: Mapping[str, Json], place: Place) -> Iterator[Mutant]:
    _, forbidden, _ = demands(place.owner, place.value)
    for name in sorted(forbidden):
        member = place.owner.member(name)
        value = [] if member.many else minimal(model, member.type)
        yield _change(message, (*place.path, name), value, "member that the variant forbids", {Profile.STRICT})


def _member(model: Model, message: Mapping[str, Json], place: Place, member: Member) -> Iterator[Mutant]:
    path = (*place.path, member.name)
    required, _, refined = demands(place.owner, place.value)
    decides = isinstance(place.owner, Record) and any(v.member == member.name for v in place.owner.variants)
    if not (decides and member.has_default):
        refused = {Profile.STRICT} if member.name in required else set()
        yield _drop(message, path, refused | ({Profile.WIRE} if member.read is Presence.REQUIRED else set()))
    nullable = member.optional and member.on_null is OnNull.ABSENT
    yield _change(message, path, None, "null", {Profile.STRICT} if nullable else set(Profile))
    if member.many:
        yield _change(message, path, _other_type(member), "no list", set(Profile))
        value = place.value[member.name]
        if not isinstance(value, list) or not value:
            return
        path = (*path, len(value) - 1)
        yield _change(message, path, None, "null item", set(Profile))
    type_ = model.type_of(member)
    yield _change(message, path, _other_type(type_), "wrong type", set(Profile))
    if isinstance(type_, Vocabulary):
        yield from _vocabulary(model, message, path, type_)
    elif isinstance(type_, Scalar):
        narrow = model.types[refined[member.name]] if member.name in refined else type_
        assert isinstance(narrow, Scalar)
        yield from _scalar(message, path, type_, narrow)


def _other_type(type_: Member | Scalar | Vocabulary | Record) -> Json:
    # A boolean where a number is due catches languages in which true is 1.
    text = isinstance(type_, Vocabulary) or (isinstance(type_, Scalar) and type_.base is Base.STRING)
    number = isinstance(type_, Scalar) and type_.base in (Base.INTEGER, Base.NUMBER)
    return 17 if text else True if number else "text"


def _vocabulary(model: Model, message: Mapping[str, Json], path: Path, type_: Vocabulary) -> Iterator[Mutant]:
    closed = type_.openness is Openness.CLOSED
    strict = type_.openness is not Openness.OPEN
    refused = set(Profile) if closed else {Profile.STRICT} if strict else set()
    yield _change(message, path, _UNLISTED, "unlisted value", refused)
    yield _change(message, path, type_.values[0].name + "\n", "listed value and a line feed", refused)
    if type_.openness is Openness.NAMESPACED and type_.form is not None:
        yield _change(message, path, texts(model.scalar(type_.form))[0], "new name in the right form", set())


def _scalar(message: Mapping[str, Json], path: Path, type_: Scalar, narrow: Scalar) -> Iterator[Mutant]:
    read, author = type_.read, narrow.author
    both = set(Profile)
    if type_.base is Base.STRING:
        if read.min_length:
            yield _change(message, path, "x" * (read.min_length - 1), "too short", both)
        sample = texts(narrow)[0]
        if read.max_length is not None:
            yield _change(message, path, sample[0] * (read.max_length + 1), "too long", both)
        if author.pattern is not None:
            for change, text in _misfits(sample, author.pattern, author.max_length):
                yield _change(message, path, text, change, {Profile.STRICT})
    if type_.base is Base.INTEGER:
        yield _change(message, path, 0.5, "fraction", both)
    if read.minimum is not None:
        yield _change(message, path, read.minimum - max(1, abs(read.minimum)), "too small", both)
    if read.maximum is not None:
        yield _change(message, path, read.maximum + max(1, abs(read.maximum)), "too large", both)


def _misfits(sample: str, pattern: str, longest: int | None) -> Iterator[tuple[str, str]]:
    """Texts close to one that matches, which a full match in ASCII refuses."""
    candidates = {
        "trailing line feed": sample + "\n",
        "leading line feed": "\n" + sample,
        "digits of another script": sample.translate(_FOREIGN_DIGITS),
        "white space": " ",
        "trailing text": sample + "!",
        "leading text": "!" + sample,
    }
    for change, text in candidates.items():
        if re.fullmatch(pattern, text) is None and (longest is None or len(text) <= longest):
            yield change, text


def _change(message: Mapping[str, Json], path: Path, value: Json, change: str, refused: set[Profile]) -> Mutant:
    result, last = _copy(message, path)
    if isinstance(result[1], list):
        assert isinstance(last, int)
        result[1][last] = value
    else:
        result[1][str(last)] = value
    return Mutant(change, pointer(path), result[0], frozenset(refused))


def _drop(message: Mapping[str, Json], path: Path, refused: set[Profile]) -> Mutant:
    result, last = _copy(message, path)
    assert isinstance(result[1], dict)
    del result[1][str(last)]
    return Mutant("missing", pointer(path), result[0], frozenset(refused))


def _copy(message: Mapping[str, Json], path: Path) -> tuple[tuple[Json, dict[str, Json] | list[Json]], str | int]:
    """A copy of a message, the container inside it that ``path`` leads into, and the last step."""
    whole: Json = copy.deepcopy(dict(message))
    here = whole
    for part in path[:-1]:
        if isinstance(here, list):
            assert isinstance(part, int)
            here = here[part]
        else:
            assert isinstance(here, dict)
            here = here[str(part)]
    assert isinstance(here, dict | list)
    return (whole, here), path[-1]
