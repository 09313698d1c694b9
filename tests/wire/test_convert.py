"""Conversion of recorded sessions: what comes out, what is reported, and that no input makes memory grow."""

from __future__ import annotations

import io
import json
import tracemalloc
from collections.abc import Iterator

import pytest

from cgp_toolkit.model import Model
from cgp_toolkit.wire.conversions import Conversion, Encoding, Framing
from cgp_toolkit.wire.convert import convert
from cgp_toolkit.wire.errors import InputError
from cgp_toolkit.wire.findings import Finding
from cgp_toolkit.wire.inputs import Input
from cgp_wire import jsonrpc

RESULT = '{"frames":[],"truncated":false}'
QUERY = '{"goal":"g","max_frames":1,"max_tokens":1}'


def converted(
    data: str | bytes, to: Encoding, *, framing: Framing = Framing.LINE, strict: bool = False
) -> tuple[bytes, list[Finding], Conversion]:
    """The output, the findings and the counts."""
    raw = data if isinstance(data, bytes) else data.encode()
    out, findings = io.BytesIO(), list[Finding]()
    source = Input("input", io.BufferedReader(io.BytesIO(raw)), len(raw))
    found = convert(source, out, to=to, framing=framing, strict=strict, report=findings.append, advance=lambda: None)
    return out.getvalue(), findings, found


def shown(findings: list[Finding]) -> list[str]:
    """Place, severity, rule and pointer."""
    return [f"{f.line}:{f.column} {f.severity} {f.rule} {f.pointer}".strip() for f in findings]


def column(data: str, line: int, word: str) -> str:
    """Line and column of where ``word`` stands last in a line."""
    return f"{line}:{data.splitlines()[line - 1].rindex(word) + 1}"


def lines(model: Model) -> Iterator[bytes]:
    """Every session of the model as a file."""
    for session in model.sessions.values():
        yield b"".join(
            json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
            for message in session.messages
        )


@pytest.mark.parametrize("strict", [False, True])
@pytest.mark.parametrize("framing", list(Framing))
def test_every_session_comes_back_byte_for_byte(model: Model, framing: Framing, strict: bool) -> None:
    for session in lines(model):
        there, findings, found = converted(session, Encoding.JSONRPC, framing=framing, strict=strict)
        assert findings == []
        assert found == Conversion(session.count(b"\n"), session.count(b"\n"))
        back, findings, found = converted(there, Encoding.NDJSON, framing=framing, strict=strict)
        assert (back, findings, found.failed) == (session, [], 0)


def test_a_session_may_be_correlated_and_in_turn_at_once() -> None:
    session = (
        f'{{"type":"query","query":{QUERY}}}\n'
        f'{{"type":"query","id":"a","query":{QUERY}}}\n'
        f'{{"type":"query","query":{QUERY}}}\n'
        f'{{"type":"frames","id":"a","result":{RESULT}}}\n'
        '{"type":"error","message":"no"}\n'
        f'{{"type":"frames","result":{RESULT}}}\n'
    )
    there, _, _ = converted(session, Encoding.JSONRPC)
    assert [json.loads(line)["id"] for line in there.splitlines()] == [1, "a", 2, "a", 1, 2]
    assert converted(there, Encoding.NDJSON)[0] == session.encode()


def test_a_line_that_is_none_is_reported_with_its_number_and_the_others_are_converted() -> None:
    cut = f'{{"type":"query","query":{QUERY}'
    data = f'\n{{"type":"shutdown"}}\nboo\n{cut}\n{{"type":"handshake"}}\n{{"type":"shutdown"}}'
    out, findings, found = converted(data, Encoding.JSONRPC)
    assert out.count(b"\n") == 2
    assert shown(findings) == [
        "3:1 error not-json",
        f"4:{len(cut) + 1} error not-json",
        "5:1 error missing-member /protocol_version",
    ]
    assert found == Conversion(messages=5, written=2, failed=3)


