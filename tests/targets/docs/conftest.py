"""A model with as little as a model can have."""

from __future__ import annotations

import pytest

from cgp_toolkit.model import Model
from cgp_toolkit.model.loading import load
from tests.model.fixture_models import BASE, texts


@pytest.fixture(scope="session")
def small_model() -> Model:
    """The small model of the lint tests: no session, no rules, no JSON-RPC, no prose."""
    return load(texts(BASE))
