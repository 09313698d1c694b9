"""The oracle and the Python binding were made from one model in two ways: they agree on any line whatever."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from cgp_toolkit.model import Json
from cgp_toolkit.oracle import Oracle, RpcOracle
from cgp_toolkit.targets.vectors import emit
from cgp_toolkit.targets.vectors.jsonrpc.layout import laid_out
from cgp_toolkit.targets.vectors.vector import Cites, MessageVector, RpcVector
from cgp_toolkit.wire.vectors import ask_module, run_in_process, suite_of
from cgp_toolkit.wire.vectors.suite import Vector
from tests.generated.python.codecs import Codec, codec
from tests.generated.strategies import authored, damaged, readable, with_unknowns

__all__ = ["codec"]

_LONGEST = 64
MANY = settings(max_examples=80, suppress_health_check=list(HealthCheck), deadline=None)
Agree = Callable[[bytes], None]


@pytest.fixture
def agree(codec: Codec) -> Agree:
    """Fails unless both say the same of a line."""
    codec.module("testee")
    oracle, ask = Oracle(codec.model), ask_module(sys.modules[codec.package])

    def check(line: bytes) -> None:
        reading = oracle.read(line)
        # The binding makes pointers safe to print; where a peer makes up such names, they are not those of the RFC.
        steps = [step for finding in reading.findings for step in finding.at.split("/")]
        assume(all(step.isprintable() and len(step) <= _LONGEST for step in steps))
        record = MessageVector("Any.", line, reading, Cites()).record(codec.model)
        # As from a file: without the types of Python.
        result = ask(Vector("Any.", "message", (), json.loads(json.dumps(record))))
        assert result.differences == ()

    return check


@pytest.fixture
def agree_on_rpc(codec: Codec) -> Callable[[bytes, str | None], None]:
    """Fails unless both say the same of a JSON-RPC message."""
    codec.module("testee")
    assert codec.model.rpc is not None
    oracle, ask = RpcOracle(Oracle(codec.model), codec.model.rpc), ask_module(sys.modules[codec.package])

    def check(message: bytes, answers: str | None) -> None:
        reading = oracle.read(message, answers)
        steps = [] if reading.refused is None else reading.refused.at.split("/")
        assume(all(step.isprintable() and len(step) <= _LONGEST for step in steps))
        record = RpcVector("Any.", message, answers, None, reading, Cites()).record(codec.model)
        result = ask(Vector("Any.", "jsonrpc", (), json.loads(json.dumps(record))))
        assert result.differences == ()

    return check


def line_of(message: Json) -> bytes:
    """The line of a message, whatever it is."""
    return json.dumps(message, ensure_ascii=False).encode()


def test_the_binding_passes_every_vector(codec: Codec) -> None:
    codec.module("testee")
    found = run_in_process(sys.modules[codec.package], suite_of(emit(codec.model)).vectors)
    assert [result for result in found if result.fails()] == []


def test_they_agree_on_what_authors_may_write(codec: Codec, agree: Agree) -> None:
    MANY(given(authored(codec.model))(lambda message: agree(line_of(message))))()


def test_they_agree_on_what_readers_accept(codec: Codec, agree: Agree) -> None:
    MANY(given(readable(codec.model))(lambda message: agree(line_of(message))))()


def test_they_agree_on_what_is_unknown(codec: Codec, agree: Agree) -> None:
    MANY(given(with_unknowns(codec.model))(lambda messages: agree(line_of(messages[1]))))()


def test_they_agree_on_what_is_damaged(codec: Codec, agree: Agree) -> None:
    MANY(given(damaged(codec.model))(lambda message: agree(line_of(message))))()


def test_they_agree_on_bytes_that_are_cut_and_mixed_up(codec: Codec, agree: Agree) -> None:
    lines = readable(codec.model).map(line_of)

    @MANY
    @given(lines, lines, st.integers(0, 400), st.integers(0, 400), st.binary(max_size=2))
    def check(one: bytes, other: bytes, end: int, start: int, between: bytes) -> None:
        agree((one[:end] + between + other[start:]).replace(b"\n", b" "))

    check()


def test_they_agree_on_json_rpc_whatever_the_line_behind_it(
    codec: Codec, agree_on_rpc: Callable[[bytes, str | None], None]
) -> None:
    binding = codec.model.rpc
    assert binding is not None
    methods = [method.name for method in binding.methods if method.result is not None]
    lines = st.one_of(readable(codec.model), damaged(codec.model), with_unknowns(codec.model).map(lambda m: m[1]))

    @MANY
    @given(lines, st.sampled_from([None, *methods]) | st.just(""))
    def check(line: Json, answers: str | None) -> None:
        message, asked = laid_out(codec.model, binding, line_of(line))
        agree_on_rpc(message, asked if answers == "" else answers)

    check()


def test_they_agree_on_json_rpc_with_members_left_out_added_and_changed(
    codec: Codec, agree_on_rpc: Callable[[bytes, str | None], None]
) -> None:
    binding = codec.model.rpc
    assert binding is not None
    methods = [method.name for method in binding.methods]
    asking = [method.name for method in binding.methods if method.result is not None]
    ids: st.SearchStrategy[Json] = st.sampled_from([None, 1, -1, 1 << 63, 1.5, "a", "", True, [], {}])
    error = st.fixed_dictionaries(
        {},
        optional={
            "code": st.sampled_from([*binding.reads, *binding.numbers.values(), 1, "a", None]),
            "message": st.sampled_from(["", "no", 1]),
            "data": st.sampled_from(
                [None, 1, {}, {"x": 1}, *({codec.model.protocol.failure_code: code} for code in (*binding.numbers, 7))]
            ),
        },
    )
    members = st.fixed_dictionaries(
        {},
        optional={
            "jsonrpc": st.sampled_from(["2.0", "2.0", "2.0", "1.0", 2]),
            "id": ids,
            "method": st.sampled_from([*methods, "x", 1]),
            "params": st.sampled_from([{}, [], None, 1, {"x": 1}]),
            "result": st.sampled_from([{}, [], None, 1, {"x": 1}]),
            "error": error | st.none(),
            "x": st.just(1),
        },
    )

    @MANY
    @given(members, st.sampled_from([None, *asking]))
    def check(message: Json, answers: str | None) -> None:
        agree_on_rpc(line_of(message), answers)

    check()
