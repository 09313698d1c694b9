"""The Go module against the test vectors, and against the Python binding, byte for byte."""

from __future__ import annotations

import base64
import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cgp_toolkit.model import Json
from cgp_toolkit.targets.vectors import emit as vectors
from cgp_toolkit.wire.vectors import Command, Suite, run, suite_of
from cgp_toolkit.wire.vectors.child import Child
from tests.generated.go.conftest import GoModule
from tests.generated.python.flavours import module, write_package
from tests.generated.strategies import authored, damaged, readable, with_unknowns

MANY = settings(max_examples=80, suppress_health_check=list(HealthCheck), deadline=None)
Ask = Callable[[dict[str, object]], Json]


@pytest.fixture(scope="module")
def suite(go_module: GoModule) -> Suite:
    return suite_of(vectors(go_module.model))


@pytest.fixture(scope="module")
def python(go_module: GoModule, tmp_path_factory: pytest.TempPathFactory) -> ModuleType:
    """The testee of the Python binding of the same model."""
    folder = tmp_path_factory.mktemp("python")
    package = write_package(go_module.model, folder)
    module(package, "testee", folder)
    return sys.modules[f"{package}.testee"]


@pytest.fixture(scope="module")
def ask(go_module: GoModule) -> Iterator[Ask]:
    child = Child(Command((str(go_module.testee),)))
    yield lambda request: json.loads(child.ask(json.dumps(request).encode()))
    child.close()


def test_every_vector_passes(go_module: GoModule, suite: Suite) -> None:
    found = list(run(suite, Command((str(go_module.testee),))))
    assert [str(result) for result in found if result.fails()] == []
    assert len(found) == len(suite.vectors)


def test_every_answer_is_that_of_the_python_binding_to_the_byte(ask: Ask, python: ModuleType, suite: Suite) -> None:
    for vector in suite.vectors:
        # What a session says in words is its own matter.
        if vector.kind != "session":
            request = vector.request()
            assert _bare(ask(request)) == _bare(python.answer(request)), vector.id


def test_any_line_is_read_as_the_python_binding_reads_it(go_module: GoModule, ask: Ask, python: ModuleType) -> None:
    model = go_module.model
    lines = st.one_of(
        readable(model).map(_line),
        authored(model).map(_line),
        damaged(model).map(_line),
        with_unknowns(model).map(lambda pair: _line(pair[1])),
        st.builds(_cut, damaged(model).map(_line), st.integers(0, 400), st.binary(max_size=4)),
        st.binary(max_size=60),
    )

    @MANY
    @given(lines)
    def agree(line: bytes) -> None:
        request: dict[str, object] = {"id": 1, "kind": "message", "base64": base64.b64encode(line).decode()}
        assert _bare(ask(request)) == _bare(python.answer(request))

    agree()


def test_any_stream_is_cut_as_the_python_binding_cuts_it(ask: Ask, python: ModuleType) -> None:
    @MANY
    @given(
        st.lists(st.sampled_from([b"{}", b"\n", b"\r", b"\r\n", b" ", b"[", b"x" * 20, b"\xff", b'{"a":1}'])),
        st.booleans(),
    )
    def agree(parts: list[bytes], limited: bool) -> None:
        stream = base64.b64encode(b"".join(parts)).decode()
        request: dict[str, object] = {"id": 1, "kind": "framing", "base64": stream, "max_line": 20 if limited else None}
        assert _bare(ask(request)) == _bare(python.answer(request))

    agree()


@pytest.mark.parametrize("opening", [b"[", b'{"":', b'[{"a":['])
def test_no_depth_brings_it_down(ask: Ask, opening: bytes) -> None:
    line = opening * ((1 << 22) // len(opening))
    answer = ask({"id": 1, "kind": "message", "base64": base64.b64encode(line).decode()})
    assert isinstance(answer, dict)
    assert answer["rule"] in {"not-json", "too-deep"}


def test_the_committed_module_is_what_is_tested(real_go: GoModule) -> None:
    committed = Path(__file__).parents[3] / "generated" / "go"
    for path in sorted(committed.rglob("*.go")):
        assert path.read_text() == (real_go.folder / path.relative_to(committed)).read_text()


def _line(message: Json) -> bytes:
    return json.dumps(message, ensure_ascii=False).encode("utf-8", "surrogatepass")


def _cut(line: bytes, at: int, put: bytes) -> bytes:
    at = at % (len(line) + 1)
    return line[:at] + put + line[at + 1 :]


def _bare(answer: object) -> object:
    """An answer as JSON without what is null; of findings the order is free."""
    plain = json.loads(json.dumps(answer))
    plain = {name: held for name, held in plain.items() if held is not None}
    if isinstance(plain.get("findings"), list):
        plain["findings"] = sorted(json.dumps(found, sort_keys=True) for found in plain["findings"])
    for outcome in plain.get("outcomes", ()):
        for name in [name for name, held in outcome.items() if held is None]:
            del outcome[name]
    return plain
