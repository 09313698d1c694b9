"""Patterns: full matches with a search, in every language."""

from __future__ import annotations

import re

import pytest

from cgp_toolkit.schema.patterns import full_match, grouped, one_of, refuses_empty


@pytest.mark.parametrize("pattern", ["ab", "[0-9]+", "(?:a|b)c", "[|]", r"a\|b", r"[\]|]", "a(?:b|c(?:d|e))"])
def test_a_pattern_without_free_alternatives_needs_no_brackets(pattern: str) -> None:
    assert grouped(pattern) == pattern


@pytest.mark.parametrize("pattern", ["a|b", "(?:a|b)|c", r"[|]|\|", "|"])
def test_free_alternatives_are_bracketed(pattern: str) -> None:
    assert grouped(pattern) == f"(?:{pattern})"


@pytest.mark.parametrize("pattern", ["a|bc", "[0-9]{2}", "a(?:b|c)?"])
@pytest.mark.parametrize("text", ["a", "bc", "abc", "42", "٤٢", "ab", "xa", "bcx", "a\n", "42\n", "\na", "42\n\n", ""])
def test_a_search_finds_what_a_full_match_does(pattern: str, text: str) -> None:
    schema = full_match(pattern)
    guard = schema["not"]
    assert isinstance(guard, dict)
    passes = re.search(str(schema["pattern"]), text) and not re.search(str(guard["pattern"]), text)
    assert bool(passes) == bool(re.fullmatch(pattern, text))


def test_the_guard_only_fires_on_line_ends_that_slipped_through() -> None:
    guard = full_match("a")["not"]
    assert isinstance(guard, dict)
    assert re.search(str(guard["pattern"]), "a\n")
    assert not re.search(str(guard["pattern"]), "a\nb")


def test_listed_values_are_taken_literally() -> None:
    pattern = one_of(("a.b", "c|d", "[e]"), "x:.+")
    assert [text for text in ("a.b", "axb", "c|d", "c", "[e]", "e", "x:y") if re.fullmatch(pattern, text)] == [
        "a.b",
        "c|d",
        "[e]",
        "x:y",
    ]


def test_a_pattern_that_takes_the_empty_text_is_known() -> None:
    assert refuses_empty("a+")
    assert not refuses_empty("a*")
