"""What the two profiles assert, on small changes of a model."""

from __future__ import annotations

import dataclasses
from types import MappingProxyType

import jsonschema
import pytest

from cgp_toolkit.model import Base, Constraint, Json, Model, Openness, Presence, Record, Scalar, Stability, Vocabulary
from cgp_toolkit.schema import DRAFT_07, EXTENSIONS, Profile, bundle, documents

TEXT = Constraint(min_length=1)


def _with(model: Model, type_: Scalar | Vocabulary | Record) -> Model:
    return dataclasses.replace(model, types=MappingProxyType({**model.types, type_.name: type_}))


def _definition(model: Model, profile: Profile, name: str) -> dict[str, Json]:
    return documents(model, profile)[name]


def _scalar(model: Model, **changes: object) -> Scalar:
    first = next(s for s in model.scalars() if s.base is Base.STRING)
    return dataclasses.replace(first, name="Probe", **changes)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("width", "signed", "least", "most"),
    [(32, False, 0, 4294967295), (32, True, -2147483648, 2147483647), (64, True, -(2**63), 2**63 - 1)],
)
def test_an_integer_without_limits_has_those_of_its_width(
    model: Model, width: int, signed: bool, least: int, most: int
) -> None:
    none = Constraint()
    scalar = _scalar(model, base=Base.INTEGER, width=width, signed=signed, read=none, author=none)
    schema = _definition(_with(model, scalar), Profile.WIRE, "Probe")
    assert (schema["minimum"], schema["maximum"]) == (least, most)


def test_limits_of_authors_bind_authors_only(model: Model) -> None:
    author = Constraint(min_length=2, max_length=5, pattern="[a-z]*")
    changed = _with(model, _scalar(model, read=TEXT, author=author))
    strict = _definition(changed, Profile.STRICT, "Probe")
    wire = _definition(changed, Profile.WIRE, "Probe")
    assert {key: strict[key] for key in ("minLength", "maxLength", "pattern")} == {
        "minLength": 2,
        "maxLength": 5,
        "pattern": "^[a-z]*$",
    }
    assert wire["minLength"] == 1
    assert not {"maxLength", "pattern", "not"} & wire.keys()


def test_a_least_length_that_the_pattern_implies_is_not_said_twice(model: Model) -> None:
    changed = _with(model, _scalar(model, read=TEXT, author=Constraint(min_length=1, pattern="[a-z]+")))
    assert "minLength" not in _definition(changed, Profile.STRICT, "Probe")
    assert _definition(changed, Profile.WIRE, "Probe")["minLength"] == 1


@pytest.mark.parametrize("longest", [None, 6])
def test_a_namespaced_vocabulary_takes_listed_values_and_the_form(model: Model, longest: int | None) -> None:
    form = _scalar(model, read=TEXT, author=Constraint(min_length=1, max_length=longest, pattern="[^:\n]+:[^\n]+"))
    first = next(model.vocabularies())
    vocabulary = dataclasses.replace(first, name="Words", openness=Openness.NAMESPACED, form="Probe")
    changed = _with(_with(model, form), vocabulary)
    schema = bundle(changed, Profile.STRICT)
    entry = {"$ref": "#/$defs/Words", "$defs": schema["$defs"]}
    validator = jsonschema.Draft202012Validator(entry)
    assert not list(validator.iter_errors(first.values[0].name))
    assert not list(validator.iter_errors("a:b"))
    for wrong in ("no", "a:b\n", ":b", 1, None):
        assert len(list(validator.iter_errors(wrong))) == 1, wrong
    assert bool(list(validator.iter_errors("a:bcdefg"))) == (longest is not None)


@pytest.mark.parametrize("openness", list(Openness))
def test_only_a_closed_vocabulary_is_closed_to_readers(model: Model, openness: Openness) -> None:
    vocabulary = dataclasses.replace(next(model.vocabularies()), name="Words", openness=openness)
    schema = _definition(_with(model, vocabulary), Profile.WIRE, "Words")
    assert ("enum" in schema) == (openness is Openness.CLOSED)


def test_the_strict_profile_closes_objects_and_the_wire_profile_does_not(any_model: Model) -> None:
    for record in any_model.records():
        assert _definition(any_model, Profile.STRICT, record.name)["additionalProperties"] is False
        assert "additionalProperties" not in _definition(any_model, Profile.WIRE, record.name)


