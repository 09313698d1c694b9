"""Messages of the model for first programs, and what their members hold."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from cgp_toolkit.model import Envelope, Json, Member, Model, Record, Verdict

Message = dict[str, Json]


def valid_messages(model: Model) -> Iterator[tuple[Envelope, Message]]:
    """The messages among the model's examples that nothing is wrong with, in its order, with what each of them is."""
    for example in model.examples.values():
        if example.verdict is Verdict.VALID and example.message is not None:
            yield model.envelopes[str(example.message[model.protocol.tag])], example.message


def given(owner: Envelope | Record, value: Mapping[str, Json]) -> Iterator[tuple[Member, list[Json]]]:
    """The members of ``owner`` that ``value`` has, in wire order, each with its items; one where it is no list."""
    for member in owner.members:
        if member.name in value:
            yield member, items(member, value[member.name])


def items(member: Member, held: Json) -> list[Json]:
    """What a member holds, item by item; itself where it is no list."""
    return held if member.many and isinstance(held, list) else [held]
