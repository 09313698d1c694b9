"""The Go module as its users see it: tests in Go itself, fuzzing, and the README's example."""

from __future__ import annotations

from pathlib import Path

from tests.generated.go.conftest import GoModule

_HERE = Path(__file__).parent


def _with_tests(module: GoModule) -> None:
    for path in _HERE.glob("*_test.go"):
        (module.folder / path.name).write_text(path.read_text())


def test_the_tests_in_go_pass(real_go: GoModule) -> None:
    _with_tests(real_go)
    assert "ok" in real_go.go("test", "-count=1", ".")


def test_nothing_that_a_fuzzer_tries_brings_it_down(real_go: GoModule) -> None:
    _with_tests(real_go)
    real_go.go("test", "-run=^$", "-fuzz=FuzzDecode", "-fuzztime=3000x", "-parallel=2", ".")


def test_the_example_of_the_readme_runs(go_module: GoModule) -> None:
    program = (go_module.folder / "cmd" / "example" / "main.go").read_text().partition("\n")[2]
    assert program in (go_module.folder / "README.md").read_text()
    assert go_module.go("run", "./cmd/example").startswith("read: ")
