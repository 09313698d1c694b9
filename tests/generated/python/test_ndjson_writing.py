"""Writing: one canonical form, and nothing at all where a value has none."""

from __future__ import annotations

import enum
import io
import pickle
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, cast

import pytest

from cgp_wire import (
    Capabilities,
    ContextFrame,
    ContextQuery,
    ContextQueryResult,
    DataFlow,
    DecodeError,
    EncodeError,
    Error,
    FrameEmbedding,
    Frames,
    Handshake,
    HandshakeAck,
    ProviderInfo,
    Query,
    QueryCapability,
    Shutdown,
    Verify,
    VerifyRequest,
    decode,
    encode,
    write,
)


def _query(**changes: object) -> Query:
    members: dict[str, Any] = {"goal": "g", "max_frames": 1, "max_tokens": 1, **changes}
    return Query(query=ContextQuery(**members))


def _reply(**changes: object) -> Frames:
    members: dict[str, Any] = {"id": "a", "kind": "doc", "title": "t", "score": 0.5, "token_cost": 0, **changes}
    return Frames(result=ContextQueryResult(frames=(ContextFrame(**members),), truncated=False))


def test_members_come_in_wire_order_whatever_the_order_they_are_given_in() -> None:
    inner = ContextQuery(max_tokens=2, max_frames=1, kinds=("doc",), embedding=(0.1, 1.0), query_text="t", goal="g")
    query = Query(query=inner, id="q1")
    assert encode(query) == (
        b'{"type":"query","id":"q1","query":{"goal":"g","query_text":"t","embedding":[0.1,1.0],"kinds":["doc"],'
        b'"max_frames":1,"max_tokens":2}}\n'
    )


def test_booleans_and_served_kinds_are_always_written() -> None:
    flow = DataFlow(reads=False, writes=False, egress=False)
    ack = HandshakeAck(
        protocol_version="contextgraph/1.0",
        provider=ProviderInfo(name="n", version="v", data_flow=flow),
        capabilities=Capabilities(query=QueryCapability()),
    )
    assert encode(ack) == (
        b'{"type":"handshake_ack","protocol_version":"contextgraph/1.0","provider":{"name":"n","version":"v",'
        b'"data_flow":{"reads":false,"writes":false,"egress":false}},"capabilities":{"query":{"kinds":[]},'
        b'"correlation":false,"graph":false,"verify":false,"resolve":false}}\n'
    )


def test_absent_members_empty_lists_and_defaults_are_left_out_also_when_they_were_read() -> None:
    line = (
        b'{"type":"frames","result":{"frames":[{"id":"a","kind":"doc","title":"t","representation":"full","score":1,'
        b'"token_cost":0,"provenance":[],"relations":[],"content":null}],"truncated":false}}'
    )
    expected = (
        b'{"type":"frames","result":{"frames":[{"id":"a","kind":"doc","title":"t","score":1.0,"token_cost":0}],'
        b'"truncated":false}}\n'
    )
    assert encode(decode(line)) == expected  # type: ignore[arg-type]
    assert encode(_reply(representation="".join(["fu", "ll"]), score=1.0)) == expected


def test_leaving_a_default_out_changes_no_value() -> None:
    reply = _reply(representation="".join(["fu", "ll"]))
    before = repr(reply)
    encode(reply)
    assert repr(reply) == before
    assert reply == _reply()


def test_text_is_utf_8_with_no_escapes_beyond_those_of_json() -> None:
    text = '"\\/\b\f\n\r\t\x00\x1f\x7f\u0085\u2028é😀'
    assert encode(Error(message=text)) == (
        b'{"type":"error","message":"\\"\\\\/\\b\\f\\n\\r\\t\\u0000\\u001f\x7f'
        b'\xc2\x85\xe2\x80\xa8\xc3\xa9\xf0\x9f\x98\x80"}\n'
    )


def test_a_line_holds_no_line_feed_but_its_last() -> None:
    line = encode(Error(message="a\nb\r\n", code="x\ny", id="\n"))
    assert line.index(b"\n") == len(line) - 1
    assert decode(line) == Error(message="a\nb\r\n", code="x\ny", id="\n")


