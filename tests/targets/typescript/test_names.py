"""Names in TypeScript: idiomatic, free of collisions, and settled by the model alone."""

from __future__ import annotations

import pytest

from cgp_toolkit.model import Model
from cgp_toolkit.targets.typescript.codec_modules import regex
from cgp_toolkit.targets.typescript.names import access, key, names, quoted, text
from cgp_toolkit.targets.typescript.numbers import number
from cgp_toolkit.targets.typescript.rendering import comment, listed, literal, signature
from cgp_toolkit.targets.typescript.reserved import INHERITED, OWN_TYPES, TYPES


def test_members_keep_their_names_on_the_wire(model: Model) -> None:
    called = names(model)
    assert all(wire == found for (_, wire), found in called.keys.items())
    assert all(wire == found for (_, wire), found in called.envelope_keys.items())


def test_what_every_object_has_gets_an_underscore(reserved_model: Model) -> None:
    keys = names(reserved_model).keys
    assert keys["None", "constructor"] == "constructor_"
    assert keys["None", "__proto__"] == "proto_"
    assert keys["None", "hash-code"] == "hash-code"
    assert not INHERITED & set(keys.values())


def test_no_type_shadows_what_every_program_sees(any_model: Model) -> None:
    called = names(any_model)
    types = [*called.types.values(), *called.envelopes.values(), called.union]
    assert not (TYPES | OWN_TYPES) & set(types)
    assert len(set(types)) == len(types)


def test_a_taken_name_says_what_it_is(reserved_model: Model, model: Model) -> None:
    assert names(model).envelopes[model.protocol.failure].endswith("Envelope")
    assert names(reserved_model).types["Date"] == "DateType"
    assert names(reserved_model).types["Object"] == "ObjectType"


def test_functions_have_names_that_are_no_keywords(reserved_model: Model) -> None:
    rules = names(reserved_model).rules
    assert rules["class"] == "class_"
    assert rules["check"] == "check_"
    assert len(set(rules.values())) == len(rules)


@pytest.mark.parametrize(
    ("wire", "declared", "read"),
    [("plain", "plain", ".plain"), ("hash-code", '"hash-code"', '["hash-code"]'), ("class", "class", ".class")],
)
def test_a_name_that_is_no_identifier_is_quoted(wire: str, declared: str, read: str) -> None:
    assert (quoted(wire), access(wire)) == (declared, read)


def test_an_inherited_name_is_told_from_others() -> None:
    assert [key(name) for name in ("toString", "to_string", "__proto__")] == ["toString_", "to_string", "proto_"]


@pytest.mark.parametrize(
    ("value", "written"),
    [("a", '"a"'), ('a "b"', "'a \"b\"'"), ("it's", '"it\'s"'), ("\"'", '"\\"\'"'), ("\n\u2028", '"\\n\u2028"')],
)
def test_texts_stand_in_the_quotes_that_need_fewer_escapes(value: str, written: str) -> None:
    assert text(value) == written


EXACT = [(2**53, f"{2**53}n"), (7, "7"), (0.5, "0.5"), (1e38, "1e38"), (2.0, "2")]


@pytest.mark.parametrize(("value", "written"), EXACT)
def test_numbers_are_exact(value: float, written: str) -> None:
    assert number(value) == written


@pytest.mark.parametrize(
    ("pattern", "written"),
    [("a/b", r"/^(?:a\/b)$/u"), ("[^/]+", "/^(?:[^/]+)$/u"), (r"\.", r"/^(?:\.)$/u"), (r"[\]/]/", r"/^(?:[\]/]\/)$/u")],
)
def test_a_slash_is_escaped_where_it_would_end_a_pattern(pattern: str, written: str) -> None:
    assert regex(pattern) == written


def test_a_comment_cannot_be_ended_by_what_it_says() -> None:
    assert comment(["An end: */ and {@tag} but `{@code}`."]) == "/** An end: *\\/ and \\{\\@tag\\} but `{@code}`. */"
    assert comment(["word " * 30]).count("\n") == 3


def test_literals_break_where_a_line_is_full() -> None:
    assert literal({"a": '"x"', "b": ["1", "2"]}) == '{ a: "x", b: [1, 2] }'
    assert literal({"longer": f'"{"x" * 80}"'}) == f'{{\n  longer:\n    "{"x" * 80}",\n}}'
    assert literal({"a": f'"{"x" * 80}"'}) == f'{{\n  a: "{"x" * 80}",\n}}'
    assert literal([{"a": "1", "b": "2"}, {"a": "1", "b": "2"}]).count("\n") == 3
    assert listed("A", ['"a"']) == 'export const A = /* @__PURE__ */ new Set<string>(["a"]);'
    assert signature("function f", ["a: string"], "void") == "function f(a: string): void {"
    assert signature("function f", ["a: string"], "void", 60).count("\n") == 2
