"""What rules are tried on: messages of the examples and drawn ones, taken apart and put together anew.

Values travel between places of the same member, so that sums, ids and identities now and then agree.
"""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from hypothesis import strategies as st

from cgp_toolkit.model import Envelope, Json, Model, Record, Rule
from cgp_toolkit.model.types import Member
from tests.generated.strategies import Message, readable
from tests.model.messages import objects


def variables(model: Model, rule: Rule, extra: Iterable[Message]) -> st.SearchStrategy[dict[str, Message]]:
    """What a rule looks at, by variable: a record or a message, or a request and one of its replies.

    ``extra`` are messages beside those that the model shows.  Whole drawn messages are slow to make, so most of the
    time the others, shaken, have to do.
    """
    shown = [*_shown(model), *extra]
    drawn = st.none() | st.none() | st.none() | readable(model)
    # One seed an input: a draw a member would take most of the time of a test.
    return st.tuples(st.randoms(use_true_random=True), drawn).map(
        lambda pair: _Mixer(model, shown if pair[1] is None else [*shown, pair[1]], pair[0]).variables(rule, pair[1])
    )


def _shown(model: Model) -> list[Message]:
    examples = [example.message for example in model.examples.values() if example.verdict.value != "invalid"]
    return [m for m in examples if m is not None] + [m for s in model.sessions.values() for m in s.messages]


class _Mixer:
    def __init__(self, model: Model, messages: list[Message], random: Random) -> None:
        self.model = model
        self.messages = messages
        self.random = random

    def variables(self, rule: Rule, drawn: Message | None) -> dict[str, Message]:
        """The values of the rule's variables; of ``drawn``, if it is of use."""
        subject = self.random.choice(rule.subjects)
        ack = self.message(self.model.protocol.answer, None)
        if subject.on is None:
            request, reply = subject.request or "", subject.reply or ""
            return {"request": self.message(request, drawn), "reply": self.message(reply, drawn), "ack": ack}
        if subject.on in self.model.envelopes:
            return {"this": self.message(subject.on, drawn), "ack": ack}
        return {"this": self.record(self.model.record(subject.on), drawn)}

    def message(self, name: str, drawn: Message | None) -> Message:
        """A message called ``name``."""
        tag = self.model.protocol.tag
        if drawn is not None and drawn[tag] == name:
            return self.shaken(self.model.envelopes[name], drawn)
        known = [message for message in self.messages if message.get(tag) == name]
        return self.shaken(self.model.envelopes[name], self.random.choice(known))

    def record(self, record: Record, drawn: Message | None) -> Message:
        """A record, wherever it stood."""
        found = self._objects([drawn] if drawn is not None else [], record) or self._objects(self.messages, record)
        return self.shaken(record, self.random.choice(found))

    def _objects(self, messages: Iterable[Message], owner: Envelope | Record) -> list[Message]:
        return [p.value for message in messages for p in objects(self.model, message) if p.owner is owner]

    def shaken(self, owner: Envelope | Record, value: Message) -> Message:
        """``value`` with other members that readers would take as well: swapped, left out, fewer or more items."""
        result: Message = {}
        if not isinstance(owner, Record):
            result[self.model.protocol.tag] = owner.name
        for member in owner.members:
            item = value.get(member.name)
            change = self.random.random()
            if change < 0.1 and member.optional:
                continue
            if change < 0.3:
                item = self._other(owner, member, item)
            if item is None:
                continue
            if change > 0.9 and isinstance(item, list) and item:
                item = self.random.choices(item, k=self.random.randrange(4))
            result[member.name] = self._inner(member, item)
        return result

    def _other(self, owner: Envelope | Record, member: Member, item: Json) -> Json:
        message = self.random.choice(self.messages)
        found = [value.get(member.name) for value in self._objects([message], owner)]
        others = [other for other in found if other is not None]
        return self.random.choice(others) if others else item

    def _inner(self, member: Member, value: Json) -> Json:
        type_ = self.model.type_of(member)
        if not isinstance(type_, Record):
            return value
        if isinstance(value, list):
            return [self.shaken(type_, item) for item in value if isinstance(item, dict)]
        return self.shaken(type_, value) if isinstance(value, dict) else value
