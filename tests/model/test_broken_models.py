"""Whatever the files of a model hold, reading it ends in findings with a place, never in an exception."""

from __future__ import annotations

import json
import re
from typing import cast

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from cgp_toolkit.model.lint import RULES
from cgp_toolkit.model.loading import inspect
from cgp_toolkit.model.types import Json
from cgp_toolkit.model.yaml_document import Data, Path
from cgp_toolkit.model.yaml_source import read
from tests.conftest import SPEC
from tests.model.fixture_models import BASE, FIRST_LINE, over_base, texts

REAL = {path.relative_to(SPEC).as_posix(): path.read_text() for path in sorted(SPEC.rglob("*.yaml"))}
SMALL = texts(BASE)
NAMES = {rule.name for rule in RULES}
KINDS = ["types", "scalars", "vocabularies", "envelopes", "protocol", "ndjson", "examples", "requirements"]


def check(files: dict[str, str]) -> None:
    """Read a model; whatever is wrong with it has a place in one of its files and an id of the catalogue."""
    model, diagnostics = inspect(files)
    for diagnostic in diagnostics:
        place = diagnostic.position
        assert diagnostic.rule in NAMES
        assert diagnostic.message
        assert place.file in files or (diagnostic.rule == "missing-section" and place.file == ".")
        lines = re.split("\r\n|[\r\n]", files.get(place.file, ""))
        assert 1 <= place.line <= len(lines)
        assert 1 <= place.column <= len(lines[place.line - 1]) + 1
    assert model is not None or diagnostics


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=300))
@example("types: {A: &a {members: *a}}")
@example("\ud800")
@example("\0")
def test_any_text_as_a_file(text: str) -> None:
    check({"a.yaml": text})
    check(over_base({"a.yaml": text}))


@settings(deadline=None)
@given(st.binary(max_size=300))
def test_any_bytes_as_a_file(content: bytes) -> None:
    check({"a.yaml": content.decode(errors="surrogateescape")})


@settings(deadline=None)
@given(st.sampled_from(KINDS), st.text(alphabet="ab:{}[],-&*!|>'\"%@`? \n\t#<~1.", max_size=80))
def test_any_yaml_behind_a_first_line(kind: str, text: str) -> None:
    check(over_base({"a.yaml": FIRST_LINE.format(kind) + text}))
    check(over_base({"a.yaml": FIRST_LINE.format(kind) + f"{kind}:\n  " + text}))


WORDS = st.sampled_from(
    [
        *re.findall(r"[A-Za-z_-]+", " ".join(SMALL.values()))[:400],
        "",
        " ",
        "no",
        "a b",
        "é",
        "\n",
        "x" * 300,
        "a.b",
        "*",
    ]
)
VALUES: st.SearchStrategy[Json] = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(-(10**20), 10**20), st.floats(allow_nan=False), WORDS),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(WORDS, inner, max_size=3)),
    max_leaves=5,
)


def _paths(value: Data, path: Path = ()) -> list[Path]:
    if isinstance(value, dict):
        return [path, *(found for key, item in value.items() for found in _paths(item, (*path, key)))]
    if isinstance(value, list):
        return [path, *(found for index, item in enumerate(value) for found in _paths(item, (*path, index)))]
    return [path]


def _put(value: Data, path: Path, new: Json) -> Json:
    """A copy with another value at a place."""
    if not path:
        return new
    if isinstance(value, dict):
        return {key: _put(item, path[1:], new) if key == path[0] else cast(Json, item) for key, item in value.items()}
    assert isinstance(value, list)
    return [_put(item, path[1:], new) if index == path[0] else cast(Json, item) for index, item in enumerate(value)]


DATA = {file: read(text, file)[0].data for file, text in SMALL.items()}
PLACES = [
    (file, path) for file, data in DATA.items() for path in _paths(data) if path[:1] != ("faults",) or len(path) < 3
]


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(PLACES), VALUES)
def test_any_value_at_any_place_of_a_model(place: tuple[str, Path], value: Json) -> None:
    file, path = place
    first = SMALL[file].split("\n", 1)[0]
    check({**SMALL, file: f"{first}\n{json.dumps(_put(DATA[file], path, value), ensure_ascii=False)}"})


@st.composite
def mutants(draw: st.DrawFn) -> tuple[str, str]:
    """A file of the real model with a few lines moved, doubled, lost, cut, indented or misspelt."""
    file = draw(st.sampled_from(sorted(REAL)))
    lines = REAL[file].split("\n")
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, len(lines) - 1))
        other = draw(st.integers(0, len(lines) - 1))
        match draw(st.integers(0, 6)):
            case 0:
                del lines[at]
            case 1:
                lines.insert(at, lines[other])
            case 2:
                lines[at], lines[other] = lines[other], lines[at]
            case 3:
                lines[at] = lines[at][: draw(st.integers(0, len(lines[at])))]
            case 4:
                lines[at] = "  " + lines[at]
            case 5:
                cut = draw(st.integers(0, len(lines[at])))
                lines[at] = lines[at][:cut] + draw(st.sampled_from("x:,[]{}&*!\"'#|>%@`\t\0é ")) + lines[at][cut:]
            case _:
                words = re.findall(r"\w+", lines[at]) or ["a"]
                lines[at] = lines[at].replace(draw(st.sampled_from(words)), draw(WORDS), 1)
        lines = lines or [""]
    return file, "\n".join(lines)


@settings(max_examples=30, deadline=None)
@given(mutants())
def test_the_real_model_with_lines_that_went_wrong(mutant: tuple[str, str]) -> None:
    file, text = mutant
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(REAL, file, text)
        check(REAL)
