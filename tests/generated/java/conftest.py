"""Both packages, compiled once a session."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from cgp_toolkit.model import Model
from tests.generated.java.toolchain import Ask, Package, asking, compiled


@pytest.fixture(scope="session")
def java(model: Model) -> Package:
    """The package of the real protocol."""
    return compiled(model)


@pytest.fixture(scope="session")
def ask(java: Package) -> Iterator[Ask]:
    """A running testee of the real protocol."""
    with asking(java) as running:
        yield running


@pytest.fixture(scope="session")
def reserved_java(reserved_model: Model) -> Package:
    """The package of the made-up protocol."""
    return compiled(reserved_model)
