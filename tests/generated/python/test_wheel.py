"""The distribution: its wheel builds, installs alone, and imports from outside of the repository."""

from __future__ import annotations

import shutil
import subprocess
import sys
import venv
import zipfile
from email import message_from_string
from importlib.metadata import distribution
from pathlib import Path

import pytest

from cgp_toolkit.model import Model
from tests.generated.python.flavours import write_package


def _run(*command: str, cwd: Path) -> str:
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(model: Model, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of the real package, built from a fresh emission."""
    folder = tmp_path_factory.mktemp("dist")
    write_package(model, folder)
    _run(sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", "out", ".", cwd=folder)
    (built,) = (folder / "out").glob("*.whl")
    return built


@pytest.fixture(scope="module")
def python(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The interpreter of a fresh environment that holds the wheel, msgspec and nothing else."""
    folder = tmp_path_factory.mktemp("fresh") / "environment"
    venv.create(folder, symlinks=True)
    python = folder / "bin" / "python"
    (site,) = (folder / "lib").glob("python*/site-packages")
    # msgspec comes from this environment, so that no network is needed.
    for file in distribution("msgspec").files or ():
        source = Path(str(file.locate()))
        if source.suffix != ".pyc" and ".." not in file.parts:
            (site / file).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(source, site / file)
    pip = (sys.executable, "-m", "pip", "--python", str(python), "--disable-pip-version-check")
    _run(*pip, "install", "--no-index", "--quiet", str(wheel), cwd=folder)
    _run(*pip, "check", cwd=folder)
    return python


def test_the_wheel_holds_the_package_and_its_marker(wheel: Path, model: Model) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    module = model.protocol.packages["python"].names["module"]
    assert f"{module}/py.typed" in names
    assert {name.partition("/")[0].partition("-")[0] for name in names} == {module}


def test_the_wheel_depends_on_msgspec_and_nothing_else(wheel: Path) -> None:
    archive = zipfile.ZipFile(wheel)
    (name,) = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
    metadata = message_from_string(archive.read(name).decode())
    plain = [text for text in metadata.get_all("Requires-Dist", []) if "extra ==" not in text]
    assert [text.partition("<")[0] for text in plain] == ["msgspec"]
    assert sorted(metadata.get_all("Provides-Extra", [])) == ["http", "pydantic"]


def test_the_installed_package_runs_its_own_example_outside_of_the_repository(
    python: Path, wheel: Path, tmp_path: Path
) -> None:
    readme = (wheel.parents[1] / "README.md").read_text()
    code = readme.split("```python\n")[1].split("```")[0]
    (tmp_path / "example.py").write_text(code + "import sys\nprint(sys.modules['cgp_wire'].__file__)\n")
    place = _run(str(python), "example.py", cwd=tmp_path).strip()
    assert Path(place).is_relative_to(python.parents[1])


def test_importing_the_package_brings_in_only_itself_msgspec_and_a_json_parser(python: Path, tmp_path: Path) -> None:
    code = "import msgspec, sys; before = set(sys.modules); import cgp_wire; print(*sorted(set(sys.modules) - before))"
    modules = _run(str(python), "-c", code, cwd=tmp_path).split()
    # The standard library's parser explains what msgspec only refuses.
    assert {name.partition(".")[0] for name in modules} <= {"cgp_wire", "json", "_json"}


def test_the_pydantic_flavour_says_what_it_misses(python: Path, tmp_path: Path) -> None:
    done = subprocess.run(
        [str(python), "-c", "import cgp_wire.pydantic"], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert "No module named 'pydantic'" in done.stderr
