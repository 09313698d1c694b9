"""JSON-RPC in front of a provider that speaks lines: ids, turns, errors; every message goes through real processes."""

from __future__ import annotations

import json
import signal
import sys

from tests.wire.bridge.session import Message, bridge, provider, query, session, titles

BRIDGE = bridge("jsonrpc")


def test_calls_are_in_flight_at_once_if_the_provider_correlates() -> None:
    with session(*BRIDGE, *provider()) as client:
        assert client.open()["result"]["provider"]["name"] == "odd"
        client.call("slow", "query", query("slow", 1500))
        client.call("quick", "query", query("quick"))
        answers = [client.read(), client.read()]
        assert [(answer["id"], titles(answer)) for answer in answers] == [("quick", "quick"), ("slow", "slow")]


def test_calls_go_out_one_after_the_other_if_it_does_not() -> None:
    with session(*BRIDGE, *provider("lock-step")) as client:
        client.call(0, "handshake", {"protocol_version": "contextgraph/1.0-draft"})
        for number in range(1, 6):
            client.call(number, "query", query(f"goal {number}", 20))
        assert client.read()["result"]["capabilities"]["correlation"] is False
        # The provider would say so if the next call had come before this one was answered.
        answers = [client.read() for _ in range(5)]
        assert [(answer["id"], titles(answer)) for answer in answers] == [(n, f"goal {n}") for n in range(1, 6)]


def test_a_call_without_a_correlation_id_waits_for_its_turn_and_is_overtaken_by_those_that_have_one() -> None:
    with session(*BRIDGE, *provider()) as client:
        client.open()
        for number in range(3):
            client.call(number, "verify", {"request": {"frames": []}})
        client.call("q", "query", query("q"))
        answers = [client.read() for _ in range(4)]
        assert [a["id"] for a in answers if a["id"] != "q"] == [0, 1, 2]
        assert all(a["result"] == {"verdicts": []} for a in answers if a["id"] != "q")


def test_ids_come_back_as_they_were_sent() -> None:
    ids = ["", "1", 1, 0, -7, (1 << 63) - 1, 'q"\n\u2028é', "1"]
    with session(*BRIDGE, *provider()) as client:
        client.open()
        for id_ in ids:
            client.call(id_, "query", query("same", 50))
        answers = [client.read() for _ in ids]
        # An empty text is no id; the others may even stand twice.
        assert [a["error"]["code"] for a in answers if "error" in a] == [-32600]
        assert sorted(repr(a["id"]) for a in answers if "result" in a) == sorted(map(repr, ids[1:]))


def test_errors_are_carried_over_with_code_number_and_words() -> None:
    with session(*BRIDGE, *provider("fails")) as client:
        client.open()
        for id_, goal in enumerate(("unavailable", "vendor:own", "-")):
            client.call(id_, "query", query(goal))
        answers = {answer["id"]: answer["error"] for answer in (client.read() for _ in range(3))}
        assert answers == {
            0: {"code": -32002, "message": "no", "data": {"code": "unavailable"}},
            1: {"code": -32603, "message": "no", "data": {"code": "vendor:own"}},
            2: {"code": -32603, "message": "no"},
        }


def test_what_is_no_call_is_answered_by_the_bridge() -> None:
    wrong: list[tuple[bytes, int, object]] = [
        (b"nothing\n", -32700, None),
        (b"[]\n", -32600, None),
        (b'{"id":1,"method":"context/query"}\n', -32600, 1),
        (b'{"jsonrpc":"2.0","id":2,"method":"context/nothing"}\n', -32601, 2),
        (b'{"jsonrpc":"2.0","id":3,"method":"context/query","params":[]}\n', -32602, 3),
        (b'{"jsonrpc":"2.0","id":4,"method":"context/query","params":{}}\n', -32602, 4),
        (b'{"jsonrpc":"2.0","id":5,"method":"context/verify","params":{"request":{}}}\n', -32602, 5),
        (b'{"jsonrpc":"2.0","id":6,"method":"context/shutdown"}\n', -32600, 6),
    ]
    with session(*BRIDGE, *provider()) as client:
        client.open()
        for data, number, id_ in wrong:
            client.raw(data)
            answer = client.read()
            assert (answer["error"]["code"], answer["id"]) == (number, id_), data
        # Nobody waits for an answer to these.
        client.raw(b'{"jsonrpc":"2.0","method":"context/query","params":{}}\n')
        client.raw(b'{"jsonrpc":"2.0","id":1,"result":{}}\n')
        client.call("after", "query", query("after"))
        assert titles(client.read()) == "after"


