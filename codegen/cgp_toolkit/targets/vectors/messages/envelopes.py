"""Messages as such: their tags, the order and spelling of their members, members that stand twice."""

from __future__ import annotations

import json
from collections.abc import Iterator

from cgp_toolkit.model import Duplicates, Envelope, Json, Record
from cgp_toolkit.model.faults import FaultName
from cgp_toolkit.oracle import jsons
from cgp_toolkit.oracle.jsons import Message, Path
from cgp_toolkit.targets.vectors.messages.building import Builder, spelt_with
from cgp_toolkit.targets.vectors.messages.presence import UNKNOWN_MEMBER
from cgp_toolkit.targets.vectors.vector import MessageVector, cites

UNKNOWN_TAG = "made_up_envelope"


def vectors(builder: Builder) -> Iterator[MessageVector]:
    """Tags, then what can be shown of each envelope, then of each record."""
    yield from _tags(builder)
    yield from _unknown(builder)
    for envelope in builder.model.envelopes.values():
        if builder.stock.of(envelope) is not None:
            yield from _doubled(builder, envelope)
    yield from _spelt(builder)


def _tags(builder: Builder) -> Iterator[MessageVector]:
    tag = builder.model.protocol.tag
    cited = cites(builder.model.lines.fault(FaultName.UNKNOWN_ENVELOPE.value))
    base = builder.stock.message(builder.model.protocol.closing)
    path: Path = (tag,)
    yield builder.wrong("A message has no tag.", jsons.without(base, path), FaultName.MISSING_MEMBER, path, cites())
    wrong: tuple[tuple[Json, str, FaultName], ...] = (
        (None, "null", FaultName.NULL_MEMBER),
        (17, "a number", FaultName.WRONG_TYPE),
        (True, "true", FaultName.WRONG_TYPE),
        ([base[tag]], "an array", FaultName.WRONG_TYPE),
        ({}, "an object", FaultName.WRONG_TYPE),
    )
    for value, words, fault in wrong:
        yield builder.wrong(
            f"The tag of a message is {words}.", jsons.replaced(base, path, value), fault, path, cites()
        )
    for odd, words in ((str(base[tag]) + "\n", "a known one with a line feed"), ("", "empty")):
        message = jsons.replaced(base, path, odd)
        yield builder.wrong(f"The tag of a message is {words}.", message, FaultName.UNKNOWN_ENVELOPE, path, cited)
    for text, words in (
        ("[]", "an array"),
        ('"text"', "a text"),
        ("null", "null"),
        ("17", "a number"),
        ("true", "true"),
    ):
        yield builder.wrong(f"A message is {words}.", text.encode(), FaultName.NOT_AN_OBJECT, (), cites())


def _unknown(builder: Builder) -> Iterator[MessageVector]:
    """Envelopes of some other revision: with and without members, with and without an id that can be echoed."""
    tag, id_ = builder.model.protocol.tag, builder.model.protocol.failure_id
    cited = cites(builder.model.lines.fault(FaultName.UNKNOWN_ENVELOPE.value))
    known = next(iter(builder.model.envelopes))
    cases: tuple[tuple[Message, str], ...] = (
        ({}, "has nothing but its tag"),
        ({"payload": {}}, "has a payload"),
        ({id_: "a"}, "has an id"),
        ({id_: "a", "payload": [1]}, "has an id and a payload"),
        ({id_: ""}, "has an empty id, which is none"),
        ({id_: 7}, "has a number as its id, which is none"),
        ({id_: None}, "has null as its id, which is none"),
    )
    for members, words in cases:
        message: Message = {tag: UNKNOWN_TAG, **members}
        name = f"A message of an unknown envelope {words}."
        yield builder.wrong(name, message, FaultName.UNKNOWN_ENVELOPE, (tag,), cited)
    message = {tag: known.swapcase()}
    yield builder.wrong("A known tag in the other case is unknown.", message, FaultName.UNKNOWN_ENVELOPE, (tag,), cited)
    twice = f'{{{json.dumps(tag)}:"{UNKNOWN_TAG}","x":1,"x":2}}'.encode()
    name = "A message of an unknown envelope has a member twice."
    yield builder.wrong(name, twice, FaultName.UNKNOWN_ENVELOPE, (tag,), cited)


