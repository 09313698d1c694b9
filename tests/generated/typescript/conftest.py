"""The packages of both protocols."""

from __future__ import annotations

import pytest

from cgp_toolkit.model import Model
from tests.generated.typescript.building import Package, built


@pytest.fixture(scope="session")
def package(model: Model) -> Package:
    """The package of the real protocol."""
    return built(model)


@pytest.fixture(scope="session")
def reserved_package(reserved_model: Model) -> Package:
    """The package of the made-up protocol."""
    return built(reserved_model)


@pytest.fixture(params=["real", "reserved"])
def any_package(request: pytest.FixtureRequest) -> Package:
    """Both packages, one after the other."""
    found: Package = request.getfixturevalue("package" if request.param == "real" else "reserved_package")
    return found
