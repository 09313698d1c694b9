"""Messages drawn from a model, whatever the protocol: what readers accept, what authors may write, and damaged ones.

Edge values come often: empty and very long texts, emoji, line separators, the ends of every range, 0.1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from hypothesis import strategies as st

from cgp_toolkit.model import (
    Base,
    Calendar,
    Constraint,
    Envelope,
    Json,
    Member,
    Model,
    Openness,
    Presence,
    Record,
    Scalar,
    Type,
    Variant,
    Vocabulary,
)

Message = dict[str, Json]

_TEXTS = (
    "\U0001f600",
    "\u2028\u0085\u00a0",
    "\x00\x1f\x7f",
    '"\\/\b\f\n\r\t',
    "null",
    "e\u0301\uffff\ufeff",
    "x" * 70_000,
)
_NUMBERS = (
    0,
    0.1,
    1,
    -1,
    0.30000001192092896,
    1e-300,
    5e-324,
    16777217.5,
    3.4028235677973362e38,
    1.7976931348623157e308,
)
_INSTANTS = (
    "2026-02-28T23:59:59Z",
    "2024-02-29T00:00:00.125Z",
    "2016-12-31T23:59:60Z",
    "0001-01-01T00:00:00.000000001Z",
)
# What no text may hold: UTF-8 has no surrogates.
_CHARACTERS = st.characters(codec="utf-8")


def readable(model: Model) -> st.SearchStrategy[Message]:
    """Any message that readers accept, members in any order, defaults written out or not; no nulls, none unknown."""
    return _messages(model, _Drawing(model, authored=False))


def authored(model: Model) -> st.SearchStrategy[Message]:
    """Any message that authors may write, but for what only rules say."""
    return _messages(model, _Drawing(model, authored=True))


def authored_as(model: Model, envelope: Envelope) -> st.SearchStrategy[Message]:
    """Any message of one envelope that authors may write, members in the order of the model."""
    drawing = _Drawing(model, authored=True)
    order = [model.protocol.tag, *(member.name for member in envelope.members)]

    def in_order(message: Message) -> Message:
        return {name: message[name] for name in order if name in message}

    return drawing.object(envelope).map(_tagged(model, envelope)).map(in_order)


@st.composite
def damaged(draw: st.DrawFn, model: Model) -> Json:
    """A message that was readable before something at a random place was dropped, replaced or put in."""
    message: Json = draw(readable(model))
    for _ in range(draw(st.integers(1, 3))):
        message = draw(_damage(message))
    return message


def with_unknowns(model: Model) -> st.SearchStrategy[tuple[Message, Message]]:
    """A readable message, and the same with unknown members in its objects, wherever they are."""
    return readable(model).flatmap(lambda message: st.tuples(st.just(message), _sprinkled(model, message)))


def plain_json() -> st.SearchStrategy[Json]:
    """Any JSON value."""
    leaves: st.SearchStrategy[Json] = (
        st.none()
        | st.booleans()
        | st.integers(-(2**65), 2**65)
        | st.floats(allow_nan=False, allow_infinity=False)
        | st.text(_CHARACTERS, max_size=5)
    )
    return st.recursive(leaves, lambda below: st.lists(below, max_size=3) | st.dictionaries(_keys(), below, max_size=3))


class _Drawing:
    """Strategies by type and owner, each built once; ``authored`` ones obey authors' limits and variants."""

    def __init__(self, model: Model, *, authored: bool) -> None:
        self.model = model
        self.authored = authored
        self.objects: dict[str, st.SearchStrategy[Message]] = {}

    def object(self, owner: Envelope | Record) -> st.SearchStrategy[Message]:
        """Any object of ``owner``, without the tag."""
        variants = owner.variants if self.authored and isinstance(owner, Record) else ()
        choices = [
            st.sampled_from([(name, None), *((name, v) for v in variants if v.member == name)])
            for name in dict.fromkeys(variant.member for variant in variants)
        ]
        return st.tuples(*choices).flatmap(lambda chosen: self._members(owner, dict(chosen)))

    def _members(self, owner: Envelope | Record, chosen: Mapping[str, Variant | None]) -> st.SearchStrategy[Message]:
        """Objects in which each of the ``chosen`` members has its variant's value, or with ``None`` no variant's."""
        active = [variant for variant in chosen.values() if variant is not None]
        required: dict[str, st.SearchStrategy[Json]] = {}
        optional: dict[str, st.SearchStrategy[Json]] = {}
        for member in owner.members:
            if any(member.name in variant.forbid for variant in active):
                continue
            drawn = self._member(member, active)
            owed = (member.author if self.authored else member.read) is Presence.REQUIRED
            if member.name in chosen and isinstance(owner, Record):
                variant = chosen[member.name]
                values: list[Json] = [v.value for v in owner.variants if v.member == member.name]
                drawn = drawn.filter(_outside(values)) if variant is None else st.just(variant.value)
                # What is missing counts as its default.
                owed |= member.default in values if variant is None else member.default != variant.value
            owed |= any(member.name in variant.require for variant in active)
            (required if owed else optional)[member.name] = drawn
        return st.fixed_dictionaries(required, optional=optional)

    def _member(self, member: Member, active: Iterable[Variant]) -> st.SearchStrategy[Json]:
        refined = [variant.refine[member.name] for variant in active if member.name in variant.refine]
        type_ = self.model.types[refined[0]] if refined else self.model.type_of(member)
        value = st.deferred(lambda: self._value(type_))
        drawn: st.SearchStrategy[Json] = st.lists(value, max_size=3).map(list) if member.many else value
        return drawn | st.just(member.default) if member.has_default else drawn

    def _value(self, type_: Type) -> st.SearchStrategy[Json]:
        match type_:
            case Scalar():
                return _scalar(type_, type_.author if self.authored else type_.read)
            case Vocabulary():
                return self._vocabulary(type_)
            case Record():
                if type_.name not in self.objects:
                    self.objects[type_.name] = self.object(type_)
                return self.objects[type_.name].map(_json)

    def _vocabulary(self, vocabulary: Vocabulary) -> st.SearchStrategy[Json]:
        listed = [value.name for value in vocabulary.values]
        known: st.SearchStrategy[Json] = st.sampled_from(listed) if listed else st.nothing()
        if vocabulary.openness is Openness.CLOSED or (self.authored and vocabulary.openness is Openness.TOLERATED):
            return known
        if self.authored and vocabulary.openness is Openness.NAMESPACED and vocabulary.form is not None:
            return known | _scalar(self.model.scalar(vocabulary.form), self.model.scalar(vocabulary.form).author)
        return known | st.text(_CHARACTERS, max_size=5)


