"""Texts of a model in Markdown: whatever they hold, a reader sees exactly that."""

from __future__ import annotations

import hypothesis.strategies as st
from hypothesis import example, given
from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from myst_parser.config.main import MdParserConfig
from myst_parser.parsers.mdit import create_md_parser

from cgp_toolkit.targets.docs.markdown import code, fence, plain, prose, sentence, table
from tests.site.reading import HOSTILE

TRICKY = st.text(
    st.sampled_from("a1 _*`[](){}<>#+-.!|~^$@:&;\"'\\/=%\n\ue000é") | st.characters(codec="utf-8"), max_size=40
)


def _shown(markdown: str, parser: MarkdownIt) -> str:
    """The text of a paragraph, if nothing in it is anything but text and code."""
    tokens = parser.parse(markdown)
    assert [token.type for token in tokens if token.type != "inline"] == ["paragraph_open", "paragraph_close"], markdown
    (inline,) = [token for token in tokens if token.type == "inline"]
    assert {child.type for child in inline.children or ()} <= {"text", "text_special", "code_inline"}, markdown
    return "".join(child.content for child in inline.children or ())


PARSERS = (
    MarkdownIt("gfm-like", {"linkify": False}),
    create_md_parser(MdParserConfig(enable_extensions={"attrs_block"}), RendererHTML),
)


def _clean(text: str) -> str:
    return " ".join(text.replace("\ue000", "").split())


@given(TRICKY)
@example("1. one")
@example("- item")
@example("# head")
@example("(target)=")
@example("+++")
@example("% comment")
@example("a\\")
@example("=")
def test_plain_text_is_shown_as_it_is(text: str) -> None:
    wanted = _clean(text)
    if wanted:
        for parser in PARSERS:
            assert _shown(plain(text), parser) == wanted.replace("\x00", "\ufffd")


@given(TRICKY)
def test_code_is_shown_as_it_is(text: str) -> None:
    if _clean(text):
        for parser in PARSERS:
            assert _shown(f"x{code(text)}", parser) == f"x{_clean(text)}".replace("\x00", "\ufffd")


@given(TRICKY)
def test_a_block_of_code_holds_exactly_its_text(text: str) -> None:
    text = text.replace("\r", "").replace("\x00", "").rstrip("\n")
    for parser in PARSERS:
        (token,) = parser.parse(fence(text, "json"))
        assert token.content.rstrip("\n") == text


@given(TRICKY)
def test_a_cell_stays_a_cell(text: str) -> None:
    for cell in (plain(text), code(text)):
        tokens = MarkdownIt("gfm-like", {"linkify": False}).parse(table(("a", "b"), [(cell, "end")]))
        assert sum(token.type == "td_open" for token in tokens) == 2


def test_code_spans_of_a_text_are_links_where_their_name_is_known() -> None:
    known = {"known": "types/Known.md"}
    assert sentence("A `known` and an `unknown` one.", known.get) == (
        "A [`known`](\ue000types/Known.md) and an `unknown` one."
    )
    assert prose("One.\n\nTwo\nlines.", known.get) == "One.\n\nTwo lines."


@given(TRICKY)
def test_a_sentence_is_text_and_code_whatever_it_holds(text: str) -> None:
    if _clean(text):
        for parser in PARSERS:
            shown = _shown(f"x {sentence(text, lambda name: None)}", parser)
            # Back quotes in pairs made code; every other character is still there.
            assert (
                shown.replace("`", "").split() == f"x {_clean(text)}".replace("`", "").replace("\x00", "\ufffd").split()
            )


def test_the_hostile_sentence_is_text_and_code() -> None:
    for parser in PARSERS:
        assert "<script>alert(1)</script>" in _shown(sentence(HOSTILE, lambda name: None), parser)
