"""A provider as a child process, spoken to in plain bytes: what leaves it, whatever comes in."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from cgp_wire import Envelope, Error, Frames, HandshakeAck, UnknownEnvelope, Verified, decode, encode
from cgp_wire import types as t
from tests.generated.python import sessions as s
from tests.generated.python.live_provider import SECRET

ROOT = Path(__file__).parents[3]
LIVE = Path(__file__).parent / "live_provider.py"
IN_TURN, CONCURRENT = ("1",), ("8",)
both = pytest.mark.parametrize("mode", [IN_TURN, CONCURRENT], ids=["in turn", "concurrent"])


def run(mode: tuple[str, ...], *lines: bytes | Envelope, shake: bool = True) -> tuple[list[Envelope], bytes]:
    """The replies to ``lines``, and what went to the standard error; the end is orderly."""
    texts = [*([s.handshake()] if shake else []), *lines]
    data = b"".join(text if isinstance(text, bytes) else encode(text) for text in texts)
    done = subprocess.run([sys.executable, str(LIVE), *mode], input=data, capture_output=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr.decode()
    replies = []
    for line in done.stdout.splitlines():
        reply = decode(line)
        assert not isinstance(reply, UnknownEnvelope)
        replies.append(reply)
    return replies[shake:], done.stderr


def goal(text: str, id: str | None = None, *, tokens: int = 99, kinds: tuple[str, ...] = ()) -> t.Query:  # noqa: A002
    """A query for ``text``."""
    return t.Query(id=id, query=t.ContextQuery(goal=text, max_frames=9, max_tokens=tokens, kinds=kinds))


def failure(reply: Envelope) -> tuple[str | None, str | None]:
    """Code and id of a failure."""
    assert isinstance(reply, Error)
    return reply.code, reply.id


@both
def test_a_session_from_handshake_to_goodbye(mode: tuple[str, ...]) -> None:
    lines: list[Envelope] = [s.handshake(), goal("count 7"), t.Verify(request=t.VerifyRequest(frames=()))]
    # Where many requests run at once, a goodbye overtakes replies that are not there yet.
    goodbye = [s.shutdown()] if mode == IN_TURN else []
    (ack, frames, verified), errors = run(mode, *lines, *goodbye, shake=False)
    assert isinstance(ack, HandshakeAck)
    assert ack.protocol_version == s.OURS
    assert ack.provider.name == "live"
    assert isinstance(frames, Frames)
    assert frames.result.dropped_estimate == 7
    assert verified == Verified(response=t.VerifyResponse(verdicts=()))
    assert errors == b""


@both
def test_a_foreign_version_is_refused_by_name_and_the_process_stays(mode: tuple[str, ...]) -> None:
    replies, _ = run(mode, s.handshake(s.FOREIGN), goal("count 1"), shake=False)
    assert [failure(reply) for reply in replies] == [(s.MISMATCH, None), ("bad_request", None)]


@both
def test_a_request_before_the_handshake_is_refused(mode: tuple[str, ...]) -> None:
    replies, _ = run(mode, goal("count 1"), s.handshake(), shake=False)
    assert failure(replies[0]) == ("bad_request", None)
    assert isinstance(replies[1], HandshakeAck)


def test_an_id_comes_back_on_replies_and_on_failures() -> None:
    replies, _ = run(CONCURRENT, goal("count 1", "a"), goal("refuse", "b"), b'{"type":"query","id":"c"}\n')
    assert {(r.id, type(r)) for r in replies if isinstance(r, Frames | Error)} == {
        ("a", Frames),
        ("b", Error),
        ("c", Error),
    }


def test_an_id_without_the_capability_is_refused() -> None:
    replies, _ = run(IN_TURN, goal("count 1", "a"))
    assert failure(replies[0]) == ("bad_request", "a")


@both
def test_what_is_no_message_is_refused_and_the_next_one_is_answered(mode: tuple[str, ...]) -> None:
    bad = [b"garbage\n", b"[1]\n", b"{}\n", b"\xff\xfe\n", b'{"type":"query"}\n', b"[" * 500 + b"\n", b'{"type":1}\n']
    lines = [part for line in bad for part in (line, goal("count 3"))]
    replies, errors = run(mode, *lines)
    assert [failure(reply) for reply in replies if isinstance(reply, Error)] == [("bad_request", None)] * len(bad)
    assert [r.result.dropped_estimate for r in replies if isinstance(r, Frames)] == [3] * len(bad)
    assert errors == b""
    crlf = encode(goal("count 1")).replace(b"\n", b"\r\n")
    replies, _ = run(mode, b"\n \r\n", b'{"type":"news"}\n', crlf)
    assert len(replies) == 1
    replies, _ = run(mode, b'{"type":"news","id":"n","x":1}\n')
    assert failure(replies[0]) == ("bad_request", "n")


@both
def test_a_last_line_without_a_line_end_is_answered(mode: tuple[str, ...]) -> None:
    replies, _ = run(mode, encode(goal("count 4"))[:-1])
    assert [r.result.dropped_estimate for r in replies if isinstance(r, Frames)] == [4]


@both
@pytest.mark.parametrize("word", ["raise", "exit 3", "cancel", "abort", "stop", "none", "nan", "wrong", "over", "kind"])
def test_what_goes_wrong_inside_leaves_as_a_failure_that_tells_nothing(mode: tuple[str, ...], word: str) -> None:
    query = goal(word, tokens=2, kinds=("doc",))
    (failed, after), errors = run(mode, query, goal("count 5"))
    assert failure(failed) == ("internal", None)
    assert isinstance(failed, Error)
    assert SECRET not in failed.message
    assert "Error" not in failed.message
    assert errors, "the log tells what happened"
    assert isinstance(after, Frames)


def test_a_reply_over_the_budget_leaves_only_where_that_is_asked_for_and_never_in_silence() -> None:
    for checks in ("warn", "off"):
        replies, errors = run(("1", checks), goal("over", tokens=2))
        assert isinstance(replies[0], Frames)
        assert b"budget-is-kept" in errors
    replies, errors = run(("1", "off"), goal("lie", tokens=99))
    assert isinstance(replies[0], Frames)
    assert errors == b""
    replies, errors = run(("1", "warn"), goal("lie", tokens=99))
    assert isinstance(replies[0], Frames)
    assert b"token-cost-is-bytes" in errors


@both
def test_a_coded_failure_leaves_as_it_is(mode: tuple[str, ...]) -> None:
    (refused, vendor), errors = run(mode, goal("refuse"), goal("vendor"))
    assert refused == Error(code="unavailable", message="The index is being built.")
    assert failure(vendor) == ("acme:odd", None)
    assert errors == b""


@both
def test_what_is_printed_goes_to_the_standard_error(mode: tuple[str, ...]) -> None:
    replies, errors = run(mode, goal("print"), goal("read"))
    assert [type(reply) for reply in replies] == [Frames, Frames]
    for text in (b"printed\n", b"printed by a child\n", b"written\n"):
        assert text in errors


def test_a_message_that_is_too_long_is_a_failure_in_both_directions() -> None:
    script = (
        "from cgp_wire.stdio import serve; from tests.generated.python.live_provider import Live; "
        "serve(Live(), max_line=3000)"
    )
    lines: list[Envelope] = [
        s.handshake(),
        goal("big 5000", tokens=9999),
        goal("x" * 5000),
        goal("big 50", tokens=9999),
    ]
    data = b"".join(map(encode, lines))
    command = [sys.executable, "-c", script]
    done = subprocess.run(command, input=data, capture_output=True, timeout=60, check=True, cwd=ROOT)
    _, failed, refused, fits = [decode(line) for line in done.stdout.splitlines()]
    assert isinstance(failed, Error)
    assert "too long" in failed.message
    assert isinstance(refused, Error)
    assert "line-too-long" in refused.message
    assert isinstance(fits, Frames)


def test_replies_without_an_id_keep_their_order_and_those_with_one_overtake() -> None:
    slow, quick = goal("sleep 300"), goal("sleep 1")
    replies, _ = run(CONCURRENT, slow, quick)
    assert [r.result.dropped_estimate for r in replies if isinstance(r, Frames)] == [300, 1]
    for word in ("sleep", "nap"):
        replies, _ = run(CONCURRENT, goal(f"{word} 300", "slow"), goal(f"{word} 1", "quick"))
        assert [r.id for r in replies if isinstance(r, Frames)] == ["quick", "slow"]


@contextmanager
def child(*mode: str) -> Iterator[subprocess.Popen[bytes]]:
    """A provider that is spoken to step by step."""
    with subprocess.Popen(
        [sys.executable, str(LIVE), *mode], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        try:
            yield process
        finally:
            process.kill()


@both
def test_a_goodbye_ends_the_process_although_the_input_stays_open(mode: tuple[str, ...]) -> None:
    with child(*mode) as process:
        assert process.stdin is not None
        process.stdin.write(encode(s.handshake()) + encode(s.shutdown()))
        process.stdin.flush()
        assert process.wait(30) == 0


def test_a_goodbye_does_not_wait_for_a_method_that_never_returns() -> None:
    with child(*CONCURRENT) as process:
        assert process.stdin is not None
        process.stdin.write(encode(s.handshake()) + encode(goal("sleep 600000", "a")) + encode(s.shutdown()))
        process.stdin.flush()
        assert process.wait(30) == 0


@both
def test_a_host_that_is_gone_ends_the_process(mode: tuple[str, ...]) -> None:
    with child(*mode) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        id_ = "a" if mode == CONCURRENT else None
        process.stdin.write(encode(s.handshake()) + encode(goal("count 1", id_)))
        process.stdin.flush()
        assert process.wait(30) == 0
        assert process.stderr.read() == b""


@both
def test_a_host_that_dribbles_is_answered(mode: tuple[str, ...]) -> None:
    with child(*mode) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for byte in encode(s.handshake()):
            process.stdin.write(bytes([byte]))
            process.stdin.flush()
        assert isinstance(decode(process.stdout.readline()), HandshakeAck)


def test_a_host_that_does_not_read_is_not_read_from_for_ever() -> None:
    # Replies of 64 KB fill any pipe.  When the host reads at last, all of them are there.
    count = 60
    with child(*CONCURRENT) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(encode(s.handshake()))
        for number in range(count):
            process.stdin.write(encode(goal("big 65536", f"q{number}", tokens=99999)))
        process.stdin.flush()
        ack, *replies = [decode(process.stdout.readline()) for _ in range(count + 1)]
        assert isinstance(ack, HandshakeAck)
        assert {r.id for r in replies if isinstance(r, Frames)} == {f"q{number}" for number in range(count)}


def test_a_plain_provider_starts_without_an_event_loop() -> None:
    code = "import sys, cgp_wire.provider, cgp_wire.stdio; print({'asyncio', 'ssl'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"
