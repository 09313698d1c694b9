"""Sessions as people use them, and each decision about them."""

from __future__ import annotations

import io
import pickle

import pytest

from cgp_wire import Envelope, decode, encode
from cgp_wire import types as t
from cgp_wire.errors import EncodeError, WireError
from cgp_wire.ndjson import read
from cgp_wire.session import (
    Closed,
    Dropped,
    Failed,
    HandshakeRefused,
    HostSession,
    ProtocolViolation,
    ProviderSession,
    Rejected,
    Replied,
    Request,
    Requested,
    SessionClosed,
    TimedOut,
    VersionError,
    VersionMismatch,
    VersionRefused,
    recording,
)
from tests.generated.python import sessions as s


def test_a_whole_session_over_bytes() -> None:
    host, provider = HostSession(), ProviderSession()
    (asked,) = provider.receive_data(host.send(s.handshake()))
    assert asked == Requested(Request(s.handshake(), None))
    (opened,) = host.receive_data(provider.send(s.ack()))
    assert opened == Replied(Request(s.handshake(), None), s.ack())
    first, second = host.send(s.query("a")), host.send(s.query("b"))
    assert len(provider.receive_data(first + second)) == 2
    (late,) = host.receive_data(provider.send(s.frames("b")))
    assert late == Replied(Request(s.query("b"), "b"), s.frames("b"))
    (failed,) = host.receive_data(provider.send(s.error("a")))
    assert failed == Replied(Request(s.query("a"), "a"), s.error("a"))
    provider.receive_data(host.send(s.verify()))
    host.receive_data(provider.send(s.verified()))
    assert host.in_flight() == provider.in_flight() == ()
    assert provider.receive_data(host.send(s.shutdown())) == [Closed("shutdown was received")]
    assert s.drain(host) == [Closed("shutdown was sent")]
    assert host.is_closed
    assert provider.is_closed
    assert provider.data_to_send() == b""


# Versions: DEC-12, DEC-13, DEC-28.


@pytest.mark.parametrize("version", [s.FOREIGN, s.NO_VERSION, "contextgraph/1.0-rc1", "CONTEXTGRAPH/1.0", "x" * 9999])
def test_a_provider_answers_a_foreign_version_by_name_and_at_once(version: str) -> None:
    provider = ProviderSession()
    (event,) = provider.receive(s.handshake(version))
    assert isinstance(event, Rejected)
    assert isinstance(event.error, VersionError)
    assert event.code == s.MISMATCH
    answer = decode(provider.data_to_send())
    assert isinstance(answer, t.Error)
    assert answer.code == s.MISMATCH
    assert len(answer.message) < 200
    assert provider.state == "refused"


@pytest.mark.parametrize("version", ["contextgraph/1.0", "contextgraph/1.99-draft"])
def test_versions_of_one_family_interoperate(version: str) -> None:
    host, provider = HostSession(), ProviderSession(version=version)
    provider.receive_data(host.send(s.handshake()))
    host.receive_data(provider.send(s.ack(version)))
    assert host.state == provider.state == "ready"


def test_a_host_names_a_mismatch_in_the_acknowledgement() -> None:
    host = s.host("opening")
    (event,) = host.receive(s.ack(s.FOREIGN))
    assert isinstance(event, Failed)
    assert isinstance(event.error, VersionMismatch)
    assert (event.error.ours, event.error.theirs) == ("contextgraph/1", "contextgraph/2")
    assert event.error.code == s.MISMATCH
    assert host.state == "refused"


def test_a_host_names_a_version_that_is_none() -> None:
    (event,) = s.host("opening").receive(s.ack(s.NO_VERSION))
    assert isinstance(event, Failed)
    assert isinstance(event.error, VersionError)
    assert not isinstance(event.error, VersionMismatch)


