"""The TypeScript binding passes every vector, with the very bytes that the Python binding gives."""

from __future__ import annotations

import base64
import json
import sys
from collections.abc import Callable, Iterator
from importlib import import_module

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cgp_toolkit.model import Json, Model
from cgp_toolkit.targets.vectors import emit
from cgp_toolkit.wire.vectors import Command, judge, suite_of
from cgp_toolkit.wire.vectors.child import Child
from cgp_toolkit.wire.vectors.suite import Suite, Vector
from tests.generated.python.codecs import Codec, codec
from tests.generated.strategies import authored, damaged, readable, with_unknowns
from tests.generated.typescript.building import Package

__all__ = ["codec"]

MANY = settings(max_examples=30, suppress_health_check=list(HealthCheck), deadline=None)
Ask = Callable[[dict[str, Json]], dict[str, Json]]


@pytest.fixture(scope="module")
def ask(codec: Codec, request: pytest.FixtureRequest) -> Iterator[Ask]:
    """Asks the testee of the package of the same model."""
    real = "cgp" in codec.model.protocol.packages["typescript"].names["package"]
    package: Package = request.getfixturevalue("package" if real else "reserved_package")
    child = Child(Command(tuple(package.testee), timeout=60))

    def answer(asked: dict[str, Json]) -> dict[str, Json]:
        found: dict[str, Json] = json.loads(child.ask(json.dumps(asked).encode()))
        return found

    yield answer
    child.close()


@pytest.fixture(scope="module")
def suite(codec: Codec) -> Suite:
    """All vectors of the model."""
    return suite_of(emit(codec.model))


@pytest.fixture(scope="module")
def python(codec: Codec) -> Callable[[dict[str, Json]], dict[str, Json]]:
    """What the Python binding answers, as it comes out of a process."""
    codec.module("testee")
    testee = import_module(f"{sys.modules[codec.package].__name__}.testee")

    def answer(asked: dict[str, Json]) -> dict[str, Json]:
        found: dict[str, Json] = json.loads(json.dumps(testee.answer(asked)))
        return found

    return answer


@pytest.fixture
def agree(ask: Ask, python: Ask) -> Callable[[bytes], None]:
    """Fails unless both bindings say the same of a line, byte for byte."""

    def check(line: bytes) -> None:
        asked: dict[str, Json] = {"id": "any", "kind": "message", "base64": _base64(line)}
        expected = _present(python(asked))
        # Which characters are printable, and so not escaped, depends on the edition of Unicode.
        if "\\" in _pointers(expected):
            return
        assert _present(ask(asked)) == expected

    return check


def _pointers(answer: dict[str, Json]) -> str:
    findings = answer.get("findings", [])
    assert isinstance(findings, list)
    return " ".join([str(answer.get("pointer")), *(str(f["pointer"]) for f in findings if isinstance(f, dict))])


def _base64(line: bytes) -> str:
    return base64.b64encode(line).decode()


def _present(answer: dict[str, Json]) -> dict[str, Json]:
    """An answer without members that are null, which may be left out."""
    text = json.dumps(answer)
    found: dict[str, Json] = json.loads(text, object_hook=lambda o: {k: v for k, v in o.items() if v is not None})
    return found


def line_of(message: Json) -> bytes:
    """The line of a message, whatever it is."""
    return json.dumps(message, ensure_ascii=False).encode()


def test_it_passes_every_vector(ask: Ask, suite: Suite) -> None:
    found = [judge(vector, ask(_request(vector))) for vector in suite.vectors]
    assert [result for result in found if result.fails()] == []


def test_it_writes_the_bytes_that_the_python_binding_writes(ask: Ask, python: Ask, suite: Suite) -> None:
    messages = [_request(vector) for vector in suite.vectors if vector.kind in {"message", "framing", "jsonrpc"}]
    assert len(messages) > 100
    for request in messages:
        assert _present(ask(request)) == _present(python(request))


def _request(vector: Vector) -> dict[str, Json]:
    request: dict[str, Json] = json.loads(json.dumps(vector.request()))
    return request


def test_both_agree_on_what_authors_may_write(codec: Codec, agree: Callable[[bytes], None]) -> None:
    MANY(given(authored(codec.model))(lambda message: agree(line_of(message))))()


def test_both_agree_on_what_readers_accept(codec: Codec, agree: Callable[[bytes], None]) -> None:
    MANY(given(readable(codec.model))(lambda message: agree(line_of(message))))()


def test_both_agree_on_what_is_unknown(codec: Codec, agree: Callable[[bytes], None]) -> None:
    MANY(given(with_unknowns(codec.model))(lambda messages: agree(line_of(messages[1]))))()


