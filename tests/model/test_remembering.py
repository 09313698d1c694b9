"""What was asked last is not worked out again."""

from __future__ import annotations

import pytest

from cgp_toolkit.model.remembering import last


def test_the_same_object_is_answered_once_and_an_equal_one_anew() -> None:
    asked: list[list[int]] = []

    @last
    def length(numbers: list[int]) -> int:
        asked.append(numbers)
        return len(numbers)

    one, other = [1, 2], [1, 2]
    assert [length(one), length(one), length(other), length(one)] == [2, 2, 2, 2]
    assert [id(numbers) for numbers in asked] == [id(one), id(other), id(one)]


def test_all_that_is_asked_counts() -> None:
    @last
    def pair(one: list[int], other: list[int]) -> list[list[int]]:
        return [one, other]

    a, b = [1], [2]
    first = pair(a, b)
    assert pair(a, b) is first
    assert pair(b, a) == [b, a]


def test_an_error_is_not_remembered() -> None:
    answers = iter([ValueError("not yet"), 1])

    @last
    def late(of: object) -> object:
        found = next(answers)
        if isinstance(found, ValueError):
            raise found
        return found

    thing = object()
    with pytest.raises(ValueError, match="not yet"):
        late(thing)
    assert late(thing) == 1
