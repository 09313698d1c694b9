"""The routes of a bridge without any process: whatever a provider does, every request gets one answer, its own."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from cgp_toolkit.wire.bridge.line_front import LineFront
from cgp_toolkit.wire.bridge.rpc_front import RpcFront
from cgp_toolkit.wire.bridge.waiting import Route, Timer

# Any: messages are free JSON here.
Message = dict[str, Any]

ACK: Message = {
    "protocol_version": "contextgraph/1.0-draft",
    "provider": {"name": "p", "version": "1", "data_flow": {"reads": False, "writes": False, "egress": False}},
    "capabilities": {"query": {"kinds": []}, "correlation": True, "graph": False, "verify": True, "resolve": False},
}
MANY = settings(max_examples=150, deadline=None)
KINDS = st.sampled_from(["query", "verify"])
IDS = st.one_of(st.integers(-3, 3), st.sampled_from(["a", "b", "1"]))
# What the provider does between two requests: which of those it has it answers, and how.
REPLIES = st.lists(st.tuples(st.integers(0, 30), st.sampled_from(["reply", "failure", "broken", "twice"])), max_size=4)
HOWS = st.lists(st.tuples(KINDS, IDS, REPLIES), max_size=12)


class Ends:
    """What a route makes, kept for both sides."""

    def __init__(self) -> None:
        self.to_client: list[Message] = []
        self.to_provider: list[Message] = []
        self.notes: list[str] = []

    def front(self, message: bytes) -> None:
        self.to_client.append(json.loads(message))

    def back(self, message: bytes) -> None:
        assert message.count(b"\n") <= 1
        self.to_provider.append(json.loads(message))

    def note(self, text: str) -> None:
        self.notes.append(text)

    def taken(self) -> list[Message]:
        """What has come to the provider since the last time."""
        found, self.to_provider = self.to_provider, []
        return found


def frames(title: str) -> Message:
    """A result that says what it answers."""
    return {"frames": [{"id": "f", "kind": "snippet", "title": title, "score": 1.0, "token_cost": 0}]}


def verdicts(title: str) -> Message:
    """The same of the other method."""
    return {"verdicts": [{"frame": {"provider_id": title, "frame_id": "f"}, "status": "valid"}]}


def asked(kind: str, title: str) -> Message:
    """The params of a request that says who it is."""
    if kind == "query":
        return {"query": {"goal": title, "max_frames": 1, "max_tokens": 1}}
    return {"request": {"frames": [{"provider_id": title, "frame_id": "f"}]}}


def said(value: Message) -> str:
    """What a result says that it answers."""
    found: str = value["frames"][0]["title"] if "frames" in value else value["verdicts"][0]["frame"]["provider_id"]
    return found


class Lines:
    """A provider that speaks lines, by hand."""

    def __init__(self, route: Route, ends: Ends) -> None:
        self._route, self._ends = route, ends
        self.has: list[Message] = []

    def take(self) -> None:
        self.has += self._ends.taken()
        assert sum("id" not in line for line in self.has) <= 1, "one after the other"
        ids = [line["id"] for line in self.has if "id" in line]
        assert len(set(ids)) == len(ids)

    def answer(self, which: int, how: str) -> None:
        """Answer one of the requests that it has."""
        line = self.has.pop(which % len(self.has))
        id_ = {"id": line["id"]} if "id" in line else {}
        if line["type"] == "query":
            reply: Message = {"type": "frames", **id_, "result": frames(line["query"]["goal"])}
        else:
            title = line["request"]["frames"][0]["provider_id"]
            reply = {"type": "verified", "response": verdicts(title)}
        if how == "failure":
            reply = {"type": "error", **id_, "message": "no"}
        if how == "broken":
            reply = {"type": reply["type"], **id_}
        for _ in range(2 if how == "twice" and id_ else 1):
            self._route.answer(json.dumps(reply).encode())
        self.take()


@MANY
@given(st.booleans(), HOWS)
def test_every_call_gets_one_answer_and_it_is_its_own(correlates: bool, steps: list[Any]) -> None:
    ends = Ends()
    route = RpcFront(ends, Timer(None))
    provider = Lines(route, ends)
    hello = {"jsonrpc": "2.0", "id": "open", "method": "context/handshake"}
    route.ask(json.dumps({**hello, "params": {"protocol_version": "contextgraph/1.0-draft"}}).encode())
    ends.taken()
    capabilities = {**ACK["capabilities"], "correlation": correlates}
    route.answer(json.dumps({"type": "handshake_ack", **ACK, "capabilities": capabilities}).encode())
    ends.to_client.clear()
    expected: Counter[str] = Counter()
    for number, (kind, id_, replies) in enumerate(steps):
        expected[json.dumps(id_)] += 1
        call = {"jsonrpc": "2.0", "id": id_, "method": f"context/{kind}", "params": asked(kind, f"{number} {id_!r}")}
        route.ask(json.dumps(call).encode())
        provider.take()
        for which, how in replies:
            if provider.has:
                provider.answer(which, how)
    assert route.waiting == sum(expected.values()) - len(ends.to_client)
    route.give_up("it is over")
    assert route.waiting == 0
    assert Counter(json.dumps(answer["id"]) for answer in ends.to_client) == expected
    for answer in ends.to_client:
        assert ("result" in answer) != ("error" in answer)
        if "result" in answer:
            assert said(answer["result"]).split(" ", 1)[1] == repr(answer["id"])


class Server:
    """A provider that speaks JSON-RPC, by hand."""

    def __init__(self, route: Route, ends: Ends) -> None:
        self._route, self._ends = route, ends
        self.has: list[Message] = []

    def take(self) -> None:
        self.has += self._ends.taken()
        ids = [json.dumps(call["id"]) for call in self.has]
        assert len(set(ids)) == len(ids)

    def answer(self, which: int, how: str) -> None:
        """Answer one of the calls that it has, in any order."""
        call = self.has.pop(which % len(self.has))
        head = {"jsonrpc": "2.0", "id": call["id"]}
        params = call["params"]
        result = (
            frames(params["query"]["goal"])
            if "query" in params
            else verdicts(params["request"]["frames"][0]["provider_id"])
        )
        message: Message = {**head, "result": result}
        if how == "failure":
            message = {**head, "error": {"code": -32603, "message": "no"}}
        if how == "broken":
            message = {**head, "result": None}
        for _ in range(2 if how == "twice" else 1):
            self._route.answer(json.dumps(message, indent=1).encode())
        self.take()


@MANY
@given(st.lists(st.tuples(KINDS, st.sampled_from([None, "a", "b"]), REPLIES), max_size=12))
def test_every_line_gets_one_answer_and_those_without_an_id_in_their_order(steps: list[Any]) -> None:
    ends = Ends()
    route = LineFront(ends, Timer(None))
    server = Server(route, ends)
    expected: Counter[str | None] = Counter()
    in_turn: list[str] = []
    for number, (kind, id_, replies) in enumerate(steps):
        # Only one of the two has ids.
        own = id_ if kind == "query" else None
        title = f"{number} {own!r}"
        expected[own] += 1
        if own is None:
            in_turn.append(title)
        route.ask(json.dumps({"type": kind, **({} if own is None else {"id": own}), **asked(kind, title)}).encode())
        server.take()
        for which, how in replies:
            if server.has:
                server.answer(which, how)
    route.give_up("it is over")
    assert route.waiting == 0
    assert Counter(answer.get("id") for answer in ends.to_client) == expected
    replies_in_turn = [answer for answer in ends.to_client if "id" not in answer]
    for title, answer in zip(in_turn, replies_in_turn, strict=True):
        if answer["type"] != "error":
            assert said(answer.get("result") or answer["response"]) == title
    for answer in ends.to_client:
        if "id" in answer and answer["type"] != "error":
            assert said(answer["result"]).endswith(repr(answer["id"]))


def test_what_has_no_place_on_the_other_side_is_told() -> None:
    ends = Ends()
    route = RpcFront(ends, Timer(None))
    call = {"jsonrpc": "2.0", "id": 1, "method": "context/query", "params": asked("query", "x"), "extra": 1}
    route.ask(json.dumps(call).encode())
    route.answer(json.dumps({"type": "frames", "result": frames("x"), "more": 1}).encode())
    assert ends.notes == [
        "/extra is left out: JSON-RPC lists no such member",
        "/more is left out: there is no place beside result",
    ]
    assert "extra" not in ends.to_provider[0]
    assert "more" not in ends.to_client[0]


def test_time_runs_from_the_moment_a_request_is_sent() -> None:
    ends, now = Ends(), 0.0
    route = RpcFront(ends, Timer(10, lambda: now))
    for id_ in (1, 2):
        call = {"jsonrpc": "2.0", "id": id_, "method": "context/verify", "params": asked("verify", "x")}
        route.ask(json.dumps(call).encode())
    now = 9.0
    route.answer(json.dumps({"type": "verified", "response": verdicts("x")}).encode())
    route.expire(11.0)
    assert (route.broken, route.waiting) == (None, 1)
    route.expire(19.0)
    assert route.broken == "the provider has not answered within 10 s"


def test_a_reply_that_comes_too_late_is_told_and_dropped() -> None:
    ends, now = Ends(), 0.0
    route = RpcFront(ends, Timer(10, lambda: now))
    hello = {"jsonrpc": "2.0", "id": 0, "method": "context/handshake"}
    route.ask(json.dumps({**hello, "params": {"protocol_version": "contextgraph/1.0-draft"}}).encode())
    route.answer(json.dumps({"type": "handshake_ack", **ACK}).encode())
    call = {"jsonrpc": "2.0", "id": 1, "method": "context/query", "params": asked("query", "x")}
    route.ask(json.dumps(call).encode())
    (id_,) = (line["id"] for line in ends.taken() if "id" in line)
    route.expire(10.0)
    assert [answer["id"] for answer in ends.to_client if "error" in answer] == [1]
    route.answer(json.dumps({"type": "frames", "id": id_, "result": frames("x")}).encode())
    assert len(ends.to_client) == 2
    assert ends.notes == ["the provider sent a reply whose time was over"]


def test_what_comes_before_the_session_is_open_waits_and_then_goes_out_at_once() -> None:
    ends = Ends()
    route = RpcFront(ends, Timer(None))
    hello = {"jsonrpc": "2.0", "id": 0, "method": "context/handshake"}
    route.ask(json.dumps({**hello, "params": {"protocol_version": "contextgraph/1.0-draft"}}).encode())
    for id_, kind in enumerate(["query", "verify", "query", "verify"], 1):
        call = {"jsonrpc": "2.0", "id": id_, "method": f"context/{kind}", "params": asked(kind, "x")}
        route.ask(json.dumps(call).encode())
    route.ask(b'{"jsonrpc":"2.0","method":"context/shutdown"}')
    assert [line["type"] for line in ends.taken()] == ["handshake"]
    assert (route.waiting, route.ending, route.closed) == (5, True, False)
    route.answer(json.dumps({"type": "handshake_ack", **ACK}).encode())
    assert [line["type"] for line in ends.taken()] == ["query", "query", "verify"]
    reply = json.dumps({"type": "verified", "response": verdicts("x")}).encode()
    route.answer(reply)
    assert [line["type"] for line in ends.taken()] == ["verify"]
    route.answer(reply)
    # The end comes behind whatever had to wait for its turn, but not behind what is in flight.
    assert [line["type"] for line in ends.taken()] == ["shutdown"]
    assert (route.waiting, route.ending, route.closed) == (2, False, True)


def test_a_session_that_does_not_open_lets_the_provider_answer_what_comes_all_the_same() -> None:
    ends = Ends()
    route = RpcFront(ends, Timer(None))
    hello = {"jsonrpc": "2.0", "id": 0, "method": "context/handshake"}
    route.ask(json.dumps({**hello, "params": {"protocol_version": "contextgraph/9.0"}}).encode())
    call = {"jsonrpc": "2.0", "id": 1, "method": "context/query", "params": asked("query", "x")}
    route.ask(json.dumps(call).encode())
    route.answer(b'{"type":"error","code":"incompatible_version","message":"no"}')
    assert ends.to_client[0]["error"]["data"] == {"code": "incompatible_version"}
    assert [line["type"] for line in ends.taken()] == ["handshake", "query"]
    assert route.waiting == 1
