"""Texts that a pattern matches, and texts close by that it does not."""

from __future__ import annotations

import re

import pytest

from cgp_toolkit.model import Base, Model
from cgp_toolkit.targets.vectors.material.instances import texts
from cgp_toolkit.targets.vectors.material.texts import matching, misfits, near

PATTERNS = ("[a-z]+", r"[^:\n]+:[^\n]+", "sha256:[0-9a-f]{64}", "a|bc|[0-9]{2,3}", r"(?:x[.\-])*y?", r"\$\{[A-Z]\}")


@pytest.mark.parametrize("pattern", PATTERNS)
def test_every_text_is_matched_from_end_to_end(pattern: str) -> None:
    found = matching(pattern)
    assert found
    assert all(re.fullmatch(pattern, text) for text in found)
    assert len(set(found)) == len(found)


def test_lengths_are_kept() -> None:
    assert all(len(text) >= 5 for text in matching("[a-z]+", 5))
    assert all(len(text) <= 2 for text in matching("[a-z]+", 0, 2))
    assert matching("[a-z]{3}", 0, 2) == ()


@pytest.mark.parametrize("pattern", PATTERNS)
def test_no_misfit_is_matched_from_end_to_end(pattern: str) -> None:
    found = dict(misfits(matching(pattern)[0], pattern))
    assert found
    assert not any(re.fullmatch(pattern, text) for text in found.values())


def test_a_trailing_line_feed_and_the_digits_of_another_script_are_among_the_misfits() -> None:
    found = dict(misfits("v1.0", r"v[0-9]+\.[0-9]+"))
    assert found["has a line feed at its end"] == "v1.0\n"
    assert found["has digits of another script"] == "v١.٠"


def test_misfits_keep_to_the_lengths_that_readers_allow() -> None:
    assert all(3 <= len(text) <= 4 for _, text in misfits("abc", "[a-z]{3}", 3, 4))


@pytest.mark.parametrize("pattern", PATTERNS)
def test_texts_on_both_sides_of_a_border_are_near_to_it(pattern: str) -> None:
    found = near(pattern)
    assert len(set(found)) == len(found)
    assert {re.fullmatch(pattern, text) is not None for text in found} == {True, False}


def test_each_part_of_a_pattern_is_shown_at_its_ends_and_just_beyond() -> None:
    assert near(r"v[0-9]{2,3}(?:-b)?") == (
        "v11-b",
        "w11-b",
        "v1-b",
        "v111-b",
        "v1111-b",
        "v01-b",
        "v91-b",
        "v:1-b",
        "v11",
        "v11-b-b",
        "v11.b",
        "wv11-b",
        "v11-bw",
        "cv11-b",
        "v11-bc",
    )


def test_authors_may_write_every_text_of_a_scalar(any_model: Model) -> None:
    asked = 0
    for scalar in any_model.scalars():
        if scalar.base is not Base.STRING:
            continue
        for text in texts(scalar):
            asked += 1
            assert (scalar.author.min_length or 0) <= len(text) <= (scalar.author.max_length or len(text))
            assert scalar.author.pattern is None or re.fullmatch(scalar.author.pattern, text)
    assert asked
