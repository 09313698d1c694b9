"""The calendar, counted out, agrees with the standard library and with the rules' regular expression."""

from __future__ import annotations

import re
from datetime import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cgp_toolkit.oracle.instants import is_instant
from cgp_toolkit.rules.instants import INSTANT

_NUMBERS = st.tuples(
    st.integers(1, 9999),
    st.integers(0, 13),
    st.integers(0, 32),
    st.integers(0, 25),
    st.integers(0, 61),
    st.integers(0, 59),
)


@given(_NUMBERS)
def test_a_date_and_time_exists_if_the_standard_library_says_so(numbers: tuple[int, ...]) -> None:
    year, month, day, hour, minute, second = numbers
    text = f"{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z"
    try:
        datetime(year, month, day, hour, minute, second)
    except ValueError:
        assert not is_instant(text)
    else:
        assert is_instant(text)


@given(st.from_regex(r"[0-9]{4}-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-6][0-9]:[0-6][0-9](?:\.[0-9]+)?Z", fullmatch=True))
def test_it_agrees_with_the_regular_expression_of_the_rules(text: str) -> None:
    assert is_instant(text) == bool(re.fullmatch(INSTANT, text))


@pytest.mark.parametrize(
    ("text", "exists"),
    [
        ("2016-12-31T23:59:60Z", True),
        ("2016-12-31T23:59:60.999Z", True),
        ("2016-12-31T12:59:60Z", False),
        ("2016-12-31T23:59:61Z", False),
        ("2026-01-01T00:00:00", False),
        ("2026-01-01T00:00:00Z\n", False),
        ("٢٠٢٦-01-01T00:00:00Z", False),
    ],
)
def test_leap_seconds_and_forms(text: str, exists: bool) -> None:
    assert is_instant(text) is exists
