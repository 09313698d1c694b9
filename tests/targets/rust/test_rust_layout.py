"""Lines and comments as rustfmt and rustdoc have them."""

from __future__ import annotations

import pytest

from cgp_toolkit.targets.rust import docs
from cgp_toolkit.targets.rust.layout import array, call, chain, listed, literal, signature
from cgp_toolkit.targets.rust.types_files import use


def test_what_fits_stays_on_its_line_and_what_does_not_gets_a_line_an_item() -> None:
    assert listed("f(", ["a", "b"], ");", 0) == "f(a, b);"
    assert listed("f(", ["a" * 60, "b" * 60], ");", 4) == f"f(\n        {'a' * 60},\n        {'b' * 60},\n    );"


def test_short_items_of_an_array_share_lines() -> None:
    assert array("[", ["1", "2"], "]", 0) == "[1, 2]"
    assert array("[", ["123456789"] * 12, "]", 0).count("\n") == 3
    assert array("[", ["12345678901"] * 12, "]", 0).count("\n") == 13


def test_a_struct_with_little_in_it_stays_on_its_line() -> None:
    assert literal("Self", [], 8) == "Self {}"
    assert literal("Self", ["id: None", "query"], 8) == "Self { id: None, query }"
    assert literal("Self", ["id: None", "queries: 1"], 8) == (
        "Self {\n            id: None,\n            queries: 1,\n        }"
    )


def test_a_call_with_much_in_it_gets_a_line_an_argument() -> None:
    assert call("f(", ["a" * 29, "b" * 29], ")", 0).count("\n") == 0
    assert call("f(", ["a" * 30, "b" * 29], ")", 0).count("\n") == 3


def test_a_brace_that_does_not_fit_behind_a_condition_stands_below_it() -> None:
    assert chain("if ", ["a", "b"], "&&", " {", 0) == "if a && b {"
    assert chain("if ", ["a" * 46, "b" * 46], "&&", " {", 0) == f"if {'a' * 46} && {'b' * 46}\n{{"
    assert chain("if ", ["a" * 60, "b" * 60], "&&", " {", 0) == f"if {'a' * 60}\n    && {'b' * 60}\n{{"


def test_a_head_with_many_parameters_gets_a_line_a_parameter() -> None:
    assert signature("fn f", ["a: A"], " -> B", 0) == "fn f(a: A) -> B {"
    assert signature("fn f", ["a: " + "A" * 95], "", 0) == f"fn f(\n    a: {'A' * 95},\n) {{"


def test_imports_are_sorted_and_wrapped() -> None:
    assert use("a", ["B"]) == "use a::B;"
    assert use("a", ["MAX", "C", "B"]) == "use a::{B, C, MAX};"
    assert use("a", ["B" * 50, "C" * 60]).splitlines()[1:] == [f"    {'B' * 50},", f"    {'C' * 60},", "};"]


@pytest.mark.parametrize(
    ("text", "comment"),
    [
        ("Plain.", "/// Plain."),
        ("Default: [].", r"/// Default: \[\]."),
        ("A `[code]`.", "/// A `[code]`."),
        ("- no list", r"/// \- no list"),
        ("1. no list", r"/// 1\. no list"),
        ("<b>", r"/// \<b\>"),
    ],
)
def test_comments_say_what_was_meant_and_are_no_markup(text: str, comment: str) -> None:
    assert docs.comment([text]) == comment


def test_comments_are_wrapped_and_their_paragraphs_apart() -> None:
    text = docs.comment(["word " * 40, "", "Then."], 4)
    assert all(len(line) <= 100 and line.startswith("    ///") for line in text.splitlines())
    assert text.endswith("\n    ///\n    /// Then.")


def test_names_become_links() -> None:
    assert docs.comment([f"See {docs.link('Thing')}, {docs.link_above('Other')}."]) == (
        "/// See [`Thing`], [`Other`](super::Other)."
    )
