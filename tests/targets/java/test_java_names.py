"""What everything is called in Java."""

from __future__ import annotations

import re

import pytest

from cgp_toolkit.model import Model
from cgp_toolkit.targets.java.names import names
from cgp_toolkit.targets.java.reserved import CLASSES, KEYWORDS, MEMBERS
from cgp_toolkit.workspace import read_model
from tests.conftest import RESERVED_SPEC
from tests.targets.python.small import envelope, member, model_of, record, scalar, vocabulary

BASE = read_model(RESERVED_SPEC)


@pytest.mark.parametrize(
    ("wire", "component"),
    [
        ("plain", "plain"),
        ("token_cost", "tokenCost"),
        ("class", "class_"),
        ("getClass", "getClass_"),
        ("hash-code", "hashCode_"),
        ("__proto__", "proto"),
        ("2fast", "n2Fast"),
        ("builder", "builder_"),
    ],
)
def test_members_are_in_camel_case_and_never_a_word_of_java(wire: str, component: str) -> None:
    model = model_of(BASE, [scalar("Text"), record("Thing", member(wire, "Text"))], [])
    assert names(model).components["Thing", wire] == component


def test_members_that_differ_in_case_alone_stay_apart() -> None:
    model = model_of(BASE, [scalar("Text"), record("Thing", member("self", "Text"), member("Self", "Text"))], [])
    assert names(model).components["Thing", "self"] == "self"
    assert names(model).components["Thing", "Self"] == "self_"


@pytest.mark.parametrize("name", ["String", "Error", "List", "Fault", "Ndjson", "Rules", "Optional"])
def test_no_type_hides_a_class_of_java_or_of_the_package(name: str) -> None:
    called = names(model_of(BASE, [scalar("Text"), record(name, member("a", "Text"))], []))
    assert called.classes[name] == f"{name}_"


def test_an_envelope_that_is_called_like_a_type_is_a_message() -> None:
    called = names(model_of(BASE, [scalar("Text"), record("Thing", member("a", "Text"))], [envelope("thing")]))
    assert called.envelopes["thing"] == "ThingMessage"


def test_values_are_constants() -> None:
    called = names(model_of(BASE, [vocabulary("Word", "a-b", "a.b", "true", "2")], []))
    assert [called.constants["Word", value] for value in ("a-b", "a.b", "true", "2")] == ["A_B", "A_B_", "TRUE", "N_2"]


def test_every_name_of_both_protocols_is_an_identifier_and_taken_once(any_model: Model) -> None:
    called = names(any_model)
    classes = [*called.classes.values(), *called.envelopes.values(), called.union]
    assert len(set(classes)) == len(classes)
    assert not set(classes) & (CLASSES | KEYWORDS)
    assert not set(called.components.values()) & MEMBERS
    for name in (*classes, *called.components.values(), *called.constants.values(), *called.traits.values()):
        assert re.fullmatch("[A-Za-z][A-Za-z0-9_]*", name)
    for owner in classes:
        own = [name for (class_, _), name in called.components.items() if class_ == owner]
        assert len(set(own)) == len(own)