def test_a_profile_requires_what_its_party_needs(any_model: Model) -> None:
    for record in any_model.records():
        strict = _definition(any_model, Profile.STRICT, record.name).get("required", [])
        wire = _definition(any_model, Profile.WIRE, record.name).get("required", [])
        assert strict == [m.name for m in record.members if m.author is Presence.REQUIRED]
        assert wire == [m.name for m in record.members if m.read is Presence.REQUIRED]


def test_the_tag_comes_first_and_members_follow_in_wire_order(any_model: Model) -> None:
    bundled = bundle(any_model, Profile.STRICT)["$defs"]
    assert isinstance(bundled, dict)
    for value, schema in zip(any_model.envelopes.values(), bundled.values(), strict=False):
        assert isinstance(schema, dict)
        properties = schema["properties"]
        assert isinstance(properties, dict)
        assert list(properties) == [any_model.protocol.tag, *(member.name for member in value.members)]


def test_deprecated_parts_are_marked(reserved_model: Model) -> None:
    marked = 0
    for record in reserved_model.records():
        properties = _definition(reserved_model, Profile.WIRE, record.name)["properties"]
        assert isinstance(properties, dict)
        for member in record.members:
            schema = properties[member.name]
            assert isinstance(schema, dict)
            assert schema.get("deprecated", False) is (member.stability is Stability.DEPRECATED)
            marked += "deprecated" in schema
    assert marked


def test_every_definition_carries_title_description_and_history(any_model: Model) -> None:
    for profile in Profile:
        for name, schema in documents(any_model, profile).items():
            assert schema["title"] == name
            assert schema["description"]
        for record in any_model.records():
            schema = _definition(any_model, profile, record.name)
            assert schema.get("x-requirements", []) == list(record.requirements)
            properties = schema["properties"]
            assert isinstance(properties, dict)
            for member in record.members:
                entry = properties[member.name]
                assert isinstance(entry, dict)
                assert entry["description"] == member.doc
                assert entry.get("x-requirements", []) == list(member.requirements)
                assert entry.get("x-decisions", []) == list(member.decisions)


def test_an_envelope_says_who_sends_it_and_what_answers_it(any_model: Model) -> None:
    names = bundle(any_model, Profile.WIRE)["$defs"]
    assert isinstance(names, dict)
    for envelope, schema in zip(any_model.envelopes.values(), names.values(), strict=False):
        assert isinstance(schema, dict)
        assert schema["x-direction"] == {"from": envelope.sender, "to": envelope.receiver}
        assert schema.get("x-reply") == envelope.reply
        assert schema.get("x-requires") == envelope.requires
        assert ("x-correlation" in schema) == (envelope.correlation is not None)


def test_examples_are_few_and_valid(model: Model) -> None:
    shown = 0
    for profile in Profile:
        schema = bundle(model, profile)
        validator = jsonschema.Draft202012Validator(schema)
        definitions = schema["$defs"]
        assert isinstance(definitions, dict)
        for definition in definitions.values():
            assert isinstance(definition, dict)
            examples = definition.get("examples", [])
            assert isinstance(examples, list)
            assert len(examples) <= 2
            shown += len(examples)
            assert all(validator.is_valid(example) for example in examples)
    assert shown


def test_every_extension_is_used_and_listed(model: Model, reserved_model: Model) -> None:
    used: set[str] = set()
    for any_model in (model, reserved_model):
        for profile in Profile:
            for dialect_schema in (bundle(any_model, profile), bundle(any_model, profile, DRAFT_07)):
                used |= _keywords(dialect_schema)
    assert {key for key in used if key.startswith("x-")} == set(EXTENSIONS)


def test_draft_07_has_no_reference_with_neighbours(any_model: Model) -> None:
    for profile in Profile:
        todo: list[Json] = [bundle(any_model, profile, DRAFT_07)]
        references = 0
        while todo:
            here = todo.pop()
            if isinstance(here, dict):
                if isinstance(here.get("$ref"), str):
                    references += 1
                    assert list(here) == ["$ref"]
                assert "$defs" not in here
                todo += here.values()
            elif isinstance(here, list):
                todo += here
        assert references


def _keywords(schema: Json) -> set[str]:
    if isinstance(schema, list):
        return set().union(*(_keywords(item) for item in schema))
    if not isinstance(schema, dict):
        return set()
    return set(schema).union(*(_keywords(value) for value in schema.values()))
