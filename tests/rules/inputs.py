"""What rules are tried on: messages of the examples and drawn ones, taken apart and put together anew.

Values travel between places of the same member, so that sums, ids and identities now and then agree.
"""

from __future__ import annotations

from collections.abc import Iterable

from hypothesis import strategies as st

from cgp_toolkit.model import Envelope, Json, Model, Record, Rule
from cgp_toolkit.model.types import Member
from tests.generated.strategies import Message, readable
from tests.model.messages import objects

# Whole messages are slow to draw; the shown ones, shaken, reach most of what rules look at.
_SELDOM = st.sampled_from((False,) * 7 + (True,))
_CHANGE = st.sampled_from(("keep",) * 6 + ("swap", "swap", "pick", "drop"))


def variables(model: Model, rule: Rule, extra: Iterable[Message]) -> st.SearchStrategy[dict[str, Message]]:
    """What a rule looks at, by variable: a record or a message, or a request and one of its replies.

    ``extra`` are messages beside those that the model shows.
    """
    seeds = _Seeds(model, [*_shown(model), *extra])
    ack = _messages(seeds, model.protocol.answer)
    options = []
    for subject in rule.subjects:
        if subject.on is None:
            request = _messages(seeds, subject.request or "")
            reply = _messages(seeds, subject.reply or "")
            options.append(st.fixed_dictionaries({"request": request, "reply": reply, "ack": ack}))
        elif subject.on in model.envelopes:
            options.append(st.fixed_dictionaries({"this": _messages(seeds, subject.on), "ack": ack}))
        else:
            options.append(st.fixed_dictionaries({"this": _records(seeds, model.record(subject.on))}))
    return st.one_of(options)


class _Seeds:
    """Messages to start from, and all values in them by owner and member."""

    def __init__(self, model: Model, messages: list[Message]) -> None:
        self.model = model
        self.messages = messages
        self.values: dict[tuple[str, str], list[Json]] = {}
        for message in messages:
            for place in objects(model, message):
                for member in place.owner.members:
                    if place.value.get(member.name) is not None:
                        self.values.setdefault((place.owner.name, member.name), []).append(place.value[member.name])


def _shown(model: Model) -> list[Message]:
    examples = [example.message for example in model.examples.values() if example.verdict.value != "invalid"]
    return [m for m in examples if m is not None] + [m for s in model.sessions.values() for m in s.messages]


@st.composite
def _messages(draw: st.DrawFn, seeds: _Seeds, name: str) -> Message:
    tag = seeds.model.protocol.tag
    message = draw(st.sampled_from([m for m in seeds.messages if m.get(tag) == name]))
    if draw(_SELDOM):
        drawn = draw(readable(seeds.model))
        message = drawn if drawn[tag] == name else message
    return draw(_shaken(seeds, seeds.model.envelopes[name], message))


@st.composite
def _records(draw: st.DrawFn, seeds: _Seeds, record: Record) -> Message:
    values = [p.value for message in seeds.messages for p in objects(seeds.model, message) if p.owner is record]
    if draw(_SELDOM):
        drawn = draw(readable(seeds.model))
        values = [place.value for place in objects(seeds.model, drawn) if place.owner is record] or values
    return draw(_shaken(seeds, record, draw(st.sampled_from(values))))


@st.composite
def _shaken(draw: st.DrawFn, seeds: _Seeds, owner: Envelope | Record, value: Message) -> Message:
    """``value`` with members that readers would take as well: other values, fewer and more items, some left out."""
    result: Message = {}
    if not isinstance(owner, Record):
        result[seeds.model.protocol.tag] = owner.name
    for member in owner.members:
        item = value.get(member.name)
        change = draw(_CHANGE)
        others = seeds.values.get((owner.name, member.name), [])
        if change == "drop" and member.optional:
            continue
        if change == "swap" and others:
            item = draw(st.sampled_from(others))
        if item is None:
            continue
        if change == "pick" and member.many and isinstance(item, list) and item:
            item = draw(st.lists(st.sampled_from(item), max_size=4))
        result[member.name] = draw(_inner(seeds, member, item))
    return result


@st.composite
def _inner(draw: st.DrawFn, seeds: _Seeds, member: Member, value: Json) -> Json:
    type_ = seeds.model.type_of(member)
    if not isinstance(type_, Record):
        return value
    if isinstance(value, list):
        return [draw(_shaken(seeds, type_, item)) for item in value if isinstance(item, dict)]
    return draw(_shaken(seeds, type_, value)) if isinstance(value, dict) else value
