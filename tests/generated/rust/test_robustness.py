"""No line makes the crate panic, and it says of any line what the Python binding says."""

from __future__ import annotations

import base64
import json
import unicodedata
from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from cgp_toolkit.model import Json
from tests.generated.python.flavours import module, write_package
from tests.generated.rust.crates import Asked, Crate, asked, crate
from tests.generated.strategies import authored, damaged, readable, with_unknowns

__all__ = ["asked", "crate"]

MANY = settings(max_examples=60, suppress_health_check=list(HealthCheck), deadline=None)
Agree = Callable[[bytes], None]


@pytest.fixture(scope="module")
def agree(crate: Crate, asked: Asked, tmp_path_factory: pytest.TempPathFactory) -> Agree:
    """Fails unless both bindings say the same of a line."""
    folder = tmp_path_factory.mktemp("python")
    testee = module(write_package(crate.model, folder), "testee", folder)

    def check(line: bytes) -> None:
        request: dict[str, Json] = {"id": "any", "kind": "message", "base64": base64.b64encode(line).decode()}
        expected = json.loads(json.dumps(testee.answer(request)))
        assert _said(asked(request)) == _said(expected)

    return check


def _drawn(agree: Agree) -> Agree:
    """``agree`` for lines that are drawn; which characters leave a mark depends on the Unicode of a language."""

    def check(line: bytes) -> None:
        assume(not any(unicodedata.category(character) == "Cn" for character in line.decode(errors="ignore")))
        agree(line)

    return check


def line_of(message: Json) -> bytes:
    """The line of a message, whatever it is."""
    return json.dumps(message, ensure_ascii=False).encode()


def test_any_bytes_are_read_alike(agree: Agree) -> None:
    MANY(given(st.binary(max_size=60))(_drawn(agree)))()


def test_any_json_is_read_alike(agree: Agree) -> None:
    plain = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5)
    value = st.recursive(
        plain, lambda inner: st.lists(inner) | st.dictionaries(st.text(max_size=5), inner), max_leaves=6
    )
    MANY(given(value.map(line_of))(_drawn(agree)))()


def test_what_authors_may_write_is_read_and_written_alike(crate: Crate, agree: Agree) -> None:
    MANY(given(authored(crate.model))(lambda message: _drawn(agree)(line_of(message))))()


def test_what_readers_accept_is_read_and_written_alike(crate: Crate, agree: Agree) -> None:
    MANY(given(readable(crate.model))(lambda message: _drawn(agree)(line_of(message))))()


def test_what_is_unknown_is_passed_over_alike(crate: Crate, agree: Agree) -> None:
    MANY(given(with_unknowns(crate.model))(lambda messages: _drawn(agree)(line_of(messages[1]))))()


def test_what_is_damaged_is_refused_alike(crate: Crate, agree: Agree) -> None:
    MANY(given(damaged(crate.model))(lambda message: _drawn(agree)(line_of(message))))()


def test_bytes_that_are_cut_and_mixed_up_are_read_alike(crate: Crate, agree: Agree) -> None:
    lines = readable(crate.model).map(line_of)

    @MANY
    @given(lines, lines, st.integers(0, 400), st.integers(0, 400), st.binary(max_size=2))
    def check(one: bytes, other: bytes, end: int, start: int, between: bytes) -> None:
        _drawn(agree)((one[:end] + between + other[start:]).replace(b"\n", b" "))

    check()


@pytest.mark.parametrize(
    "line",
    [
        b'{"a":' * 200_000,
        b"[" * 200_000 + b"]" * 200_000,
        b'{"id":"x","a":' + b"[" * 5_000 + b"]" * 5_000 + b"}",
        b'{"type":' + b"9" * 100_000 + b"}",
        b'"' + b"\\ud800" * 1_000 + b'"',
        b'{"\\ud800":1,"\\ud800":2}',
        b"\xef\xbb\xbf{}",
        b"{}\x00",
        b"",
    ],
    ids=range(9),
)
def test_what_is_meant_to_hurt_is_refused_alike(agree: Agree, line: bytes) -> None:
    agree(line)


def _said(answer: dict[str, Json]) -> dict[str, Json]:
    return {name: value for name, value in answer.items() if value is not None}
