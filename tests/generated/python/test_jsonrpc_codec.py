"""The JSON-RPC codec for one party: ids, turns, what is pending, errors and the responses to them."""

from __future__ import annotations

import json

import pytest

from cgp_wire import jsonrpc
from cgp_wire.jsonrpc import Decoder, Encoder, Pending, RpcError, UnaskedError
from cgp_wire.ndjson import EncodeError
from cgp_wire.types import (
    ContextQuery,
    ContextQueryResult,
    Error,
    Frames,
    Handshake,
    Query,
    Shutdown,
    Verified,
    Verify,
    VerifyRequest,
    VerifyResponse,
)

QUERY = ContextQuery(goal="why", max_frames=1, max_tokens=1)
RESULT = ContextQueryResult(frames=(), truncated=False)
VERIFY = Verify(request=VerifyRequest(frames=()))
VERIFIED = Verified(response=VerifyResponse(verdicts=()))


def refused(data: bytes, pending: Pending | None = None) -> RpcError:
    """Why a message is refused."""
    with pytest.raises(RpcError) as caught:
        Decoder(pending).decode(data)
    return caught.value


def test_a_request_without_an_id_gets_a_number_and_its_reply_the_same() -> None:
    asking, answering = Pending(), Pending()
    sent = Encoder(asking).encode(VERIFY)
    assert json.loads(sent)["id"] == 1
    received = Decoder(answering).decode(sent)
    assert (received.envelope, received.method, received.id) == (VERIFY, "context/verify", 1)
    replied = Encoder(answering).encode(VERIFIED)
    assert json.loads(replied) == {"jsonrpc": "2.0", "id": 1, "result": {"verdicts": []}}
    assert Decoder(asking).decode(replied).envelope == VERIFIED
    assert (len(asking), len(answering)) == (0, 0)


def test_replies_without_an_id_answer_requests_in_their_turn_and_those_with_one_at_any_time() -> None:
    pending = Pending()
    encoder = Encoder(pending)
    for request in (VERIFY, Query(id="a", query=QUERY), VERIFY):
        encoder.encode(request)
    assert json.loads(encoder.encode(Frames(id="a", result=RESULT)))["id"] == "a"
    assert [json.loads(encoder.encode(VERIFIED))["id"] for _ in range(2)] == [1, 2]
    with pytest.raises(UnaskedError) as caught:
        encoder.encode(VERIFIED)
    assert (caught.value.rule, str(caught.value)) == ("unasked", "unasked: no request waits for verified")


def test_a_failure_may_answer_any_request_or_none() -> None:
    pending = Pending()
    encoder = Encoder(pending)
    encoder.encode(VERIFY)
    assert json.loads(encoder.encode(Error(message="no")))["id"] == 1
    assert json.loads(encoder.encode(Error(message="no")))["id"] is None
    assert json.loads(encoder.encode(Error(id="x", message="no")))["id"] == "x"


def test_numbers_are_not_given_out_twice_while_they_are_in_flight() -> None:
    pending = Pending()
    Decoder(pending).decode(jsonrpc.encode(Handshake(protocol_version="contextgraph/1.0-draft"), 1))
    assert json.loads(Encoder(pending).encode(VERIFY))["id"] == 2


def test_an_id_that_is_given_is_taken_for_envelopes_without_one_alone() -> None:
    assert json.loads(jsonrpc.encode(VERIFY, "v"))["id"] == "v"
    assert json.loads(jsonrpc.encode(Query(id="own", query=QUERY), 7))["id"] == "own"
    assert "id" not in json.loads(jsonrpc.encode(Shutdown()))
    with pytest.raises(EncodeError, match="missing-member"):
        jsonrpc.encode(VERIFY)


def test_a_response_is_told_by_what_waits_for_it() -> None:
    result = b'{"jsonrpc":"2.0","id":1,"result":{"verdicts":[]}}'
    fault = refused(result)
    assert (fault.rule, fault.pointer, fault.rpc_id, fault.response()) == ("unasked", "/id", 1, None)
    pending = Pending()
    pending.add(1, jsonrpc.METHODS["context/verify"], in_turn=True)
    assert Decoder(pending).decode(result).envelope == VERIFIED
    assert refused(result, pending).rule == "unasked"


def test_the_answer_to_a_refused_request_has_its_id_number_and_code() -> None:
    fault = refused(b'{"jsonrpc":"2.0","id":"q","method":"context/query","params":{"query":{"goal":""}}}')
    response = fault.response()
    assert response is not None
    assert json.loads(response) == {
        "jsonrpc": "2.0",
        "id": "q",
        "error": {"code": -32602, "message": str(fault), "data": {"code": "bad_request"}},
    }
    assert fault.pointer == "/params/query/goal"
    assert fault.requirements
    # What carries the answer is read by the other party as the failure that it is.
    received = Decoder().decode(response)
    assert received.envelope == Error(id="q", code="bad_request", message=str(fault))


def test_nothing_that_a_message_carries_is_echoed_but_its_id() -> None:
    secret = "s3cr3t"
    for data in (
        f'{{"jsonrpc":"2.0","id":1,"method":"{secret}"}}',
        f'{{"jsonrpc":"2.0","id":1,"method":"context/query","params":{{"query":{{"goal":["{secret}"]}}}}}}',
        f'{{"jsonrpc":"2.0","id":1,"method":"context/query","params":["{secret}"]}}',
        f'{{"jsonrpc":"{secret}","id":1,"method":"context/query"}}',
        f'"{secret}',
    ):
        response = refused(data.encode()).response()
        assert response is not None
        assert secret.encode() not in response


def test_a_message_that_is_too_long_is_refused_unread() -> None:
    long = b'{"jsonrpc":"2.0","id":1,"method":"context/shutdown"}' + b" " * 100
    with pytest.raises(RpcError) as caught:
        Decoder(max_message=100).decode(long)
    assert (caught.value.rule, caught.value.number, caught.value.rpc_id) == ("line-too-long", -32700, None)
    assert Decoder(max_message=1000).decode(jsonrpc.encode(Shutdown())).envelope == Shutdown()
