"""The pydantic models agree with the codec: what they read, what they hold, what they write."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from types import ModuleType
from typing import Any

import msgspec
import pydantic
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cgp_toolkit.model import Base, Json, Member, Model, OnNull, Record, Scalar, Verdict
from cgp_toolkit.targets.python.names import names
from tests.generated.python.flavours import module, write_package
from tests.generated.python.messages import messages


@dataclass(frozen=True)
class Flavours:
    """The two readers of one protocol."""

    model: Model
    codec: ModuleType
    models: ModuleType

    def read(self, message: Json) -> Any:
        """The pydantic model of a message."""
        return self.models.ENVELOPE.validate_json(_line(message))


@pytest.fixture(scope="module", params=["model", "reserved_model"])
def flavours(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Flavours:
    model: Model = request.getfixturevalue(request.param)
    folder = tmp_path_factory.mktemp("package")
    package = write_package(model, folder)
    return Flavours(model, module(package, "ndjson", folder), module(package, "pydantic", folder))


def _line(message: Json) -> bytes:
    return json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode()


@settings(max_examples=300, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_pydantic_writes_the_bytes_that_the_codec_writes(flavours: Flavours, data: st.DataObject) -> None:
    message = data.draw(messages(flavours.model))
    line = flavours.codec.encode(flavours.codec.decode(_line(message)))
    read = flavours.read(message)
    assert flavours.models.ENVELOPE.dump_json(read) + b"\n" == line
    assert read.model_dump_json().encode() + b"\n" == line


@settings(max_examples=100, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_parsed_json_and_json_text_read_alike(flavours: Flavours, data: st.DataObject) -> None:
    message = data.draw(messages(flavours.model))
    assert flavours.models.ENVELOPE.validate_python(message) == flavours.read(message)


def test_every_valid_example_is_read_and_written_as_the_codec_does(flavours: Flavours) -> None:
    seen = 0
    for example in flavours.model.examples.values():
        message = example.message
        if message is None or example.verdict is Verdict.INVALID:
            continue
        if message[flavours.model.protocol.tag] not in flavours.model.envelopes:
            continue
        line = flavours.codec.encode(flavours.codec.decode(_line(message)))
        assert flavours.models.ENVELOPE.dump_json(flavours.read(message)) + b"\n" == line, example.name
        seen += 1
    assert seen


def test_what_readers_refuse_for_its_types_pydantic_refuses(flavours: Flavours) -> None:
    for example in flavours.model.examples.values():
        if example.message is not None and example.verdict is Verdict.INVALID:
            with pytest.raises(pydantic.ValidationError):
                flavours.read(example.message)


def _smallest(model: Model, record: Record) -> dict[str, Json]:
    """A value of ``record`` with its required members only."""
    return {m.name: _any_value(model, m) for m in record.members if not m.optional}


def _any_value(model: Model, member: Member) -> Json:
    type_ = model.type_of(member)
    if member.many:
        return []
    match type_:
        case Record():
            return _smallest(model, type_)
        case Scalar(base=Base.BOOLEAN):
            return False
        case Scalar(base=Base.INTEGER | Base.NUMBER):
            return 0
        case Scalar():
            return "a" * (type_.read.min_length or 1)
        case _:
            return type_.values[0].name


def _members(flavours: Flavours) -> Iterator[tuple[Any, dict[str, Json], Member]]:
    """Every member of every record, with the pydantic class and a value that is fine without the optional ones."""
    called = names(flavours.model)
    for record in flavours.model.records():
        for member in record.members:
            yield getattr(flavours.models, called.classes[record.name]), _smallest(flavours.model, record), member


def test_null_reads_as_absent_just_where_the_model_says_so(flavours: Flavours) -> None:
    for class_, value, member in _members(flavours):
        if member.on_null is OnNull.ABSENT:
            assert class_.model_validate(value | {member.name: None}) == class_.model_validate(value)
        else:
            with pytest.raises(pydantic.ValidationError):
                class_.model_validate(value | {member.name: None})


@pytest.mark.parametrize("wrong", [True, 1.0, "1"])
def test_nothing_but_an_integer_is_an_integer(flavours: Flavours, wrong: Json) -> None:
    seen = 0
    for class_, value, member in _members(flavours):
        type_ = flavours.model.type_of(member)
        if isinstance(type_, Scalar) and type_.base is Base.INTEGER and not member.many:
            seen += 1
            for text in (value | {member.name: wrong}, json.dumps(value | {member.name: wrong})):
                with pytest.raises(pydantic.ValidationError):
                    class_.model_validate_json(text) if isinstance(text, str) else class_.model_validate(text)
    assert seen


def test_members_that_nobody_listed_are_dropped(flavours: Flavours) -> None:
    for class_, value, _ in _members(flavours):
        assert class_.model_validate(value | {"nobody/listed~this": [1]}) == class_.model_validate(value)


def test_an_unlisted_tag_is_refused(flavours: Flavours) -> None:
    with pytest.raises(pydantic.ValidationError):
        flavours.read({flavours.model.protocol.tag: "nobody-listed-this"})


def test_models_are_immutable(flavours: Flavours) -> None:
    for class_, value, member in _members(flavours):
        read = class_.model_validate(value)
        with pytest.raises(pydantic.ValidationError):
            setattr(read, names(flavours.model).attributes[class_.__name__, member.name], None)


def test_the_json_schema_lists_every_member_by_its_wire_name(flavours: Flavours) -> None:
    called = names(flavours.model)
    for mode in ("validation", "serialization"):
        definitions = flavours.models.ENVELOPE.json_schema(mode=mode)["$defs"]
        for record in flavours.model.records():
            properties = definitions[called.classes[record.name]]["properties"]
            assert list(properties) == [member.name for member in record.members]
            assert all(properties[member.name]["description"].startswith(member.doc[:20]) for member in record.members)


def test_numbers_too_large_for_plain_digits_differ_in_spelling_only() -> None:
    written = pydantic.TypeAdapter(float).dump_json(1e16)
    assert written.replace(b"+", b"") == msgspec.json.encode(1e16)
