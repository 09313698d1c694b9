"""However a session ends, every request has its answer and no process is left: ends of input, crashes, broken pipes."""

from __future__ import annotations

import signal
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.wire.bridge.session import (
    PATIENCE,
    Session,
    bridge,
    gone,
    pids_in,
    provider,
    query,
    rpc_provider,
    session,
    titles,
)

QUICK = ("--grace", "0.5")


def test_shutdown_ends_the_provider_and_answers_what_it_did_not(tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    with session(*bridge("jsonrpc"), *provider("normal", str(pids))) as client:
        client.open()
        client.call(1, "query", query("never", 500_000))
        client.shut()
        client.call(2, "query", query("too late"))
        answers = {answer["id"]: answer["error"] for answer in client.rest()}
        assert answers.keys() == {1, 2}
        assert answers[1]["message"] == "the provider has ended with the exit code 0, and has not answered"
        assert answers[2]["message"] == "the session is over"
        assert client.code() == 0
        assert all(map(gone, pids_in(pids)))


def test_the_end_of_input_waits_for_what_was_asked() -> None:
    with session(*bridge("jsonrpc"), *provider()) as client:
        client.open()
        client.call(1, "query", query("slow", 300))
        client.call(2, "verify", {"request": {"frames": []}})
        client.call(3, "verify", {"request": {"frames": []}})
        client.end()
        assert {answer["id"] for answer in client.rest() if "result" in answer} == {1, 2, 3}
        assert client.code() == 0


@pytest.mark.parametrize(
    ("way", "words"),
    [("crash", "has ended with the exit code 3"), ("killed", f"was ended by signal {int(signal.SIGKILL)}")],
)
def test_a_crash_is_an_error_for_everybody_who_waits(way: str, words: str) -> None:
    with session(*bridge("jsonrpc"), *provider(way)) as client:
        client.open()
        client.call("sent", "query", query("one"))
        client.call(2, "query", query("two"))
        client.call(3, "verify", {"request": {"frames": []}})
        answers = client.rest()
        assert {answer["id"] for answer in answers} == {"sent", 2, 3}
        assert {answer["error"]["message"] for answer in answers} == {f"the provider {words}"}
        assert client.code() == 1
        assert client.notes() == [f"the provider {words}"]


def test_a_crash_of_a_server_is_an_error_in_lines_too() -> None:
    with session(*bridge("ndjson"), *rpc_provider("crash")) as client:
        client.write({"type": "handshake", "protocol_version": "contextgraph/1.0-draft"})
        assert client.read()["type"] == "handshake_ack"
        client.write({"type": "query", "id": "a", **query("one")}, {"type": "query", **query("two")})
        words = "the provider has ended with the exit code 3"
        assert sorted(client.rest(), key=len) == [
            {"type": "error", "message": words},
            {"type": "error", "id": "a", "message": words},
        ]
        assert client.code() == 1


def test_a_reply_that_does_not_come_is_an_error_and_the_session_goes_on_if_the_provider_correlates() -> None:
    with session(*bridge("jsonrpc", "--timeout", "1"), *provider()) as client:
        client.open()
        client.call(1, "query", query("too slow", 500_000))
        answer = client.read()
        assert (answer["id"], answer["error"]["message"]) == (1, "the provider has not answered within 1 s")
        client.call(2, "query", query("quick"))
        assert titles(client.read()) == "quick"


def test_a_reply_that_does_not_come_ends_a_session_in_lock_step(tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    command = [*bridge("jsonrpc", "--timeout", "1", *QUICK), *provider("mute", str(pids))]
    with session(*command) as client:
        client.open()
        for number in range(3):
            client.call(number, "query", query("one"))
        answers = client.rest()
        # A late reply would answer the next call.
        assert [answer["id"] for answer in answers] == [0, 1, 2]
        assert {answer["error"]["message"] for answer in answers} == {"the provider has not answered within 1 s"}
        assert client.code() == 1
        assert all(map(gone, pids_in(pids)))


def test_a_shutdown_behind_calls_that_wait_for_their_turn_comes_after_them_or_after_the_grace() -> None:
    with session(*bridge("jsonrpc"), *provider("lock-step")) as client:
        client.open()
        for number in range(3):
            client.call(number, "query", query("one", 20))
        client.shut()
        assert [(a["id"], titles(a)) for a in client.rest()] == [(number, "one") for number in range(3)]
        assert client.code() == 0
    with session(*bridge("jsonrpc", *QUICK), *provider("mute")) as client:
        client.open()
        for number in range(3):
            client.call(number, "query", query("one"))
        client.shut()
        answers = {answer["id"]: answer["error"]["message"] for answer in client.rest()}
        assert answers[1] == answers[2] == "the session has ended before its turn came"
        assert answers[0] == "the provider has ended with the exit code 0, and has not answered"
        assert client.code() == 0


def _end_input(client: Session) -> None:
    client.end()


def _shut(client: Session) -> None:
    client.shut()


def _leave(client: Session) -> None:
    client.leave()


def _terminate(client: Session) -> None:
    client.process.send_signal(signal.SIGTERM)


def _interrupt(client: Session) -> None:
    client.process.send_signal(signal.SIGINT)


ENDS = [_end_input, _shut, _leave, _terminate, _interrupt]


@pytest.mark.parametrize("end", ENDS, ids=lambda end: end.__name__)
@pytest.mark.parametrize("way", ["normal", "deaf", "parent"])
def test_no_process_is_left_whoever_ends_the_session(way: str, end: Callable[[Session], None], tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    with session(*bridge("jsonrpc", *QUICK), *provider(way, str(pids))) as client:
        client.open()
        end(client)
        client.process.wait(PATIENCE)
        found = pids_in(pids)
        assert len(found) == (2 if way == "parent" else 1)
        assert all(map(gone, found))
        if way == "deaf" and end in (_end_input, _shut):
            assert client.code() == 1
            assert client.notes() == ["the provider did not end when it was told to"]


def test_a_client_that_goes_away_with_calls_in_flight_takes_the_provider_with_it(tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    with session(*bridge("jsonrpc", *QUICK), *provider("silent", str(pids))) as client:
        client.open()
        client.call(1, "query", query("one"))
        _leave(client)
        assert client.code() == 1
        assert all(map(gone, pids_in(pids)))


def test_a_provider_that_ends_and_leaves_its_output_to_another_process_is_noticed(tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    with session(*bridge("jsonrpc", *QUICK), *provider("orphans", str(pids))) as client:
        client.open()
        client.call(1, "query", query("one"))
        (answer,) = client.rest()
        assert answer["error"]["message"] == "the provider has ended with the exit code 4"
        assert client.code() == 1
        assert all(map(gone, pids_in(pids)))


def test_a_provider_that_does_not_read_any_more_leaves_nobody_without_an_answer() -> None:
    with session(*bridge("jsonrpc", "--timeout", "1", *QUICK), *provider("deaf-to-input")) as client:
        client.open()
        for number in range(200):
            client.call(number, "query", query("x" * 2000))
        client.end()
        assert {answer["id"] for answer in client.rest() if "error" in answer} == set(range(200))


def test_headers_that_can_not_be_read_end_the_session() -> None:
    with session(*bridge("jsonrpc", "--framing", "content-length"), *provider()) as client:
        client.raw(b"GET / HTTP/1.1\r\n\r\n")
        found = b"".join(iter(client.line, None))
        assert b'"code":-32700' in found
        assert client.code() == 1
        assert client.notes() == ["the client sent what is no header"]


def test_a_bridge_that_is_killed_takes_a_provider_with_it_that_heeds_the_end_of_its_input(tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    with session(*bridge("jsonrpc"), *provider("normal", str(pids))) as client:
        client.open()
        client.process.kill()
        client.process.wait(PATIENCE)
        assert all(map(gone, pids_in(pids)))
