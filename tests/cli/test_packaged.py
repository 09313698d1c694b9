"""The wheel of the toolkit: it carries the model, so that lookups and validation work outside of the repository."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.cli.running import cgp, environment
from tests.conftest import ROOT, SPEC


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What an installation of the wheel puts into its environment; it comes before what this one was installed from."""
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    built = subprocess.run(command, capture_output=True, text=True, env=environment())
    assert built.returncode == 0, built.stdout + built.stderr
    (wheel,) = folder.glob("*.whl")
    zipfile.ZipFile(wheel).extractall(folder / "site")
    return folder / "site"


def test_the_wheel_carries_every_file_of_the_model(site: Path) -> None:
    packaged = site / "cgp_toolkit" / "_spec"
    there = {path.relative_to(packaged): path.read_bytes() for path in packaged.rglob("*.yaml")}
    assert there == {path.relative_to(SPEC): path.read_bytes() for path in SPEC.rglob("*.yaml")}


def test_lookups_and_validation_work_in_an_empty_folder(site: Path, tmp_path: Path) -> None:
    env = {"PYTHONPATH": str(site)}
    explained = cgp("explain", "H4", cwd=tmp_path, env=env)
    assert explained.stdout.startswith(f"H4  requirement  {site}/cgp_toolkit/_spec/requirements.yaml:")
    assert cgp("show", "envelopes", cwd=tmp_path, env=env).returncode == 0
    assert cgp("validate", "--strict", "-", cwd=tmp_path, env=env, stdin=b'{"type":"shutdown"}\n').returncode == 0
    assert cgp("validate", "-", cwd=tmp_path, env=env, stdin=b'{"type":1}\n').returncode == 1


def test_another_model_can_be_named(site: Path, tmp_path: Path, spec: Path) -> None:
    explained = cgp("explain", "R1", "--spec", spec, cwd=site, env={"PYTHONPATH": str(site)})
    assert explained.stdout.startswith(f"R1  requirement  {spec}/knowledge.yaml:")


def test_outputs_of_the_packaged_model_go_where_one_is(site: Path, tmp_path: Path) -> None:
    run = cgp("generate", "-t", "schemas", cwd=tmp_path, env={"PYTHONPATH": str(site)})
    assert run.returncode == 0, run.stderr
    assert (tmp_path / "generated" / "schemas" / "wire.schema.json").is_file()
    assert not (site / "cgp_toolkit" / "generated").exists()
