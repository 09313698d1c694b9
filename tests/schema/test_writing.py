"""Schemas as texts are what the standard library writes."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cgp_toolkit.model import Json
from cgp_toolkit.schema import indented

SCALARS = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text()
VALUES = st.recursive(SCALARS, lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner))


@given(st.dictionaries(st.text(), VALUES))
def test_it_is_what_json_dumps_writes(value: dict[str, Json]) -> None:
    assert indented(value) == json.dumps(value, indent=2, ensure_ascii=False) + "\n"


@pytest.mark.parametrize("value", [{}, {"a": []}, {"a": {}}, {"a": [[], {}, [1]]}])
def test_empty_containers_stay_on_their_line(value: dict[str, Json]) -> None:
    assert indented(value) == json.dumps(value, indent=2, ensure_ascii=False) + "\n"
