"""The package around the modules: its files, its metadata, and that nothing but the model decides their text."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
import tomllib
from dataclasses import replace
from pathlib import Path

import pytest
from ruff import find_ruff_bin  # type: ignore[import-untyped]

from cgp_toolkit.model import Model, Verdict
from cgp_toolkit.targets.python import TARGET
from cgp_toolkit.targets.stamp import stamp
from tests.conftest import RESERVED_SPEC, ROOT


@pytest.fixture(scope="module")
def model_without_http(reserved_model: Model) -> Model:
    """A model without an HTTP binding."""
    return replace(reserved_model, http=None)


@pytest.fixture(scope="module", params=["model", "reserved_model", "model_without_http"])
def emitted(request: pytest.FixtureRequest) -> tuple[Model, dict[str, str]]:
    """A model and the files that the target makes of it."""
    model: Model = request.getfixturevalue(request.param)
    return model, dict(TARGET.emit(model))


def test_every_file_starts_with_the_stamp_and_ends_with_one_line_feed(emitted: tuple[Model, dict[str, str]]) -> None:
    model, files = emitted
    for name, text in files.items():
        assert stamp(model, "python") in text.partition("\n")[0], name
        assert text.endswith("\n"), name
        assert not text.endswith("\n\n"), name
        assert "\r" not in text, name


def test_a_distribution_has_all_it_takes(emitted: tuple[Model, dict[str, str]]) -> None:
    model, files = emitted
    package = model.protocol.packages["python"].names["module"]
    wanted = ("__init__.py", "py.typed", "types.py", "vocabularies.py", "pydantic.py", "_models.py")
    assert {"pyproject.toml", "README.md", *(f"{package}/{name}" for name in wanted)} <= set(files)


def test_msgspec_is_the_only_dependency(emitted: tuple[Model, dict[str, str]]) -> None:
    model, files = emitted
    project = tomllib.loads(files["pyproject.toml"])["project"]
    assert project["name"] == model.protocol.packages["python"].names["distribution"]
    assert [dependency.partition(">")[0] for dependency in project["dependencies"]] == ["msgspec"]
    assert set(project["optional-dependencies"]) == {"pydantic", *(["http"] if model.http is not None else [])}
    assert project["requires-python"] == ">=3.11"


def test_only_the_flavour_that_is_asked_for_imports_pydantic(emitted: tuple[Model, dict[str, str]]) -> None:
    _, files = emitted
    for name, text in files.items():
        if name.endswith(".py") and not name.endswith(("/pydantic.py", "/_models.py")):
            for node in ast.walk(ast.parse(text)):
                names = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
                names += [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
                assert not [n for n in names if n.split(".")[0] in {"pydantic", "typing_extensions"}], name


def test_the_package_offers_every_type_and_nothing_that_is_not_there(emitted: tuple[Model, dict[str, str]]) -> None:
    model, files = emitted
    package = model.protocol.packages["python"].names["module"]
    tree = ast.parse(files[f"{package}/__init__.py"])
    imports = [node for node in tree.body if isinstance(node, ast.ImportFrom)]
    constants = [ast.unparse(node.target) for node in tree.body if isinstance(node, ast.AnnAssign)]
    offered = next(ast.literal_eval(node.value) for node in tree.body if isinstance(node, ast.Assign))
    assert len(offered) == len(set(offered))
    assert {*offered, "annotations", "Final"} == {*constants, *(a.name for node in imports for a in node.names)}
    assert len(offered) > len(model.types) + len(model.envelopes)


def test_ruff_finds_every_module_formatted_and_its_imports_sorted_and_used(
    emitted: tuple[Model, dict[str, str]],
) -> None:
    model, files = emitted
    package = model.protocol.packages["python"].names["module"]
    common = ["--isolated", "--line-length", "120", "--target-version", "py311"]
    first_party = f'lint.isort.known-first-party=["{package}"]'
    for name, text in files.items():
        if name.endswith(".py"):
            for arguments in (
                ["format", "--check", *common],
                ["check", *common, "--config", first_party, "--select", "I,F"],
            ):
                command = [find_ruff_bin(), *arguments, "-"]
                done = subprocess.run(command, input=text, text=True, capture_output=True, check=False)
                assert done.returncode == 0, f"{name}: {done.stdout}{done.stderr}"


def test_the_readme_shows_the_first_valid_example(emitted: tuple[Model, dict[str, str]]) -> None:
    model, files = emitted
    first = next(e for e in model.examples.values() if e.verdict is Verdict.VALID and e.message is not None)
    code = files["README.md"].split("```python\n")[1].split("```")[0]
    ast.parse(code)
    assert first.message is not None
    for text in first.message.values():
        if isinstance(text, str) and text != first.message[model.protocol.tag]:
            assert text in code


def test_a_model_without_examples_has_a_readme_without_one(reserved_model: Model) -> None:
    files = TARGET.emit(replace(reserved_model, examples={}))
    assert "```python" not in files["README.md"]


_PRINT = """
import hashlib, sys
from pathlib import Path
from cgp_toolkit.targets.python import TARGET
from cgp_toolkit.workspace import read_model
files = TARGET.emit(read_model(Path(sys.argv[1])))
print(hashlib.sha256(repr(list(files.items())).encode()).hexdigest())
"""


def test_the_files_are_the_same_whatever_the_hash_seed_the_folder_and_its_settings(tmp_path: Path) -> None:
    seen = set()
    for seed in ("0", "1", "4242"):
        folder = tmp_path / seed
        folder.mkdir()
        (folder / "ruff.toml").write_text(f"line-length = {40 + int(seed) % 7}\n")
        (folder / "pyproject.toml").write_text("[tool.datamodel-codegen]\nsnake-case-field = true\n")
        environment = os.environ | {"PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT / "codegen")}
        command = [sys.executable, "-c", _PRINT, str(RESERVED_SPEC)]
        done = subprocess.run(command, cwd=folder, env=environment, text=True, capture_output=True, check=True)
        seen.add(done.stdout)
    assert len(seen) == 1
