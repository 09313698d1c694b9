"""What is wrong with rules: pairs of a small model and the findings, each at its very character."""

from __future__ import annotations

from pathlib import Path

import pytest

from cgp_toolkit import rules
from cgp_toolkit.model.loading import inspect
from cgp_toolkit.rules.problems import CATALOGUE

FIXTURES = Path(__file__).parent / "fixtures"
BASE = Path(__file__).parents[1] / "model" / "fixtures" / "base"


def findings(path: Path) -> str:
    """The findings about the rules in ``path``, on top of a sound model."""
    files = {file.name: file.read_text() for file in BASE.glob("*.yaml")}
    files[path.name] = path.read_text()
    model, found = inspect(files)
    assert model is not None
    assert not found
    return "".join(f"{finding}\n" for finding in rules.inspect(model))


@pytest.mark.parametrize("path", sorted(FIXTURES.glob("*.yaml")), ids=lambda path: path.stem)
def test_findings_are_those_expected_at_the_very_character(path: Path) -> None:
    assert findings(path) == path.with_suffix(".txt").read_text()


@pytest.mark.parametrize("path", sorted(FIXTURES.glob("*.yaml")), ids=lambda path: path.stem)
def test_a_fixture_shows_its_rule_and_no_other(path: Path) -> None:
    shown = {line.rsplit("[", 1)[-1].rstrip("]") for line in path.with_suffix(".txt").read_text().splitlines()}
    assert shown == {path.stem}


def test_every_rule_about_rules_has_a_fixture() -> None:
    assert {path.stem for path in FIXTURES.glob("*.yaml")} == {*CATALOGUE, "unknown-reference"}
