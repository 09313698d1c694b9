"""CEL as rules use it: how tightly operators bind, where nodes stand, and what is not offered."""

from __future__ import annotations

from pathlib import Path

import lark
import pytest
from celpy.celparser import CELParser
from lark import Tree
from lark.parsers import lalr_parser

from cgp_toolkit.model import Model
from cgp_toolkit.rules import syntax
from cgp_toolkit.rules.syntax import (
    Binary,
    Call,
    Identifier,
    Listing,
    Literal,
    Select,
    Syntax,
    SyntaxFault,
    Ternary,
    Unary,
    parse,
)


def shape(node: Syntax) -> str:
    """A tree with all its brackets."""
    match node:
        case Literal():
            return repr(node.value)
        case Identifier():
            return node.name
        case Select():
            return f"{shape(node.operand)}.{node.name}"
        case Call():
            target = f"{shape(node.target)}." if node.target is not None else ""
            return f"{target}{node.function}({', '.join(map(shape, node.arguments))})"
        case Unary():
            return f"({node.operator}{shape(node.operand)})"
        case Binary():
            return f"({shape(node.left)} {node.operator} {shape(node.right)})"
        case Ternary():
            return f"({shape(node.test)} ? {shape(node.then)} : {shape(node.otherwise)})"
        case Listing():
            return f"[{', '.join(map(shape, node.items))}]"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a || b && c", "(a || (b && c))"),
        ("a && b || c && d", "((a && b) || (c && d))"),
        ("a || b || c", "((a || b) || c)"),
        ("!a && b", "((!a) && b)"),
        ("!!a", "(!(!a))"),
        ("a ? b : c ? d : e", "(a ? b : (c ? d : e))"),
        ("a == b + 1", "(a == (b + 1))"),
        ("a - b - c", "((a - b) - c)"),
        ("a in b && c", "((a in b) && c)"),
        ("!(a == b)", "(!(a == b))"),
        ("a.b.c == 'x'", "(a.b.c == 'x')"),
        ("a['b-c'].d", "a.b-c.d"),
        ("a.all(x, x.y < 1.5)", "a.all(x, (x.y < 1.5))"),
        ("f(a, [1, 'b', true])", "f(a, [1, 'b', True])"),
        ("[]", "[]"),
        ("a == -1", "(a == -1)"),
        ('a == "it\'s"', '(a == "it\'s")'),
        ("a // a comment\n && b", "(a && b)"),
    ],
)
def test_operators_bind_as_cel_says(text: str, expected: str) -> None:
    assert shape(parse(text)) == expected


def test_nodes_know_where_their_names_stand() -> None:
    node = parse("ab.cd == ef(gh)")
    assert isinstance(node, Binary)
    assert isinstance(node.left, Select)
    assert isinstance(node.right, Call)
    assert (node.offset, node.left.offset, node.left.operand.offset, node.right.offset) == (0, 3, 0, 9)
    assert node.right.arguments[0].offset == 12


@pytest.mark.parametrize(
    ("text", "offset", "feature"),
    [
        ("", 0, False),
        ("a &&", 4, False),
        ("a ) b", 2, False),
        ("a * 2", 0, True),
        ("a % 2", 0, True),
        ("a[0]", 2, True),
        ("{'a': 1}", 0, True),
        ("a == null", 5, True),
        ("a == b'x'", 5, True),
        ("a == r'x'", 5, True),
        ("a == 1u", 5, True),
        (".a", 0, True),
        ("T{a: 1}", 0, True),
    ],
)
def test_what_rules_can_not_use_is_refused_at_its_place(text: str, offset: int, feature: bool) -> None:
    with pytest.raises(SyntaxFault) as caught:
        parse(text)
    assert (caught.value.offset, caught.value.feature) == (offset, feature)


def test_the_parser_is_cel_pythons_own(any_model: Model) -> None:
    theirs = CELParser()
    texts = [rule.check.text for rule in any_model.rules.values()]
    assert texts
    for text in texts:
        ours = syntax.parser().parse(text)
        assert isinstance(ours, Tree)
        assert ours.pretty() == theirs.parse(text).pretty()


@pytest.fixture
def tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file of the grammar's tables, kept where nothing has been kept so far."""
    monkeypatch.setattr(syntax, "keep", lambda kind: tmp_path)
    syntax.parser.__wrapped__()
    (file,) = tmp_path.iterdir()
    return file


def _tells(parser: lark.Lark, text: str) -> str:
    """What a parser makes of a text."""
    try:
        return parser.parse(text).pretty()
    except lark.UnexpectedInput as error:
        return f"{type(error).__name__} at {error.pos_in_stream}"


def test_kept_tables_parse_like_new_ones(tables: Path, any_model: Model, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lalr_parser, "LALR_Analyzer", None)  # Nothing can be analysed any more.
    kept = syntax.parser.__wrapped__()
    texts = [rule.check.text for rule in any_model.rules.values()] + ["", "a &&", "a ) b", "a[0]", "T{a: 1}", "a b"]
    assert [_tells(kept, text) for text in texts] == [_tells(syntax.parser(), text) for text in texts]


@pytest.mark.parametrize("share", [0, 0.5, 0.99])
def test_spoilt_tables_are_made_anew(
    tables: Path, share: float, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    whole = tables.read_bytes()
    tables.write_bytes(whole[: int(len(whole) * share)])
    assert _tells(syntax.parser.__wrapped__(), "a && b") == _tells(syntax.parser(), "a && b")
    monkeypatch.setattr(lalr_parser, "LALR_Analyzer", None)
    assert _tells(syntax.parser.__wrapped__(), "a && b") == _tells(syntax.parser(), "a && b")
    assert capfd.readouterr() == ("", "")


def test_where_nothing_can_be_kept_the_parser_is_made_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(syntax, "keep", lambda kind: tmp_path / "missing")
    assert _tells(syntax.parser.__wrapped__(), "a && b") == _tells(syntax.parser(), "a && b")
    assert capfd.readouterr() == ("", "")
