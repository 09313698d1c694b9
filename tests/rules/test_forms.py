"""Forms: the calendar as a regular expression, and patterns that need none."""

from __future__ import annotations

import re
from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cgp_toolkit.rules.instants import INSTANT, SHAPE
from cgp_toolkit.rules.shapes import Something, something

is_instant = re.compile(INSTANT).fullmatch
has_shape = re.compile(SHAPE).fullmatch


def test_every_day_of_four_centuries_is_an_instant_and_no_other_is() -> None:
    day, days = date(1999, 1, 1), set()
    while day.year < 2402:
        days.add(day.isoformat())
        day += timedelta(days=1)
    for year in range(1999, 2402):
        for month in range(14):
            for number in range(33):
                text = f"{year:04}-{month:02}-{number:02}"
                assert bool(is_instant(f"{text}T00:00:00Z")) == (text in days), text


def test_every_second_of_a_day_is_an_instant_and_no_other_is() -> None:
    for hour in range(26):
        for minute in range(62):
            for second in range(62):
                text = f"2026-06-30T{hour:02}:{minute:02}:{second:02}Z"
                real = hour < 24 and minute < 60 and (second < 60 or (hour, minute, second) == (23, 59, 60))
                assert bool(is_instant(text)) == real, text


@pytest.mark.parametrize(
    "text",
    [
        "2026-06-30T00:00:00Z\n",
        "2026-06-30T00:00:00.Z",
        "2026-06-30t00:00:00Z",
        "2026-06-30T00:00:00+00:00",
        "２０２６-06-30T00:00:00Z",
        "26-06-30T00:00:00Z",
        "",
    ],
)
def test_nothing_else_is_an_instant(text: str) -> None:
    assert not is_instant(text)


@given(st.from_regex(INSTANT, fullmatch=True))
def test_every_instant_has_the_shape_of_a_timestamp(text: str) -> None:
    assert has_shape(text)


@pytest.mark.parametrize(
    ("pattern", "meaning"),
    [
        (r"[^\n]*[^\n\t\r ][^\n]*", Something("\n", "\n\t\r ")),
        ("[^a]*[^ab][^a]*", Something("a", "ab")),
        (r"[^\n]*[^\t][^\n]*", None),
        (r"[^\n]+[^\n\t][^\n]*", None),
        ("[^a-z]*[^a-z ][^a-z]*", None),
        ("[a-z]+", None),
    ],
)
def test_a_pattern_that_only_asks_for_something_is_told_from_others(pattern: str, meaning: Something | None) -> None:
    assert something(pattern) == meaning


@given(st.text(alphabet=" \t\r\n\u00a0\u2028ab"))
def test_asking_for_something_is_a_full_match(text: str) -> None:
    pattern = r"[^\n]*[^\n\t\r ][^\n]*"
    asked = something(pattern)
    assert asked is not None
    found = not any(character in text for character in asked.never) and bool(text.strip(asked.blank))
    assert found == bool(re.fullmatch(pattern, text))