def test_unknown_members_of_a_bare_result_are_left_out_and_all_others_are_carried() -> None:
    data = (
        f'{{"type":"query","id":"a","query":{QUERY[:-1]},"x":1}},"y":[1.0]}}\n'
        f'{{"type":"frames","id":"a","result":{RESULT[:-1]},"x":1e5}},"y":{{}},"z":null}}\n'
        '{"type":"error","id":"a","code":"acme:x","message":"no","y":{"z":1.50}}\n'
        '{"type":"shutdown","y":"é"}\n'
    )
    out, findings, found = converted(data, Encoding.JSONRPC)
    assert shown(findings) == [
        column(data, 2, '"y"') + " warning not-carried /y",
        column(data, 2, '"z"') + " warning not-carried /z",
    ]
    assert (found.written, found.failed, found.losses) == (4, 0, 2)
    assert out.decode().splitlines()[2:] == [
        '{"jsonrpc":"2.0","id":"a","error":{"code":-32603,"message":"no","data":{"code":"acme:x","y":{"z":1.50}}}}',
        '{"jsonrpc":"2.0","method":"context/shutdown","params":{"y":"é"}}',
    ]
    back, findings, _ = converted(out, Encoding.NDJSON)
    assert findings == []
    assert back.decode() == data.replace(',"y":{},"z":null', "")


def test_strict_fails_on_what_is_not_carried_and_writes_nothing_by_halves() -> None:
    data = f'{{"type":"query","id":"a","query":{QUERY}}}\n{{"type":"frames","id":"a","result":{RESULT},"y":1}}\n'
    out, findings, found = converted(data, Encoding.JSONRPC, strict=True)
    assert out.count(b"\n") == 1
    assert shown(findings) == [column(data, 2, '"y"') + " error not-carried /y"]
    assert (found.failed, found.losses) == (1, 1)


def test_strict_looks_into_payloads_and_refuses_doubled_members_in_all_of_them() -> None:
    doubled = f'{{"type":"query","query":{QUERY[:-1]},"goal":"h"}}}}\n{{"type":"query","query":{{}}}}\n'
    assert converted(doubled, Encoding.JSONRPC)[2].failed == 0
    _, findings, _ = converted(doubled, Encoding.JSONRPC, strict=True)
    assert shown(findings) == [
        column(doubled, 1, '"goal"') + " error duplicate-member /query/goal",
        column(doubled, 2, '"query":') + " error missing-member /query/goal",
    ]
    rpc = f'{{"jsonrpc":"2.0","id":1,"method":"context/query","params":{{"query":{QUERY[:-1]},"goal":"h"}}}}}}\n'
    assert converted(rpc, Encoding.NDJSON)[2].failed == 0
    _, findings, _ = converted(rpc, Encoding.NDJSON, strict=True)
    assert shown(findings) == [column(rpc, 1, '"goal"') + " error duplicate-member /params/query/goal"]


def test_doubled_members_never_get_into_a_line_whose_readers_must_refuse_them() -> None:
    twice = '{"protocol_version":"contextgraph/1.0","protocol_version":"contextgraph/2.0"}'
    rpc = f'{{"jsonrpc":"2.0","id":1,"method":"context/handshake","params":{twice}}}'
    deep = '{"request":{"frames":[{"provider_id":"p","frame_id":"f","frame_id":"g"}]}}'
    rpc += f'\n{{"jsonrpc":"2.0","id":2,"method":"context/verify","params":{deep}}}\n'
    out, findings, _ = converted(rpc, Encoding.NDJSON)
    assert out == b""
    assert [finding.rule for finding in findings] == ["duplicate-member", "duplicate-member"]


