"""The corner cases of framing and JSON: lines that no reader accepts, and odd ones that every reader does."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from cgp_wire import Error, Query, Shutdown, UnknownEnvelope
from cgp_wire.ndjson import MAX_DEPTH

QUERY = b'{"type":"query","id":"q1","query":{"goal":"g","max_frames":1,"max_tokens":%s}}'
_REPLY = (
    b'{"type":"frames","result":{"frames":[{"id":"a","kind":"doc","title":"t","score":%s,"token_cost":0}],'
    b'"truncated":false}}'
)
ERROR = b'{"type":"error","message":%s}'
_IGNORED = b'{"type":"shutdown","reason":%s}'
_ACK = (
    b'{"type":"handshake_ack","protocol_version":"contextgraph/1.0","provider":{"name":"n","version":"v","data_flow":'
    b'{"reads":true,"writes":false,"egress":false%s}},"capabilities":{"query":{"kinds":[]%s}}}'
)


@dataclass(frozen=True)
class Broken:
    """A line that no reader accepts."""

    line: bytes
    rule: str
    pointer: str = ""
    id: str | None = None


def _nested(levels: int, opening: bytes = b"[", closing: bytes = b"]") -> bytes:
    return opening * levels + closing * levels


BROKEN = {
    # framing and bytes
    "nothing": Broken(b"", "not-json"),
    "white space": Broken(b" \t\r\n", "not-json"),
    "a byte order mark": Broken(b'\xef\xbb\xbf{"type":"shutdown"}', "byte-order-mark"),
    "a byte order mark and nothing": Broken(b"\xef\xbb\xbf", "byte-order-mark"),
    "UTF-16": Broken('{"type":"shutdown"}'.encode("utf-16"), "not-utf8"),
    "UTF-16 without a mark": Broken('{"type":"shutdown"}'.encode("utf-16-le"), "not-json"),
    "invalid UTF-8 in a known member": Broken(ERROR % b'"a\xffb"', "not-utf8"),
    "invalid UTF-8 in an unknown member": Broken(_IGNORED % b'"a\xffb"', "not-utf8"),
    "invalid UTF-8 deep in an unknown member": Broken(_IGNORED % b'[{"a":["\xc3("]}]', "not-utf8"),
    "invalid UTF-8 in the name of a member": Broken(b'{"type":"shutdown","\xff":1}', "not-utf8"),
    "invalid UTF-8 in an unknown envelope": Broken(b'{"type":"later","a":"\xff"}', "not-utf8"),
    "invalid UTF-8 between tokens": Broken(b'{"type":"shutdown"}\xff', "not-utf8"),
    "a truncated UTF-8 sequence": Broken(ERROR % b'"\xf0\x9f\x98"', "not-utf8"),
    "an overlong UTF-8 sequence": Broken(ERROR % b'"\xc0\xaf"', "not-utf8"),
    "a surrogate in UTF-8": Broken(ERROR % b'"\xed\xa0\xbd"', "not-utf8"),
    "a character beyond Unicode": Broken(ERROR % b'"\xf4\x90\x80\x80"', "not-utf8"),
    "a zero byte in a text": Broken(ERROR % b'"a\x00b"', "not-json"),
    "a zero byte after the value": Broken(b'{"type":"shutdown"}\x00', "not-json"),
    "a raw tab in a text": Broken(ERROR % b'"a\tb"', "not-json"),
    "a raw line feed in a text": Broken(ERROR % b'"a\nb"', "not-json"),
    "a raw control character in an unknown member": Broken(_IGNORED % b'"\x1f"', "not-json"),
    "white space that JSON does not have": Broken(b'\x0b{"type":"shutdown"}', "not-json"),
    "a no-break space": Broken('\u00a0{"type":"shutdown"}'.encode(), "not-json"),
    # syntax
    "two values": Broken(b'{"type":"shutdown"} {"type":"shutdown"}', "not-json"),
    "two values on two lines": Broken(b'{"type":"shutdown"}\n{"type":"shutdown"}\n', "not-json"),
    "a trailing comma": Broken(b'{"type":"shutdown",}', "not-json"),
    "a comment": Broken(b'{"type":"shutdown"/**/}', "not-json"),
    "single quotes": Broken(b"{'type':'shutdown'}", "not-json"),
    "a half line": Broken(b'{"type":"shutdown"', "not-json"),
    "log text": Broken(b"listening on stdin ...", "not-json"),
    "NaN in a known member": Broken(_REPLY % b"NaN", "not-json"),
    "NaN in an unknown member": Broken(_IGNORED % b"NaN", "not-json"),
    "Infinity": Broken(_REPLY % b"Infinity", "not-json"),
    "minus Infinity in an unknown member": Broken(_IGNORED % b"[-Infinity]", "not-json"),
    "a leading zero": Broken(QUERY % b"01", "not-json"),
    "a plus": Broken(QUERY % b"+1", "not-json"),
    "a bare point": Broken(_REPLY % b"1.", "not-json"),
    "a hexadecimal number": Broken(QUERY % b"0x1", "not-json"),
    "an unknown escape": Broken(ERROR % b'"\\x41"', "not-json"),
    "a short escape": Broken(ERROR % b'"\\u12"', "not-json"),
    "digits of another script": Broken(QUERY % "١".encode(), "not-json"),
    # surrogates
    "a high surrogate alone": Broken(ERROR % b'"\\ud83d"', "lone-surrogate"),
    "a low surrogate alone": Broken(ERROR % b'"\\ude00"', "lone-surrogate"),
    "a pair the wrong way round": Broken(ERROR % b'"\\ude00\\ud83d"', "lone-surrogate"),
    "two high surrogates and a low one": Broken(ERROR % b'"\\ud83d\\ud83d\\ude00"', "lone-surrogate"),
    "a high and two low surrogates": Broken(ERROR % b'"\\uD83D\\uDE00\\uDE00"', "lone-surrogate"),
    "a pair with a backslash between": Broken(ERROR % b'"\\ud83d\\\\\\ude00"', "lone-surrogate"),
    "a high surrogate before a raw character": Broken(ERROR % '"\\ud83d😀"'.encode(), "lone-surrogate"),
    "half a pair in an unknown member": Broken(_IGNORED % b'"\\ud83d"', "lone-surrogate"),
    "half a pair in the name of a member": Broken(b'{"type":"shutdown","\\udc00":1}', "lone-surrogate"),
    "half a pair in an id": Broken(b'{"type":"error","id":"a\\udc00","message":"m"}', "lone-surrogate"),
    "half a pair in the id of an unknown envelope": Broken(b'{"type":"later","id":"7\\udc00"}', "lone-surrogate"),
    "half a pair in an unknown envelope": Broken(b'{"type":"later","id":"7","a":"\\udc00"}', "lone-surrogate", "", "7"),
    # depth
    "one level too many": Broken(_IGNORED % _nested(MAX_DEPTH), "too-deep"),
    "one level too many inside": Broken(b'{"type":"later","x":%s}' % _nested(MAX_DEPTH), "too-deep"),
    "one level too many of objects": Broken(_IGNORED % (b'{"a":' * MAX_DEPTH + b"0" + b"}" * MAX_DEPTH), "too-deep"),
    "one level too many below a known object": Broken(
        b'{"type":"query","id":"q1","query":{"goal":"g","max_frames":1,"max_tokens":1,"x":%s}}'
        % _nested(MAX_DEPTH - 1),
        "too-deep",
        "",
        "q1",
    ),
    "5,000 levels": Broken(b'{"type":"query","id":"q1","x":%s}' % _nested(5_000), "too-deep", "", "q1"),
    "100,000 levels": Broken(b'{"type":"query","id":"q1","x":%s}' % _nested(100_000), "too-deep", "", "q1"),
    "100,000 levels before the id": Broken(
        b'{"x":%s,"id":"q1","type":"query"}' % _nested(100_000), "too-deep", "", "q1"
    ),
    "100,000 levels in place of a text": Broken(ERROR % _nested(100_000), "too-deep"),
    "100,000 levels and nothing else": Broken(_nested(100_000), "too-deep"),
    "100,000 brackets": Broken(b"[" * 100_000, "too-deep"),
    "an id in a text, deep": Broken(b'{"a":"\\"id\\":\\"no\\"","x":%s}' % _nested(5_000), "too-deep"),
    "an id inside, deep": Broken(b'{"a":{"id":"no"},"x":%s}' % _nested(5_000), "too-deep"),
    "an id that is empty, deep": Broken(b'{"id":"","x":%s}' % _nested(5_000), "too-deep"),
    # the value
    "an array": Broken(b'[{"type":"shutdown"}]', "not-an-object"),
    "an array as some decoders take it": Broken(b'["shutdown"]', "not-an-object"),
    "null": Broken(b"null", "not-an-object"),
    "a text": Broken(b'"shutdown"', "not-an-object"),
    "a number": Broken(b"1e400", "not-an-object"),
    "an empty object": Broken(b"{}", "missing-member", "/type"),
    "an object with an id": Broken(b'{"id":"q1"}', "missing-member", "/type", "q1"),
    "a null tag": Broken(b'{"type":null}', "null-member", "/type"),
    "a number as tag": Broken(b'{"type":1,"id":"q1"}', "wrong-type", "/type", "q1"),
    # numbers
    "a fraction where an integer is due": Broken(QUERY % b"1.0", "wrong-type", "/query/max_tokens", "q1"),
    "an exponent where an integer is due": Broken(QUERY % b"1e2", "wrong-type", "/query/max_tokens", "q1"),
    "an integer beyond its width": Broken(QUERY % b"4294967296", "out-of-range", "/query/max_tokens", "q1"),
    "an integer beyond 64 bits": Broken(QUERY % b"18446744073709551616", "out-of-range", "/query/max_tokens", "q1"),
    "an integer of 5,000 digits": Broken(QUERY % (b"9" * 5_000), "out-of-range", "/query/max_tokens", "q1"),
    "a negative integer of 5,000 digits": Broken(
        QUERY % (b"-" + b"9" * 5_000), "out-of-range", "/query/max_tokens", "q1"
    ),
    "a negative integer": Broken(QUERY % b"-1", "out-of-range", "/query/max_tokens", "q1"),
    "true for an integer": Broken(QUERY % b"true", "wrong-type", "/query/max_tokens", "q1"),
    "a text for an integer": Broken(QUERY % b'"1"', "wrong-type", "/query/max_tokens", "q1"),
    "1e400": Broken(_REPLY % b"1e400", "out-of-range", "/result/frames/0/score"),
    "minus 1e400": Broken(_REPLY % b"-1e400", "out-of-range", "/result/frames/0/score"),
    "400 digits": Broken(_REPLY % (b"9" * 400), "out-of-range", "/result/frames/0/score"),
    # duplicates
    "a doubled member of a handshake": Broken(
        b'{"type":"handshake","protocol_version":"a","protocol_version":"b"}', "duplicate-member", "/protocol_version"
    ),
    "a doubled member with one value": Broken(
        b'{"type":"handshake","protocol_version":"a","protocol_version":"a"}', "duplicate-member", "/protocol_version"
    ),
    "a doubled member, spelt in two ways": Broken(ERROR % b'"a","mess\\u0061ge":"b"', "duplicate-member", "/message"),
    "a doubled promise": Broken(_ACK % (b',"egress":true', b""), "duplicate-member", "/provider/data_flow/egress"),
    "a doubled unknown member": Broken(_ACK % (b"", b',"x":1,"x":1'), "duplicate-member", "/capabilities/query/x"),
    "a doubled member deep in an unknown one": Broken(
        _ACK % (b"", b',"x":[{"a/b":1,"a/b":2}]'), "duplicate-member", "/capabilities/query/x/0/a~1b"
    ),
    "a doubled tag": Broken(
        b'{"type":"error","type":"error","message":"m","id":"q1"}', "duplicate-member", "/type", "q1"
    ),
}


MEANINGS: dict[str, tuple[bytes, Callable[[object], bool]]] = {
    "a line feed": (b'{"type":"shutdown"}\n', lambda m: m == Shutdown()),
    "a carriage return and a line feed": (b'{"type":"shutdown"}\r\n', lambda m: m == Shutdown()),
    "white space between all tokens": (b' \t\r\n{ "type"\n:\r"shutdown" }\t', lambda m: m == Shutdown()),
    "the tag at the end": (
        QUERY.replace(b'"type":"query",', b"").replace(b"}}", b'},"type":"query"}') % b"1",
        lambda m: isinstance(m, Query),
    ),
    "an escaped tag": (b'{"\\u0074ype":"sh\\u0075tdown"}', lambda m: m == Shutdown()),
    "line separators": (ERROR % '"\u2028\u2029\u0085"'.encode(), lambda m: m == Error(message="\u2028\u2029\u0085")),
    "all escapes": (ERROR % b'"\\"\\\\\\/\\b\\f\\n\\r\\t\\u0000"', lambda m: m == Error(message='"\\/\b\f\n\r\t\0')),
    "an escaped pair": (ERROR % b'"\\uD83D\\ude00"', lambda m: m == Error(message="\U0001f600")),
    "an escaped backslash before what looks like half a pair": (
        ERROR % b'"\\\\ud83d"',
        lambda m: m == Error(message="\\ud83d"),
    ),
    "the same beside an unknown member": (
        b'{"type":"error","x":1,"message":"\\\\ud83d"}',
        lambda m: m == Error(message="\\ud83d"),
    ),
    "noncharacters": (
        ERROR % '"\uffff\U0010ffff\ufeff"'.encode(),
        lambda m: m == Error(message="\uffff\U0010ffff\ufeff"),
    ),
    "the deepest that is allowed": (_IGNORED % _nested(MAX_DEPTH - 1), lambda m: m == Shutdown()),
    "the deepest below a known object": (
        b'{"type":"query","query":{"goal":"g","max_frames":1,"max_tokens":1,"x":%s}}' % _nested(MAX_DEPTH - 2),
        lambda m: isinstance(m, Query),
    ),
    "the deepest of an unknown envelope": (
        b'{"type":"later","x":%s}' % _nested(MAX_DEPTH - 1),
        lambda m: isinstance(m, UnknownEnvelope),
    ),
    "brackets in a text": (ERROR % (b'"' + b"[{" * 5_000 + b'"'), lambda m: m == Error(message="[{" * 5_000)),
    "brackets beside each other": (_IGNORED % (b"[" + b"[]," * 5_000 + b"[]]"), lambda m: m == Shutdown()),
    "1e400 in an unknown member": (_IGNORED % b"1e400", lambda m: m == Shutdown()),
    "5,000 digits in an unknown member": (_IGNORED % (b"-" + b"9" * 5_000), lambda m: m == Shutdown()),
    "1e-400": (_REPLY % b"1e-400", lambda m: "score=0.0" in repr(m)),
    "an integer for a number": (_REPLY % b"1", lambda m: "score=1.0" in repr(m)),
    "the last of a doubled member": (
        QUERY % b'1,"max_tokens":2',
        lambda m: isinstance(m, Query) and m.query.max_tokens == 2,
    ),
    "the last of a doubled member, the first being wrong": (
        QUERY % b'"x","max_tokens":2',
        lambda m: isinstance(m, Query) and m.query.max_tokens == 2,
    ),
    "the last of a doubled tag": (
        QUERY.replace(b'{"type"', b'{"type":"error","type"') % b"1",
        lambda m: isinstance(m, Query),
    ),
    "doubled members of an unknown envelope": (
        b'{"type":"later","a":1,"a":2}',
        lambda m: isinstance(m, UnknownEnvelope),
    ),
    "an empty tag": (b'{"type":""}', lambda m: m == UnknownEnvelope("", None, True, b'{"type":""}')),
    "an empty name": (b'{"type":"shutdown","":1}', lambda m: m == Shutdown()),
}