def test_a_host_names_a_mismatch_that_the_provider_found() -> None:
    (event,) = s.host("opening").receive(s.error(code=s.MISMATCH))
    assert isinstance(event, Failed)
    assert isinstance(event.error, VersionRefused)
    assert isinstance(event.error, VersionMismatch)
    assert "contextgraph/1.0-draft" in str(event.error)


@pytest.mark.parametrize("code", ["unavailable", "acme:odd", None])
def test_any_other_refusal_has_a_name_too(code: str | None) -> None:
    host = s.host("opening")
    (event,) = host.receive(s.error(code=code))
    assert isinstance(event, Failed)
    assert isinstance(event.error, HandshakeRefused)
    assert event.error.code == (code or "")
    assert event.error.refusal == s.error(code=code)
    with pytest.raises(ProtocolViolation, match="N-handshake-first"):
        host.send(s.query())
    assert host.send(s.shutdown())


def test_a_refusal_with_an_id_is_one_too() -> None:
    (event,) = s.host("opening").receive(s.error("x"))
    assert isinstance(event, Failed)
    assert isinstance(event.error, HandshakeRefused)


def test_a_provider_never_acknowledges_another_family() -> None:
    provider = s.provider("opening")
    for version in (s.FOREIGN, s.NO_VERSION):
        with pytest.raises(ProtocolViolation) as caught:
            provider.send(s.ack(version))
        assert caught.value.requirements == ("H1",)
    assert provider.send(s.ack())


# Requests without an id: DEC-03, DEC-19.


def test_requests_without_an_id_are_answered_in_their_order_even_by_what_the_session_says_itself() -> None:
    provider = s.provider()
    provider.receive_data(encode(s.query()) + b"no message\n" + encode(s.verify()) + b'{"type":"news","x":1}\n')
    assert provider.data_to_send() == b""
    with pytest.raises(ProtocolViolation):
        provider.send(s.verified())
    first = [decode(line) for line in provider.send(s.frames()).splitlines()]
    assert [type(message) for message in first] == [t.Frames, t.Error]
    second = [decode(line) for line in provider.send(s.verified()).splitlines()]
    assert [type(message) for message in second] == [t.Verified, t.Error]


def test_however_many_answers_wait_they_leave_together() -> None:
    provider = s.provider()
    provider.receive_data(encode(s.query()) + b"no message\n" * 5000)
    assert provider.data_to_send() == b""
    assert provider.send(s.frames()).count(b"\n") == 5001


def test_an_id_is_answered_in_order_of_its_requests() -> None:
    provider = s.provider()
    events = provider.receive_data(encode(s.query("a")) + encode(s.query("a", "again")))
    assert [type(event) for event in events] == [Requested, Rejected]
    assert provider.data_to_send() == b""
    first, second = (decode(line) for line in provider.send(s.frames("a")).splitlines())
    assert first == s.frames("a")
    assert isinstance(second, t.Error)
    assert (second.id, second.code) == ("a", "bad_request")


def test_nothing_leaves_before_the_answer_to_the_handshake() -> None:
    provider = s.provider("opening")
    provider.receive_data(encode(s.query("a")) + encode(s.query()) + b'{"type":"news","id":"n","x":1}\n')
    assert provider.data_to_send() == b""
    kinds = [type(decode(line)) for line in provider.send(s.ack()).splitlines()]
    assert kinds == [t.HandshakeAck, t.Error, t.Error, t.Error]


def test_after_a_lock_step_timeout_the_session_is_over() -> None:
    host = s.host()
    host.send(s.query(), deadline=5.0)
    host.send(s.query("a"), deadline=9.0)
    assert host.next_deadline() == 5.0
    assert host.time_out(4.9) == []
    first, second, closed = host.time_out(5.0)
    assert isinstance(first, Failed)
    assert isinstance(first.error, TimedOut)
    assert first.request.id is None
    assert isinstance(second, Failed)
    assert isinstance(second.error, SessionClosed)
    assert isinstance(closed, Closed)
    assert host.next_deadline() is None
    assert host.receive(s.frames()) == [Dropped(s.frames(), "frames")]
    with pytest.raises(ProtocolViolation):
        host.send(s.query())


