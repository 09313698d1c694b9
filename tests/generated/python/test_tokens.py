"""Budget tokens: bytes of UTF-8, not characters, rounded up."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cgp_wire.tokens import budget_tokens


@pytest.mark.parametrize(
    ("text", "cost"),
    [
        *((None, 0), ("", 0), ("a", 1), ("abcd", 1), ("abcde", 2), ("x" * 1_000_001, 250_001)),
        *(("é", 1), ("ééé", 2), ("€€", 2), ("😀", 1), ("😀a", 2), ("\0" * 8, 2)),
    ],
)
def test_a_text_costs_its_bytes_by_four_rounded_up(text: str | None, cost: int) -> None:
    assert budget_tokens(text) == cost


@given(st.text(st.characters(codec="utf-8")))
def test_the_cost_is_that_of_the_encoded_bytes(text: str) -> None:
    size = len(text.encode())
    assert budget_tokens(text) == size // 4 + (size % 4 > 0)


def test_half_a_surrogate_pair_has_no_cost() -> None:
    with pytest.raises(ValueError, match="half a surrogate pair") as caught:
        budget_tokens("secret\ud83d")
    assert "secret" not in str(caught.value)
    assert caught.value.__cause__ is None
