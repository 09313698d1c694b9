"""Whatever stands in an expression: a finding inside of it or a typed expression, never anything else."""

from __future__ import annotations

import json

from hypothesis import example, given, settings
from hypothesis import strategies as st

from cgp_toolkit.model.rules import Phrase
from cgp_toolkit.model.source import Position
from cgp_toolkit.rules.checker import Checker
from cgp_toolkit.rules.kinds import Object
from cgp_toolkit.rules.problems import CATALOGUE, Problems
from cgp_toolkit.workspace import read_model
from tests.conftest import RESERVED_SPEC

MODEL = read_model(RESERVED_SPEC)
_WORDS = (
    *("this", ".", "class", "self", "func", "type", "range", "['hash-code']", "'hash-code'", "in", "has(", "size("),
    *("(", ")", "[", "]", ",", "!", "-", "+", "*", "==", "!=", "<", "&&", "||", "?", ":", "x", ".all(", ".map("),
    *("1", "007", "-0x1F", "1.5", "1e999", "9" * 40, "'self'", '"a"', "r'a'", "b'a'", "null", "true", "{", "//"),
    *("}", "\n", "Error", "Literal", ".return(", "sum(", "sizeof(", "family(", "part_number(", "sha256(", ".filter("),
)


def findings(text: str) -> tuple[bool, Problems]:
    """Whether an expression over a record of the made-up protocol is sound, and what is found."""
    problems = Problems()
    checker = Checker(MODEL, {"this": Object("None", envelope=False)}, problems)
    phrase = Phrase(text, Position("rules.yaml", 1, 1), json.dumps(text))
    return checker.check(phrase) is not None, problems


@settings(deadline=None)
@given(st.lists(st.sampled_from(_WORDS), max_size=15).map(" ".join) | st.text(max_size=20))
@example("007 == 7")
@example("1e999 > 1.0")
@example("9" * 5000 + " > 1")
@example("(" * 2000 + "true" + ")" * 2000)
@example("!" * 3000 + "true")
@example("[" * 2000 + "]" * 2000)
@example("true" + " && true" * 3000)
@example("'\ud800' == ''")
def test_an_expression_is_sound_or_has_a_finding(text: str) -> None:
    sound, problems = findings(text)
    assert sound == (len(problems) == 0)
    assert {problem.rule for problem in problems} <= set(CATALOGUE)