def test_all_that_is_overdue_has_timed_out_when_the_session_ends_for_it() -> None:
    host = s.host()
    host.send(s.verify(), deadline=1.0)
    host.send(s.query("a"), deadline=2.0)
    errors = [type(event.error) for event in host.time_out(3.0) if isinstance(event, Failed)]
    assert errors == [TimedOut, TimedOut]


def test_a_handshake_without_an_answer_never_hangs() -> None:
    host = s.host("opening")
    failed, closed = host.time_out(1.0)
    assert isinstance(failed, Failed)
    assert isinstance(failed.error, TimedOut)
    assert isinstance(closed, Closed)


def test_a_late_reply_with_an_id_is_dropped_and_counted_and_its_id_is_free_again() -> None:
    host = s.host()
    host.send(s.query("a"), deadline=1.0)
    host.time_out(1.0)
    assert host.state == "ready"
    with pytest.raises(ProtocolViolation, match="N-id-unique-in-flight"):
        host.send(s.query("a"))
    assert host.receive(s.frames("a", 1)) == [Dropped(s.frames("a", 1), "late")]
    assert host.dropped["late"] == 1
    host.send(s.query("a", "again"))
    (event,) = host.receive(s.frames("a", 2))
    assert event == Replied(Request(s.query("a", "again"), "a"), s.frames("a", 2))


def test_duplicate_and_unsolicited_replies_are_dropped_and_counted() -> None:
    host = s.host()
    host.send(s.query("a"))
    host.receive(s.frames("a"))
    for message in (s.frames("a"), s.frames("b"), s.frames(), s.verified(), s.error(), s.error("b")):
        assert host.receive(message) == [Dropped(message, "unsolicited")]
    assert host.dropped == {"unsolicited": 6}


def test_a_reply_of_another_type_answers_nothing() -> None:
    host = s.host()
    host.send(s.verify())
    host.send(s.query("a"))
    for message in (s.frames(), s.frames("b")):
        assert host.receive(message) == [Dropped(message, "unsolicited")]
    assert len(host.in_flight()) == 2


# What is no envelope: DEC-04, DEC-16, DEC-17, DEC-18.


def test_a_malformed_line_is_answered_with_its_id() -> None:
    provider = s.provider("fresh")
    provider.receive_data(b'{"type":"query","id":"q\\u00fc"}\n')
    answer = decode(provider.data_to_send())
    assert answer == t.Error(id="qü", code="bad_request", message=getattr(answer, "message", ""))


def test_a_line_that_is_too_long_is_answered_and_skipped() -> None:
    provider = ProviderSession(max_line=80)
    events = provider.receive_data(b"x" * 500 + b"\n" + encode(s.handshake()))
    assert [type(event) for event in events] == [Rejected, Requested]
    assert b"line-too-long" in provider.data_to_send()


def test_a_host_stays_alive_whatever_a_provider_prints() -> None:
    host = s.host()
    host.send(s.query("a"))
    events = host.receive_data(b"Traceback (most recent call last):\n\n\xff\n" + encode(s.frames("a")))
    assert [type(event) for event in events] == [Rejected, Rejected, Replied]
    assert host.data_to_send() == b""


def test_a_host_ignores_and_counts_unknown_envelopes() -> None:
    host = s.host()
    events = host.receive_data(b'{"type":"news","x":1}\n{"type":"news"}\n')
    assert [type(event) for event in events] == [Dropped, Dropped]
    assert host.dropped == {"unknown-envelope": 2}


def test_a_provider_answers_an_unknown_envelope_unless_it_is_bare() -> None:
    provider = s.provider()
    provider.receive_data(b'{"type":"news"}\n')
    assert provider.data_to_send() == b""
    assert provider.dropped == {"unknown-envelope": 1}
    provider.receive_data(b'{"type":"news","x":1}\n')
    assert b'"code":"bad_request"' in provider.data_to_send()


