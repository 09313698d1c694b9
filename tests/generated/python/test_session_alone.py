"""Each session alone, against anything that can stand on a wire."""

from __future__ import annotations

from collections import defaultdict

from hypothesis import example, given, settings
from hypothesis import strategies as st

from cgp_wire import Envelope, UnknownEnvelope, decode, encode
from cgp_wire import types as t
from cgp_wire.errors import DecodeError, WireError
from cgp_wire.session import (
    Closed,
    Dropped,
    Event,
    Failed,
    ProtocolViolation,
    ProviderSession,
    Rejected,
    Replied,
    Request,
    Requested,
)
from tests.generated.python import sessions as s

IDS = st.sampled_from([None, "a", "b", "c"])
REQUESTS = st.one_of(
    st.builds(s.handshake, st.sampled_from([s.OURS, s.OURS, s.FOREIGN, s.NO_VERSION])),
    st.builds(s.query, IDS),
    st.builds(s.verify),
)
REPLIES = st.one_of(
    st.builds(s.ack, st.sampled_from([s.OURS, s.FOREIGN]), correlation=st.booleans(), verify=st.booleans()),
    st.builds(s.frames, IDS),
    st.builds(s.verified),
    st.builds(s.error, IDS, st.sampled_from([None, "internal", s.MISMATCH, "acme:odd"])),
)
ODD_LINES = st.sampled_from(
    [
        b"no message\n",
        b'{"type":"query"}\n',
        b'{"type":"query","id":"a"}\n',
        b'{"type":"news"}\n',
        b'{"type":"news","more":true}\n',
        b'{"type":"news","id":"b","more":true}\n',
        b'{"type":"error","id":"c"}\n',
        b"\xff\n",
        b"\n",
        b" \r\n",
        b"[" * 200 + b"\n",
    ]
)
LINES = st.lists(st.one_of(REQUESTS.map(encode), REPLIES.map(encode), ODD_LINES), max_size=25)
MET = encode(s.handshake())


def id_of(message: object) -> str | None:
    found = getattr(message, "id", None)
    return found if isinstance(found, str) else None


class Answers:
    """A provider with all that it was asked and all that it said, by id."""

    def __init__(self, session: ProviderSession) -> None:
        self.session = session
        self.asked: list[Request] = []
        self.owed: defaultdict[str | None, list[str]] = defaultdict(list)
        self.said: defaultdict[str | None, list[str]] = defaultdict(list)
        self.failed = 0

    def hear(self, event: Event) -> None:
        match event:
            case Requested(request):
                self.asked.append(request)
                self.owed[request.id].append("reply")
            case Rejected(message, error, code) if code:
                self.owed[id_of(error if message is None else message)].append(code)
            case Failed(request, _):
                self.asked.remove(request)
                self.failed += 1
            case Rejected() | Dropped() | Closed():
                pass
            case _:
                raise AssertionError(f"a provider is told of {event}")
        self.hand_over(self.session.data_to_send())

    def reply(self, request: Request) -> None:
        self.asked.remove(request)
        match request.envelope:
            case t.Handshake():
                self.hand_over(self.session.send(s.ack()))
            case t.Verify():
                self.hand_over(self.session.send(s.verified()))
            case _:
                self.hand_over(self.session.send(s.frames(request.id)))

    def hand_over(self, data: bytes) -> None:
        for line in data.splitlines():
            message = decode(line)
            kind = message.code or "internal" if isinstance(message, t.Error) else "reply"
            self.said[id_of(message)].append(kind)


@settings(max_examples=300, deadline=None)
@given(LINES, st.data())
def test_a_provider_answers_everything_once_and_in_order(lines: list[bytes], data: st.DataObject) -> None:
    answers = Answers(ProviderSession())
    for line in [*data.draw(st.sampled_from([[MET], []])), *lines]:
        for event in answers.session.receive_data(line):
            answers.hear(event)
        replies = data.draw(st.lists(st.integers(0, 9), max_size=3))
        for choice in replies[: len(answers.asked)]:
            request = answers.asked[choice % len(answers.asked)]
            if request.id is None:
                request = next(r for r in answers.asked if r.id is None)
            answers.reply(request)
    while answers.asked:
        answers.reply(answers.asked[0])
    assert dict(answers.said) == dict(answers.owed)
    assert answers.session.in_flight() == ()


