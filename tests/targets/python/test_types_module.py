"""The msgspec types: their text for a small model, and how they behave for each way to omit a member."""

from __future__ import annotations

import ast
import sys
from pathlib import Path
from types import ModuleType

import msgspec
import pytest

from cgp_toolkit.model import Base, Constraint, Model, Omit, OnNull, Openness, Stability
from cgp_toolkit.targets.python.format import formatted
from cgp_toolkit.targets.python.names import names
from cgp_toolkit.targets.python.types_module import types_module
from cgp_toolkit.workspace import read_model
from tests.conftest import RESERVED_SPEC
from tests.targets.python.small import envelope, member, model_of, record, scalar, vocabulary

GOLDEN = Path(__file__).parent / "golden_types.py.txt"

SMALL = model_of(
    read_model(RESERVED_SPEC),
    [
        scalar("Text"),
        scalar("Share", Base.NUMBER, Constraint(minimum=0, maximum=1)),
        scalar("Count", Base.INTEGER, Constraint(minimum=0)),
        scalar("Flag", Base.BOOLEAN),
        scalar("Short", Base.STRING, Constraint(min_length=1, max_length=3), doc='Has """quotes""" and a \\ in it.'),
        vocabulary("Closed", "a", openness=Openness.CLOSED),
        vocabulary("Kept", 'b"c', "d"),
        vocabulary("Free", openness=Openness.OPEN),
        record(
            "Thing",
            member("z", "Text", requirements=("R1",)),
            member("a", "Closed"),
            member("absent", "Text", optional=True, owed=True, omit=Omit.ABSENT, on_null=OnNull.ABSENT),
            member("always", "Flag", optional=True, default=False, omit=Omit.NEVER),
            member("always_list", "Kept", many=True, optional=True, default=[], omit=Omit.NEVER),
            member("always_share", "Share", optional=True, default=1, omit=Omit.NEVER),
            member("always_text", "Text", optional=True, default='x"', omit=Omit.NEVER),
            member("empty", "Free", many=True, optional=True, default=[], omit=Omit.EMPTY),
            member("class", "Kept", optional=True, default="d", omit=Omit.DEFAULT, stability=Stability.DEPRECATED),
            member("children", "Thing", many=True, optional=True, omit=Omit.ABSENT, on_null=OnNull.ABSENT),
            member("count", "Count", optional=True, default=7, omit=Omit.DEFAULT),
            member("short", "Short", optional=True, omit=Omit.ABSENT, on_null=OnNull.ABSENT),
        ),
    ],
    [envelope("ask", member("thing", "Thing"), reply="end"), envelope("end")],
)


def _source(model: Model) -> str:
    called = names(model)
    return formatted({"types.py": types_module(model, called)()}, called.module)["types.py"]


@pytest.fixture(scope="module")
def types() -> ModuleType:
    module = ModuleType("small_types")
    # Annotations are looked up in the module of their class.
    sys.modules["small_types"] = module
    exec(compile(_source(SMALL), "small_types.py", "exec"), module.__dict__)
    return module


def test_the_text_of_a_small_model_is_the_golden_one() -> None:
    assert _source(SMALL) == GOLDEN.read_text()


@pytest.mark.parametrize("doc", ["It costs $1, ${2}, {{ 3 }} and {4}.", "\ue000 \ue000{0} \ue0001 \ue000\ue000."])
def test_docstrings_say_what_the_model_says_whatever_that_is(doc: str) -> None:
    body = ast.parse(
        _source(model_of(SMALL, [scalar("Text", doc=doc)], [envelope("only", member("text", "Text"))]))
    ).body
    documented = [n for n in body if isinstance(n, ast.Expr) and isinstance(n.value, ast.Constant)]
    assert sum(doc in str(ast.literal_eval(node.value)) for node in documented) == 1


def test_a_thing_of_required_members_writes_what_is_always_written(types: ModuleType) -> None:
    thing = types.Thing(z="", a="a")
    assert msgspec.json.encode(types.Ask(thing=thing)) == (
        b'{"kind":"ask","thing":{"z":"","a":"a","always":false,"always_list":[],"always_share":1.0,"always_text":"x\\""}}'
    )


def test_reading_the_defaults_gives_the_same_value(types: ModuleType) -> None:
    decoder = msgspec.json.Decoder(types.Message)
    assert decoder.decode(b'{"kind":"ask","thing":{"z":"","a":"a"}}') == types.Ask(thing=types.Thing(z="", a="a"))


