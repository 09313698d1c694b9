"""Every lint rule against its fixture: a broken model, and what is said about it, word for word."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cgp_toolkit.model.lint import RULES, Layer
from cgp_toolkit.model.loading import load
from tests.conftest import RESERVED_SPEC, SPEC
from tests.model.fixture_models import BASE, FIXTURES, findings, over_base, texts

FOLDERS = sorted(path for path in FIXTURES.iterdir() if path != BASE)
GOOD = [path for path in FOLDERS if (path / "good.yaml").exists()]


def _name(path: Path) -> str:
    return path.name


@pytest.mark.parametrize("folder", FOLDERS, ids=_name)
def test_a_broken_model_is_told_exactly_what_is_wrong_and_where(folder: Path) -> None:
    broken = {name: text for name, text in texts(folder).items() if name != "good.yaml"}
    expected = (folder / "expected.txt").read_text().splitlines()
    assert findings(over_base(broken)) == expected


@pytest.mark.parametrize("folder", FOLDERS, ids=_name)
def test_a_fixture_breaks_the_rule_that_it_is_named_after_and_no_other(folder: Path) -> None:
    lines = (folder / "expected.txt").read_text().splitlines()
    assert lines
    for line in lines:
        assert re.fullmatch(r"[a-z]+\.yaml:[0-9]+:[0-9]+: \S.* \[[a-z-]+\]", line), line
        assert line.endswith(f"[{folder.name}]")


@pytest.mark.parametrize("folder", GOOD, ids=_name)
def test_what_only_looks_broken_passes(folder: Path) -> None:
    assert findings(over_base({"good.yaml": texts(folder)["good.yaml"]})) == []


def test_every_rule_has_a_fixture_and_every_fixture_a_rule() -> None:
    assert [folder.name for folder in FOLDERS] == sorted(rule.name for rule in RULES)


def test_the_small_model_is_sound() -> None:
    assert findings(texts(BASE)) == []
    assert load(texts(BASE)).protocol.name == "parcels"


def test_rules_have_unique_ids_and_a_purpose_of_one_sentence() -> None:
    names = [rule.name for rule in RULES]
    assert len(set(names)) == len(names)
    for rule in RULES:
        assert re.fullmatch(r"[a-z]+(-[a-z]+)*", rule.name), rule.name
        assert re.fullmatch(r"[A-Z][^\n]{10,100}\.", rule.purpose), rule.name
        assert (rule.check is not None) == (rule.layer is Layer.MODEL), rule.name


def test_no_rule_of_the_lint_shares_its_id_with_a_fault() -> None:
    model = load(texts(BASE))
    assert not {rule.name for rule in RULES} & {fault.name for fault in model.lines.faults}


@pytest.mark.parametrize("spec", [SPEC, RESERVED_SPEC], ids=["real", "reserved"])
def test_our_own_models_have_no_findings(spec: Path) -> None:
    files = {path.relative_to(spec).as_posix(): path.read_text() for path in spec.rglob("*.yaml")}
    assert files
    assert findings(files) == []
