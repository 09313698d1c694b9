"""The portable subset of regular expressions: what is in it, what is not, and that engines agree on it."""

from __future__ import annotations

import json
import random
import re
import subprocess
import warnings

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cgp_toolkit.model import Model
from cgp_toolkit.model.pattern_tree import Characters, Choice, Node, Repeat, Sequence, characters, render
from cgp_toolkit.model.portable import PatternFault, parse
from tests.conftest import need

ASCII = st.sampled_from([*map(chr, range(0x20, 0x7F)), "\n", "\r", "\t"])
RANGES = st.tuples(ASCII, ASCII).map(lambda ends: (min(ends), max(ends)))
CLASSES = st.builds(Characters, st.lists(RANGES, min_size=1, max_size=3).map(tuple), st.booleans())
LEAVES = st.one_of(ASCII.map(lambda c: Characters(((c, c),))), CLASSES)
BOUNDS = st.sampled_from([(0, None), (1, None), (0, 1), (2, 2), (1, 3), (3, None), (0, 4)])


def _grow(nodes: st.SearchStrategy[Node]) -> st.SearchStrategy[Node]:
    plain = nodes.filter(lambda node: not isinstance(node, Sequence))
    options = nodes.filter(lambda node: not isinstance(node, Choice))
    return st.one_of(
        st.lists(plain, min_size=2, max_size=4).map(lambda items: Sequence(tuple(items))),
        st.lists(options, min_size=2, max_size=3).map(lambda items: Choice(tuple(items))),
        st.tuples(nodes, BOUNDS).map(lambda pair: Repeat(pair[0], *pair[1])),
    )


TREES = st.recursive(LEAVES, _grow, max_leaves=8)


def _fault(text: str) -> PatternFault | None:
    try:
        parse(text)
    except PatternFault as fault:
        return fault
    return None


def _is_portable(node: Node) -> bool:
    # Two neighbouring ranges may spell an operator such as `&&`.
    return _fault(render(node)) is None


PORTABLE = TREES.filter(_is_portable)


@given(PORTABLE)
def test_a_pattern_reads_back_as_what_was_written(node: Node) -> None:
    assert parse(render(node)) == node


@given(PORTABLE)
def test_python_compiles_every_portable_pattern_without_a_warning(node: Node) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        re.compile(render(node))


@given(CLASSES, st.characters(codec="utf-8"))
def test_a_class_matches_as_python_has_it(one: Characters, character: str) -> None:
    if _is_portable(one):
        assert one.match(character) == (re.fullmatch(render(one), character) is not None)


@given(PORTABLE)
def test_the_characters_of_a_pattern_are_all_found(node: Node) -> None:
    if not any(one.match("\n") for one in characters(node)):
        assert re.fullmatch(render(node), "\n") is None
        assert re.fullmatch(f"(?:{render(node)}){{1,3}}", "a\n") is None


@given(st.text(alphabet=st.sampled_from("ab\\[](){}|*+?^$.-,:=!<dwsbpnrt0129&~/é\n"), max_size=20))
def test_any_text_is_a_portable_pattern_or_a_fault_within_it(text: str) -> None:
    fault = _fault(text)
    if fault is None:
        re.compile(text)
    else:
        assert 0 <= fault.offset <= len(text)
        assert str(fault)


@given(st.text(max_size=200))
def test_no_text_breaks_the_parser(text: str) -> None:
    assert _fault(text) is not None or text.isascii()


@pytest.mark.parametrize(
    "pattern",
    ["a", "a/b", r"\.\*\+\?\(\)\[\]\{\}\|\^\$\\\/", r"[\-\]\[\^\\]", "[a-zA-Z0-9_]", r"[^\n\r\t]", "(?:a|b)c", "a|b|cd",
     "a*b+c?d{2}e{2,}f{2,3}", "(?:(?:ab)+|c)*", " ", r"\n", "#", "a-b", "[.]", "[a|b]", "[(?*+)]", "(?:a{10}){100}"],
)  # fmt: skip
def test_what_is_portable_is_read(pattern: str) -> None:
    re.compile(pattern)
    assert parse(render(parse(pattern))) == parse(pattern)


