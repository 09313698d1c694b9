"""Every row of the table, reached through the public methods of a session."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import pytest

from cgp_wire import Envelope, UnknownEnvelope, decode
from cgp_wire._lifecycle import Kind, Step
from cgp_wire._party import Party as AnyParty
from cgp_wire.errors import DecodeError
from cgp_wire.session import (
    CONDITIONS,
    TABLE,
    Dropped,
    Event,
    Failed,
    HandshakeRefused,
    HostSession,
    ProtocolViolation,
    ProviderSession,
    Rejected,
    VersionError,
)
from tests.generated.python import sessions as s

Key: TypeAlias = tuple[str, str, str, str | None]
Party: TypeAlias = HostSession | ProviderSession
Subject: TypeAlias = Envelope | UnknownEnvelope | DecodeError | None


def _message(name: str, condition: str | None, id_: str | None) -> Envelope:
    version = {"foreign-family": s.FOREIGN, "no-version": s.NO_VERSION}.get(condition or "", s.OURS)
    code = s.MISMATCH if condition == "names-mismatch" else "internal"
    made: dict[str, Callable[[], Envelope]] = {
        "handshake": lambda: s.handshake(version),
        "handshake_ack": lambda: s.ack(version),
        "query": lambda: s.query(id_),
        "frames": lambda: s.frames(id_),
        "verify": s.verify,
        "verified": s.verified,
        "error": lambda: s.error(id_, code),
        "shutdown": s.shutdown,
    }
    return made[name]()


def _malformed() -> DecodeError:
    with pytest.raises(DecodeError) as caught:
        decode(b"no message")
    return caught.value


def _odd(role: str, name: str, condition: str | None) -> Subject:
    match name:
        case "unknown-envelope":
            message = decode(b'{"type":"news"}' if condition == "bare" else b'{"type":"news","more":1}')
            assert isinstance(message, UnknownEnvelope)
            return message
        case "malformed-line":
            return _malformed()
        case "misdirected":
            return s.shutdown() if role == "host" else s.frames()
        case _:
            return None


def _prepared(key: Key) -> tuple[Party, str | None]:
    """A session in which the condition holds for the next message with the id."""
    role, state, event, condition = key
    name = event.partition(" ")[2]
    correlation, verify = condition != "undeclared-id", condition != "gated"
    if role == "host":
        host = s.host(state, correlation=correlation, verify=verify)
        return host, _prepare_host(host, name, condition)
    provider = s.provider("ready" if condition == "due" else state, correlation=correlation, verify=verify)
    return provider, _prepare_provider(provider, state, name, condition)


def _prepare_host(host: HostSession, name: str, condition: str | None) -> str | None:
    match condition:
        case "out-of-turn" | "lock-step":
            host.send(s.query(), deadline=1.0)
        case "id-in-flight" | "correlated":
            host.send(s.query("a"), deadline=1.0)
            return "a"
        case "undeclared-id":
            return "a"
        case "expected":
            id_ = None if name == "verified" else "a"
            host.send(s.verify() if name == "verified" else s.query(id_))
            return id_
        case "late":
            host.send(s.query("a"), deadline=1.0)
            assert len(host.time_out(2.0)) == 1
            return "a"
        case "unsolicited":
            host.send(s.query("a"))
            return None if name == "verified" else "b"
    return None


def _prepare_provider(provider: ProviderSession, state: str, name: str, condition: str | None) -> str | None:
    match condition:
        case "out-of-turn":
            provider.receive(s.query())
        case "id-in-flight":
            provider.receive(s.query("a"))
            return "a"
        case "undeclared-id" | "of-nothing":
            return "a"
        case "undue" if state == "ready":
            provider.receive(s.query("a"))
            return None if name == "verified" else "b"
    return None


def _due(state: str, name: str) -> tuple[Party, str | None]:
    """A provider that owes ``name``, in ``state``."""
    if name == "handshake_ack":
        provider = s.provider("opening")
    else:
        provider = s.provider("ready")
        provider.receive(s.verify() if name == "verified" else s.query("a"))
    if state == "closed":
        provider.receive(s.shutdown())
    s.drain(provider)
    return provider, "a" if name in ("frames", "error") else None


@pytest.fixture
def looked_up(monkeypatch: pytest.MonkeyPatch) -> list[Key]:
    """The places of the table that sessions look up, in order."""
    seen: list[Key] = []
    original = AnyParty._look_up

    def spy(
        self: AnyParty[Envelope],
        event: str,
        kind: Kind | None = None,
        envelope: Envelope | None = None,
        condition: str | None = None,
    ) -> tuple[Step, str | None]:
        state = self.state
        step, condition = original(self, event, kind, envelope, condition)
        seen.append((self.role, state, event, condition))
        return step, condition

    monkeypatch.setattr(AnyParty, "_look_up", spy)
    return seen


@pytest.mark.parametrize("key", TABLE, ids=lambda key: ", ".join(filter(None, key)))
def test_every_row_does_what_it_says(key: Key, looked_up: list[Key]) -> None:
    role, state, event, condition = key
    step = TABLE[key]
    happening, _, name = event.partition(" ")
    if condition == "of-request":
        watched = ProviderSession(watching=True)
        for message in (s.handshake(), s.query("a")):
            watched.receive(message)
        assert watched.seen_sending(s.error("a")) is None
        assert key in looked_up
        assert watched.state == step.to
        return
    if condition == "due" and state in ("fresh", "refused"):
        # A provider owes nothing there but what it answers on its own, so that sending is its own affair.
        provider = s.provider(state)
        provider.receive(s.query("a"))
        assert b'"id":"a"' in provider.data_to_send()
        assert key in looked_up
        assert provider.state == step.to
        return
    party, id_ = _due(state, name) if condition == "due" else _prepared(key)
    before = sum(party.dropped.values())
    events: list[Event] = []
    raised: ProtocolViolation | None = None
    looked_up.clear()
    if happening == "sends":
        try:
            sent = party.send(_message(name, condition, id_))  # type: ignore[arg-type]
            assert bool(sent) == (step.outcome == "accept")
        except ProtocolViolation as violation:
            raised = violation
        events = s.drain(party)
    elif name == "deadline":
        assert isinstance(party, HostSession)
        events = party.time_out(2.0)
    elif name == "end-of-input":
        events = party.receive_eof()
    else:
        subject = _message(name, condition, id_) if happening == "receives" else _odd(role, name, condition)
        assert subject is not None
        events = party.receive(subject)
    assert key in looked_up
    _check(key, party, events, raised, sum(party.dropped.values()) - before)


def _check(key: Key, party: Party, events: list[Event], raised: ProtocolViolation | None, dropped: int) -> None:
    _, state, event, condition = key
    step = TABLE[key]
    rejected = [e for e in events if isinstance(e, Rejected)]
    failed = [e.error for e in events if isinstance(e, Failed)]
    assert dropped == (step.outcome == "drop")
    assert dropped == sum(isinstance(e, Dropped) for e in events) or event.startswith("sends")
    if step.outcome != "answer":
        assert party.state == step.to
    match step.outcome:
        case "breach" if raised is not None:
            assert raised.requirements == (step.requirement,)
            assert (raised.state, raised.condition) == (state, condition)
            assert party.data_to_send() == b""
        case "breach":
            (rejection,) = rejected
            assert rejection.code == ""
            assert step.requirement in rejection.error.requirements or isinstance(rejection.error, DecodeError)
        case "answer":
            (rejection,) = rejected
            assert rejection.code == (step.code or rejection.error.code)
            # While the handshake has no answer, nothing else may leave.
            answered = f'"code":"{rejection.code}"'.encode() in party.data_to_send()
            assert answered == (not (state == "opening" or condition in ("id-in-flight",)))
        case "mismatch":
            assert any(isinstance(error, VersionError) for error in failed)
        case "refusal":
            assert any(isinstance(error, HandshakeRefused) for error in failed)
        case "accept":
            assert raised is None
            assert not rejected


def test_every_condition_stands_in_the_table() -> None:
    assert {key[3] for key in TABLE} == {*CONDITIONS, None}
