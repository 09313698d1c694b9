"""Words and casings."""

from __future__ import annotations

import pytest

from cgp_toolkit.binding.words import camel, pascal, screaming, snake, words


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("frame_kind", ("frame", "kind")),
        ("FrameKind", ("frame", "kind")),
        ("x-frame/kind", ("x", "frame", "kind")),
        ("HTTPServer", ("http", "server")),
        ("sha256", ("sha256",)),
        ("U32", ("u32",)),
        ("as_of", ("as", "of")),
        ("2fa", ("2", "fa")),
        ("__", ()),
    ],
)
def test_names_of_any_casing_have_the_same_words(name: str, expected: tuple[str, ...]) -> None:
    assert words(name) == expected


def test_words_are_spelt_in_the_casing_that_is_asked_for() -> None:
    assert (pascal("token_cost"), camel("token_cost")) == ("TokenCost", "tokenCost")
    assert (snake("FrameKind"), screaming("FrameKind")) == ("frame_kind", "FRAME_KIND")


@pytest.mark.parametrize("spell", [pascal, camel, snake, screaming])
def test_a_name_without_words_is_spelt_as_nothing(spell: object) -> None:
    assert callable(spell)
    assert spell("--") == ""