@settings(max_examples=300, deadline=None)
@given(LINES, st.lists(st.integers(1, 60), max_size=60))
@example([MET, encode(s.query()), b"no message\n", encode(s.query("a")), encode(s.shutdown())], [])
def test_however_the_input_is_chopped_a_provider_says_the_same(lines: list[bytes], sizes: list[int]) -> None:
    def run(chunks: list[bytes]) -> tuple[bytes, str, dict[str, int]]:
        session, said = ProviderSession(), b""
        for chunk in chunks:
            session.feed(chunk)
            for event in session.events():
                if isinstance(event, Requested):
                    reply: t.HandshakeAck | t.Verified | t.Frames = s.frames(event.request.id)
                    if isinstance(event.request.envelope, t.Handshake):
                        reply = s.ack()
                    elif isinstance(event.request.envelope, t.Verify):
                        reply = s.verified()
                    said += session.send(reply)
            said += session.data_to_send()
        return said, session.state, dict(session.dropped)

    whole = b"".join([MET, *lines])
    chunks, rest = [], whole
    for size in sizes:
        chunks.append(rest[:size])
        rest = rest[size:]
    assert run([*chunks, rest]) == run([whole]) == run([MET, *lines])


@settings(max_examples=300, deadline=None)
@given(LINES, st.data())
def test_a_host_is_only_told_of_replies_to_what_it_asked(lines: list[bytes], data: st.DataObject) -> None:
    session = s.host(data.draw(st.sampled_from(["fresh", "opening", "ready", "ready"])))
    waiting = list(session.in_flight())
    for line in lines:
        envelope = data.draw(st.one_of(REQUESTS, st.builds(s.shutdown) if data.draw(st.booleans()) else REQUESTS))
        try:
            assert session.send(envelope) == encode(envelope)
        except ProtocolViolation:
            assert session.data_to_send() == b""
        else:
            waiting += [request for request in session.in_flight() if request.envelope is envelope]
        for event in [*session.events(), *session.receive_data(line)]:
            match event:
                case Replied(request, reply):
                    waiting.remove(request)
                    assert not isinstance(reply, t.Error) or reply.id == request.id
                    if isinstance(request.envelope, t.Query):
                        assert isinstance(reply, t.Frames | t.Error)
                        assert reply.id == request.id
                    elif isinstance(request.envelope, t.Verify):
                        assert isinstance(reply, t.Verified | t.Error)
                    else:
                        assert isinstance(reply, t.HandshakeAck)
                case Failed(request, error):
                    waiting.remove(request)
                    assert isinstance(error, WireError)
                case Rejected(_, _, code):
                    assert code == ""
                case Dropped(_, reason):
                    assert session.dropped[reason] > 0
                case Closed():
                    assert session.is_closed
                case _:
                    raise AssertionError(f"a host is told of {event}")
    assert sorted(map(id, waiting)) == sorted(map(id, session.in_flight()))
    for event in session.receive_eof():
        if isinstance(event, Failed):
            waiting.remove(event.request)
    assert session.is_closed
    assert not waiting


@given(st.binary(max_size=200))
def test_no_bytes_at_all_break_a_session(data: bytes) -> None:
    for session in (s.host(), s.host("opening"), s.provider(), s.provider("fresh")):
        session.receive_data(data)
        session.receive_eof()
        assert session.is_closed


@given(st.one_of(REQUESTS, REPLIES, st.builds(s.shutdown)))
def test_what_was_read_elsewhere_counts_like_bytes(envelope: Envelope) -> None:
    for make in (s.host, s.provider):
        by_bytes, by_message = make(), make()
        by_bytes.receive_data(encode(envelope))
        by_message.receive(envelope)
        assert (by_bytes.state, by_bytes.dropped) == (by_message.state, by_message.dropped)
        assert by_bytes.data_to_send() == by_message.data_to_send()


def test_messages_that_are_none_are_taken_as_they_are_read() -> None:
    session = s.provider()
    try:
        decode(b'{"type":"query","id":"q"}')
    except DecodeError as error:
        (event,) = session.receive(error)
    assert isinstance(event, Rejected)
    assert session.data_to_send().startswith(b'{"type":"error","id":"q","code":"bad_request",')
    unknown = decode(b'{"type":"news","id":"n","x":1}')
    assert isinstance(unknown, UnknownEnvelope)
    session.receive(unknown)
    assert session.data_to_send().startswith(b'{"type":"error","id":"n","code":"bad_request",')
