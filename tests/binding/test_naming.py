"""Names that don't collide."""

from __future__ import annotations

from cgp_toolkit.binding.naming import assign
from cgp_toolkit.binding.words import camel


def test_a_plain_name_keeps_its_name_whatever_stands_beside_it() -> None:
    assert assign(["as-of", "asOf"], camel) == {"as-of": "asOf_", "asOf": "asOf"}


def test_a_reserved_word_gets_the_suffix_and_what_is_taken_then_gets_more() -> None:
    assert assign(["class"], camel, {"class"}) == {"class": "class_"}
    assert assign(["class"], camel, {"class", "classX"}, suffix="X", again="2") == {"class": "classX2"}


def test_no_name_is_the_wire_name_of_another_where_they_have_to_be_apart() -> None:
    assert assign(["a-b", "aB"], camel, apart=True) == {"a-b": "aB_", "aB": "aB"}
    assert assign(["ab_", "a-b"], camel, {"aB"}, apart=True) == {"ab_": "ab", "a-b": "aB_"}
