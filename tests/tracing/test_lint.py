"""What is said about who decides a requirement: a broken model for each finding, and one that only looks broken."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cgp_toolkit import lifecycle, rules, tracing
from cgp_toolkit.model.loading import inspect
from tests.model.fixture_models import over_base

FIXTURES = Path(__file__).parent / "fixtures"
FOLDERS = sorted(FIXTURES.iterdir())


def _findings(folder: Path, file: str) -> list[str]:
    model, found = inspect(over_base({file: (folder / file).read_text()}))
    assert model is not None
    assert [*found, *rules.inspect(model), *lifecycle.inspect(model)] == []
    return [str(finding) for finding in tracing.inspect(model)]


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda path: path.name)
def test_a_wrong_claim_is_told_at_the_very_word(folder: Path) -> None:
    expected = (folder / "expected.txt").read_text().splitlines()
    assert _findings(folder, "bad.yaml") == expected
    assert expected
    for line in expected:
        assert re.fullmatch(r"bad\.yaml:[0-9]+:[0-9]+: \S.*", line)
        assert line.endswith(f"[{folder.name}]")


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda path: path.name)
def test_what_only_looks_wrong_passes(folder: Path) -> None:
    assert _findings(folder, "good.yaml") == []


def test_every_rule_about_claims_has_a_fixture() -> None:
    assert [folder.name for folder in FOLDERS] == sorted(tracing.CATALOGUE)