@dataclass(frozen=True)
class Refused:
    """An envelope that has no form on the wire, and why."""

    make: Callable[[], object]
    rule: str
    pointer: str


_NAN, _INFINITY = float("nan"), float("inf")
_UNTYPED = cast("Any", object())
REFUSED = {
    "NaN": Refused(lambda: _reply(score=_NAN), "out-of-range", "/result/frames/0/score"),
    "infinity": Refused(lambda: _reply(score=_INFINITY), "out-of-range", "/result/frames/0/score"),
    "minus infinity": Refused(lambda: _reply(score=-_INFINITY), "out-of-range", "/result/frames/0/score"),
    "beyond 32 bits": Refused(lambda: _reply(score=3.5e38), "out-of-range", "/result/frames/0/score"),
    "an integer beyond any float": Refused(lambda: _reply(score=10**400), "out-of-range", "/result/frames/0/score"),
    "NaN in a vector": Refused(lambda: _query(embedding=(0.0, _NAN, 1.0)), "out-of-range", "/query/embedding/1"),
    "NaN first in a vector": Refused(lambda: _query(embedding=(_NAN, 1.0)), "out-of-range", "/query/embedding/0"),
    "both infinities in a vector": Refused(
        lambda: _query(embedding=(_INFINITY, -_INFINITY)), "out-of-range", "/query/embedding/0"
    ),
    "beyond 32 bits in a vector": Refused(lambda: _query(embedding=(1e39,)), "out-of-range", "/query/embedding/0"),
    "a huge integer in a vector": Refused(lambda: _query(embedding=(1, 10**400)), "out-of-range", "/query/embedding/1"),
    "NaN in a frame's vector": Refused(
        lambda: _reply(embedding=FrameEmbedding(fingerprint="m/2", vector=(1.0, _NAN))),
        "out-of-range",
        "/result/frames/0/embedding/vector/1",
    ),
    "half a pair": Refused(lambda: Error(message="a\ud83d"), "lone-surrogate", "/message"),
    "half a pair in an id": Refused(lambda: Error(id="\udc00", message="m"), "lone-surrogate", "/id"),
    "half a pair in a list": Refused(lambda: _query(anchors=("a", "\udc00")), "lone-surrogate", "/query/anchors/1"),
    "half a pair in a frame": Refused(lambda: _reply(content="\ud800"), "lone-surrogate", "/result/frames/0/content"),
    "an integer of 5,000 digits": Refused(lambda: _query(max_tokens=10**5000), "out-of-range", "/query/max_tokens"),
    "a negative one": Refused(lambda: _reply(token_cost=-(10**5000)), "out-of-range", "/result/frames/0/token_cost"),
    "an object of another class": Refused(lambda: Query(query=_UNTYPED), "wrong-type", "/query"),
    "an object for a text": Refused(lambda: Error(message=_UNTYPED), "wrong-type", "/message"),
    "a text for a number": Refused(lambda: _reply(score="0.5"), "wrong-type", "/result/frames/0/score"),
    "an object for a list": Refused(
        lambda: Verify(request=VerifyRequest(frames=_UNTYPED)), "wrong-type", "/request/frames"
    ),
    "a subclass of str that msgspec does not know": Refused(
        lambda: Error(message=type("Name", (str,), {})("m")), "wrong-type", "/message"
    ),
    "a subclass of int that msgspec does not know": Refused(
        lambda: _reply(token_cost=type("Cost", (int,), {})(1)), "wrong-type", "/result/frames/0/token_cost"
    ),
    "no envelope": Refused(lambda: None, "unknown-envelope", ""),
    "an envelope's class": Refused(lambda: Shutdown, "unknown-envelope", ""),
    "a part of an envelope": Refused(lambda: FrameEmbedding(fingerprint="m/2"), "unknown-envelope", ""),
    "a plain value": Refused(lambda: {"type": "shutdown"}, "unknown-envelope", ""),
    "an unknown envelope": Refused(lambda: decode(b'{"type":"later"}'), "unknown-envelope", ""),
}


