"""Whatever bytes come in, the Java binding says what the Python binding says, and goes on."""

from __future__ import annotations

import base64
import json
import random
from collections.abc import Iterator

import pytest

from cgp_wire import testee
from tests.conftest import ROOT
from tests.generated.java.toolchain import Ask, without_nulls

_MANY = 1500
_PIECES = (
    b'"',
    b"\\",
    b"{",
    b"}",
    b"[",
    b"]",
    b",",
    b":",
    b"null",
    b"true",
    b"1e400",
    b"-0",
    b"1.0",
    b"0.1",
    b"\xff",
    b"\xc3",
    b"\xed\xa0\x80",
    b"\\ud800",
    b"\\ude00\\ud83d",
    b"\\ud83d\\ude00",
    b"\x00",
    b"\t",
    b" ",
    b"\xef\xbb\xbf",
    b"1" * 30,
    b'"type":"query"',
    b'"id":"a"',
    b'"id":"a",',
    b"[" * 130,
    b"9223372036854775808",
    b"4294967296",
    b"\\u0041",
    b"\xe2\x80\xa8",
)
"""What breaks parsers."""


def _lines() -> list[bytes]:
    lines = (ROOT / "generated" / "vectors" / "messages.ndjson").read_text().splitlines()[1:]
    return [str(vector["bytes"]).encode() for vector in map(json.loads, lines) if "bytes" in vector]


def _damaged(seed: int) -> Iterator[bytes]:
    rng, sound = random.Random(seed), _lines()
    for _ in range(_MANY):
        line = bytearray(rng.choice(sound))
        for _ in range(rng.randint(1, 4)):
            at = rng.randrange(len(line) + 1)
            length = rng.choice((0, 0, 1, 5))
            match rng.randrange(3):
                case 0:
                    line[at : at + length] = rng.choice(_PIECES)
                case 1:
                    line[at : at + length] = bytes([rng.randrange(256)])
                case _:
                    start = rng.randrange(len(line) + 1)
                    line[at : at + length] = line[start : start + rng.randint(1, 40)]
        yield bytes(line)


@pytest.mark.parametrize("seed", range(2))
def test_damaged_lines_mean_the_same_in_both_languages(ask: Ask, seed: int) -> None:
    for line in _damaged(seed):
        request = {"id": "any", "kind": "message", "base64": base64.b64encode(line).decode()}
        assert ask(request) == without_nulls(testee.answer(request)), line


@pytest.mark.parametrize("deep", [b"[" * 1_000_000, b'{"type":"error","id":"a","x":' + b"[" * 1_000_000])
def test_no_depth_is_too_much(ask: Ask, deep: bytes) -> None:
    request = {"id": "any", "kind": "message", "base64": base64.b64encode(deep).decode()}
    assert ask(request) == without_nulls(testee.answer(request))


@pytest.mark.parametrize(
    "number",
    [
        "0.1",
        "1e-5",
        "1e-6",
        "1e-7",
        "0.00012345",
        "1.0",
        "0",
        "-0",
        "1E-300",
        "5e-324",
        "0.30000000000000004",
        "0.1234567890123",
        "1e0",
        "2.2250738585072014e-308",
        "9.999999999999999e-05",
        "0.5e-10",
        "1.2345e-6",
        "1e-323",
        "1.5e-323",
        "2e-320",
        "1.2e-318",
    ],
)
def test_numbers_are_spelt_alike(ask: Ask, number: str) -> None:
    line = (
        '{"type":"frames","result":{"frames":[{"id":"a","kind":"doc","title":"a","score":%s,"token_cost":0,'
        '"embedding":{"fingerprint":"a","vector":[%s,-%s,3.4028235e38,1e16,123456789.25,1e15]}}],"truncated":false}}'
    ).replace("%s", number)
    request = {"id": "any", "kind": "message", "bytes": line}
    assert ask(request) == without_nulls(testee.answer(request))
