"""Where a model is looked for, and how it is read."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from cgp_toolkit.model import Position
from cgp_toolkit.model.diagnostics import ModelError
from cgp_toolkit.workspace import (
    PACKAGED_SPEC,
    WorkspaceError,
    default_out,
    find_spec,
    inspect_model,
    lint_rules,
    read_model,
    read_spec,
    shown,
)
from tests.conftest import RESERVED_SPEC


@pytest.fixture
def spec(tmp_path: Path) -> Path:
    return Path(shutil.copytree(RESERVED_SPEC, tmp_path / "spec"))


def test_a_model_is_found_here_or_in_a_folder_above(spec: Path) -> None:
    deep = spec.parent / "a" / "b"
    deep.mkdir(parents=True)
    assert find_spec(deep) == find_spec(spec.parent) == spec


def test_without_one_the_packaged_model_is_used_and_outputs_go_to_where_one_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert find_spec(Path("/")) == PACKAGED_SPEC
    assert default_out(PACKAGED_SPEC) == tmp_path / "generated"


def test_outputs_go_beside_the_model(spec: Path) -> None:
    assert default_out(spec) == spec.parent / "generated"


def test_files_in_folders_below_count_and_what_editors_hide_does_not(spec: Path) -> None:
    (spec / "deep").mkdir()
    (spec / "deep" / "more.yml").write_text("a: 1")
    (spec / ".#types.yaml").symlink_to("nowhere")
    (spec / "notes.txt").write_text("x")
    files = read_spec(spec)
    assert files["spec/deep/more.yml"] == "a: 1"
    assert {name.rsplit(".", 1)[1] for name in files} == {"yaml", "yml"}
    assert not [name for name in files if "/." in name]


def test_a_file_that_cannot_be_read_is_named(spec: Path) -> None:
    (spec / "gone.yaml").symlink_to("nowhere")
    with pytest.raises(WorkspaceError, match=r"gone\.yaml can't be read: No such file or directory"):
        read_spec(spec)


def test_an_unsound_model_is_an_error_with_every_finding(spec: Path) -> None:
    path = spec / "types.yaml"
    path.write_text(path.read_text().replace("{type: int,", "{type: nowhere,"))
    _, found = inspect_model(spec)
    with pytest.raises(ModelError) as error:
        read_model(spec)
    assert error.value.diagnostics == found
    assert "unknown-reference" in {diagnostic.rule for diagnostic in found}


def test_every_rule_that_a_finding_names_is_in_the_catalogue(spec: Path) -> None:
    (spec / "types.yaml").write_text("types: {A: {members: {a: {type: B}}}}\nb: 1\n")
    _, found = inspect_model(spec)
    assert found
    assert {diagnostic.rule for diagnostic in found} <= {rule.name for rule in lint_rules()}


def test_the_catalogue_names_each_rule_once_and_says_what_it_is_for() -> None:
    rules = lint_rules()
    assert len({rule.name for rule in rules}) == len(rules)
    assert all(rule.purpose.endswith(".") for rule in rules)


def test_places_are_named_from_where_one_is(spec: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place = Position("spec/types.yaml", 3, 4)
    monkeypatch.chdir(spec.parent)
    assert str(shown(place, spec)) == "spec/types.yaml:3:4"
    monkeypatch.chdir(spec)
    assert str(shown(place, spec)) == "types.yaml:3:4"
    monkeypatch.chdir("/")
    assert str(shown(place, Path(spec))) == f"{str(spec)[1:]}/types.yaml:3:4"
