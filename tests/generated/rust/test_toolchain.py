"""The crates as a Rust developer gets them: formatted, without a warning, documented, with an example that runs."""

from __future__ import annotations

import pytest

from tests.conftest import need
from tests.generated.rust.crates import Crate, crate

__all__ = ["crate"]


def test_the_sources_are_as_rustfmt_lays_them_out(crate: Crate) -> None:
    need("rustfmt")
    found = crate.cargo("fmt", "--check")
    assert found.returncode == 0, found.stdout


def test_a_source_that_is_laid_out_otherwise_is_noticed(crate: Crate) -> None:
    need("rustfmt")
    path = crate.folder / "src" / "tokens.rs"
    text = path.read_text()
    path.write_text(text.replace("pub fn ", "pub  fn "))
    try:
        assert crate.cargo("fmt", "--check").returncode == 1
    finally:
        path.write_text(text)


def test_clippy_has_nothing_to_say(crate: Crate) -> None:
    need("cargo-clippy")
    found = crate.cargo("clippy", "--quiet", "--all-targets", "--", "-D", "warnings")
    assert found.returncode == 0, found.stderr


def test_everything_public_is_documented_and_every_link_leads_somewhere(crate: Crate) -> None:
    found = crate.cargo("doc", "--quiet", "--no-deps", RUSTDOCFLAGS="-D warnings -D missing-docs")
    assert found.returncode == 0, found.stderr


def test_the_examples_of_the_readme_and_of_the_documentation_run(crate: Crate) -> None:
    found = crate.cargo("test", "--quiet", "--doc")
    assert found.returncode == 0, found.stdout + found.stderr
    assert "2 passed" in found.stdout


def test_what_the_crate_depends_on_is_pinned(crate: Crate) -> None:
    manifest = (crate.folder / "Cargo.toml").read_text()
    _, _, dependencies = manifest.partition("[dependencies]\n")
    versions = [line for line in dependencies.splitlines() if line]
    assert versions
    assert all('"=' in line for line in versions)


@pytest.mark.parametrize("word", ["unsafe ", "todo!", "unimplemented!", ".unwrap()", "panic!"])
def test_no_source_takes_the_easy_way_out(crate: Crate, word: str) -> None:
    for path in sorted((crate.folder / "src").rglob("*.rs")):
        assert word not in path.read_text(), path