def _doubled(builder: Builder, envelope: Envelope) -> Iterator[MessageVector]:
    """The tag, a member, one deep inside and an unknown one, each twice with two values."""
    cited = cites(builder.model.lines.fault(FaultName.DUPLICATE_MEMBER.value))
    base = builder.stock.message(envelope.name)
    tag: Path = (builder.model.protocol.tag,)
    inner = [
        (*place.path, member.name)
        for place in builder.stock.places.of(base)
        for member in place.owner.members
        if member.name in place.value
    ]
    chosen = dict.fromkeys([tag, *inner[:1], *inner[-1:], (UNKNOWN_MEMBER,)])
    for path in chosen:
        message = base if jsons.has_path(base, path) else jsons.replaced(base, path, 1)
        value = jsons.at_path(message, path)
        what = "its tag" if path == tag else f"{'.'.join(map(str, path))}"
        yield builder.wrong(
            f"{envelope.name} has {what} twice.",
            spelt_with(message, path, f"{_another(value)},{json.dumps(path[-1])}:{jsons.spelt(value)}"),
            FaultName.DUPLICATE_MEMBER,
            path,
            cited,
        )
    if inner:
        path = inner[0]
        value = jsons.at_path(base, path)
        escaped = "".join(f"\\u{ord(c):04x}" for c in str(path[-1]))
        line = spelt_with(base, path, f'{jsons.spelt(value)},"{escaped}":{jsons.spelt(value)}')
        name = f"{envelope.name} has {path[-1]} twice, once in escapes."
        yield builder.wrong(name, line, FaultName.DUPLICATE_MEMBER, path, cited)


def _another(value: Json) -> str:
    """The spelling of another value of the same kind, so that it shows which of the two counts."""
    match value:
        case bool():
            return jsons.spelt(not value)
        case str():
            return jsons.spelt(value + "x")
        case int() | float():
            return jsons.spelt(1 if value == 0 else 0)
        case _:
            return jsons.spelt(value)


def _spelt(builder: Builder) -> Iterator[MessageVector]:
    """The messages that show most of each object, in the writer's spelling, turned round, spaced and escaped."""
    covered: set[str] = set()
    for owner in builder.model.owners():
        if owner.name in covered:
            continue
        message = _fullest(builder, owner)
        if message is None:
            continue
        covered |= {place.owner.name for place in builder.stock.places.of(message)}
        name, cited = f"{owner.name} with all that an example shows", cites(owner)
        yield builder.vector(f"{name}, as writers spell it.", message, cited)
        yield builder.vector(f"{name}, its members in the opposite order.", _line(_reversed(message)), cited)
    for owner in _one_of_each(builder):
        message = builder.stock.message(owner.name)
        name, cited = f"{owner.name} as small as it can be", cites(owner)
        yield builder.vector(f"{name}, with white space between its tokens.", _spaced(message), cited)
        line = _escaped(message).encode()
        yield builder.vector(f"{name}, with every character of its texts and names in escapes.", line, cited)


def _one_of_each(builder: Builder) -> Iterator[Envelope]:
    """The first envelope of each way to treat members that stand twice, for readers may take other ways for them."""
    seen: set[Duplicates] = set()
    for envelope in builder.model.envelopes.values():
        if envelope.members and envelope.duplicates not in seen:
            seen.add(envelope.duplicates)
            yield envelope


def _fullest(builder: Builder, owner: Envelope | Record) -> Message | None:
    """The message with most members in one object of ``owner``."""
    found, most = None, 0
    for message in builder.stock.sources:
        count = max((len(p.value) for p in builder.stock.places.of(message) if p.owner is owner), default=0)
        if count > most:
            found, most = message, count
    return found


def _reversed(value: Json) -> Json:
    if isinstance(value, dict):
        return {name: _reversed(item) for name, item in reversed(value.items())}
    if isinstance(value, list):
        return [_reversed(item) for item in value]
    return value


def _line(value: Json) -> bytes:
    return jsons.spelt(value).encode()


def _spaced(message: Message) -> bytes:
    first, *rest = message.items()
    return (" \t" + json.dumps(dict([*rest, first]), ensure_ascii=False, separators=(" , ", " : ")) + "\r ").encode()


def _escaped(value: Json) -> str:
    if isinstance(value, str):
        units = value.encode("utf-16-be")
        return '"' + "".join(f"\\u{units[i]:02x}{units[i + 1]:02X}" for i in range(0, len(units), 2)) + '"'
    if isinstance(value, dict):
        return "{" + ",".join(f"{_escaped(name)}:{_escaped(item)}" for name, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(_escaped, value)) + "]"
    return jsons.spelt(value)
