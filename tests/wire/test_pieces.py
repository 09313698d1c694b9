"""From an input to the bytes of each message."""

from __future__ import annotations

import json
import tracemalloc
from collections.abc import Iterator
from io import BytesIO
from itertools import chain, islice, repeat

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cgp_toolkit.wire.elements import BrokenArray
from cgp_toolkit.wire.pieces import Format, Piece, pieces
from tests.wire.streams import dripping, flowing

LIMIT = 1 << 20

_values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**40), 2**40) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=4),
    max_leaves=12,
)
_objects = st.dictionaries(st.text(max_size=6), _values, max_size=4)
_space = st.text(" \t\r\n", max_size=3)


def _pieces(data: bytes, format_: Format = Format.AUTO, limit: int = LIMIT) -> list[Piece]:
    return list(pieces(BytesIO(data), format_, limit))


def _at(data: bytes, line: int, column: int) -> bytes:
    """What stands at a place, columns counting characters."""
    lines = data.split(b"\n")
    return b"\n".join([lines[line - 1].decode()[column - 1 :].encode(), *lines[line:]])


@given(st.lists(st.tuples(_values, _space, _space), min_size=1, max_size=6), _space, st.integers(1, 7), st.booleans())
def test_the_elements_of_an_array_come_one_by_one_with_their_places(
    items: list[tuple[object, str, str]], before: str, size: int, ascii_: bool
) -> None:
    texts = [f"{left}{json.dumps(value, ensure_ascii=ascii_)}{right}" for value, left, right in items]
    data = f"{before}[{','.join(texts)}]{before}".encode(errors="surrogatepass")
    found = list(pieces(dripping(data, size), Format.AUTO, LIMIT))
    assert [piece[0] for piece in found] == [text.strip().encode(errors="surrogatepass") for text in texts]
    for text, line, column in found:
        assert _at(data, line, column).startswith(text)


@given(st.lists(st.tuples(_objects, _space), min_size=2, max_size=6))
def test_lines_come_one_by_one_and_blank_ones_do_not(items: list[tuple[dict[str, object], str]]) -> None:
    lines = [space + json.dumps(value) for value, space in items]
    data = "\n".join(lines).encode()
    found = _pieces(data)
    assert [json.loads(text) for text, _, _ in found] == [value for value, _ in items]
    for text, line, _ in found:
        assert text.strip(b"\r\n") == data.split(b"\n")[line - 1].strip(b"\r\n") or b"\r" in data


@given(_objects.filter(bool), _space, _space)
def test_a_value_over_several_lines_is_one_message(value: dict[str, object], before: str, after: str) -> None:
    text = json.dumps(value, indent=1)
    data = (before + text + after).encode()
    (found,) = _pieces(data)
    assert found[0] == text.encode()
    assert _at(data, found[1], found[2]).startswith(b"{\n")


@pytest.mark.parametrize(
    ("data", "format_", "expected"),
    [
        (b"{}", Format.AUTO, [(b"{}", 1, 1)]),
        (b"{}\n\n {}\r\n", Format.AUTO, [(b"{}\n", 1, 1), (b" {}\r\n", 3, 1)]),
        (b"\n\n{}", Format.AUTO, [(b"{}", 3, 1)]),
        (b'{"a":\n{"b":1}', Format.AUTO, [(b'{"a":\n', 1, 1), (b'{"b":1}', 2, 1)]),
        (b'{"a":\n{"b":1}}', Format.JSON, [(b'{"a":\n{"b":1}}', 1, 1)]),
        (b'{"a":\n 1}', Format.AUTO, [(b'{"a":\n 1}', 1, 1)]),
        (b'{"a":\n 1}', Format.NDJSON, [(b'{"a":\n', 1, 1), (b" 1}", 2, 1)]),
        (b"[{},\n{}]", Format.AUTO, [(b"{}", 1, 2), (b"{}", 2, 1)]),
        (b"[{},\n{}]", Format.NDJSON, [(b"[{},\n", 1, 1), (b"{}]", 2, 1)]),
        (b"\xef\xbb\xbf[{}]", Format.AUTO, [(b"{}", 1, 3)]),
        (b"\xef\xbb\xbf{}\n{}\n", Format.AUTO, [(b"\xef\xbb\xbf{}\n", 1, 1), (b"{}\n", 2, 1)]),
        (b"nonsense\n{}", Format.AUTO, [(b"nonsense\n", 1, 1), (b"{}", 2, 1)]),
        (b"nonsense\n{}", Format.JSON, [(b"nonsense\n{}", 1, 1)]),
        (b" \x0c\n", Format.AUTO, [(b" \x0c\n", 1, 1)]),
        (b"", Format.AUTO, []),
        (b" \r\n\t\n", Format.AUTO, []),
        (b"[]", Format.AUTO, []),
        (b"[ \n ]", Format.AUTO, []),
        (b"[1,]", Format.AUTO, [(b"1", 1, 2), (b"", 1, 4)]),
        (b"[,1]", Format.AUTO, [(b"", 1, 2), (b"1", 1, 3)]),
        (b'["\xc3\xa9", 1]', Format.AUTO, [(b'"\xc3\xa9"', 1, 2), (b"1", 1, 7)]),
        (b'[{"a": "]},{"}, "\\"]", 2]', Format.AUTO, [(b'{"a": "]},{"}', 1, 2), (b'"\\"]"', 1, 17), (b"2", 1, 24)]),
        (b"[}, 1]", Format.AUTO, [(b"}", 1, 2), (b"1", 1, 5)]),
    ],
)
def test_how_an_input_is_taken_apart(data: bytes, format_: Format, expected: list[Piece]) -> None:
    assert _pieces(data, format_) == expected


