"""From a pointer or a syntax error to a place in the text."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cgp_toolkit.wire.places import line_and_column, place, syntax_place

_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=6),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=4),
    max_leaves=12,
)


def _pointers(value: object, above: str = "") -> list[tuple[str, object]]:
    """Every pointer into ``value``, with what the text at its place starts with."""
    found: list[tuple[str, object]] = []
    if isinstance(value, dict):
        for name, inner in value.items():
            pointer = f"{above}/{name.replace('~', '~0').replace('/', '~1')}"
            found += [(pointer, name), *_pointers(inner, pointer)]
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            pointer = f"{above}/{index}"
            found += [(pointer, inner), *_pointers(inner, pointer)]
    return found


@given(_values, st.sampled_from([None, 1]), st.booleans(), st.data())
def test_a_pointer_leads_to_the_name_of_a_member_or_to_an_item(
    value: object, indent: int | None, ascii_: bool, data: st.DataObject
) -> None:
    text = json.dumps(value, indent=indent, ensure_ascii=ascii_)
    pointers = _pointers(value)
    if not pointers:
        assert place(text.encode(errors="surrogatepass"), "/nothing") == 0
        return
    pointer, there = data.draw(st.sampled_from(pointers))
    encoded = text.encode(errors="surrogatepass")
    rest = encoded[place(encoded, pointer) :].decode(errors="surrogatepass")
    decoded, _ = json.JSONDecoder().raw_decode(rest)
    assert decoded == there


@pytest.mark.parametrize(
    ("text", "pointer", "offset"),
    [
        (b'{"a": 1}', "", 0),
        (b'  {"a": 1}', "", 2),
        (b'{"a": 1}', "/b", 0),
        (b'{"a": {"c": 1}}', "/a/b", 1),
        (b'{"a": [1, 2]}', "/a/5", 1),
        (b'{"a": [1, 2]}', "/a/1", 10),
        (b'{"a": 1}', "/a/x/y", 1),
        (b'{"a": 1, "a": 2}', "/a", 9),
        (b'{"a~/": 1}', "/a~0~1", 1),
        (b'{"\\u0061": 1}', "/a", 1),
        (b"[1, 2]", "/x", 0),
        (b"{}", "/x", 0),
        (b"", "/x", 0),
        (b"5", "/x", 0),
    ],
)
def test_what_is_not_there_has_the_place_of_what_is_closest(text: bytes, pointer: str, offset: int) -> None:
    assert place(text, pointer) == offset


@pytest.mark.parametrize(
    ("text", "offset"),
    [
        (b'{"a": }', 6),
        (b'{"a":\n', 5),
        (b'{"\xc3\xa9": }', 7),
        (b'{"\xff": 1}', 2),
        (b"{} {}", 3),
        (b"[" * 100_000, 0),
        (b"1" * 5000, 0),
        (b"", 0),
        (b"{}", 0),
    ],
)
def test_a_syntax_error_has_the_place_of_what_is_wrong(text: bytes, offset: int) -> None:
    assert syntax_place(text) == offset


def test_columns_count_characters_from_where_the_text_starts() -> None:
    text = 'é"\nü"x'.encode()
    assert line_and_column(text, 0, 3, 5) == (3, 5)
    assert line_and_column(text, 2, 3, 5) == (3, 6)
    assert line_and_column(text, 4, 3, 5) == (4, 1)
    assert line_and_column(text, 7, 3, 5) == (4, 3)
