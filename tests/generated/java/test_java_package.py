"""The package as its users meet it: it compiles without a warning, its README is true, Maven builds it."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from tests.conftest import need
from tests.generated.java.toolchain import LINT, Package, run


def _example(package: Package) -> str:
    found = re.search(r"```java\n(.*?)```", (package.sources / "README.md").read_text(), re.DOTALL)
    assert found is not None
    return found[1]


def test_both_packages_compile_without_a_warning(java: Package, reserved_java: Package) -> None:
    # Compiling them has had every warning as an error.
    assert list(java.classes.rglob("module-info.class"))
    assert list(reserved_java.classes.rglob("module-info.class"))


def test_a_missing_comment_would_be_a_failure(java: Package, tmp_path: Path) -> None:
    (tmp_path / "Bare.java").write_text("public class Bare {}\n")
    with pytest.raises(pytest.fail.Exception, match="no comment"):
        run(need("javac"), *LINT, "-d", str(tmp_path), str(tmp_path / "Bare.java"))


def test_the_example_of_the_readme_runs(java: Package, tmp_path: Path) -> None:
    (tmp_path / "Example.java").write_text(_example(java))
    assert run(need("java"), "-cp", java.path, str(tmp_path / "Example.java")) == "true\n"


def test_the_example_of_the_made_up_protocol_runs(reserved_java: Package, tmp_path: Path) -> None:
    (tmp_path / "Example.java").write_text(_example(reserved_java))
    assert run(need("java"), "-cp", reserved_java.path, str(tmp_path / "Example.java")) == "true\n"


def test_no_line_is_longer_than_a_screen_is_wide(java: Package) -> None:
    long = [
        f"{path.name}: {line}"
        for path in java.sources.rglob("*.java")
        for line in path.read_text().splitlines()
        if len(line) > 120 and "Pattern.compile" not in line
    ]
    assert long == []


def test_maven_packages_it(java: Package, tmp_path: Path) -> None:
    folder = tmp_path / "package"
    shutil.copytree(java.sources, folder)
    run(need("mvn"), "-q", "-B", "package", folder=folder)
    assert list((folder / "target").glob("*.jar"))
