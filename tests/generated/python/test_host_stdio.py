"""A host and a provider's process: what the host gives its caller, whatever the provider does."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from cgp_wire import Error, Frames, HandshakeAck, encode
from cgp_wire import types as t
from cgp_wire.errors import DecodeError
from cgp_wire.host import (
    AsyncHost,
    Checks,
    ConnectionFailed,
    ConsentMissing,
    HandshakeRefused,
    Host,
    ProtocolViolation,
    ProviderCrashed,
    ProviderError,
    ReplyRefused,
    Report,
    RequestRefused,
    SessionClosed,
    TimedOut,
    VersionMismatch,
    connect_stdio,
    connect_stdio_async,
)
from tests.generated.python import sessions as s
from tests.generated.python.live_provider import Correlating, Live, result

LIVE = Path(__file__).parent / "live_provider.py"
IN_TURN, CONCURRENT = ("1",), ("8",)
both = pytest.mark.parametrize("mode", [IN_TURN, CONCURRENT], ids=["in turn", "concurrent"])


def want(goal: str, *, frames: int = 9, tokens: int = 99, kinds: tuple[str, ...] = ()) -> t.ContextQuery:
    """A query for ``goal``."""
    return t.ContextQuery(goal=goal, max_frames=frames, max_tokens=tokens, kinds=kinds)


def live(*mode: str) -> list[str]:
    """The command of the test's provider."""
    return [sys.executable, str(LIVE), *mode]


def playing(*steps: str | bytes) -> list[str]:
    """A provider that plays what it is told: bytes are written, and ``read`` waits for a line."""
    lines = ["import sys, os, time", "read = sys.stdin.buffer.readline"]
    for step in steps:
        lines.append(step if isinstance(step, str) else f"os.write(1, {step!r})")
    return [sys.executable, "-c", "\n".join(lines)]


ACK = encode(s.ack(correlation=False))
CORRELATING_ACK = encode(s.ack())
SHAKEN = ("read()", ACK)


def frames(number: int, id: str | None = None) -> bytes:  # noqa: A002
    """A reply on the wire."""
    return encode(Frames(id=id, result=result(dropped=number)))


@both
def test_a_host_asks_and_closes(mode: tuple[str, ...]) -> None:
    with connect_stdio(live(*mode)) as host:
        assert host.handshake().provider.name == "live"
        assert host.query(want("count 7")).dropped_estimate == 7
        held = t.FrameId(provider_id="p", frame_id="f", content_digest="sha256:" + "0" * 64)
        assert host.verify(t.VerifyRequest(frames=(held,))).verdicts[0].status == "valid"
    with pytest.raises(SessionClosed):
        host.query(want("count 1"))
    host.close()


@both
def test_the_child_is_reaped_and_its_standard_error_is_passed_on(mode: tuple[str, ...], tmp_path: Path) -> None:
    with (tmp_path / "errors").open("wb") as errors, connect_stdio(live(*mode), stderr=errors) as host:
        host.query(want("print"))
        pid = _pid(host)
    assert b"printed\n" in (tmp_path / "errors").read_bytes()
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


def _pid(host: Host) -> int:
    process = host._caller._link._process  # type: ignore[attr-defined]
    assert isinstance(process.pid, int)
    return process.pid


def test_a_child_that_ignores_everything_is_killed_with_its_children() -> None:
    script = (
        "import subprocess, sys, time\n"
        "child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'])\n"
        f"sys.stdin.readline(); sys.stdout.write({ACK.decode()!r}); sys.stdout.flush()\n"
        'sys.stdin.readline(); sys.stdout.write(\'{"type":"frames","result":{"frames":[],"truncated":false,\'\n'
        "  '\"dropped_estimate\":' + str(child.pid) + '}}\\n'); sys.stdout.flush()\n"
        "time.sleep(600)"
    )
    with connect_stdio([sys.executable, "-c", script], grace=0.2) as host:
        grandchild = host.query(want("x")).dropped_estimate
    assert grandchild is not None
    assert _ends(grandchild)


def _ends(pid: int) -> bool:
    """Whether a process that was killed is gone before long."""
    for _ in range(200):
        if not _runs(pid):
            return True
        time.sleep(0.05)
    return False


