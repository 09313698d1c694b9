"""The corner cases of framing and JSON, each with the rule that it breaks and the place, or with what it means."""

from __future__ import annotations

import json
import sys
import tracemalloc
from collections.abc import Callable

import pytest

from cgp_wire import DecodeError, Shutdown, UnknownEnvelope, decode
from cgp_wire.ndjson import MAX_LINE_BYTES, examine
from tests.generated.python.corner_cases import BROKEN, ERROR, MEANINGS, QUERY, Broken


@pytest.mark.parametrize("broken", BROKEN.values(), ids=BROKEN)
def test_a_broken_line_is_one_error_with_rule_place_and_id(broken: Broken) -> None:
    with pytest.raises(DecodeError) as caught:
        decode(broken.line)
    assert (caught.value.rule, caught.value.pointer, caught.value.id) == (broken.rule, broken.pointer, broken.id)
    assert caught.value.code == "bad_request"
    # The error holds no other one, and with it neither the line nor what was being parsed.
    assert caught.value.__context__ is None


@pytest.mark.parametrize("broken", BROKEN.values(), ids=BROKEN)
def test_an_examination_finds_what_decoding_finds(broken: Broken) -> None:
    for strict in (False, True):
        examined = examine(broken.line, strict=strict)
        assert examined.message is None
        fault = examined.faults[0]
        assert (fault.rule, fault.pointer, fault.id) == (broken.rule, broken.pointer, broken.id)


@pytest.mark.parametrize(("line", "means"), MEANINGS.values(), ids=MEANINGS)
def test_an_odd_line_means_what_it_says(line: bytes, means: Callable[[object], bool]) -> None:
    assert means(decode(line))
    assert examine(line).faults == ()


def test_a_message_may_be_as_long_as_the_limit_and_its_line_end_is_not_counted() -> None:
    longest = b'{"type":"shutdown"}'.ljust(MAX_LINE_BYTES)
    for end in (b"", b"\n", b"\r\n"):
        assert decode(longest + end) == Shutdown()
        with pytest.raises(DecodeError, match="line-too-long"):
            decode(longest + b" " + end)


def test_the_limit_can_be_set() -> None:
    line = b'{"type":"shutdown"}\n'
    assert decode(line, max_line=19) == Shutdown()
    with pytest.raises(DecodeError, match="line-too-long: expected at most 18 bytes"):
        decode(line, max_line=18)
    assert [fault.rule for fault in examine(line, max_line=18).faults] == ["line-too-long"]


def test_a_line_of_64_megabytes_is_refused() -> None:
    with pytest.raises(DecodeError, match="line-too-long"):
        decode(ERROR % (b'"' + b"x" * 64_000_000 + b'"'))


def test_the_limits_of_the_interpreter_are_left_alone() -> None:
    before = sys.getrecursionlimit(), sys.get_int_max_str_digits()
    for broken in BROKEN.values():
        with pytest.raises(DecodeError):
            decode(broken.line)
    assert (sys.getrecursionlimit(), sys.get_int_max_str_digits()) == before


@pytest.mark.parametrize("limit", [0, 640, 100_000])
def test_long_integers_are_refused_and_ignored_whatever_the_interpreter_s_limit(limit: int) -> None:
    before = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(limit)
    try:
        digits = b"9" * 1_000_000
        with pytest.raises(DecodeError, match="out-of-range at /query/max_tokens"):
            decode(QUERY % digits)
        assert decode(b'{"type":"shutdown","x":%s}' % digits) == Shutdown()
        doubled = examine(b'{"type":"error","message":"m","x":{"y":%s,"y":1}}' % digits)
        assert [(fault.rule, fault.pointer) for fault in doubled.faults] == [("duplicate-member", "/x/y")]
    finally:
        sys.set_int_max_str_digits(before)


def test_a_message_of_many_doubled_members_is_refused_in_linear_time() -> None:
    names = ",".join(f'"{number % 50_000}":0' for number in range(100_000))
    examined = examine(b'{"type":"error","message":"m",%s}' % names.encode())
    assert len(examined.faults) == 100
    assert examined.faults[0].pointer == "/0"


