"""What becomes of a provider's reply: in one process, a line in and a line out."""

from __future__ import annotations

import logging
from collections.abc import Awaitable

import pytest
from msgspec.structs import replace

from cgp_wire import ContextQuery, ContextQueryResult, Envelope, Error, Frames, HandshakeAck, Query, decode, encode
from cgp_wire import types as t
from cgp_wire._desk import Desk
from cgp_wire.provider import Checks, Misdeclared, Provider, ProviderError
from cgp_wire.stdio import serve, serve_in_turn
from tests.generated.python import sessions as s
from tests.generated.python.live_provider import Live, frame, result


class Vectors(Live):
    """Declares an embedding space of three dimensions, and serves what its test wants."""

    capabilities = t.Capabilities(query=t.QueryCapability(kinds=("doc",)), embeddings_fingerprint="model/3")
    found: tuple[t.ContextFrame, ...] = (frame(),)

    def query(self, query: ContextQuery) -> ContextQueryResult | Awaitable[ContextQueryResult]:
        return result(*self.found)


def answers(provider: Provider, *queries: ContextQuery, checks: Checks = "refuse") -> list[Envelope]:
    """The replies to queries, one after the other."""
    data = b"".join([encode(s.handshake()), *(encode(Query(query=query)) for query in queries)])
    chunks = iter([data, b""])
    out: list[bytes] = []
    serve_in_turn(Desk(provider, checks), lambda: next(chunks), out.append, 1 << 20)
    ack, *replies = (decode(line) for line in b"".join(out).splitlines())
    assert isinstance(ack, HandshakeAck)
    return [reply for reply in replies if isinstance(reply, t.Envelope)]


WANT = ContextQuery(goal="x", max_frames=9, max_tokens=99)


def test_a_vector_of_another_length_is_a_bad_request() -> None:
    wrong, right = answers(Vectors(), replace(WANT, embedding=(0.5,)), replace(WANT, embedding=(0.5, 0.5, 0.5)))
    assert isinstance(wrong, Error)
    assert wrong.code == "bad_request"
    assert "the embedding has 1 components, the declared space 3" in wrong.message
    assert isinstance(right, Frames)


def test_a_provider_may_ignore_what_a_host_should_not_have_asked() -> None:
    # Full frames are always right, whatever representation is preferred.
    for extra in ({"representation_preferences": ("compact",)}, {"embedding": (0.5,)}):
        (reply,) = answers(Live(), replace(WANT, goal="count 1", **extra))
        assert isinstance(reply, Frames)


def test_what_was_not_offered_is_not_served(caplog: pytest.LogCaptureFixture) -> None:
    reference = replace(
        frame(),
        representation="reference",
        content=None,
        token_cost=0,
        canonical_content_hash="sha256:" + "0" * 64,
        content_ref=t.ContentRef(provider_id="p", uri="x:y"),
    )
    provider = Vectors()
    provider.found = (reference,)
    (reply,) = answers(provider, replace(WANT, representation_preferences=("reference",)))
    assert isinstance(reply, Error)
    assert reply.code == "bad_request"
    # Without a preference it is only a SHOULD: it leaves, and the log tells.
    (reply,) = answers(provider, WANT)
    assert isinstance(reply, Frames)
    assert "representation-was-offered" in caplog.text
    assert "no-reference-frames" in caplog.text


@pytest.mark.parametrize("checks", ["off", "warn", "refuse"])
def test_the_three_ways_with_a_reply_that_breaks_a_rule(checks: Checks, caplog: pytest.LogCaptureFixture) -> None:
    provider = Vectors()
    provider.found = (frame(cost=7),)
    lie, over = answers(provider, WANT, replace(WANT, max_tokens=1), checks=checks)
    assert isinstance(lie, Error) is isinstance(over, Error) is (checks == "refuse")
    assert ("token-cost-is-bytes" in caplog.text) is (checks != "off")
    # Whatever is checked, what breaks the budget is never silent.
    assert "budget-is-kept" in caplog.text
    assert all(record.levelno == logging.ERROR for record in caplog.records if record.message.startswith("a reply"))


def test_a_value_of_a_wrong_type_is_caught_before_it_leaves() -> None:
    provider = Vectors()
    for wrong in (
        replace(frame(), title=7),
        replace(frame(), score="high"),
        replace(frame(), provenance=(1,)),
        "frame",
    ):
        provider.found = (wrong,)  # type: ignore[assignment]
        (reply,) = answers(provider, WANT)
        assert isinstance(reply, Error), wrong
        assert reply.code == "internal"


def test_a_provider_that_declares_what_is_not_so_does_not_start() -> None:
    class Odd(Live):
        pass

    for name, value, why in (
        ("provider", "me", "can't be sent"),
        ("capabilities", t.Capabilities(query=t.QueryCapability(kinds=()), representations=("compact",)), "resolve"),
    ):
        setattr(Odd, name, value)
        with pytest.raises(Misdeclared, match=why):
            serve(Odd())
        setattr(Odd, name, getattr(Live, name))
    with pytest.raises(ValueError, match="concurrency"):
        serve(Odd(), concurrency=0)
    with pytest.raises(ValueError, match="checks"):
        serve(Odd(), checks="on")  # type: ignore[arg-type]


def test_a_method_that_was_not_declared_is_noted(caplog: pytest.LogCaptureFixture) -> None:
    answers(Vectors(), WANT)
    assert "Vectors defines verify, but does not declare that it can be asked for it" in caplog.text


def test_what_a_provider_declares_may_change_between_handshakes() -> None:
    provider = Live()
    desk = Desk(provider, "refuse")
    provider.provider = replace(Live.provider, version="2")
    data = iter([encode(s.handshake()), b""])
    out: list[bytes] = []
    serve_in_turn(desk, lambda: next(data), out.append, 1 << 20)
    ack = decode(out[0])
    assert isinstance(ack, HandshakeAck)
    assert ack.provider.version == "2"


def test_a_failure_without_words_has_some() -> None:
    class Curt(Vectors):
        def query(self, query: ContextQuery) -> ContextQueryResult:
            raise ProviderError("unavailable")

    (reply,) = answers(Curt(), WANT)
    assert isinstance(reply, Error)
    assert (reply.code, bool(reply.message)) == ("unavailable", True)
