"""What the fuzzer tries, tried in the suite: bytes of any kind, and messages that were bent a little."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fuzz import provider_input as target

SEEDS = sorted(set(target.seeds()))


@pytest.fixture(autouse=True, scope="module")
def _quiet() -> Iterator[None]:
    logging.disable()
    yield
    logging.disable(logging.NOTSET)


@st.composite
def bent(draw: st.DrawFn) -> bytes:
    """Lines of the test vectors, cut, doubled and overwritten."""
    data = bytearray(b"\n".join(draw(st.lists(st.sampled_from(SEEDS), min_size=1, max_size=4))))
    for _ in range(draw(st.integers(0, 4))):
        start = draw(st.integers(0, len(data)))
        end = draw(st.integers(start, min(len(data), start + 40)))
        data[start:end] = draw(st.one_of(st.binary(max_size=8), st.just(bytes(data[start:end]) * 2)))
    return bytes(data)


@settings(max_examples=300, deadline=None)
@given(st.one_of(bent(), st.binary(max_size=300)), st.integers(0, 255))
def test_whatever_comes_in_envelopes_go_out_and_a_good_query_is_answered_after_it(data: bytes, size: int) -> None:
    target.over_stdio(bytes([size]) + data)
    target.over_http(data)


def test_the_fuzzer_would_notice_a_provider_that_falls_silent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(target, "serve_in_turn", lambda desk, read, write, max_line: None)
    with pytest.raises(IndexError):
        target.over_stdio(b"x")


def test_the_fuzzer_would_notice_a_status_that_means_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    async def teapot(scope: object, receive: object, send: object) -> None:
        await send({"type": "http.response.start", "status": 418})  # type: ignore[operator]
        await send({"type": "http.response.body", "body": b""})  # type: ignore[operator]

    monkeypatch.setattr(target, "APP", teapot)
    with pytest.raises(AssertionError):
        target.over_http(b"x")
    assert asyncio.run(asyncio.sleep(0, "the loop is well")) == "the loop is well"
