"""JSON-RPC in streams: lines and headers, however they are chopped, cut off, too long or wrong."""

from __future__ import annotations

import io
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cgp_wire.jsonrpc import Framing, HeaderBuffer, RpcError, frame, messages, send

MESSAGES = st.lists(st.binary(max_size=40), max_size=6)


def cut(stream: bytes, sizes: list[int]) -> Iterator[bytes]:
    """``stream`` in chunks of these sizes, and the rest."""
    for size in sizes:
        yield stream[:size]
        stream = stream[size:]
    yield stream


def seen(found: list[bytes | RpcError]) -> list[bytes | tuple[str, str]]:
    """Messages, and what is wrong with the others."""
    return [each if isinstance(each, bytes) else (each.rule, each.detail) for each in found]


def from_chunks(chunks: Iterator[bytes], max_message: int = 1000, max_header: int = 100) -> list[bytes | RpcError]:
    """What a buffer makes of chunks."""
    buffer = HeaderBuffer(max_message, max_header)
    found = [each for chunk in chunks for each in buffer.feed(chunk)]
    return found + buffer.close()


def from_stream(stream: bytes, max_message: int = 1000, max_header: int = 100) -> list[bytes | RpcError]:
    """What reading a stream makes of the same."""
    return list(messages(io.BytesIO(stream), Framing.CONTENT_LENGTH, max_message, max_header))


@given(MESSAGES, st.lists(st.integers(0, 30), max_size=20), st.sampled_from(["", "Content-Type: x; charset=utf-8\r\n"]))
def test_any_messages_come_out_however_the_stream_is_chopped(bodies: list[bytes], sizes: list[int], more: str) -> None:
    stream = b"".join(more.encode() + frame(body, Framing.CONTENT_LENGTH) for body in bodies)
    assert from_chunks(cut(stream, sizes)) == bodies
    assert from_stream(stream) == bodies


@given(MESSAGES, st.integers(0, 200), st.binary(max_size=60), st.lists(st.integers(0, 30), max_size=20))
def test_both_readers_see_the_same_whatever_the_stream(
    bodies: list[bytes], at: int, junk: bytes, sizes: list[int]
) -> None:
    stream = b"".join(frame(body, Framing.CONTENT_LENGTH) for body in bodies)
    stream = stream[:at] + junk + stream[at:]
    assert seen(from_chunks(cut(stream, sizes))) == seen(from_stream(stream))


GOOD = b"{}"
REST = b"Content-Length: 2\r\n\r\n{}"


@pytest.mark.parametrize(
    "header",
    [
        b"Content-Length: 2\r\n\r\n",
        b"content-length:2\n\n",
        b"CONTENT-LENGTH:\t 2 \r\n\r\n",
        b"X-Other: a:b\r\nContent-Length: 0002\r\n\r\n",
        b'Content-Type: application/vscode-jsonrpc; charset="UTF-8"\r\nContent-Length: 2\r\n\r\n',
        b"Content-Length: 2\r\nContent-Type: x; charset=utf8\r\n\r\n",
    ],
)
def test_headers_are_read_as_their_writers_spell_them(header: bytes) -> None:
    assert from_stream(header + GOOD + REST) == [GOOD, GOOD]
    assert from_chunks(iter([header + GOOD + REST])) == [GOOD, GOOD]


@pytest.mark.parametrize(
    ("header", "detail"),
    [
        (b"\r\n", "expected Content-Length"),
        (b"X: 1\r\n\r\n", "expected Content-Length"),
        (b"Content-Length: 2\r\nContent-Length: 2\r\n\r\n", "expected Content-Length once"),
        (b"Content-Length: -2\r\n\r\n", "expected digits behind Content-Length"),
        (b"Content-Length: 2.0\r\n\r\n", "expected digits behind Content-Length"),
        (b"Content-Length: \xd9\xa2\r\n\r\n", "expected digits behind Content-Length"),
        (b"Content-Length: " + b"9" * 30 + b"\r\n\r\n", "expected digits behind Content-Length"),
        (b"Content-Length 2\r\n\r\n", "expected a name and a colon"),
        (b"GET / HTTP/1.1\r\n\r\n", "expected a name and a colon"),
        (b'{"jsonrpc":"2.0"}\n', "expected a name and a colon"),
        (b"X: " + b"x" * 200, "expected at most 100 bytes of headers"),
    ],
)
def test_headers_without_a_length_end_the_stream(header: bytes, detail: str) -> None:
    expected = [GOOD, ("bad-header", detail)]
    # Nobody knows where the next message begins.
    assert seen(from_stream(REST + header + REST)) == expected
    assert seen(from_chunks(iter([REST + header + REST]))) == expected
    buffer = HeaderBuffer(1000, 100)
    buffer.feed(header + REST)
    assert buffer.broken
    assert buffer.feed(REST) == []


@pytest.mark.parametrize("stream", [b"Content-Le", b"Content-Length: 5\r\n", b"Content-Length: 5\r\n\r\n{}"])
def test_a_stream_that_ends_within_a_message_is_cut_off_and_nothing_answers(stream: bytes) -> None:
    for found in (from_stream(REST + stream), from_chunks(iter([REST + stream]))):
        assert found[0] == GOOD
        (fault,) = found[1:]
        assert isinstance(fault, RpcError)
        assert (fault.rule, fault.response()) == ("cut-off", None)


def test_a_message_that_is_too_long_is_skipped_and_the_next_one_is_read() -> None:
    stream = frame(b"x" * 1001, Framing.CONTENT_LENGTH) + REST
    expected = [("line-too-long", "expected at most 1000 bytes"), GOOD]
    assert seen(from_stream(stream)) == expected
    assert seen(from_chunks(iter([stream[:50], stream[50:]]))) == expected
    assert seen(from_stream(stream[:500])) == [expected[0], ("cut-off", "expected the rest of a message")]


def test_a_message_in_another_encoding_is_skipped() -> None:
    stream = b"Content-Type: x; charset=utf-16\r\nContent-Length: 4\r\n\r\n{\0}\0" + REST
    expected = [("bad-header", "expected UTF-8 as charset"), GOOD]
    assert seen(from_stream(stream)) == expected
    assert seen(from_chunks(iter([stream]))) == expected


def test_lines_are_cut_as_those_of_the_line_binding() -> None:
    stream = b"{}\r\n \n[]\n" + b"x" * 30 + b"\n1"
    assert seen(list(messages(io.BytesIO(stream), Framing.LINE, 20))) == [
        b"{}",
        b"[]",
        ("line-too-long", "expected at most 20 bytes"),
        b"1",
    ]


def test_a_message_in_several_lines_is_written_in_one_where_lines_are_the_frame() -> None:
    assert frame(b'{\n "a": 1\n}') == b'{"a":1}\n'
    assert frame(b'{\n "a": 1\n}', Framing.CONTENT_LENGTH) == b'Content-Length: 11\r\n\r\n{\n "a": 1\n}'


def test_a_pipe_that_takes_less_than_it_is_given_gets_all_of_it() -> None:
    class Pipe(io.RawIOBase):
        def __init__(self) -> None:
            self.got = b""

        def write(self, data: object) -> int:
            assert isinstance(data, bytes)
            self.got += data[:3]
            return min(3, len(data))

    pipe = Pipe()
    send(pipe, b'{"jsonrpc":"2.0"}', Framing.CONTENT_LENGTH)  # type: ignore[arg-type]
    assert pipe.got == b'Content-Length: 17\r\n\r\n{"jsonrpc":"2.0"}'
