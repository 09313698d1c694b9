"""The Java binding answers every vector as the vectors say, and to the byte as the Python binding does."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cgp_toolkit.model import Model
from cgp_toolkit.targets.vectors import emit
from cgp_toolkit.wire.vectors import Status, Suite, read_folder, run
from cgp_wire import testee
from tests.conftest import ROOT
from tests.generated.java.toolchain import Ask, Package, without_nulls

VECTORS = ROOT / "generated" / "vectors"
KINDS = ("message", "framing", "exchange", "session", "vocabulary", "jsonrpc")


@pytest.fixture(scope="module")
def suite() -> Suite:
    return read_folder(VECTORS).chosen(kinds=KINDS)


def test_all_vectors_pass(java: Package, suite: Suite) -> None:
    failed = [f"{r.vector.id}: {r.differences}" for r in run(suite, java.testee) if r.status is not Status.PASSED]
    assert failed == []


def test_every_answer_is_that_of_the_python_binding_to_the_byte(ask: Ask, suite: Suite) -> None:
    different = [
        vector.id
        for vector in suite.vectors
        if ask(vector.request()) != without_nulls(testee.answer(json.loads(json.dumps(vector.request()))))
    ]
    assert different == []


def test_a_wrong_answer_is_noticed(ask: Ask, suite: Suite) -> None:
    vector = suite.vectors[0]
    assert ask({**vector.request(), "bytes": "{}"}) != without_nulls(testee.answer(vector.request()))


def test_the_made_up_protocol_passes_all_of_its_vectors(
    reserved_java: Package, reserved_model: Model, tmp_path: Path
) -> None:
    for name, text in emit(reserved_model).items():
        (tmp_path / name).write_text(text)
    suite = read_folder(tmp_path).chosen(kinds=KINDS)
    failed = [
        f"{r.vector.id}: {r.differences}" for r in run(suite, reserved_java.testee) if r.status is not Status.PASSED
    ]
    assert failed == []