def test_an_answer_is_never_answered() -> None:
    provider = s.provider()
    for message in (s.error(), s.frames("a"), s.verified(), s.ack()):
        (event,) = provider.receive(message)
        assert isinstance(event, Rejected)
        assert event.error.requirements == ("N-one-direction",)
    assert provider.data_to_send() == b""


# The end: R2, DEC-17.


def test_a_goodbye_is_answered_by_nothing_and_fails_what_waits() -> None:
    provider = s.provider()
    provider.receive(s.query("a"))
    provider.receive(s.query())
    provider.receive_data(b"no message\n")
    events = provider.receive(s.shutdown())
    assert [type(event) for event in events] == [Failed, Failed, Closed]
    assert provider.data_to_send() == b""
    assert provider.dropped == {}
    # The work may have been done by then: handing it in is no mistake, twice is.
    assert provider.send(s.frames("a")) == b""
    assert provider.send(s.frames()) == b""
    assert provider.dropped == {"due": 2}
    with pytest.raises(ProtocolViolation, match="R2"):
        provider.send(s.frames("a"))


def test_the_last_line_counts_without_a_line_end() -> None:
    host = s.host()
    host.send(s.query("a"))
    assert host.receive_data(encode(s.frames("a"))[:-1]) == []
    replied, closed = host.receive_eof()
    assert isinstance(replied, Replied)
    assert closed == Closed("the input ended")


def test_the_end_of_the_input_fails_what_waits_and_may_come_twice() -> None:
    host = s.host()
    host.send(s.query("a"))
    failed, closed = host.receive_eof()
    assert isinstance(failed, Failed)
    assert str(failed.error) == "the session is over: the input ended"
    assert isinstance(closed, Closed)
    assert host.receive_eof() == []


# The interface.


def test_a_refused_message_changes_nothing() -> None:
    host = s.host()
    host.send(s.query("a"))
    before = (host.state, host.in_flight())
    for wrong in (s.query("a"), s.handshake(), s.frames("a")):
        with pytest.raises(ProtocolViolation):
            host.send(wrong)  # type: ignore[arg-type]
    with pytest.raises(EncodeError):
        host.send(s.query("b", "\ud800"))
    assert (host.state, host.in_flight()) == before
    assert host.data_to_send() == b""
    assert host.send(s.query("b"))


def test_a_violation_says_who_where_what_and_why() -> None:
    with pytest.raises(ProtocolViolation) as caught:
        s.host(verify=False).send(s.verify())
    violation = caught.value
    assert str(violation) == (
        "the host sends verify (ready, gated): "
        "The provider did not declare the capability that this request needs. [N-no-verify-without-capability]"
    )
    assert (violation.role, violation.state, violation.event, violation.condition) == (
        "host",
        "ready",
        "sends verify",
        "gated",
    )
    assert violation.requirements == ("N-no-verify-without-capability",)


@pytest.mark.parametrize(
    "error",
    [
        ProtocolViolation("host", "ready", "sends x", None, "R", "So it is."),
        HandshakeRefused(s.error(), "internal", "R"),
        VersionRefused("contextgraph/1.0"),
        TimedOut("R"),
        SessionClosed("the input ended", "R"),
    ],
    ids=lambda error: type(error).__name__,
)
def test_errors_are_wire_errors_that_can_be_pickled(error: WireError) -> None:
    copy = pickle.loads(pickle.dumps(error))
    assert type(copy) is type(error)
    assert (str(copy), copy.code, copy.requirements) == (str(error), error.code, error.requirements)
    assert isinstance(copy, WireError)


def test_ids_are_new_and_not_in_flight() -> None:
    host = s.host()
    host.send(s.query("b"))
    ids = [host.next_id() for _ in range(30)]
    assert ids[:3] == ["a", "c", "d"]
    assert ids[-1] == "ae"
    assert len(set(ids)) == 30


