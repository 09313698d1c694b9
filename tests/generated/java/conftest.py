"""Both packages, compiled once a session."""

from __future__ import annotations

import pytest

from cgp_toolkit.model import Model
from tests.generated.java.toolchain import Package, compiled


@pytest.fixture(scope="session")
def java(model: Model) -> Package:
    """The package of the real protocol."""
    return compiled(model)


@pytest.fixture(scope="session")
def reserved_java(reserved_model: Model) -> Package:
    """The package of the made-up protocol."""
    return compiled(reserved_model)