@pytest.mark.parametrize("strict", [False, True])
@pytest.mark.parametrize(
    ("payload", "rule"),
    [
        (b'{"goal":"\xff","max_frames":1,"max_tokens":1}', "not-utf8"),
        (b'{"goal":"\xc3","max_frames":1,"max_tokens":1}', "not-utf8"),
        (b'{"goal":"\xed\xa0\x80","max_frames":1,"max_tokens":1}', "not-utf8"),
        (b'{"goal":"g","\xff":1,"max_frames":1,"max_tokens":1}', "not-utf8"),
        (b'{"goal":"\\ud800","max_frames":1,"max_tokens":1}', "lone-surrogate"),
        (b'{"goal":"g","\\uDC00":1,"max_frames":1,"max_tokens":1}', "lone-surrogate"),
        (b'{"goal":"a\nb","max_frames":1,"max_tokens":1}', "not-json"),
    ],
)
def test_bytes_that_are_no_text_never_get_into_a_line(payload: bytes, rule: str, strict: bool) -> None:
    message = b'{"jsonrpc":"2.0","id":1,"method":"context/query","params":{"query":%b}}' % payload
    out, findings, _ = converted(
        jsonrpc.frame(message, jsonrpc.Framing.CONTENT_LENGTH),
        Encoding.NDJSON,
        framing=Framing.CONTENT_LENGTH,
        strict=strict,
    )
    assert out == b""
    assert [finding.rule for finding in findings] == [rule]


@pytest.mark.parametrize("strict", [False, True])
@pytest.mark.parametrize("space", ["\n", "\r\n", "\r", " \n\t"])
def test_line_ends_between_tokens_never_get_into_a_line(space: str, strict: bool) -> None:
    query = QUERY.replace(",", f",{space}").replace('"g"', '"a\\nb"')
    for message in (
        f'{{"jsonrpc":"2.0","id":1,"method":"context/query","params":{{"query":{query}}}}}',
        f'{{{space}"jsonrpc":{space}"2.0","id":1,"method":"context/query","params":{{"query":{query}}}}}{space}',
    ):
        framed = jsonrpc.frame(message.encode(), jsonrpc.Framing.CONTENT_LENGTH)
        out, findings, _ = converted(framed, Encoding.NDJSON, framing=Framing.CONTENT_LENGTH, strict=strict)
        assert findings == []
        assert (out.count(b"\n"), out.count(b"\r")) == (1, 0)
        assert json.loads(out) == {"type": "query", "query": json.loads(query)}


def test_what_json_rpc_says_beyond_the_envelopes_is_reported() -> None:
    data = "\n".join(
        [
            f'{{"jsonrpc":"2.0","id":"a","method":"context/query","params":{{"id":"x","query":{QUERY}}},"trace":1}}',
            '{"jsonrpc":"2.0","id":"a","error":{"code":-32601,"message":"no","more":1}}',
            '{"jsonrpc":"2.0","id":"b","error":{"code":-32603,"message":"no","data":"x"}}',
            '{"jsonrpc":"2.0","id":7,"method":"other/method"}',
            '{"jsonrpc":"2.0","id":7,"result":{}}',
            '{"jsonrpc":"2.0","method":"$/note"}',
            '{"jsonrpc":"2.0","id":"h","method":"context/handshake","params":{"protocol_version":"contextgraph/1.0"}}',
            '{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"no"}}',
        ]
    )
    out, findings, found = converted(data, Encoding.NDJSON)
    assert [line.split(" ", 1)[1] for line in shown(findings)] == [
        "warning not-carried /trace",
        "warning not-carried /params/id",
        "warning not-carried /error/more",
        "warning not-carried /error/code",
        "warning not-carried /error/data",
        "warning not-carried /method",
        "warning not-carried /id",
        "warning not-carried /method",
        "warning not-carried /id",
        "warning not-carried /error/code",
        "warning not-carried /id",
    ]
    assert (found.messages, found.written, found.failed) == (8, 4, 0)
    assert out.decode().splitlines() == [
        f'{{"type":"query","id":"a","query":{QUERY}}}',
        '{"type":"error","id":"a","code":"bad_request","message":"no"}',
        '{"type":"error","id":"b","message":"no"}',
        '{"type":"handshake","protocol_version":"contextgraph/1.0"}',
    ]


def test_a_reply_out_of_turn_has_no_place_in_lines_without_ids() -> None:
    data = (
        f'{{"jsonrpc":"2.0","id":1,"method":"context/query","params":{{"query":{QUERY}}}}}\n'
        f'{{"jsonrpc":"2.0","id":2,"method":"context/query","params":{{"query":{QUERY}}}}}\n'
        f'{{"jsonrpc":"2.0","id":2,"result":{RESULT}}}\n'
        f'{{"jsonrpc":"2.0","id":1,"result":{RESULT}}}\n'
    )
    _, findings, found = converted(data, Encoding.NDJSON)
    assert shown(findings) == ["3:18 error unasked /id"]
    assert found.written == 3


