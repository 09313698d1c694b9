"""Both sessions against each other, under arbitrary interleavings, chunkings, noise and clocks.

The wires hold bytes in transit.  Every request and its reply carry a number, so that a reply to the wrong request
shows.
"""

from __future__ import annotations

import json
from typing import ClassVar

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from cgp_wire import Envelope, UnknownEnvelope
from cgp_wire import types as t
from cgp_wire.errors import DecodeError
from cgp_wire.session import (
    TABLE,
    Closed,
    Dropped,
    Event,
    Failed,
    HostSession,
    ProtocolViolation,
    ProviderSession,
    Rejected,
    Replied,
    Request,
    Requested,
)
from tests.generated.python import sessions as s

# Whoever writes noise uses ids of its own, so that an answer to it is no answer to a request.
NOISE_ID = "noise"
NOISE = (
    b"no message",
    b'{"type":"query","id":"noise"}',
    b'{"type":"news","id":"noise","more":1}',
    b'{"type":"news"}',
    b"\xff\xfe",
    b"[[[[",
    b" \t",
)
TO_HOST = (*NOISE, b'{"type":"shutdown"}', b'{"type":"error","id":"noise","code":"internal","message":"x"}')
TO_PROVIDER = (*NOISE, b'{"type":"verified","response":{"verdicts":[]}}')
EVERYTHING = 1 << 20
SIZES = st.sampled_from([1, 17, 60, EVERYTHING, EVERYTHING])
RARELY = st.integers(0, 11).map(lambda number: number == 7)
IDS = st.sampled_from([None, "x", "y"])
ENVELOPES = st.one_of(
    st.builds(s.handshake, st.sampled_from([s.OURS, s.FOREIGN, s.NO_VERSION])),
    st.builds(s.ack, st.sampled_from([s.OURS, s.FOREIGN, s.NO_VERSION])),
    st.builds(s.query, IDS),
    st.builds(s.frames, IDS),
    st.builds(s.verify),
    st.builds(s.verified),
    st.builds(s.error, IDS),
)


def number_of(envelope: Envelope) -> int:
    """The number that a request or a reply carries."""
    match envelope:
        case t.Query():
            return int(envelope.query.goal)
        case t.Frames():
            return envelope.result.dropped_estimate or 0
        case t.Verify():
            return int(envelope.request.frames[0].frame_id)
        case t.Verified():
            return int(envelope.response.verdicts[0].frame.frame_id)
        case t.Error():
            return int(envelope.message)
        case _:
            return 0


def numbered_verify(number: int) -> t.Verify:
    return t.Verify(request=t.VerifyRequest(frames=(t.FrameId(provider_id="p", frame_id=str(number)),)))


def numbered_reply(request: Request, failing: bool) -> t.Frames | t.Verified | t.Error:
    number = number_of(request.envelope)
    if failing:
        return t.Error(id=request.id, code="internal", message=str(number))
    if isinstance(request.envelope, t.Verify):
        frame = request.envelope.request.frames[0]
        return t.Verified(response=t.VerifyResponse(verdicts=(t.FrameVerdict(frame=frame, status="unknown"),)))
    return s.frames(request.id, number)


