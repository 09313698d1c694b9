"""Messages that authors could have sent, drawn from the model itself: as JSON values, members in any order."""

from __future__ import annotations

from collections.abc import Mapping

from hypothesis import strategies as st

from cgp_toolkit.model import Base, Envelope, Json, Member, Model, Openness, Record, Scalar, Type, Vocabulary

# From here on, the codec and pydantic spell the exponent in two ways.
_LARGEST = 9.9e15


def messages(model: Model) -> st.SearchStrategy[dict[str, Json]]:
    """Any message of ``model`` that readers accept: no nulls, no unknown members, no duplicates."""
    return st.one_of([_envelope(model, envelope) for envelope in model.envelopes.values()])


def _envelope(model: Model, envelope: Envelope) -> st.SearchStrategy[dict[str, Json]]:
    tag: dict[str, Json] = {model.protocol.tag: envelope.name}
    return _object(model, envelope.members).map(lambda members: tag | members)


def _object(model: Model, members: tuple[Member, ...]) -> st.SearchStrategy[dict[str, Json]]:
    required = {m.name: _member(model, m) for m in members if not m.optional}
    optional = {m.name: _member(model, m) for m in members if m.optional}
    return st.fixed_dictionaries(required, optional=optional)


def _member(model: Model, member: Member) -> st.SearchStrategy[Json]:
    value = st.deferred(lambda: _value(model, model.type_of(member)))
    drawn: st.SearchStrategy[Json] = st.lists(value, max_size=3).map(list) if member.many else value
    # Defaults that are written out must be left out again.
    return drawn | st.just(member.default) if member.has_default else drawn


def _value(model: Model, type_: Type) -> st.SearchStrategy[Json]:
    match type_:
        case Scalar():
            return _scalar(type_)
        case Vocabulary():
            listed = st.sampled_from([value.name for value in type_.values])
            return listed if type_.openness is Openness.CLOSED else listed | st.text(max_size=5)
        case Record():
            return _object(model, type_.members).map(_json)


def _json(value: Mapping[str, Json]) -> Json:
    return dict(value)


def _scalar(scalar: Scalar) -> st.SearchStrategy[Json]:
    read = scalar.read
    match scalar.base:
        case Base.BOOLEAN:
            return st.booleans()
        case Base.INTEGER:
            return st.integers(_whole(read.minimum), _whole(read.maximum))
        case Base.NUMBER:
            low = -_LARGEST if read.minimum is None else max(read.minimum, -_LARGEST)
            high = _LARGEST if read.maximum is None else min(read.maximum, _LARGEST)
            return st.floats(low, high)
        case Base.STRING:
            return st.text(min_size=read.min_length or 0, max_size=read.max_length or (read.min_length or 0) + 20)


def _whole(limit: float | None) -> int | None:
    return None if limit is None else int(limit)