@pytest.mark.parametrize(
    ("data", "problem", "line", "column", "before"),
    [
        (b"[{}", "the array does not end", 1, 4, 0),
        (b"[{},\n {", "the array does not end", 2, 3, 1),
        (b'[1, "x', "the array does not end", 1, 7, 1),
        (b"[", "the array does not end", 1, 2, 0),
        (b"[1] x", "something follows the end of the array", 1, 5, 1),
        (b"[1]\n[2]", "something follows the end of the array", 2, 1, 1),
    ],
)
def test_an_array_that_is_cut_off_or_followed_says_where(
    data: bytes, problem: str, line: int, column: int, before: int
) -> None:
    source = pieces(BytesIO(data), Format.AUTO, LIMIT)
    found = list(islice(source, before))
    with pytest.raises(BrokenArray, match=problem) as error:
        next(source)
    assert (error.value.line, error.value.column) == (line, column)
    assert len(found) == before


@pytest.mark.parametrize("size", [1, 3, 1000])
@pytest.mark.parametrize("filling", ['"%s"', '{"a": "%s"}', '["%s", "\\\\"]', '{"a": ["%s\\\\\\""]}', "[[%s]]"])
def test_of_an_element_that_is_too_long_the_beginning_is_kept_and_the_next_one_is_found(
    filling: str, size: int
) -> None:
    long = (filling % ("1" * 500)).encode()
    data = b"[1, " + long + b",\n 2]"
    found = list(pieces(dripping(data, size), Format.AUTO, 100))
    assert found[0] == (b"1", 1, 2)
    text, line, column = found[1]
    assert len(text) == 102 or text == long
    assert long.startswith(text)
    assert (line, column) == (1, 5)
    assert found[2] == (b"2", 2, 2)


def test_an_element_that_is_too_long_and_never_ends_is_found_broken() -> None:
    with pytest.raises(BrokenArray, match="does not end"):
        _pieces(b'["' + b"\\" * 1001, limit=100)


def test_of_a_line_that_is_too_long_the_beginning_is_kept_and_the_next_one_is_found() -> None:
    data = b'{"a": "' + b"x" * 500 + b'"}\n{}\n'
    found = _pieces(data, limit=100)
    assert [(len(text), line) for text, line, _ in found] == [(102, 1), (3, 2)]


def test_a_line_of_just_the_limit_is_whole() -> None:
    line = b'"' + b"x" * 98 + b'"'
    assert _pieces(line + b"\r\n{}\n", limit=100) == [(line + b"\r\n", 1, 1), (b"{}\n", 2, 1)]


def _endless(opening: bytes, separator: bytes, closing: bytes) -> Iterator[bytes]:
    message = b'{"type": "x", "text": "' + b"\xc3\xa9" * 2000 + b'", "list": [1, {"a": "]"}]}'
    return chain([opening + message], repeat(separator + message, 3000), [closing])


@pytest.mark.parametrize(("opening", "separator", "closing"), [(b"[", b",", b"]"), (b"", b"\n", b"\n")])
def test_memory_does_not_grow_with_the_input(opening: bytes, separator: bytes, closing: bytes) -> None:
    tracemalloc.start()
    try:
        count = sum(1 for _ in pieces(flowing(_endless(opening, separator, closing)), Format.AUTO, LIMIT))
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert count == 3001
    # The input has 12 MB.
    assert peak < 3 << 20


def test_memory_does_not_grow_with_an_element_that_is_too_long() -> None:
    chunks = chain([b'[1, {"a": ["'], repeat(b'x"], "b": ["\\' * 5000, 400), [b'x"]}, 2]'])
    tracemalloc.start()
    try:
        found = list(pieces(flowing(chunks), Format.AUTO, 1000))
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert [len(text) for text, _, _ in found][:2] == [1, 1002]
    assert peak < 4 << 20
