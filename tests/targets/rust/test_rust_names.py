"""What everything is called in Rust."""

from __future__ import annotations

import pytest

from cgp_toolkit.model import Model
from cgp_toolkit.targets.rust.names import names, pascal, screaming, snake
from cgp_toolkit.targets.rust.reserved import KEYWORDS, PRELUDE


@pytest.mark.parametrize(
    ("wire", "type_", "field", "constant"),
    [
        ("content_ref", "ContentRef", "content_ref", "CONTENT_REF"),
        ("ContentRef", "ContentRef", "content_ref", "CONTENT_REF"),
        ("hash-code", "HashCode", "hash_code", "HASH_CODE"),
        ("code.calls", "CodeCalls", "code_calls", "CODE_CALLS"),
        ("getClass", "GetClass", "get_class", "GET_CLASS"),
        ("__proto__", "Proto", "proto", "PROTO__"),
        ("2d", "N2D", "n2_d", "N2_D"),
        ("_", "N", "n", "N_"),
    ],
)
def test_names_have_the_casing_of_rust(wire: str, type_: str, field: str, constant: str) -> None:
    assert (pascal(wire), snake(wire), screaming(wire)) == (type_, field, constant)


def test_of_two_equal_names_one_gives_way(reserved_model: Model) -> None:
    called = names(reserved_model)
    assert called.fields["None_", "self"] != called.fields["None_", "Self"]
    assert called.types["Class"] == "Class"
    assert called.envelopes["class"] == "ClassEnvelope"


def test_no_type_hides_what_every_module_knows(any_model: Model) -> None:
    called = names(any_model)
    spelt = [*called.types.values(), *called.envelopes.values(), called.union]
    assert len(spelt) == len(set(spelt))
    assert not PRELUDE & set(spelt)


def test_no_field_or_method_is_a_keyword(any_model: Model) -> None:
    called = names(any_model)
    assert not KEYWORDS & {*called.fields.values(), *called.traits.values(), *called.measures.values()}


def test_values_that_are_not_listed_have_a_variant_that_no_listed_one_has(any_model: Model) -> None:
    called = names(any_model)
    for vocabulary in any_model.vocabularies():
        listed = {called.variants[vocabulary.name, value.name] for value in vocabulary.values}
        assert called.unlisted[vocabulary.name] not in listed


def test_the_variant_is_called_unknown_where_that_is_free(model: Model) -> None:
    called = names(model).unlisted
    assert {"Unknown", "Unlisted"} == set(called.values())
    assert [name for name, variant in called.items() if variant == "Unlisted"] == ["VerdictStatus"]
