"""Streams: lines of any length through pipes of any kind, each as soon as it is there, in bounded memory."""

from __future__ import annotations

import io
import os
import threading
import tracemalloc
from collections.abc import Iterable
from typing import Any, BinaryIO, cast

from hypothesis import given
from hypothesis import strategies as st

from cgp_wire import DecodeError, Error, Handshake, Shutdown, UnknownEnvelope, decode, encode, read, write
from cgp_wire.ndjson import LineBuffer, Message
from tests.generated.strategies import cuts

BYE = b'{"type":"shutdown"}'


def _outcomes(items: Iterable[Message | DecodeError]) -> list[object]:
    """Messages as they are, errors as their texts, so that both can be compared."""
    return [str(item) if isinstance(item, DecodeError) else item for item in items]


def _read(data: bytes, **limits: int) -> list[object]:
    return _outcomes(read(io.BytesIO(data), **limits))


def test_a_stream_of_messages_is_read_in_order() -> None:
    data = encode(Handshake(protocol_version="contextgraph/1.0")) + encode(Error(message="m")) + encode(Shutdown())
    assert _read(data) == [Handshake(protocol_version="contextgraph/1.0"), Error(message="m"), Shutdown()]


def test_a_broken_line_is_an_error_and_the_next_one_is_read() -> None:
    lines = [b"log text", BYE, b'{"type":"error"}', b"[]", b'{"type":"later"}', b"\xff", BYE]
    errors = {0: "not-json", 2: "missing-member at /message", 3: "not-an-object", 5: "not-utf8"}
    outcomes = _read(b"\n".join(lines))
    assert {index: text.partition(":")[0] for index, text in enumerate(outcomes) if isinstance(text, str)} == errors
    assert outcomes[1] == outcomes[6] == Shutdown()
    assert outcomes[4] == UnknownEnvelope("later", None, True, b'{"type":"later"}')


def test_lines_of_white_space_are_skipped_and_line_ends_may_be_crlf() -> None:
    assert _read(b"\n\r\n \t \r\n" + BYE + b"\r\n\n" + BYE + b"\n\n") == [Shutdown(), Shutdown()]
    assert _read(b"") == []
    assert _read(b" ") == []


def test_other_white_space_makes_no_blank_line() -> None:
    assert len(_read(b"\x0b\n\x0c\n\xc2\xa0\n")) == 3


def test_only_a_line_feed_ends_a_line() -> None:
    for character in ("\u2028", "\u0085", "\u001e"):
        text = f'{{"type":"error","message":"a{character}b"}}'.encode().replace(b"\x1e", b"\\u001e")
        assert _read(text + b"\n") == [Error(message=f"a{character}b")]
    assert [str(item).partition(":")[0] for item in _read(BYE + b"\r" + BYE + b"\n")] == ["not-json"]


def test_a_last_line_without_line_feed_is_delivered() -> None:
    assert _read(BYE + b"\n" + BYE) == [Shutdown(), Shutdown()]
    assert _read(BYE + b"\r") == [Shutdown()]
    assert len(_read(b'{"type":')) == 1


def test_a_line_beyond_the_limit_is_one_error_and_the_next_one_is_read() -> None:
    limit = len(BYE)
    error = f"line-too-long: expected at most {limit} bytes"
    for extra in (1, 2, 3, 100, 70_000, 200_000):
        data = BYE + b" " * extra + b"\n" + BYE + b"\n" + b"x" * (limit + extra)
        assert _read(data, max_line=limit) == [error, Shutdown(), error]
    assert _read((BYE + b"\n") * 2 + BYE + b"\r\n" + BYE + b"\r", max_line=limit) == [Shutdown()] * 4


class _Endless(io.RawIOBase):
    """A line of ``size`` bytes that nobody holds, then a message."""

    def __init__(self, size: int) -> None:
        self._left = size
        self._rest = b"\n" + BYE + b"\n"

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        if self._left:
            count = min(len(buffer), self._left)
            buffer[:count] = b"x" * count
            self._left -= count
            return count
        part, self._rest = self._rest[: len(buffer)], self._rest[len(buffer) :]
        buffer[: len(part)] = part
        return len(part)


def test_a_line_of_64_megabytes_is_skipped_without_being_held() -> None:
    stream = io.BufferedReader(_Endless(64_000_000), 1 << 16)
    tracemalloc.start()
    try:
        outcomes = _outcomes(read(stream, max_line=1 << 20))
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert outcomes == ["line-too-long: expected at most 1048576 bytes", Shutdown()]
    assert peak < 4 << 20


