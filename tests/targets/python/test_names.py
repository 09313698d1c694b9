"""What everything is called in Python."""

from __future__ import annotations

import builtins
import keyword

import pydantic
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cgp_toolkit.model import Model
from cgp_toolkit.targets.python.names import names, pascal
from cgp_toolkit.targets.python.reserved import ATTRIBUTES, BUILTINS, KEYWORDS, PACKAGE_NAMES
from cgp_toolkit.targets.python.runtime_module import OFFERS
from cgp_toolkit.workspace import read_model
from tests.conftest import RESERVED_SPEC
from tests.targets.python.small import envelope, member, model_of, record, scalar, vocabulary

BASE = read_model(RESERVED_SPEC)


def _attributes(*wire: str) -> list[str]:
    model = model_of(BASE, [scalar("Text"), record("Thing", *(member(name, "Text") for name in wire))], [])
    called = names(model).attributes
    return [called["Thing", name] for name in wire]


@pytest.mark.parametrize(
    ("wire", "attribute"),
    [
        ("plain", "plain"),
        ("id", "id"),
        ("type", "type"),
        ("range", "range"),
        ("match", "match"),
        ("class", "class_"),
        ("import", "import_"),
        ("None", "None_"),
        ("str", "str_"),
        ("tuple", "tuple_"),
        ("field", "field_"),
        ("is_absent", "is_absent_"),
        ("Text", "Text_"),
        ("Thing", "Thing_"),
        ("model_dump", "model_dump_"),
        ("json", "json_"),
        ("__init__", "init_"),
        ("__struct_fields__", "struct_fields_"),
        ("_private", "private_"),
        ("hash-code", "hash_code"),
        ("_", "N_"),
    ],
)
def test_a_member_is_renamed_only_where_python_or_a_library_would_trip(wire: str, attribute: str) -> None:
    assert _attributes(wire) == [attribute]


def test_of_two_equal_names_the_one_that_had_to_change_gives_way() -> None:
    assert _attributes("hash-code", "hash_code") == ["hash_code_", "hash_code"]
    assert _attributes("class", "class_") == ["class__", "class_"]
    assert _attributes("class_", "class") == ["class_", "class__"]


def test_the_real_protocol_needs_no_renaming(model: Model) -> None:
    called = names(model)
    assert [key for key, attribute in called.attributes.items() if key[1] != attribute] == []
    assert [name for name, class_ in called.classes.items() if name != class_] == []
    assert (called.union, called.tag) == (model.protocol.union, model.protocol.tag)


def test_all_names_of_the_made_up_protocol_are_settled(reserved_model: Model) -> None:
    called = names(reserved_model)
    assert dict(called.classes) == {
        "Interface": "Interface",
        "String": "String",
        "str": "str_",
        "bool": "bool_",
        "int": "int_",
        "Number": "Number",
        "float": "float_",
        "Date": "Date",
        "Object": "Object",
        "Enum": "Enum",
        "Literal": "Literal_",
        "Any": "Any_",
        "Error": "Error",
        "Class": "Class",
        "None": "None_",
    }
    assert dict(called.envelopes) == {
        "class": "ClassEnvelope",
        "import": "Import",
        "async": "Async",
        "await": "Await",
        "throw": "Throw",
        "break": "Break",
    }
    assert called.union == "Union_"
    assert {key: attribute for key, attribute in called.attributes.items() if key[1] != attribute} == {
        ("Import", "with"): "with_",
        ("Async", "from"): "from_",
        ("Async", "import"): "import_",
        ("Await", "from"): "from_",
        ("Throw", "from"): "from_",
        ("Throw", "try"): "try_",
        ("Class", "def"): "def_",
        ("Class", "lambda"): "lambda_",
        ("Class", "yield"): "yield_",
        ("Class", "global"): "global_",
        ("Class", "nonlocal"): "nonlocal_",
        ("None_", "class"): "class_",
        ("None_", "None"): "None__",
        ("None_", "__proto__"): "proto_",
        ("None_", "hash-code"): "hash_code",
    }
    assert called.constants["Enum", "__proto__"] == "PROTO"
    assert called.functions["Error", "return"] == "return_"