def test_a_message_without_members_is_its_tag(types: ModuleType) -> None:
    assert msgspec.json.encode(types.End()) == b'{"kind":"end"}'


def test_members_stand_in_wire_order_whether_required_or_not(types: ModuleType) -> None:
    thing = SMALL.record("Thing")
    assert types.Thing.__struct_encode_fields__ == tuple(m.name for m in thing.members)


@pytest.mark.parametrize(
    ("thing", "message"),
    [
        (b'{"z":"","a":"b"}', "Invalid enum value"),
        (b'{"z":"","a":"a","other":1}', "unknown field"),
        (b'{"z":"","a":"a","always_share":1.5}', "<= 1.0"),
        (b'{"z":"","a":"a","count":-1}', ">= 0"),
        (b'{"z":"","a":"a","count":1.0}', "Expected `int`"),
        (b'{"z":"","a":"a","always":1}', "Expected `bool`"),
        (b'{"z":"","a":"a","always_list":null}', "Expected `array`"),
        (b'{"z":"","a":"a","short":""}', "length >= 1"),
        (b'{"z":"","a":"a","short":"long"}', "length <= 3"),
        (b'{"a":"a"}', "missing required field `z`"),
    ],
)
def test_what_readers_enforce_msgspec_enforces(types: ModuleType, thing: bytes, message: str) -> None:
    decoder = msgspec.json.Decoder(types.Message)
    with pytest.raises(msgspec.ValidationError, match=message):
        decoder.decode(b'{"kind":"ask","thing":' + thing + b"}")


def test_what_only_authors_owe_msgspec_does_not_enforce(types: ModuleType) -> None:
    thing = msgspec.json.decode(b'{"z":"","a":"a","always_list":["other"]}', type=types.Thing)
    assert thing.always_list == ("other",)


def test_values_are_immutable_and_hashable(types: ModuleType) -> None:
    end = types.End()
    assert hash(types.Ask(thing=types.Thing(z="", a="a"))) == hash(types.Ask(thing=types.Thing(z="", a="a")))
    with pytest.raises(AttributeError):
        end.other = 1


def test_a_type_may_hold_itself(types: ModuleType) -> None:
    inner = types.Thing(z="in", a="a")
    outer = types.Thing(z="out", a="a", children=(inner,))
    assert msgspec.json.decode(msgspec.json.encode(outer), type=types.Thing) == outer


def test_a_single_envelope_is_tagged_all_the_same() -> None:
    model = model_of(SMALL, [scalar("Text")], [envelope("only", member("text", "Text"))])
    source = _source(model)
    assert 'tag_field="kind"' in source
    assert 'tag="only"' in source
    assert "Message: TypeAlias = Only" in source


def test_every_class_alias_and_member_has_a_docstring(any_model: Model) -> None:
    body = ast.parse(_source(any_model)).body
    for place in [body, *(node.body for node in body if isinstance(node, ast.ClassDef))]:
        for node, following in zip(place, [*place[1:], None], strict=True):
            if isinstance(node, ast.AnnAssign):
                assert isinstance(following, ast.Expr)
                assert isinstance(following.value, ast.Constant)
    classes = [node for node in body if isinstance(node, ast.ClassDef)]
    assert len(classes) == len([*any_model.owners()])
    assert all(ast.get_docstring(node) for node in classes)


def test_every_requirement_id_stands_in_a_docstring_of_what_it_is_about(model: Model) -> None:
    called = names(model)
    body = ast.parse(_source(model)).body
    classes = {node.name: ast.unparse(node) for node in body if isinstance(node, ast.ClassDef)}
    for owner in model.owners():
        text = classes[called.envelopes.get(owner.name) or called.classes[owner.name]]
        for requirement in {*owner.requirements, *(r for m in owner.members for r in m.requirements)}:
            assert requirement in text.replace("\n", " ")


def test_each_scalar_has_its_limits_in_one_place(any_model: Model) -> None:
    source = _source(any_model)
    called = names(any_model)
    limited = [
        subject
        for subject in any_model.scalars()
        if subject.read != Constraint(pattern=subject.read.pattern, calendar=subject.read.calendar)
    ]
    assert source.count("Meta(") == len(limited)
    for subject in limited:
        assert f"\n{called.classes[subject.name]}: TypeAlias = Annotated[" in source
    assert "pattern=" not in source