def _messages(model: Model, drawing: _Drawing) -> st.SearchStrategy[Message]:
    envelopes = [drawing.object(envelope).map(_tagged(model, envelope)) for envelope in model.envelopes.values()]
    return st.one_of(envelopes).flatmap(_in_any_order)


def _tagged(model: Model, envelope: Envelope) -> Callable[[Message], Message]:
    return lambda members: {model.protocol.tag: envelope.name, **members}


def _in_any_order(message: Message) -> st.SearchStrategy[Message]:
    return st.permutations(list(message)).map(lambda names: {name: message[name] for name in names})


def _outside(values: Iterable[Json]) -> Callable[[Json], bool]:
    return lambda value: value not in values


def _json(value: Mapping[str, Json]) -> Json:
    return dict(value)


def _scalar(scalar: Scalar, limits: Constraint) -> st.SearchStrategy[Json]:
    match scalar.base:
        case Base.BOOLEAN:
            return st.booleans()
        case Base.INTEGER:
            ends = [limit for limit in (limits.minimum, limits.maximum) if limit is not None]
            integers = st.integers(
                *(None if limit is None else int(limit) for limit in (limits.minimum, limits.maximum))
            )
            return integers | st.sampled_from([int(end) for end in ends]) if ends else integers
        case Base.NUMBER:
            return _numbers(limits)
        case Base.STRING:
            return _texts(limits)


