"""Patterns and expressions with one thing changed."""

from __future__ import annotations

import re
from dataclasses import fields, is_dataclass

import pytest

from cgp_toolkit.model import Model
from cgp_toolkit.mutation.expressions import places_of, renamed, spelt, variations
from cgp_toolkit.mutation.patterns import loosened, tightened
from cgp_toolkit.rules.syntax import parse

PATTERNS = ("[a-z]+", r"[^:\n]+:[^\n]+", "sha256:[0-9a-f]{64}", "a|bc|[0-9]{2,3}", r"(?:x[.\-])*y?", r"[^\n]*x[^\n]*")


def _shape(node: object) -> object:
    """A tree without the places of its parts."""
    if isinstance(node, tuple):
        return tuple(map(_shape, node))
    if is_dataclass(node):
        return (type(node), *(_shape(getattr(node, f.name)) for f in fields(node) if f.name != "offset"))
    return node


def test_every_rule_can_be_spelt_and_read_again(any_model: Model) -> None:
    for rule in any_model.rules.values():
        tree = parse(rule.check.text)
        assert _shape(parse(spelt(tree))) == _shape(tree), rule.name


def test_every_variation_is_an_expression_of_its_own() -> None:
    text = "a.b <= 3 && !has(a.c) || a.d in ['x', 'y']"
    found = [words for words, _ in variations(parse(text))]
    assert len(set(found)) == len(found)
    for words in found:
        assert _shape(parse(words)) != _shape(parse(text))
    assert "(((a.b < 3) && !(has(a.c))) || (a.d in ['x', 'y']))" in found
    assert "(((a.b <= 4) && !(has(a.c))) || (a.d in ['x', 'y']))" in found
    assert "(((a.b <= 3) && has(a.c)) || (a.d in ['x', 'y']))" in found
    assert "(((a.b <= 3) && !(has(a.c))) && (a.d in ['x', 'y']))" in found
    assert "(((a.b <= 3) && !(has(a.c))) || (a.d in ['y']))" in found


def test_members_are_renamed_where_it_is_asked_for() -> None:
    text = "a.id == b.id"
    assert places_of(text, "id") == 2
    assert renamed(text, "id", "key", (True, False)) == "(a.key == b.id)"
    assert renamed(text, "id", "key", (False, True)) == "(a.id == b.key)"


@pytest.mark.parametrize("pattern", PATTERNS)
def test_looser_and_tighter_patterns_are_patterns_and_others(pattern: str) -> None:
    found = [*loosened(pattern), *tightened(pattern)]
    assert found
    for other in found:
        re.compile(other)
        assert other != pattern


def test_a_looser_pattern_takes_what_the_pattern_takes_and_something_else() -> None:
    found = [*loosened("v[0-9]{2}")]
    assert all(re.fullmatch(other, "v42") for other in found)
    assert found == [r"[^\n]*v[0-9]{2}", r"v[0-9]{2}[^\n]*", "[vw][0-9]{2}", "v[0-9]{1,2}", "v[0-9]{2,3}", "v[0-9:]{2}"]


def test_a_tighter_pattern_leaves_something_out() -> None:
    assert [*tightened("v[0-9]+")] == ["v[0-9]{2,}", "v[0-9]{1}", "v[0-8]+"]
