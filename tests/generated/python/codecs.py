"""The codec of a model, whichever it is: the installed package of the real one, a fresh emission of the made-up one."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

import pytest

from cgp_toolkit.model import Model
from tests.generated.python.flavours import module, write_package


@dataclass(frozen=True)
class Codec:
    """A model with the modules that were generated from it."""

    model: Model
    package: str
    folder: Path

    def module(self, name: str) -> ModuleType:
        """A module of the package."""
        return module(self.package, name, self.folder)

    @property
    def ndjson(self) -> ModuleType:
        """The codec itself."""
        return self.module("ndjson")


@pytest.fixture(scope="module", params=["real", "reserved"])
def codec(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Codec:
    """Both codecs, one after the other."""
    model: Model = request.getfixturevalue("model" if request.param == "real" else "reserved_model")
    folder = tmp_path_factory.mktemp("codec")
    return Codec(model, write_package(model, folder), folder)