@pytest.mark.parametrize(
    ("wire", "class_"), [("plain", "Plain"), ("two_words", "TwoWords"), ("a-b.c", "ABC"), ("mixedCase", "MixedCase")]
)
def test_an_envelope_is_called_by_its_words(wire: str, class_: str) -> None:
    assert pascal(wire) == class_


def test_an_envelope_that_is_called_like_a_type_says_that_it_is_one() -> None:
    called = names(model_of(BASE, [record("Ping")], [envelope("ping"), envelope("pong")]))
    assert (called.classes["Ping"], called.envelopes["ping"], called.envelopes["pong"]) == (
        "Ping",
        "PingEnvelope",
        "Pong",
    )


@pytest.mark.parametrize("name", ["str", "Struct", "Annotated", "ValueError", "BaseModel", "decode", "DecodeError"])
def test_a_type_takes_no_name_that_a_generated_module_needs(name: str) -> None:
    assert names(model_of(BASE, [scalar(name)], [])).classes[name] == f"{name}_"


def test_the_attribute_of_the_tag_is_no_members_name() -> None:
    called = names(model_of(BASE, [scalar("Text")], [envelope("ping", member("class_", "Text"))], tag="class"))
    assert called.tag not in {*called.attributes.values(), "class_"}


@pytest.mark.parametrize(
    ("value", "constant"),
    [("plain", "PLAIN"), ("two-words", "TWO_WORDS"), ("a.b", "A_B"), ("camelCase", "CAMEL_CASE"), ("KNOWN", "KNOWN_")],
)
def test_a_value_is_a_constant(value: str, constant: str) -> None:
    assert names(model_of(BASE, [vocabulary("Kind", value)], [])).constants["Kind", value] == constant


def test_values_that_differ_in_punctuation_alone_stay_apart() -> None:
    called = names(model_of(BASE, [vocabulary("Kind", "a-b", "a.b", "a_b")], []))
    assert len(set(called.constants.values())) == 3


_WIRE = st.one_of(
    st.from_regex(r"[A-Za-z_][A-Za-z0-9_-]{0,6}", fullmatch=True),
    st.sampled_from([*sorted(ATTRIBUTES | BUILTINS), "class_", "class-", "__class__", "Text", "Thing"]),
)


@given(st.lists(_WIRE, min_size=1, max_size=8, unique=True))
def test_attributes_are_distinct_identifiers_whatever_the_wire_names(wire: list[str]) -> None:
    attributes = _attributes(*wire)
    assert len(set(attributes)) == len(wire)
    for name, attribute in zip(wire, attributes, strict=True):
        assert attribute.isidentifier()
        assert not keyword.iskeyword(attribute)
        assert not attribute.startswith("_")
        assert attribute not in ATTRIBUTES
        # Only its own member may be read by an attribute's name.
        assert attribute == name or attribute not in wire


def test_no_type_takes_a_name_that_the_package_offers() -> None:
    assert {name for offered in OFFERS.values() for name in offered} <= PACKAGE_NAMES
    assert set(OFFERS) <= PACKAGE_NAMES


def test_the_list_of_keywords_is_pythons() -> None:
    assert keyword.kwlist == sorted(KEYWORDS)


def test_the_list_of_builtins_misses_none() -> None:
    ours = {name for name in dir(builtins) if not name.startswith("_")}
    assert ours - BUILTINS - KEYWORDS <= {"copyright", "credits", "exit", "license", "quit"}


def test_no_attribute_shadows_what_a_pydantic_model_has() -> None:
    assert {name for name in dir(pydantic.BaseModel) if not name.startswith("_")} <= ATTRIBUTES