def test_both_agree_on_what_is_damaged(codec: Codec, agree: Callable[[bytes], None]) -> None:
    MANY(given(damaged(codec.model))(lambda message: agree(line_of(message))))()


def test_both_agree_on_bytes_that_are_cut_and_mixed_up(codec: Codec, agree: Callable[[bytes], None]) -> None:
    lines = readable(codec.model).map(line_of)

    @MANY
    @given(lines, lines, st.integers(0, 400), st.integers(0, 400), st.binary(max_size=2))
    def check(one: bytes, other: bytes, end: int, start: int, between: bytes) -> None:
        agree((one[:end] + between + other[start:]).replace(b"\n", b" "))

    check()


def test_no_bytes_make_it_crash(ask: Ask) -> None:
    @MANY
    @given(st.lists(st.binary(max_size=60), min_size=1, max_size=5))
    def check(chunks: list[bytes]) -> None:
        stream = b"\n".join(chunks)
        answer = ask({"id": "any", "kind": "framing", "base64": _base64(stream), "max_line": 50})
        outcomes = answer["outcomes"]
        assert isinstance(outcomes, list)
        assert len(outcomes) <= len(stream.split(b"\n"))

    check()


DEEP = [b"[" * 200_000, b'{"id":"x","a":' + b"[" * 5000 + b"]" * 5000 + b"}", b'{"a":' * 100_000]
ODD = [
    b'{"type":"query","__proto__":{"a":1},"constructor":2,"1":3,"0":4}',
    b'{"id":"\\ud83d\\ude00","type":7}',
    b'{"id":"\\ud83d","type":7}',
    b"-0",
    b"1" * 5000,
    b'"\\u00e9\\/\\b"',
    b"\xef\xbb\xbf{}",
    b"\xff",
    b"",
    b" \t\r",
    b'{"a":1,"a":2}',
    b'{"type":"\\u0000"}',
    b"[1,]",
    b"{,}",
    b'{"a":01}',
    b'{"a":+1}',
    b'{"a":1.}',
    b'{"a":.5}',
    b"nul",
    b"NaN",
    b'"\x1f"',
    b'"\x7f\xc2\x85\xe2\x80\xa8"',
]


@pytest.mark.parametrize("line", [*DEEP, *ODD], ids=lambda line: repr(line[:24]))
def test_both_agree_on_what_no_generator_thinks_of(agree: Callable[[bytes], None], line: bytes) -> None:
    agree(line)


CALLS = [
    b"[]",
    b'{"jsonrpc":"2.0"}',
    b'{"jsonrpc":"2.0","method":7}',
    b'{"jsonrpc":"2.0","method":"a","id":null}',
    b'{"jsonrpc":"2.0","method":"a","id":9223372036854775807}',
    b'{"jsonrpc":"2.0","method":"a","id":9223372036854775808}',
    b'{"jsonrpc":"2.0","method":"a","id":1.0}',
    b'{"jsonrpc":"2.0","method":"a","id":"\\ud800"}',
    b'{"jsonrpc":"2.0","method":"a","params":[]}',
    b'{"jsonrpc":"2.0","id":1,"result":{},"error":{}}',
    b'{"jsonrpc":"2.0","error":{}}',
    b'{"jsonrpc":"2.0","id":null,"error":{"code":1,"message":"x"}}',
    b'{"jsonrpc":"2.0","id":null,"error":{"code":1.5,"message":"x"}}',
    b'{"jsonrpc":"2.0","id":"a","error":{"code":-32600,"message":"x","data":{"a":1,"a":2}}}',
    b'{"jsonrpc":"2.0","jsonrpc":"2.0","id":7}',
    b"\xff{}",
]


@pytest.mark.parametrize("line", CALLS, ids=repr)
def test_both_agree_on_odd_messages_of_json_rpc(ask: Ask, python: Ask, line: bytes) -> None:
    asked: dict[str, Json] = {"id": "any", "kind": "jsonrpc", "base64": _base64(line)}
    assert _present(ask(asked)) == _present(python(asked))


def test_the_tag_of_the_wrong_kind_of_thing_is_no_envelope(codec: Codec, agree: Callable[[bytes], None]) -> None:
    tag = codec.model.protocol.tag
    values: list[Json] = ["constructor", "__proto__", "", None, 1, [], {}]
    for value in values:
        agree(line_of({tag: value, "x": 1}))


def test_the_model_of_the_vectors_is_that_of_the_package(codec: Codec, model: Model, reserved_model: Model) -> None:
    assert codec.model.digest in {model.digest, reserved_model.digest}