@pytest.mark.parametrize(
    ("pattern", "offset", "why"),
    [
        (r"a\d", 1, r"the escape '\d' is not portable"),
        (r"\w", 0, r"the escape '\w' is not portable"),
        (r"\s", 0, r"the escape '\s' is not portable"),
        (r"\bx", 0, r"the escape '\b' is not portable"),
        (r"\p{L}", 0, r"the escape '\p' is not portable"),
        (r"\1", 0, r"the escape '\1' is not portable"),
        (r"\x41", 0, r"the escape '\x' is not portable"),
        (r"\u0041", 0, r"the escape '\u' is not portable"),
        (r"\Z", 0, r"the escape '\Z' is not portable"),
        (r"\-", 0, r"the escape '\-' is not portable"),
        (r"[\d]", 1, r"the escape '\d' is not portable"),
        ("\\", 0, "the escape '\\' is not portable"),
        ("a.b", 1, "'.' means something else"),
        ("^a", 0, "no anchors"),
        ("a$", 1, "no anchors"),
        ("(a)", 0, "only '(?:'"),
        ("(?=a)", 0, "only '(?:'"),
        ("(?!a)", 0, "only '(?:'"),
        ("(?<=a)b", 0, "only '(?:'"),
        ("(?<n>a)", 0, "only '(?:'"),
        ("(?P<n>a)", 0, "only '(?:'"),
        ("(?i)a", 0, "only '(?:'"),
        ("(?>a)", 0, "only '(?:'"),
        ("a??", 2, "lazy and possessive"),
        ("a*?", 2, "lazy and possessive"),
        ("a++", 2, "lazy and possessive"),
        ("a{2}?", 4, "lazy and possessive"),
        ("a{2}{3}", 4, "lazy and possessive"),
        ("a{,3}", 1, "must begin {n}"),
        ("a{x}", 1, "must begin {n}"),
        ("{2}", 0, "follows nothing"),
        ("*a", 0, "follows nothing"),
        ("(?:+)", 3, "follows nothing"),
        ("a{3,2}", 1, "can't hold"),
        ("a{0}", 1, "can't hold"),
        ("a{1001}", 1, "more than 1000 repetitions"),
        ("(?:a{11}){100}", 9, "more than 1000 repetitions"),
        ("a}", 1, "closes nothing"),
        ("a]", 1, "closes nothing"),
        ("a)", 1, "closes nothing"),
        ("x(?:a", 1, "a group is not closed"),
        ("x[a", 1, "a class is not closed"),
        ("[]", 0, "a class is empty"),
        ("[^]", 0, "a class is empty"),
        ("[z-a]", 1, "goes backwards"),
        ("[a-]", 3, r"is written '\-'"),
        ("[-a]", 1, r"is written '\-'"),
        ("[a[]", 2, r"is written '\['"),
        ("[a^]", 2, r"is written '\^'"),
        ("[a&&b]", 2, "an operator"),
        ("[~~]", 1, "an operator"),
        ("[||]", 1, "an operator"),
        ("", 0, "empty"),
        ("a||b", 2, "empty"),
        ("(?:)", 3, "empty"),
        ("é", 0, "printable ASCII"),
        ("a\n", 1, "printable ASCII"),
        ("(?:" * 60 + "a" + ")" * 60, 153, "nested too deeply"),
    ],
)
def test_what_is_not_portable_is_refused_where_it_stands(pattern: str, offset: int, why: str) -> None:
    with pytest.raises(PatternFault, match=re.escape(why)) as caught:
        parse(pattern)
    assert caught.value.offset == offset


def _patterns(seed: int, count: int) -> list[str]:
    """Portable patterns, the same ones every time."""
    source, letters = random.Random(seed), "ab-/[]^.$\n\t \\{}|"
    found: list[str] = []

    def node(depth: int) -> Node:
        match source.randrange(6 if depth else 2):
            case 0:
                letter = source.choice(letters)
                return Characters(((letter, letter),))
            case 1:
                ends = [sorted(source.choices(letters, k=2)) for _ in range(source.randint(1, 3))]
                return Characters(tuple((low, high) for low, high in ends), source.random() < 0.4)
            case 2 | 3:
                return Sequence(tuple(node(depth - 1) for _ in range(source.randint(2, 3))))
            case 4:
                return Choice(tuple(node(depth - 1) for _ in range(2)))
            case _:
                return Repeat(node(depth - 1), *source.choice([(0, None), (1, None), (0, 1), (2, 2), (1, 2)]))

    while len(found) < count:
        one = node(3)
        if _is_portable(one):
            found.append(render(one))
    return found


_SCRIPT = """
const [patterns, texts] = JSON.parse(require("fs").readFileSync(0, "utf8"));
const answer = patterns.map((pattern) => {
  const full = new RegExp(`^(?:${pattern})$`, "u");
  return texts.map((text) => full.test(text));
});
process.stdout.write(JSON.stringify(answer));
"""


def test_ecmascript_matches_what_python_matches(model: Model) -> None:
    patterns = _patterns(7, 300)
    patterns += [scalar.author.pattern for scalar in model.scalars() if scalar.author.pattern is not None]
    source = random.Random(11)
    texts = [
        "",
        "\n",
        "a\n",
        "\r",
        "\u2028",
        "١",
        "é",
        "𝒳",
        *("".join(source.choices("ab-/[]^.$\n\t \\{}|é", k=n % 6)) for n in range(200)),
    ]
    run = subprocess.run(
        [need("node"), "-e", _SCRIPT], input=json.dumps([patterns, texts]), capture_output=True, text=True, check=True
    )
    answers: list[list[bool]] = json.loads(run.stdout)
    for pattern, answer in zip(patterns, answers, strict=True):
        compiled = re.compile(pattern)
        assert answer == [compiled.fullmatch(text) is not None for text in texts], pattern


def test_a_line_end_and_the_digits_of_other_scripts_pass_in_no_pattern_of_the_protocol(model: Model) -> None:
    checked = 0
    for scalar in model.scalars():
        pattern = scalar.author.pattern
        if pattern is not None:
            assert not any(one.match("\n") for one in characters(parse(pattern))), scalar.name
            assert re.fullmatch(pattern, "\n") is None
            checked += 1
    assert checked > 3