def test_an_unknown_envelope_is_left_out_and_a_failure_may_answer_it_without_taking_a_turn() -> None:
    data = (
        '{"type":"neighbors","request":{}}\n'
        f'{{"type":"query","query":{QUERY}}}\n'
        '{"type":"error","message":"no"}\n'
        f'{{"type":"frames","result":{RESULT}}}\n'
    )
    out, findings, _ = converted(data, Encoding.JSONRPC)
    assert shown(findings) == ["1:1 warning not-carried"]
    assert [json.loads(line)["id"] for line in out.splitlines()] == [1, None, 1]


def test_the_place_of_a_message_behind_headers_is_its_line() -> None:
    good = jsonrpc.frame(b'{"jsonrpc":"2.0","method":"context/shutdown"}', jsonrpc.Framing.CONTENT_LENGTH)
    bad = jsonrpc.frame(b'{\n"jsonrpc":"2.0",\n"id":1.5,"method":"x"}', jsonrpc.Framing.CONTENT_LENGTH)
    _, findings, found = converted(good + bad + good, Encoding.NDJSON, framing=Framing.CONTENT_LENGTH)
    assert shown(findings) == ["7:1 error bad-id /id"]
    assert (found.messages, found.written) == (3, 2)


def test_a_stream_that_breaks_off_is_reported_after_what_was_sound() -> None:
    good = jsonrpc.frame(b'{"jsonrpc":"2.0","method":"context/shutdown"}', jsonrpc.Framing.CONTENT_LENGTH)
    out, findings, _ = converted(good + good[:-1], Encoding.NDJSON, framing=Framing.CONTENT_LENGTH)
    assert out == b'{"type":"shutdown"}\n'
    assert [finding.rule for finding in findings] == ["cut-off"]


def test_an_input_without_a_message_is_an_error() -> None:
    for to in Encoding:
        with pytest.raises(InputError, match="holds no message"):
            converted(" \n\n", to)


class _Endless(io.RawIOBase):
    """So many lines of an exchange, made as they are read."""

    def __init__(self, lines: bytes, times: int) -> None:
        self._lines, self._left, self._rest = lines, times, b""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: object) -> int:
        view = memoryview(buffer)  # type: ignore[arg-type]
        if not self._rest and self._left:
            self._left -= 1
            self._rest = self._lines
        taken, self._rest = self._rest[: len(view)], self._rest[len(view) :]
        view[: len(taken)] = taken
        return len(taken)


class _Nowhere(io.RawIOBase):
    """Takes everything and keeps nothing."""

    def writable(self) -> bool:
        return True

    def write(self, data: object) -> int:
        return len(data)  # type: ignore[arg-type]


@pytest.mark.parametrize("to", list(Encoding))
def test_memory_does_not_grow_with_the_number_of_messages(to: Encoding) -> None:
    line_session = (
        f'{{"type":"query","query":{QUERY}}}\n{{"type":"frames","result":{RESULT}}}\n{{"type":"zap","x":1}}\n'
    )
    rpc_session = (
        f'{{"jsonrpc":"2.0","id":1,"method":"context/query","params":{{"query":{QUERY}}}}}\n'
        f'{{"jsonrpc":"2.0","id":1,"result":{RESULT}}}\n'
    )
    session = line_session if to is Encoding.JSONRPC else rpc_session

    def peak(times: int) -> int:
        stream = io.BufferedReader(_Endless(session.encode(), times))
        out = io.BufferedWriter(_Nowhere())
        tracemalloc.start()
        convert(
            Input("input", stream, 1),
            out,
            to=to,
            framing=Framing.LINE,
            strict=False,
            report=lambda finding: None,
            advance=lambda: None,
        )
        _, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        return most

    peak(10)
    assert peak(5000) < peak(500) + 50_000