class Conversation(RuleBasedStateMachine):
    """A host, a provider, and two wires."""

    reached: ClassVar[set[str]] = set()

    def __init__(self) -> None:
        super().__init__()
        self.host, self.provider = HostSession(), ProviderSession()
        self.to_host, self.to_provider = bytearray(), bytearray()
        self.now = 0.0
        self.numbers = 0
        self.open: dict[int, Request] = {}
        self.ended: list[int] = []
        self.asked: list[Request] = []
        self.said: list[bytes] = []
        self.host_is_gone = self.provider_is_gone = False

    @initialize(
        start=st.sampled_from(["ready", "ready", "ready", "opening", "refused", "fresh"]),
        correlation=st.sampled_from([True, True, False]),
        verify=st.booleans(),
    )
    def they_may_have_met(self, start: str, correlation: bool, verify: bool) -> None:
        """Most conversations begin later than at the beginning; the walk would be too long."""
        if start == "fresh":
            return
        self.host_opens(s.OURS)
        self.bytes_reach_the_provider(EVERYTHING)
        if start == "opening":
            return
        self.asked.clear()
        self.to_host += self.provider.send(
            s.ack(correlation=correlation, verify=verify) if start == "ready" else s.error()
        )
        self.bytes_reach_the_host(EVERYTHING)
        assert (self.host.state, self.provider.state) == (start, start)

    # The host.

    @rule(version=st.sampled_from([s.OURS, s.OURS, s.OURS, "contextgraph/1.7", s.FOREIGN, s.NO_VERSION]))
    def host_opens(self, version: str) -> None:
        self.host_sends(s.handshake(version), None)

    @rule(id=st.sampled_from([None, "x", "new", "new", "new"]), patience=st.sampled_from([None, 0.5, 2.0]))
    def host_asks(self, id: str | None, patience: float | None) -> None:  # noqa: A002
        self.numbers += 1
        id_ = self.host.next_id() if id == "new" else id
        self.host_sends(s.query(id_, str(self.numbers)), patience)

    @rule(patience=st.sampled_from([None, 0.5, 2.0]))
    def host_verifies(self, patience: float | None) -> None:
        self.numbers += 1
        self.host_sends(numbered_verify(self.numbers), patience)

    @rule(really=RARELY)
    def host_leaves(self, really: bool) -> None:
        if really:
            self.host_sends(s.shutdown(), None)

    @rule(envelope=st.builds(s.ack) | st.builds(s.frames, IDS) | st.builds(s.verified) | st.builds(s.error, IDS))
    def host_blunders(self, envelope: Envelope) -> None:
        state = self.host.state
        with pytest.raises(ProtocolViolation):
            self.host.send(envelope)  # type: ignore[arg-type]
        assert self.host.state == state

    def host_sends(self, envelope: t.Handshake | t.Query | t.Verify | t.Shutdown, patience: float | None) -> None:
        before = (self.host.state, self.host.in_flight())
        deadline = None if patience is None else self.now + patience
        try:
            sent = self.host.send(envelope, deadline=deadline)
        except ProtocolViolation:
            assert (self.host.state, self.host.in_flight()) == before
            return
        assert sent.endswith(b"\n")
        self.to_provider += sent
        if not isinstance(envelope, t.Shutdown):
            (request,) = (r for r in self.host.in_flight() if r.envelope is envelope)
            assert number_of(envelope) not in self.open
            self.open[number_of(envelope)] = request
        self.host_hears(list(self.host.events()))

    @rule(by=st.sampled_from([0.25, 0.5, 2.0]))
    def time_passes(self, by: float) -> None:
        self.now += by
        self.host_hears(self.host.time_out(self.now))
        due = self.host.next_deadline()
        assert due is None or due > self.now

    @rule()
    def host_asks_in_vain(self) -> None:
        self.host_asks("new", 0.5)
        self.time_passes(0.5)

    def host_hears(self, events: list[Event]) -> None:
        self.reached.update(type(event).__name__ for event in events)
        self.reached.update(event.reason for event in events if isinstance(event, Dropped))
        for event in events:
            match event:
                case Replied(request, reply):
                    assert self.open.pop(number_of(request.envelope)) == request
                    self.ended.append(number_of(request.envelope))
                    if not isinstance(reply, t.HandshakeAck):
                        assert number_of(reply) == number_of(request.envelope), "a reply to the wrong request"
                        assert getattr(reply, "id", None) == request.id
                case Failed(request, error):
                    assert self.open.pop(number_of(request.envelope)) == request
                    self.ended.append(number_of(request.envelope))
                    assert error.requirements
                case Rejected(message, _, code):
                    assert code == ""
                    # Only noise is wrong; a provider that keeps to its table never is.
                    assert message is None or isinstance(message, t.Shutdown)
                case Dropped(message, reason):
                    assert reason
                    if isinstance(message, t.Frames | t.Verified):
                        assert number_of(message) in self.ended, "a reply was lost"
                case Closed():
                    assert self.host.is_closed
                case _:
                    raise AssertionError(f"a host is told of {event}")

    # The provider.

    @precondition(lambda self: self.asked)
    @rule(data=st.data(), failing=st.booleans())
    def provider_replies(self, data: st.DataObject, failing: bool) -> None:
        request = data.draw(st.sampled_from(self.asked))
        if isinstance(request.envelope, t.Handshake):
            self.provider_answers(request, failing, data)
        elif request.id is None and next(r for r in self.asked if r.id is None) is not request:
            # Without ids, replies have an order; out of it, a reply would be one to the first request.
            return
        else:
            self.asked.remove(request)
            sent = self.provider.send(numbered_reply(request, failing))
            self.to_host += sent
            # An id of the session's own making is never used again, so that a second reply can be told from the first.
            if request.id is not None and request.id not in "xyz":
                self.said.append(sent[: sent.index(b"\n") + 1])

    @precondition(lambda self: self.said)
    @rule(data=st.data())
    def a_reply_is_said_twice(self, data: st.DataObject) -> None:
        if not self.to_host or self.to_host.endswith(b"\n"):
            self.to_host += data.draw(st.sampled_from(self.said))

    def provider_answers(self, request: Request, failing: bool, data: st.DataObject) -> None:
        self.asked.remove(request)
        if failing:
            code = data.draw(st.sampled_from(["unavailable", s.MISMATCH, None]))
            self.to_host += self.provider.send(t.Error(code=code, message="0"))
            return
        correlation, verify = data.draw(st.booleans()), data.draw(st.booleans())
        self.to_host += self.provider.send(s.ack("contextgraph/1.3", correlation=correlation, verify=verify))

    @rule(envelope=ENVELOPES)
    def provider_blunders(self, envelope: Envelope) -> None:
        """Sends what nobody waits for; what somebody might is left to the rule above."""
        if any(getattr(envelope, "id", None) == request.id for request in self.asked):
            return
        before = (self.provider.state, self.provider.in_flight())
        try:
            sent = self.provider.send(envelope)  # type: ignore[arg-type]
        except ProtocolViolation:
            assert self.provider.data_to_send() == b""
        else:
            # Only once the session is over is a reply swallowed, to a request that failed with it.
            assert sent == b""
            assert self.provider.is_closed
        assert (self.provider.state, self.provider.in_flight()) == before

    def provider_hears(self, events: list[Event]) -> None:
        self.reached.update(type(event).__name__ for event in events)
        for event in events:
            match event:
                case Requested(request):
                    self.asked.append(request)
                case Failed(request, _):
                    self.asked.remove(request)
                case Rejected(message, error, code):
                    # A host that keeps to its table is only ever wrong about its version.
                    assert isinstance(message, UnknownEnvelope | t.Handshake | t.Verified | None)
                    assert code or isinstance(message, t.Verified)
                    assert error.requirements or isinstance(error, DecodeError)
                case Dropped(message, _):
                    assert not isinstance(message, t.Handshake | t.Query | t.Verify) or self.provider.is_closed
                case Closed():
                    assert self.provider.is_closed
                case _:
                    raise AssertionError(f"a provider is told of {event}")
        self.to_host += self.provider.data_to_send()

    # The wires.

    @rule(size=SIZES)
    def bytes_reach_the_provider(self, size: int) -> None:
        chunk = bytes(self.to_provider[:size])
        del self.to_provider[:size]
        self.provider_hears(self.provider.receive_data(chunk))

    @rule(size=SIZES)
    def bytes_reach_the_host(self, size: int) -> None:
        chunk = bytes(self.to_host[:size])
        del self.to_host[:size]
        self.host_hears(self.host.receive_data(chunk))

    @rule(line=st.sampled_from(TO_HOST))
    def noise_on_the_way_to_the_host(self, line: bytes) -> None:
        if self.to_host.endswith(b"\n"):
            self.to_host += line + b"\n"

    @rule(line=st.sampled_from(TO_PROVIDER))
    def noise_on_the_way_to_the_provider(self, line: bytes) -> None:
        # An answer without an id would be taken for one to the request without an id.
        if self.to_provider.endswith(b"\n") and (b'"id"' in line or b"more" not in line):
            if b'"id"' not in line and line not in (b'{"type":"news"}', b" \t") and b"verified" not in line:
                return
            self.to_provider += line + b"\n"

    @precondition(lambda self: not self.host_is_gone)
    @rule(really=RARELY)
    def nothing_reaches_the_host_any_more(self, really: bool) -> None:
        if really:
            self.host_is_gone = True
            self.host_hears(self.host.receive_eof())

    @precondition(lambda self: not self.provider_is_gone and not self.to_provider)
    @rule(really=RARELY)
    def nothing_reaches_the_provider_any_more(self, really: bool) -> None:
        if really:
            self.provider_is_gone = True
            self.provider_hears(self.provider.receive_eof())

    # What always holds.

    @invariant()
    def states_are_those_of_the_table(self) -> None:
        for party in (self.host, self.provider):
            assert any(key[:2] == (party.role, party.state) for key in TABLE)
            self.reached.add(f"{party.role} {party.state}")

    @invariant()
    def the_books_agree(self) -> None:
        assert sorted(map(id, self.host.in_flight())) == sorted(map(id, self.open.values()))
        assert sorted(map(id, self.provider.in_flight())) == sorted(map(id, self.asked))

    def teardown(self) -> None:
        """Whatever has happened, it can be brought to an end, and every request has had exactly one."""
        for _ in range(3):
            self.provider_hears(self.provider.receive_data(bytes(self.to_provider)))
            self.to_provider.clear()
            for request in list(self.asked):
                self.asked.remove(request)
                reply = s.ack() if isinstance(request.envelope, t.Handshake) else numbered_reply(request, False)
                self.to_host += self.provider.send(reply)
            self.host_hears(self.host.receive_data(bytes(self.to_host)))
            self.to_host.clear()
        if not self.host.is_closed and not self.provider_is_gone:
            assert self.host.state in ("fresh", "refused", "ready")
            assert not self.open, "a request that nobody will answer"
        if not self.host.is_closed:
            self.host_leaves(True)
        self.provider_hears(self.provider.receive_data(bytes(self.to_provider)))
        self.provider_hears(self.provider.receive_eof())
        assert self.host.is_closed
        assert self.provider.is_closed
        assert not self.open
        assert not self.asked
        assert len(self.ended) == len(set(self.ended))


def test_whatever_happens_no_session_breaks_mixes_up_replies_or_hangs() -> None:
    Conversation.reached.clear()
    run_state_machine_as_test(Conversation, settings=settings(max_examples=250, stateful_step_count=60, deadline=None))
    states = {f"{role} {state}" for role, state, *_ in TABLE}
    events = {"Replied", "Requested", "Failed", "Rejected", "Dropped", "Closed"}
    dropped = {"late", "unknown-envelope", "unsolicited"}
    # What is never reached is never tested.
    assert Conversation.reached >= states | events | dropped


def test_numbers_survive_the_wire() -> None:
    assert json.loads(HostSession().send(s.handshake()))["type"] == "handshake"
    assert number_of(numbered_reply(Request(numbered_verify(7), None), False)) == 7
    assert number_of(numbered_reply(Request(s.query("x", "8"), "x"), True)) == 8