def test_a_deep_message_of_quotes_that_never_end_is_refused_in_linear_time() -> None:
    """What is too deep for any parser is still searched for its id, quote by quote."""
    for tail in (b'\\"' * 1_000_000, b'\\"' * 1_000_000 + b"\\", b'"a' * 1_000_000):
        with pytest.raises(DecodeError) as caught:
            decode(b'{"id":"q1","a":' + b"[" * 5_000 + b'"' + tail)
        assert (caught.value.rule, caught.value.id) == ("too-deep", "q1")


@pytest.mark.parametrize("member", [b'"%d":0,"%d":0', b'"%d%d":0', b'"%d%d":{}'])
def test_doubled_members_far_down_take_no_more_memory_than_their_message(member: bytes) -> None:
    """Each of their pointers is longer than they are."""
    inner = b",".join(member % (number, number) for number in range(10_000))
    around = b'"%s":{' % (b"k" * 64) * 119
    line = b'{"type":"error","message":"m",' + around + b'"last":0,"last":0,' + inner + b"}" * 120
    tracemalloc.start()
    examined = examine(line)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert examined.faults[0].pointer == f"/{'k' * 64}" * 119 + "/last"
    assert examined.faults[0].rule == "duplicate-member"
    assert peak < 40 * len(line)


def test_the_first_hundred_doubled_members_come_in_the_order_of_the_message() -> None:
    inner = b'[{"x":0,"x":{"y":0,"y":1,"z":0,"z":1},"w":{"v":0,"v":0}},[{"z":0,"z":0}]]'
    line = b'{"type":"error","message":"m","b":%s,"a":{},"a":0}' % inner
    assert [fault.pointer for fault in examine(line).faults] == [
        "/a",
        "/b/0/x",
        "/b/0/x/y",
        "/b/0/x/z",
        "/b/0/w/v",
        "/b/1/0/z",
    ]


@pytest.mark.parametrize("digits", [639, 640, 641, 999, 1_000, 5_000])
@pytest.mark.parametrize("sign", [b"", b"-"])
def test_the_lowest_limit_of_the_interpreter_on_integers_changes_nothing(digits: int, sign: bytes) -> None:
    before = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(640)
    try:
        number = sign + b"9" * digits
        assert decode(b'{"type":"shutdown","x":%s}' % number) == Shutdown()
        assert isinstance(decode(b'{"type":"later","x":%s}' % number), UnknownEnvelope)
        with pytest.raises(DecodeError, match="out-of-range at /query/max_tokens"):
            decode(QUERY % number)
    finally:
        sys.set_int_max_str_digits(before)


@pytest.mark.parametrize("of", [bytes, bytearray, memoryview])
def test_whatever_holds_bytes_is_read_alike(of: Callable[[bytes], bytes]) -> None:
    """A type checker may take a byte array for bytes; what comes out is the same."""
    lines = [
        b'{"type":"shutdown"}\r\n',
        b'{"type": "handshake", "protocol_version": "contextgraph/1.0"}',
        QUERY % b"1",
        b' {"type":"later","id":"7"} ',
    ]
    for line in lines:
        message = decode(line)
        for strict in (False, True):
            assert repr(examine(of(line), strict=strict)) == repr(examine(line, strict=strict))
        assert (decode(of(line)), hash(decode(of(line)))) == (message, hash(message))
    with pytest.raises(DecodeError, match="not-json"):
        decode(of(b'{"type'))


def test_every_fault_of_a_message_is_found_in_the_order_of_the_model() -> None:
    line = json.dumps(
        {
            "zz": None,
            "query": {
                "max_tokens": 2**32,
                "anchors": None,
                "kinds": ["doc", None, 7],
                "embedding": [0.5, "x", 4e38],
                "goal": "",
            },
            "id": 7,
            "type": "query",
        }
    ).encode()
    expected = [
        ("wrong-type", "/id"),
        ("too-short", "/query/goal"),
        ("wrong-type", "/query/embedding/1"),
        ("out-of-range", "/query/embedding/2"),
        ("null-member", "/query/kinds/1"),
        ("wrong-type", "/query/kinds/2"),
        ("null-member", "/query/anchors"),
        ("missing-member", "/query/max_frames"),
        ("out-of-range", "/query/max_tokens"),
    ]
    assert [(fault.rule, fault.pointer) for fault in examine(line).faults] == expected
    strict = [*expected, ("unknown-member", "/zz")]
    assert [(fault.rule, fault.pointer) for fault in examine(line, strict=True).faults] == strict
