"""The Go module against the test vectors, and against the Python binding, byte for byte."""

from __future__ import annotations

import base64
import json
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cgp_toolkit.model import Json, Model
from cgp_toolkit.targets.vectors import emit as vectors
from cgp_toolkit.wire.vectors import Command, Suite, run, suite_of
from cgp_toolkit.wire.vectors.child import Child
from tests.generated.go.conftest import GoModule
from tests.generated.python.flavours import module, write_package
from tests.generated.strategies import authored, damaged, readable, with_unknowns

MANY = settings(max_examples=60, suppress_health_check=list(HealthCheck), deadline=None)
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


def test_any_json_rpc_message_is_read_as_the_python_binding_reads_it(
    go_module: GoModule, ask: Ask, python: ModuleType, suite: Suite
) -> None:
    lines = [bytes_of(vector.data) for vector in suite.vectors if vector.kind == "jsonrpc"]
    binding = go_module.model.rpc
    assert binding is not None
    methods = [None, *(method.name for method in binding.methods if method.result is not None)]
    pieces = [
        b"",
        b"null",
        b'"id":"a",',
        b'"id":7,',
        b"{}",
        b'"error":{},',
        b"1.5",
        b'"\\ud800"',
        b"[",
        b'"zz":1,"zz":2,',
    ]

    @MANY
    @given(
        st.builds(_cut, st.sampled_from(lines), st.integers(0, 400), st.sampled_from(pieces)),
        st.sampled_from(methods),
    )
    def agree(line: bytes, answers: str | None) -> None:
        asked = {"id": 1, "kind": "jsonrpc", "base64": base64.b64encode(line).decode(), "answers": answers}
        assert _bare(ask(asked)) == _bare(python.answer(asked))

    agree()


def test_any_session_goes_as_with_the_python_binding(
    go_module: GoModule, ask: Ask, python: ModuleType, suite: Suite
) -> None:
    said: dict[tuple[object, str], set[str | None]] = {}
    for vector in suite.vectors:
        if vector.kind == "session" and vector.data["role"] is not None:
            steps: Any = vector.data["steps"]
            for step in steps:
                said.setdefault((vector.data["role"], step["does"]), set()).add(step.get("bytes"))

    @MANY
    @given(st.data(), st.sampled_from([role.name for role in go_module.model.protocol.roles]))
    def agree(data: st.DataObject, role: str) -> None:
        moves = sorted((does, line or "") for whose, does in said if whose == role for line in said[whose, does])
        steps = [
            {"does": does, "bytes": line} for does, line in data.draw(st.lists(st.sampled_from(moves), max_size=9))
        ]
        asked: dict[str, object] = {"id": 1, "kind": "session", "role": role, "steps": steps}
        ours, theirs = ask(asked), json.loads(json.dumps(python.answer(asked)))
        assert _without_words(go_module.model, ours) == _without_words(go_module.model, theirs)

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


def _without_words(model: Model, answer: Any) -> object:
    """The steps without the words of failures, which are free."""
    for step in answer["steps"]:
        step["sends"] = [json.loads(line) for line in step.get("sends", ())]
        for sent in step["sends"]:
            if sent[model.protocol.tag] == model.protocol.failure:
                del sent[model.protocol.failure_text]
    return [{name: held for name, held in step.items() if held is not None} for step in answer["steps"]]


def _line(message: Json) -> bytes:
    return json.dumps(message, ensure_ascii=False).encode("utf-8", "surrogatepass")


def bytes_of(data: Mapping[str, object]) -> bytes:
    """The bytes that a vector gives."""
    text = data.get("bytes")
    return base64.b64decode(str(data.get("base64"))) if text is None else str(text).encode()


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
