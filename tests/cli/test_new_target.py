"""``cgp new-target``: what it lays out is installed for real, found by ``cgp``, and passes its own test."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from cgp_toolkit.scaffold import files, is_name
from tests.cli.running import cgp, environment
from tests.conftest import RESERVED_SPEC


@pytest.fixture(scope="module")
def laid_out(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a new package."""
    folder = tmp_path_factory.mktemp("new")
    run = cgp("new-target", "two-words", cwd=folder)
    assert run.returncode == 0, run.stderr
    assert "pip install -e" in run.stdout
    return folder / "cgp-target-two-words"


@pytest.fixture(scope="module")
def site(laid_out: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where pip has put it; its dependencies are in this environment."""
    folder = tmp_path_factory.mktemp("site")
    pip = [sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--no-build-isolation", "--target"]
    done = subprocess.run([*pip, str(folder), str(laid_out)], capture_output=True, text=True, env=environment())
    assert done.returncode == 0, done.stderr
    return folder


def test_cgp_writes_what_the_new_target_gives(site: Path, tmp_path: Path) -> None:
    env = {"PYTHONPATH": str(site)}
    run = cgp("generate", "--target", "two-words", "--spec", RESERVED_SPEC, "--out", tmp_path, env=env)
    assert run.returncode == 0, run.stderr
    assert "## Class" in (tmp_path / "two-words" / "types.md").read_text()
    check = cgp("check", "--target", "two-words", "--spec", RESERVED_SPEC, "--out", tmp_path, env=env)
    assert check.returncode == 0, check.stdout
    (tmp_path / "two-words" / "types.md").write_text("edited")
    check = cgp("check", "--target", "two-words", "--spec", RESERVED_SPEC, "--out", tmp_path, env=env)
    assert check.returncode == 1


def test_its_own_test_passes(site: Path, laid_out: Path) -> None:
    env = environment({"PYTHONPATH": os.pathsep.join([str(site), os.environ.get("PYTHONPATH", "")])})
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests"]
    run = subprocess.run(command, cwd=laid_out, capture_output=True, text=True, env=env)
    assert run.returncode == 0, run.stdout + run.stderr
    assert "5 passed" in run.stdout


def test_its_test_fails_where_the_target_is_not_pure(site: Path, laid_out: Path) -> None:
    module = site / "cgp_target_two_words" / "__init__.py"
    sound = module.read_text()
    module.write_text(sound.replace("title=model.protocol.title", "title=__import__('time').time_ns()"))
    env = environment({"PYTHONPATH": str(site)})
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests"]
    run = subprocess.run(command, cwd=laid_out, capture_output=True, text=True, env=env)
    module.write_text(sound)
    assert run.returncode == 1
    assert "test_the_same_model_gives_the_same_files" in run.stdout


def test_what_is_laid_out_is_clean(laid_out: Path) -> None:
    for command in (["check"], ["format", "--check"]):
        run = subprocess.run([sys.executable, "-m", "ruff", *command, str(laid_out)], capture_output=True, text=True)
        assert run.returncode == 0, run.stdout


def test_json_names_the_files(tmp_path: Path) -> None:
    run = cgp("new-target", "kt", "--out", tmp_path / "there", "--json")
    report = json.loads(run.stdout)
    assert report["files"] == list(files("kt"))
    assert all((tmp_path / "there" / path).is_file() for path in report["files"])


def test_nothing_is_written_over(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    run = cgp("new-target", "kt", "--out", tmp_path)
    assert run.returncode == 1
    assert "nothing was written" in run.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]


@pytest.mark.parametrize("name", ["Kotlin", "a_b", "", "-a", "a-", "../a", "a b", "é"])
def test_what_is_no_name_is_wrong_usage(name: str, tmp_path: Path) -> None:
    assert not is_name(name)
    run = cgp("new-target", "--", name, cwd=tmp_path)
    assert run.returncode == 2
    assert not list(tmp_path.iterdir())


def test_a_name_that_is_taken_is_wrong_usage(tmp_path: Path) -> None:
    run = cgp("new-target", "python", cwd=tmp_path)
    assert run.returncode == 2
    assert "already" in run.stderr
