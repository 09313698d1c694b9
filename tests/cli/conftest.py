"""A copy of the made-up protocol, to be edited and generated from."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.conftest import RESERVED_SPEC


@pytest.fixture
def spec(tmp_path: Path) -> Path:
    """A model that a test may edit: ``spec/`` in an empty folder."""
    return Path(shutil.copytree(RESERVED_SPEC, tmp_path / "spec"))


@pytest.fixture
def out(spec: Path) -> Path:
    """Where ``cgp generate`` writes when it is not told otherwise."""
    return spec.parent / "generated"
