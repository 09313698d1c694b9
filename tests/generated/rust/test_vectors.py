"""The crates against the test vectors, and against the Python binding byte for byte."""

from __future__ import annotations

import json

import pytest

from cgp_toolkit.model import Json
from cgp_toolkit.targets.vectors import emit
from cgp_toolkit.wire.vectors import Status, run, suite_of
from cgp_toolkit.wire.vectors.suite import Vector
from tests.generated.python.flavours import module, write_package
from tests.generated.rust.crates import Asked, Crate, asked, crate

__all__ = ["asked", "crate"]


@pytest.fixture(scope="module")
def vectors(crate: Crate) -> tuple[Vector, ...]:
    """The vectors of the model."""
    return suite_of(emit(crate.model)).vectors


def test_the_crate_passes_every_vector(crate: Crate) -> None:
    suite = suite_of(emit(crate.model))
    failed = [
        (result.vector.id, result.differences)
        for result in run(suite, crate.testee)
        if result.status is not Status.PASSED
    ]
    assert failed == []


def test_the_crate_says_what_the_python_binding_says_byte_for_byte(
    crate: Crate, asked: Asked, vectors: tuple[Vector, ...], tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("python")
    testee = module(write_package(crate.model, folder), "testee", folder)
    for vector in vectors:
        request: dict[str, Json] = json.loads(json.dumps(vector.request()))
        expected = json.loads(json.dumps(testee.answer(request)))
        if vector.kind == "session":
            # Words that leave on their own are each language's; what has to be in them stands in the vector.
            continue
        assert _said(asked(request)) == _said(expected), vector.id


def _said(answer: dict[str, Json]) -> dict[str, Json]:
    """An answer without what may be left out."""
    return {name: value for name, value in answer.items() if value is not None}
