"""Looking through the messages of a model: its objects, with what the model calls them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from cgp_toolkit.model import Model
from cgp_toolkit.model.axes import Verdict
from cgp_toolkit.model.protocol import Envelope
from cgp_toolkit.model.types import Json, Member, Record


@dataclass(frozen=True, slots=True)
class Place:
    """One object of a message: what the model calls it, its members, and the pointer to it."""

    owner: Envelope | Record
    value: dict[str, Json]
    pointer: str


def objects(model: Model, message: dict[str, Json]) -> Iterator[Place]:
    """Every object of a message that the model has a name for, from the outside in."""
    envelope = model.envelopes.get(str(message[model.protocol.tag]))
    if envelope is not None:
        yield from _objects(model, envelope, message, "")


def _objects(model: Model, owner: Envelope | Record, value: dict[str, Json], pointer: str) -> Iterator[Place]:
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


def valid_messages(model: Model) -> Iterator[tuple[str, dict[str, Json]]]:
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