def test_what_a_payload_gets_wrong_is_answered_by_the_provider() -> None:
    with session(*BRIDGE, *provider()) as client:
        client.open()
        client.call(1, "query", {"query": {"goal": 7, "max_frames": 1, "max_tokens": 1}})
        answer = client.read()
        assert answer["id"] == 1
        assert answer["error"]["data"] == {"code": "bad_request"}
        assert answer["error"]["message"].startswith("wrong-type at /query/goal")


def test_a_message_in_many_lines_arrives_in_one() -> None:
    command = [*bridge("jsonrpc", "--framing", "content-length"), *provider()]
    message: Message = {"jsonrpc": "2.0", "id": 1, "method": "context/handshake"}
    message["params"] = {"protocol_version": "contextgraph/1.0-draft"}
    with session(*command) as client:
        data = json.dumps(message, indent=2).encode()
        client.raw(b"Content-Length: %d\r\n\r\n%b" % (len(data), data))
        client.end()
        found = b"".join(iter(client.line, None))
        head, _, body = found.partition(b"\r\n\r\n")
        assert head == b"Content-Length: %d" % len(body)
        assert json.loads(body)["result"]["provider"]["name"] == "odd"
        assert client.code() == 0


def test_what_comes_in_between_is_told_and_stops_nothing() -> None:
    with session(*BRIDGE, *provider("noise")) as client:
        client.open()
        client.call(1, "query", query("one"))
        assert titles(client.read()) == "one"
        client.shut()
        assert client.rest() == []
        assert client.code() == 0
        assert client.notes() == [
            "the provider sent what is no message: not-json at its start",
            "the provider sent what is no message: not-utf8 at its start",
            "the provider sent an envelope of another revision, which is ignored",
            "the provider sent what answers no request, which is ignored",
            "the provider sent what answers no request, which is ignored",
        ]


def test_a_reply_that_can_not_be_read_is_an_error_for_whoever_waits_for_it() -> None:
    with session(*BRIDGE, *provider("unreadable")) as client:
        client.open()
        client.call(1, "query", query("one"))
        answer = client.read()
        assert answer["id"] == 1
        assert answer["error"]["message"] == "the provider sent what is no message: missing-member at /result"


def test_a_reply_without_its_id_goes_to_the_only_one_who_waits() -> None:
    with session(*BRIDGE, *provider("no-ids")) as client:
        client.open()
        client.call(1, "query", query("one"))
        answer = client.read()
        assert (answer["id"], titles(answer)) == (1, "one")


def test_a_client_that_writes_everything_before_it_reads_does_not_stop_the_bridge() -> None:
    with session(*BRIDGE, *provider()) as client:
        client.open()
        # Many times what pipes hold, in both directions.
        goals = [f"{number} " + "x" * 2000 for number in range(500)]
        for number, goal in enumerate(goals):
            client.call(number, "query", query(goal))
        answers = {answer["id"]: titles(answer) for answer in (client.read() for _ in goals)}
        assert answers == dict(enumerate(goals))


def test_wrong_usage_and_commands_that_can_not_be_started_are_told() -> None:
    same = [sys.executable, "-m", "cgp_toolkit", "bridge", "--front", "ndjson", "--back", "ndjson", "--", "x"]
    with session(*same) as client:
        assert client.code() == 2
    with session(*BRIDGE, "./there-is-no-such-provider") as client:
        assert client.code() == 1
        assert client.rest() == []


def test_signals_are_numbers_that_a_shell_knows() -> None:
    with session(*BRIDGE, *provider()) as client:
        client.open()
        client.process.send_signal(signal.SIGTERM)
        assert client.code() == 128 + signal.SIGTERM
