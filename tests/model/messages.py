"""Looking through the messages of a model: its objects, with what the model calls them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from cgp_toolkit.model import Model
from cgp_toolkit.model.axes import Verdict
from cgp_toolkit.model.knowledge import Session
from cgp_toolkit.model.protocol import Envelope
from cgp_toolkit.model.types import Json, Member, Record

Object: TypeAlias = dict[str, Json]


@dataclass(frozen=True, slots=True)
class Place:
    """One object of a message: what the model calls it, its members, and the pointer to it."""

    owner: Envelope | Record
    value: Object
    pointer: str


def objects(model: Model, message: Object) -> Iterator[Place]:
    """Every object of a message that the model has a name for, from the outside in."""
    envelope = model.envelopes.get(str(message[model.protocol.tag]))
    if envelope is not None:
        yield from _objects(model, envelope, message, "")


def _objects(model: Model, owner: Envelope | Record, value: Object, pointer: str) -> Iterator[Place]:
    yield Place(owner, value, pointer)
    for member in owner.members:
        type_ = model.type_of(member)
        if not isinstance(type_, Record):
            continue
        inner = value.get(member.name)
        for index, item in enumerate(inner if isinstance(inner, list) else [inner]):
            if isinstance(item, dict):
                here = f"{pointer}/{member.name}" + (f"/{index}" if member.many else "")
                yield from _objects(model, type_, item, here)


def valid_messages(model: Model) -> Iterator[tuple[str, Object]]:
    """Every message that authors may write, with the name of where it stands."""
    for example in model.examples.values():
        if example.verdict is Verdict.VALID and example.message is not None:
            yield example.name, example.message
    for session in model.sessions.values():
        for index, message in enumerate(session.messages):
            yield f"{session.name}/{index}", message


def values(place: Place, member: Member) -> list[Json]:
    """The values of a member: the items, if it is a list."""
    value = place.value.get(member.name)
    return value if isinstance(value, list) else [] if value is None else [value]


def exchanges(model: Model, session: Session) -> Iterator[tuple[Object, Object | None]]:
    """Each message that is no reply with its reply, by id where there is one, else in order.

    ``AssertionError`` for a reply that nothing asked for, one of the wrong kind, and one that is owed.
    """
    tag, failure = model.protocol.tag, model.protocol.failure
    open_: list[Object] = []
    for message in session.messages:
        envelope = model.envelopes[str(message[tag])]
        if envelope.sender == "host":
            if envelope.reply is None:
                yield message, None
            else:
                open_.append(message)
            continue
        request = next((m for m in open_ if m.get("id") == message.get("id")), None)
        assert request is not None, f"{session.name}: an answer that nobody asked for: {envelope.name}"
        open_.remove(request)
        expected = model.envelopes[str(request[tag])].reply
        assert envelope.name in (expected, failure), f"{session.name}: {envelope.name} answers {request[tag]}"
        yield request, message
    assert not open_, f"{session.name}: without answer: {open_}"