def _runs(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in ("Z", "X")
    except FileNotFoundError:
        return False


def test_a_command_that_can_not_be_started_is_an_error_with_a_name() -> None:
    words = "no-such-program can't be started"
    with connect_stdio("no-such-program") as host, pytest.raises(ConnectionFailed, match=words):
        host.handshake()


def test_a_foreign_family_is_a_mismatch_at_once() -> None:
    foreign = encode(s.ack(s.FOREIGN))
    with connect_stdio(playing("read()", foreign, "read()")) as host, pytest.raises(VersionMismatch):
        host.query(want("x"))
    refusal = encode(Error(code=s.MISMATCH, message="no"))
    with connect_stdio(playing("read()", refusal, "read()")) as host, pytest.raises(VersionMismatch):
        host.query(want("x"))


def test_a_refused_handshake_is_an_error_with_a_name() -> None:
    refusal = encode(Error(code="unavailable", message="no"))
    with connect_stdio(playing("read()", refusal, "read()")) as host, pytest.raises(HandshakeRefused) as caught:
        host.handshake()
    assert caught.value.code == "unavailable"


def test_an_answer_to_the_handshake_that_breaks_a_rule_is_refused() -> None:
    flow = t.DataFlow(reads=True, writes=False, egress=False, egress_scopes=("third-party-model",))
    lying = HandshakeAck(
        protocol_version=s.OURS,
        provider=t.ProviderInfo(name="p", version="1", data_flow=flow),
        capabilities=t.Capabilities(query=t.QueryCapability(kinds=())),
    )
    play = playing("read()", encode(lying), "read()")
    with connect_stdio(play) as host, pytest.raises(ReplyRefused, match="C5"):
        host.handshake()
    with connect_stdio(play, checks="warn") as host:
        assert host.handshake() == lying


def test_a_coded_failure_comes_with_advice() -> None:
    with connect_stdio(live()) as host:
        with pytest.raises(ProviderError) as caught:
            host.query(want("refuse"))
        error = caught.value
        assert (error.code, error.message, error.retry) == ("unavailable", "The index is being built.", True)
        assert error.advice == "Retry later, with backoff."
        with pytest.raises(ProviderError) as caught:
            host.query(want("vendor"))
        assert (caught.value.code, caught.value.meaning, caught.value.retry) == ("acme:odd", "internal", False)


def test_silence_ends_in_a_timeout_wherever_it_falls() -> None:
    silent = playing("time.sleep(600)")
    with connect_stdio(silent, handshake_timeout=0.2, grace=0.1) as host, pytest.raises(TimedOut):
        host.handshake()
    with connect_stdio(live(), timeout=0.2, grace=0.1) as host, pytest.raises(TimedOut):
        host.query(want("sleep 600000"))
    with connect_stdio(live(), grace=0.1) as host, pytest.raises(TimedOut):
        host.query(want("sleep 600000"), timeout=0.2)


def test_after_a_timeout_in_lock_step_nothing_late_can_be_mistaken() -> None:
    with connect_stdio(live(), grace=0.1) as host:
        with pytest.raises(TimedOut):
            host.query(want("sleep 400"), timeout=0.1)
        with pytest.raises(SessionClosed):
            host.query(want("count 1"))


def test_a_late_reply_with_an_id_is_dropped_and_counted() -> None:
    with connect_stdio(live(*CONCURRENT)) as host:
        with pytest.raises(TimedOut):
            host.query(want("sleep 200"), timeout=0.05)
        assert host.query(want("sleep 500")).dropped_estimate == 500
        assert host.dropped["late"] == 1


@both
@pytest.mark.parametrize("status", [0, 3])
def test_a_provider_that_ends_in_mid_request_has_crashed(mode: tuple[str, ...], status: int) -> None:
    with connect_stdio(live(*mode)) as host:
        with pytest.raises(ProviderCrashed) as caught:
            host.query(want(f"die {status}"))
        assert caught.value.status == status
        with pytest.raises(ProviderCrashed):
            host.query(want("count 1"))


def test_of_two_children_only_the_one_that_is_killed_in_mid_reply_is_lost() -> None:
    half = frames(1)[:20]
    dying = playing(*SHAKEN, "read()", half, "os.kill(os.getpid(), 9)")
    with connect_stdio(live(*CONCURRENT)) as well, connect_stdio(dying) as ill:
        waiting: list[t.ContextQueryResult] = []
        thread = threading.Thread(target=lambda: waiting.append(well.query(want("sleep 300"))))
        thread.start()
        with pytest.raises(ProviderCrashed) as caught:
            ill.query(want("x"))
        assert caught.value.status == -signal.SIGKILL
        thread.join()
        assert waiting[0].dropped_estimate == 300
        assert well.query(want("count 5")).dropped_estimate == 5


def test_noise_on_the_wire_is_reported_and_passed_over() -> None:
    noise = b"[1]\n\n\xff\n" + b'{"type":"news","x":1}\n'
    noisy = playing(b"Welcome!\n", *SHAKEN, "read()", noise + frames(1), "read()")
    with connect_stdio(noisy) as host:
        assert host.query(want("x")).dropped_estimate == 1
        assert host.dropped["unknown-envelope"] == 1


def test_noise_without_an_end_ends_with_the_timeout_and_does_not_fill_the_log(caplog: pytest.LogCaptureFixture) -> None:
    with connect_stdio("yes", handshake_timeout=0.5, grace=0.1) as host:
        with pytest.raises(TimedOut):
            host.handshake()
        assert host.dropped["mistake"] > 100
    assert len(caplog.records) < 30


def test_a_reply_that_can_not_be_read_is_an_error_and_not_a_wait() -> None:
    for id_ in (b"", b'"id":"odd",'):
        broken = b'{"type":"frames",' + id_ + b'"result":{"frames":7,"truncated":false}}\n'
        with connect_stdio(playing(*SHAKEN, "read()", broken, "read()")) as host, pytest.raises(DecodeError) as caught:
            host.query(want("x"))
        assert caught.value.pointer == "/result/frames"


def test_a_reply_that_can_not_be_read_hurts_no_other_request() -> None:
    answer = (
        "import json",
        "first, second = json.loads(read()), json.loads(read())",
        "os.write(1, json.dumps({'type': 'frames', 'id': first['id'], 'result': 7}).encode() + b'\\n')",
        "os.write(1, json.dumps({'type': 'frames', 'id': second['id'], 'result': "
        "{'frames': [], 'truncated': False, 'dropped_estimate': int(second['query']['goal'])}}).encode() + b'\\n')",
        "read()",
    )

    async def ask() -> tuple[object, ...]:
        async with connect_stdio_async(playing("read()", CORRELATING_ACK, *answer)) as host:
            await host.handshake()
            return await asyncio.gather(host.query(want("1")), host.query(want("2")), return_exceptions=True)

    bad, good = asyncio.run(ask())
    assert isinstance(bad, DecodeError)
    assert isinstance(good, t.ContextQueryResult)
    assert good.dropped_estimate == 2


def test_replies_to_nothing_answer_nothing() -> None:
    stray = frames(8, "zz") + frames(9) + encode(t.Verified(response=t.VerifyResponse(verdicts=())))
    answer = (
        "import json",
        "id = json.loads(read())['id']",
        stray,
        "reply = {'type': 'frames', 'id': id, 'result': {'frames': [], 'truncated': True}}",
        "os.write(1, json.dumps(reply).encode() + b'\\n')",
        "read()",
    )
    with connect_stdio(playing("read()", CORRELATING_ACK, *answer)) as host:
        assert host.query(want("x")).truncated
        assert host.dropped["unsolicited"] == 3


def test_requests_with_ids_are_in_flight_together_and_get_their_own_replies() -> None:
    async def ask() -> list[int | None]:
        async with connect_stdio_async(live(*CONCURRENT)) as host:
            await host.handshake()
            results = await asyncio.gather(*(host.query(want(f"nap {n % 7}")) for n in range(200)))
            return [found.dropped_estimate for found in results]

    assert asyncio.run(ask()) == [n % 7 for n in range(200)]


def test_requests_without_ids_wait_for_each_other() -> None:
    async def ask() -> list[int | None]:
        async with connect_stdio_async(live()) as host:
            results = await asyncio.gather(*(host.query(want(f"count {n}")) for n in range(50)))
            return [found.dropped_estimate for found in results]

    assert asyncio.run(ask()) == list(range(50))


def test_threads_may_share_a_host() -> None:
    with connect_stdio(live(*CONCURRENT)) as host:
        found: dict[int, int | None] = {}

        def ask(number: int) -> None:
            found[number] = host.query(want(f"sleep {number}")).dropped_estimate

        threads = [threading.Thread(target=ask, args=(number,)) for number in range(20)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert found == {number: number for number in range(20)}


def test_a_caller_who_gives_up_gets_nobody_elses_reply() -> None:
    async def ask(host: AsyncHost) -> int | None:
        first = asyncio.create_task(host.query(want("nap 200")))
        await asyncio.sleep(0.05)
        first.cancel()
        with pytest.raises(asyncio.CancelledError):
            await first
        return (await host.query(want("nap 400"))).dropped_estimate

    async def with_ids() -> None:
        async with connect_stdio_async(live(*CONCURRENT)) as host:
            await host.handshake()
            assert await ask(host) == 400
            assert host.dropped["late"] == 1

    async def without_ids() -> None:
        async with connect_stdio_async(live(), grace=0.1) as host:
            await host.handshake()
            with pytest.raises(SessionClosed):
                await ask(host)

    asyncio.run(with_ids())
    asyncio.run(without_ids())


def test_all_frames_of_a_reply_over_the_budget_are_dropped_and_that_is_reported() -> None:
    reports: list[Report] = []
    command = live("1", "warn")
    with connect_stdio(command, on_report=reports.append, stderr=subprocess.DEVNULL) as host:
        assert host.query(want("over", tokens=2)).frames == ()
        assert host.query(want("over", frames=1)).frames == ()
    assert [(report.violations[0].requirement, report.dropped) for report in reports] == [("B1", 2), ("B4", 2)]


def test_a_frame_that_breaks_a_rule_is_dropped_alone() -> None:
    reports: list[Report] = []
    command = live("1", "off")
    with connect_stdio(command, on_report=reports.append, stderr=subprocess.DEVNULL) as host:
        assert [frame.content for frame in host.query(want("lie")).frames] == ["1234"]
        assert [frame.kind for frame in host.query(want("kind", kinds=("doc",))).frames] == ["doc"]
    assert [(report.violations[0].requirement, report.dropped) for report in reports] == [("B3", 1), ("Q1", 1)]
    leniently: list[Checks] = ["warn", "off"]
    for checks in leniently:
        with connect_stdio(command, checks=checks, stderr=subprocess.DEVNULL) as host:
            assert len(host.query(want("lie")).frames) == 2


def test_a_request_that_breaks_a_rule_does_not_leave() -> None:
    with connect_stdio(live()) as host:
        with pytest.raises(RequestRefused, match="E1"):
            host.query(t.ContextQuery(goal="x", max_frames=1, max_tokens=1, embedding=(0.5,)))
        with pytest.raises(RequestRefused, match="no-such-instant"):
            host.query(t.ContextQuery(goal="x", max_frames=1, max_tokens=1, as_of="2026-02-30T00:00:00Z"))
        assert host.query(want("count 1")).dropped_estimate == 1


def test_a_request_that_was_not_declared_does_not_leave() -> None:
    play = playing("read()", encode(s.ack(verify=False)), "read()")
    with connect_stdio(play) as host, pytest.raises(ProtocolViolation, match="capability"):
        host.verify(t.VerifyRequest(frames=()))


def test_without_consent_nothing_leaves_after_the_handshake() -> None:
    asked: list[str] = []

    def consent(answer: HandshakeAck) -> bool:
        asked.append(answer.provider.name)
        return len(asked) > 1

    with connect_stdio(live(), consent=consent) as host:
        with pytest.raises(ConsentMissing):
            host.query(want("count 1"))
        assert host.query(want("count 2")).dropped_estimate == 2
        assert host.query(want("count 3")).dropped_estimate == 3
    assert asked == ["live", "live"]


def test_a_provider_that_reads_nothing_stops_nobody_for_longer_than_the_timeout() -> None:
    deaf = playing(*SHAKEN, "time.sleep(600)")
    with connect_stdio(deaf, timeout=0.3, grace=0.1) as host, pytest.raises(TimedOut):
        host.query(want("x" * 1_000_000))


def test_no_child_outlives_a_host_that_forgets_to_close() -> None:
    script = (
        "import sys\n"
        "from cgp_wire.host import connect_stdio\n"
        f"host = connect_stdio({playing(*SHAKEN, 'time.sleep(600)')!r})\n"
        "host.handshake()\n"
        "print(host._caller._link._process.pid)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=True)
    assert done.stderr == ""
    assert _ends(int(done.stdout))


def test_the_provider_of_the_tests_declares_what_it_does() -> None:
    assert Live.capabilities.correlation is False
    assert Correlating.capabilities.correlation is True