def test_a_long_session_is_read_in_constant_memory() -> None:
    line = encode(Error(message="m" * 1000))

    class Session(io.RawIOBase):
        left = 20_000

        def readable(self) -> bool:
            return True

        def readinto(self, buffer: Any) -> int:
            count = min(len(buffer) // len(line), self.left)
            buffer[: count * len(line)] = line * count
            self.left -= count
            return count * len(line)

    tracemalloc.start()
    try:
        count = sum(1 for _ in read(cast("BinaryIO", io.BufferedReader(Session(), 1 << 16))))
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert count == 20_000
    assert peak < 1 << 20


def test_a_message_comes_out_of_a_pipe_before_the_next_one_is_written() -> None:
    for buffering in (-1, 0):
        ours, theirs = os.pipe()
        with open(ours, "rb", buffering=buffering) as stream, open(theirs, "wb") as peer:
            messages = read(stream)
            for text in ("one", "two"):
                write(peer, Error(message=text))
                assert next(messages) == Error(message=text)
            peer.write(BYE)
            peer.close()
            assert next(messages) == Shutdown()
            assert next(messages, None) is None


def test_a_line_that_arrives_in_pieces_is_one_line() -> None:
    for buffering in (-1, 0):
        ours, theirs = os.pipe()
        with open(ours, "rb", buffering=buffering) as stream:

            def send(end: int = theirs) -> None:
                with open(end, "wb", buffering=0) as peer:
                    for byte in (BYE + b"\r\n") * 3:
                        peer.write(bytes([byte]))

            thread = threading.Thread(target=send)
            thread.start()
            assert _outcomes(read(stream)) == [Shutdown()] * 3
            thread.join()


class _Piecemeal(io.BytesIO):
    """A stream whose lines come in pieces, as non-blocking ones do."""

    def readline(self, size: int | None = -1, /) -> bytes:
        return super().readline(3 if size is None or size < 0 else min(size, 3))


def test_pieces_of_a_line_are_put_together() -> None:
    data = BYE + b"\r\nlog text\n" + BYE
    assert _outcomes(read(_Piecemeal(data))) == _read(data)
    assert _outcomes(read(_Piecemeal(data), max_line=8)) == _read(data, max_line=8)


def test_two_readers_in_turn_lose_nothing_of_a_stream() -> None:
    stream = io.BytesIO((BYE + b"\n") * 3)
    assert next(read(stream)) == Shutdown()
    assert _outcomes(read(stream)) == [Shutdown(), Shutdown()]


_LINES = (BYE, b"", b" \t", b"\r", BYE + b"\r", b"log", b'{"type":"error"}', b"x" * 30, b" " * 40, BYE + b"\r\r")


def _framed(data: bytes, places: list[int], max_line: int) -> list[object]:
    """What comes out of a buffer that is fed with ``data`` in pieces."""
    buffer = LineBuffer(max_line)
    items = [item for chunk in cuts(data, places) for item in buffer.feed(chunk)] + buffer.close()
    return _outcomes(item if isinstance(item, DecodeError) else _decoded(item, max_line) for item in items)


def _decoded(line: bytes, max_line: int) -> Message | DecodeError:
    try:
        return decode(line, max_line)
    except DecodeError as error:
        return error


@given(
    st.lists(st.sampled_from(_LINES), max_size=8).map(b"\n".join),
    st.lists(st.integers(0, 200)),
    st.sampled_from([18, 19, 20, 25, 1000]),
)
def test_a_buffer_cuts_lines_as_a_stream_does_however_the_bytes_arrive(
    data: bytes, places: list[int], max_line: int
) -> None:
    assert _framed(data, places, max_line) == _read(data, max_line=max_line)


def test_a_buffer_says_at_once_that_a_line_is_too_long_and_holds_no_more_of_it() -> None:
    buffer = LineBuffer(1000)
    tracemalloc.start()
    try:
        first = [str(item) for item in buffer.feed(b"x" * 1002)]
        assert first == ["line-too-long: expected at most 1000 bytes"]
        for _ in range(1000):
            assert buffer.feed(b"x" * 1000) == []
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 100_000
    assert buffer.feed(b"\n" + BYE) == []
    assert buffer.close() == [BYE]
    assert buffer.close() == []
