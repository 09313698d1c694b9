"""Version grammars: from ABNF to a pattern that matches exactly the texts of the rule."""

from __future__ import annotations

import contextlib
import itertools
import re

import pytest
from abnf import ParseError, Rule
from hypothesis import given
from hypothesis import strategies as st

from cgp_toolkit.model import Model
from cgp_toolkit.model.grammar import GrammarFault, to_pattern
from cgp_toolkit.model.pattern_tree import render
from cgp_toolkit.model.portable import parse


@pytest.mark.parametrize(
    ("abnf", "pattern"),
    [
        ('v = "a"', "a"),
        ('v = "a.b"', r"a\.b"),
        ('v = "-" / "a" / "z"', r"[\-az]"),
        ('v = "x" ("a" / "bc")', "x(?:a|bc)"),
        ('v = "x" / "ab" *"c"', "x|abc*"),
        ('v = [ "-draft" ]', "(?:-draft)?"),
        ("v = 1*DIGIT", "[0-9]+"),
        ("v = 3DIGIT", "[0-9]{3}"),
        ("v = 2*3DIGIT", "[0-9]{2,3}"),
        ("v = 2*DIGIT", "[0-9]{2,}"),
        ('v = *4("a" "b")', "(?:ab){0,4}"),
        ("v = ALPHA", "[A-Za-z]"),
        ("v = HEXDIG", "[0-9ABCDEF]"),
        ("v = %x41-43", "[A-C]"),
        ("v = %x41.42.43", "ABC"),
        ("v = %d65", "A"),
        ('v = a "." b\na = "x" / "y"\nb = *a', r"[xy]\.[xy]*"),
        ('v = "x" ; a comment\n\na = "never used"', "x"),
        ('v = "x"\nv =/ "y"', "[xy]"),
        ('v = *("a" / *"b")', "(?:a|b*)*"),
    ],
)
def test_a_grammar_gives_a_pattern(abnf: str, pattern: str) -> None:
    assert to_pattern(abnf, "v") == pattern
    assert to_pattern(abnf.replace("\n", "\r\n") + "\n", "v") == pattern


def test_literals_are_case_sensitive() -> None:
    assert re.fullmatch(to_pattern('v = "Abc"', "v"), "abc") is None


@pytest.mark.parametrize(
    ("abnf", "why"),
    [
        ("", "no rule 'v'"),
        ('w = "a"', "no rule 'v'"),
        ("v = ", "not ABNF"),
        ("v : a", "not ABNF"),
        ('v = "a', "not ABNF"),
        ('v = "é"', "not ABNF"),
        ("v = w", "'w' is not defined"),
        ("v = <prose>", "'prose' is not defined"),
        ("v = v", "'v' is recursive"),
        ('v = "a" w\nw = *v', "'v' is recursive"),
        ('v = ""', "no portable pattern"),
        ("v = CHAR", "no portable pattern"),
        ("v = %x41-FF", "no portable pattern"),
        ("v = %xD800-DFFF", "no portable pattern"),
        ("v = 1001DIGIT", "no portable pattern"),
        ("v = 10000DIGIT", "more than 9999 times"),
        ("v = 99999999999999999999*DIGIT", "more than 9999 times"),
        ("v = *" + "9" * 10_000 + "DIGIT", "more than 9999 times"),
        ("v = 3*2DIGIT", "not ABNF"),
        ("v = " + "(" * 2000 + '"a"' + ")" * 2000, "not ABNF|nested too deeply"),
    ],
)
def test_a_grammar_without_a_pattern_is_refused(abnf: str, why: str) -> None:
    with pytest.raises(GrammarFault, match=why):
        to_pattern(abnf, "v")


def test_a_core_rule_is_no_start_rule() -> None:
    with pytest.raises(GrammarFault, match="no rule 'DIGIT'"):
        to_pattern('v = "a"', "DIGIT")


def test_digits_in_names_texts_and_comments_are_no_counts() -> None:
    abnf = 'v = rule-123456 "2026123" %d49 ; 123456 times\nrule-123456 = "a"'
    assert to_pattern(abnf, "v") == "a20261231"


LITERALS = st.sampled_from(['"a"', '"b"', '"ab"', '"."', '"-"', "%x61-62", "%x2E"])


def _grow(parts: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    several = st.lists(parts, min_size=2, max_size=3)
    return st.one_of(
        several.map(lambda items: "(" + " ".join(items) + ")"),
        several.map(lambda items: "(" + " / ".join(items) + ")"),
        parts.map(lambda item: f"[{item}]"),
        st.tuples(st.sampled_from(["*", "1*", "2", "1*2", "*2"]), parts).map(lambda pair: f"{pair[0]}({pair[1]})"),
    )


TEXTS = ["".join(letters) for n in range(5) for letters in itertools.product("ab.-", repeat=n)]


@given(st.recursive(LITERALS, _grow, max_leaves=6))
def test_the_pattern_matches_what_the_grammar_parses(expression: str) -> None:
    class Grammar(Rule):
        pass

    Grammar.load_grammar(f"v = {expression}\r\n")
    pattern = re.compile(to_pattern(f"v = {expression}", "v"))
    for text in TEXTS[:100]:
        try:
            Grammar("v").parse_all(text)
        except ParseError:
            parsed = False
        else:
            parsed = True
        assert parsed == (pattern.fullmatch(text) is not None), text


@given(st.text(alphabet='v=w/ "a()[]*123%xd-.;<>\n', max_size=40))
def test_any_text_is_a_grammar_or_refused(text: str) -> None:
    with contextlib.suppress(GrammarFault):
        pattern = to_pattern(text, "v")
        assert render(parse(pattern)) == pattern


def test_the_pattern_of_versions_is_derived_from_the_grammar_of_the_model(model: Model) -> None:
    version = model.protocol.version
    assert version.pattern == to_pattern(version.abnf, version.rule)
    assert model.scalar(version.scalar).author.pattern == version.pattern
    assert re.fullmatch(version.pattern, model.protocol.revision)
    assert re.fullmatch(version.pattern, model.protocol.revision + "\n") is None