def test_events_go_on_where_they_were_left() -> None:
    provider = s.provider()
    provider.feed(encode(s.query("a")) + encode(s.query("b")))
    for event in provider.events():
        assert isinstance(event, Requested)
        break
    assert [event.request.id for event in provider.events() if isinstance(event, Requested)] == ["b"]


def test_a_provider_that_goes_through_events_serves_a_session_that_was_piped_in() -> None:
    provider, said = ProviderSession(), []
    whole: list[Envelope] = [s.handshake(), s.query(), s.query("a"), s.verify(), s.shutdown()]
    provider.feed(b"".join(encode(message) for message in whole))
    for event in provider.events():
        if isinstance(event, Requested):
            match event.request.envelope:
                case t.Handshake():
                    said.append(provider.send(s.ack()))
                case t.Verify():
                    said.append(provider.send(s.verified()))
                case _:
                    said.append(provider.send(s.frames(event.request.id)))
    assert [type(decode(line)) for line in said] == [t.HandshakeAck, t.Frames, t.Frames, t.Verified]
    assert provider.is_closed


def test_messages_read_from_a_stream_drive_a_session() -> None:
    provider = ProviderSession()
    stream = io.BytesIO(encode(s.handshake()) + b"no message\n" + encode(s.shutdown()))
    events = [event for message in read(stream) for event in provider.receive(message)]
    assert [type(event) for event in events] == [Requested, Rejected, Failed, Closed]


# Recorded sessions.


def test_a_recording_of_a_sound_session_has_nothing_wrong() -> None:
    watched = recording()
    for message in (s.handshake(), s.ack(), s.query("a"), s.query(), s.frames("a"), s.error(), s.shutdown()):
        assert watched.see(message) is None
    assert watched.states() == {"host": "closed", "provider": "closed"}
    assert watched.waiting() == ()


def test_a_recording_names_every_mistake_of_either_side() -> None:
    watched = recording()
    seen = [
        watched.see(message)
        for message in (
            s.query(),
            s.handshake(),
            s.ack(correlation=False, verify=False),
            s.query("a"),
            s.error("a"),
            s.verify(),
            s.frames(),
            s.query(),
            s.query(),
            s.frames(),
            s.frames(),
            s.frames(),
            s.shutdown(),
            s.error(),
        )
    ]
    assert [error and error.requirements[0] for error in seen] == [
        "N-handshake-first",
        None,
        None,
        "N-no-id-without-capability",
        None,
        "N-no-verify-without-capability",
        "H4",
        None,
        "N-lock-step",
        None,
        None,
        "H4",
        None,
        "R2",
    ]


def test_a_recording_of_another_family_is_judged_by_its_own_versions() -> None:
    watched = recording()
    assert watched.see(s.handshake(s.FOREIGN)) is None
    assert watched.see(s.ack("contextgraph/2.7")) is None
    refused = recording()
    refused.see(s.handshake(s.FOREIGN))
    assert refused.see(s.error(code=s.MISMATCH)) is None
    assert refused.states() == {"host": "refused", "provider": "refused"}
    wrong = recording()
    wrong.see(s.handshake())
    error = wrong.see(s.ack(s.FOREIGN))
    assert error is not None
    assert error.requirements == ("H1",)


def test_what_a_provider_may_ignore_may_stay_unanswered_in_a_recording() -> None:
    watched = recording()
    watched.see(s.handshake())
    watched.see(s.ack())
    assert watched.see(decode(b'{"type":"news","x":1}')) is None
    for message in (s.query(), s.frames(), s.verify(), s.verified()):
        assert watched.see(message) is None
    assert watched.waiting() == ()


def test_a_recording_tells_what_is_still_waiting() -> None:
    watched = recording()
    for message in (s.handshake(), s.ack(), s.query("a"), s.verify()):
        watched.see(message)
    assert {request.id for request in watched.waiting()} == {"a", None}
