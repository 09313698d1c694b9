"""Shared fixtures: the real model, the made-up one, and what to do when a toolchain is missing."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from cgp_toolkit.model import Model
from cgp_toolkit.workspace import read_model

ROOT = Path(__file__).parents[1]
SPEC = ROOT / "spec"
RESERVED_SPEC = ROOT / "tests" / "reserved" / "spec"


@pytest.fixture(scope="session")
def model() -> Model:
    """The model of the real protocol, checked."""
    return read_model(SPEC)


@pytest.fixture(scope="session")
def reserved_model() -> Model:
    """The model of the made-up protocol, all of whose names are reserved words somewhere."""
    return read_model(RESERVED_SPEC)


@pytest.fixture(params=["real", "reserved"])
def any_model(request: pytest.FixtureRequest, model: Model, reserved_model: Model) -> Model:
    """Both models, one after the other."""
    return model if request.param == "real" else reserved_model


def need(program: str) -> str:
    """The path of a toolchain's program; skips the test where it is missing, or fails if all must be there."""
    path = shutil.which(program)
    if path is None:
        message = f"{program} is not installed"
        if os.environ.get("CGP_ALL_TOOLCHAINS") == "1":
            pytest.fail(f"{message}, and CGP_ALL_TOOLCHAINS=1 asks for all toolchains")
        pytest.skip(message)
    return path
