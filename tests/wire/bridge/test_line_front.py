"""Lines in front of a provider that speaks JSON-RPC, which a library answers that nobody here wrote."""

from __future__ import annotations

import json

from tests.wire.bridge.session import Message, Session, bridge, query, rpc_provider, session

BRIDGE = bridge("ndjson")
HANDSHAKE: Message = {"type": "handshake", "protocol_version": "contextgraph/1.0-draft"}
SHUTDOWN: Message = {"type": "shutdown"}


def asked(goal: str, milliseconds: int = 0, **id_: str) -> Message:
    """A query as a line."""
    return {"type": "query", **id_, **query(goal, milliseconds)}


def opened(client: Session) -> None:
    """Say hello."""
    client.write(HANDSHAKE)
    assert client.read()["type"] == "handshake_ack"


def title(message: Message) -> str:
    """The title of the one frame."""
    found: str = message["result"]["frames"][0]["title"]
    return found


def test_requests_with_an_id_are_answered_as_soon_as_they_can_be() -> None:
    with session(*BRIDGE, *rpc_provider()) as client:
        opened(client)
        client.write(asked("slow", 1500, id="a"), asked("quick", id="b"), asked("same", id="b"))
        answers = [client.read() for _ in range(3)]
        assert [(answer["id"], title(answer)) for answer in answers[:2]] == [("b", "quick"), ("b", "same")]
        assert (answers[2]["id"], title(answers[2])) == ("a", "slow")


def test_requests_without_an_id_are_answered_in_their_order_though_all_are_in_flight() -> None:
    with session(*BRIDGE, *rpc_provider()) as client:
        opened(client)
        client.write(asked("first", 800), asked("second"), {"type": "verify", "request": {"frames": []}})
        client.raw(b"no message\n")
        client.write(asked("correlated", id="c"))
        answers = [client.read() for _ in range(5)]
        assert title(answers[0]) == "correlated"
        assert [title(answer) for answer in answers[1:3]] == ["first", "second"]
        assert answers[3] == {"type": "verified", "response": {"verdicts": []}}
        assert (answers[4]["type"], answers[4]["code"]) == ("error", "bad_request")


def test_errors_are_carried_over_with_their_code() -> None:
    with session(*BRIDGE, *rpc_provider("fails")) as client:
        opened(client)
        client.write(asked("vendor:own", id="a"), asked("unavailable"))
        answers = sorted((client.read() for _ in range(2)), key=lambda answer: "id" in answer)
        assert answers == [
            {"type": "error", "code": "unavailable", "message": "no"},
            {"type": "error", "id": "a", "code": "vendor:own", "message": "no"},
        ]
        client.write(SHUTDOWN)
        client.rest()
        # The number that the provider chose for a code of its own does not come back.
        assert client.notes() == ["/error/code is left out: only the number that is written for the code comes back"]


def test_lines_that_are_none_are_answered_with_the_id_that_they_have() -> None:
    with session(*BRIDGE, *rpc_provider()) as client:
        opened(client)
        client.write({"type": "query", "id": "q"}, {"type": "from_the_future", "id": "f"}, {"type": "later"})
        client.write({"type": "from_the_future", "x": 1}, {"type": "frames", "result": {}}, asked("after", id="z"))
        answers = [client.read() for _ in range(4)]
        assert [(answer["type"], answer.get("id")) for answer in answers] == [
            ("error", "q"),
            ("error", "f"),
            ("error", None),
            ("frames", "z"),
        ]
        assert {answer.get("code") for answer in answers[:3]} == {"bad_request"}


def test_what_a_server_says_unasked_is_told_and_a_call_of_its_own_is_refused() -> None:
    with session(*BRIDGE, *rpc_provider("noise")) as client:
        opened(client)
        client.write(asked("one", id="a"))
        assert title(client.read()) == "one"
        client.write(SHUTDOWN)
        assert client.rest() == []
        assert client.code() == 0
        assert client.notes()[:4] == [
            "the provider sent what is no message: not-json at its start",
            "the provider called a method of the client, which has none",
            "the provider called a method of the client, which has none",
            "the provider sent a response that answers no request, which is ignored",
        ]


def test_a_result_that_is_no_reply_is_an_error() -> None:
    with session(*BRIDGE, *rpc_provider("unreadable")) as client:
        opened(client)
        client.write({"type": "verify", "request": {"frames": []}})
        words = "the provider sent what is no message: missing-member at /result/verdicts/0/frame"
        assert client.read() == {"type": "error", "message": words}


def test_a_reply_that_does_not_come_keeps_nobody_else_waiting_for_ever() -> None:
    with session(*bridge("ndjson", "--timeout", "1"), *rpc_provider("silent")) as client:
        opened(client)
        client.write(asked("one"), {"type": "verify", "request": {"frames": []}})
        assert client.read() == {"type": "error", "message": "the provider has not answered within 1 s"}
        assert client.read()["type"] == "verified"


def test_every_line_is_one_line() -> None:
    with session(*BRIDGE, *rpc_provider()) as client:
        client.write(HANDSHAKE, asked("a\nb\u2028", id="i\n"))
        client.end()
        lines = list(iter(client.line, None))
        assert all(line.count(b"\n") == 1 for line in lines)
        assert json.loads(lines[-1])["id"] == "i\n"
        assert client.code() == 0
