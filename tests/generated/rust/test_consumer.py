"""The crate in the hands of a program that uses all of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.generated.rust.crates import Crate, crate

__all__ = ["crate"]

_PROGRAM = Path(__file__).with_name("consumer.rs")


# The program speaks the real protocol.
@pytest.mark.parametrize("crate", ["real"], indirect=True)
def test_a_program_can_do_with_it_what_it_is_for(crate: Crate) -> None:
    path = crate.folder / "tests" / "consumer.rs"
    text = _PROGRAM.read_text()
    if not path.exists() or path.read_text() != text:
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    found = crate.cargo("test", "--quiet", "--test", "consumer")
    assert found.returncode == 0, found.stdout + found.stderr