def _numbers(limits: Constraint) -> st.SearchStrategy[Json]:
    low, high = limits.minimum, limits.maximum
    edges = [n for n in _NUMBERS if (low is None or n >= low) and (high is None or n <= high)]
    drawn = st.floats(low, high, allow_nan=False, allow_infinity=False)
    return drawn | st.sampled_from([*edges, *(end for end in (low, high) if end is not None)])


def _texts(limits: Constraint) -> st.SearchStrategy[Json]:
    least, most = limits.min_length or 0, limits.max_length
    if limits.calendar is Calendar.UTC_INSTANT:
        return st.sampled_from(_INSTANTS)
    if limits.pattern is not None:
        return st.from_regex(limits.pattern, fullmatch=True, alphabet=_CHARACTERS).filter(
            lambda text: least <= len(text) and (most is None or len(text) <= most)
        )
    edges = [text for text in _TEXTS if least <= len(text) and (most is None or len(text) <= most)]
    drawn = st.text(_CHARACTERS, min_size=least, max_size=least + 10 if most is None else most)
    return drawn | st.sampled_from(edges) if edges else drawn


def _keys() -> st.SearchStrategy[str]:
    return st.text(_CHARACTERS, max_size=6) | st.sampled_from(["/", "~", "~1/0", "x" * 300, "\x1b[31m"])


@st.composite
def _damage(draw: st.DrawFn, value: Json) -> Json:
    """``value`` with a change inside of it or, rarely, in its place."""
    children: list[tuple[str | int, Json]] = []
    if isinstance(value, dict | list):
        children += value.items() if isinstance(value, dict) else enumerate(value)
    if not children or draw(st.integers(0, 9)) == 0:
        return draw(plain_json())
    key, child = draw(st.sampled_from(children))
    what = draw(st.sampled_from(("inside", "inside", "inside", "replace", "drop", "add")))
    if isinstance(value, dict):
        changed = dict(value)
        name = str(key)
        if what == "drop":
            del changed[name]
        elif what == "add":
            changed[draw(_keys())] = draw(plain_json())
        else:
            changed[name] = draw(_damage(child)) if what == "inside" else draw(plain_json())
        return changed
    assert isinstance(value, list)
    index = int(key)
    rest = value[index + 1 :]
    if what == "drop":
        return value[:index] + rest
    return [*value[:index], draw(_damage(child)) if what == "inside" else draw(plain_json()), *rest]


def _sprinkled(model: Model, message: Message) -> st.SearchStrategy[Message]:
    """``message`` with members in its objects that none of the types has."""
    taken = {member.name for owner in model.owners() for member in owner.members} | {model.protocol.tag}
    unknown = st.dictionaries(_keys().filter(lambda name: name not in taken), plain_json(), max_size=2)

    def sprinkle(value: Json) -> st.SearchStrategy[Json]:
        if isinstance(value, dict):
            known = st.fixed_dictionaries({name: sprinkle(child) for name, child in value.items()})
            return st.tuples(unknown, known).map(lambda both: {**both[0], **both[1]})
        if isinstance(value, list):
            return st.tuples(*map(sprinkle, value)).map(list)
        return st.just(value)

    return sprinkle(message).map(lambda value: value if isinstance(value, dict) else {})


def cuts(data: bytes, places: Iterable[int]) -> list[bytes]:
    """``data`` cut at ``places``."""
    ends = sorted({min(max(place, 0), len(data)) for place in places} | {len(data)})
    return [data[start:end] for start, end in zip([0, *ends], ends, strict=False)]


__all__ = ["Message", "authored", "authored_as", "cuts", "damaged", "plain_json", "readable", "with_unknowns"]