@pytest.mark.parametrize("refused", REFUSED.values(), ids=REFUSED)
def test_what_has_no_form_on_the_wire_is_refused_before_a_byte_leaves(refused: Refused) -> None:
    stream = io.BytesIO()
    with pytest.raises(EncodeError) as caught:
        write(stream, cast("Any", refused.make()))
    assert (caught.value.rule, caught.value.pointer) == (refused.rule, refused.pointer)
    assert stream.getvalue() == b""
    assert caught.value.__context__ is None


@pytest.mark.parametrize("largest", [3.4028234663852886e38, 3.4028235e38, 3.4028235677973362e38])
def test_the_longest_finite_vectors_are_written_and_read(largest: float) -> None:
    """Peers with 32-bit floats write the largest as 3.4028235e38; all up to the last of these are rounded to it."""
    query = _query(embedding=(largest, -largest) * 4)
    assert decode(encode(query)) == query


def test_what_is_rounded_to_infinity_in_32_bits_is_neither_written_nor_read() -> None:
    with pytest.raises(EncodeError, match="out-of-range at /query/embedding/0"):
        encode(_query(embedding=(3.4028235677973366e38,)))
    with pytest.raises(DecodeError, match="out-of-range at /query/embedding/0"):
        decode(
            b'{"type":"query","query":{"goal":"g","embedding":[3.4028235677973366e38],"max_frames":1,"max_tokens":1}}'
        )


class _Ratio(float):
    """A subclass such as numpy's ``float64``."""


@pytest.mark.parametrize("one", [1, 1.0, _Ratio(1)])
def test_an_integer_serves_where_a_number_is_due_and_is_written_as_it_comes_back(one: float) -> None:
    """So does a subclass of float.  Readers have one type of number, and so do the bytes."""
    reply = _reply(score=one, embedding=FrameEmbedding(fingerprint="m/3", vector=(one, 0.5, one)))
    line = encode(reply)
    assert b'"score":1.0,' in line
    assert b'"vector":[1.0,0.5,1.0]' in line
    assert decode(line) == reply
    assert encode(cast("Frames", decode(line))) == line
    query = _query(embedding=(one, 0))
    assert b'"embedding":[1.0,0.0]' in encode(query)
    assert decode(encode(query)) == query == _query(embedding=(1, 0))


def test_members_of_an_enumeration_are_written_by_their_values_and_blamed_for_nothing() -> None:
    class Code(enum.StrEnum):
        FAILED = "internal"

    class Cost(enum.IntEnum):
        NONE = 0

    assert encode(Error(code=Code.FAILED, message="m")) == b'{"type":"error","code":"internal","message":"m"}\n'
    assert b'"token_cost":0' in encode(_reply(token_cost=Cost.NONE))
    with pytest.raises(EncodeError, match="wrong-type at /result/frames/0/citation_label"):
        encode(_reply(token_cost=Cost.NONE, citation_label=_UNTYPED))
    with pytest.raises(EncodeError, match="lone-surrogate at /message"):
        encode(Error(code=Code.FAILED, message="\ud800"))


def test_errors_of_writing_survive_pickling_and_hold_no_value() -> None:
    with pytest.raises(EncodeError) as caught:
        encode(Error(message="hunter2\ud800"))
    again = pickle.loads(pickle.dumps(caught.value))
    assert (type(again), str(again)) == (EncodeError, "lone-surrogate at /message: expected a non-empty string")
    assert "hunter2" not in repr(caught.value)


class _Drip(io.RawIOBase):
    """An unbuffered pipe that takes a few bytes at a time, and counts flushes."""

    def __init__(self) -> None:
        self.taken = b""
        self.flushes = 0

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        self.taken += bytes(data)[:7]
        return min(7, len(data))

    def flush(self) -> None:
        self.flushes += 1


def test_a_line_is_written_whole_and_flushed_once() -> None:
    drip = _Drip()
    write(cast("Any", drip), Handshake(protocol_version="contextgraph/1.0-draft"))
    assert drip.taken == encode(Handshake(protocol_version="contextgraph/1.0-draft"))
    assert drip.flushes == 1
    drip.close()
