"""Reading YAML: plain data with positions, none of YAML's traps, and no way to break the reader."""

from __future__ import annotations

from pathlib import Path

import pytest

from cgp_toolkit.model.yaml_document import Data, Document, PlainNumber
from cgp_toolkit.model.yaml_source import read
from tests.conftest import RESERVED_SPEC, SPEC
from tests.model.fixture_models import BASE

FILES = sorted(path for folder in (SPEC, RESERVED_SPEC, BASE) for path in folder.rglob("*.yaml"))


def data(text: str) -> Data:
    document, diagnostics = read(text, "a.yaml")
    assert not diagnostics
    return document.data


def problems(text: str) -> list[str]:
    return [str(diagnostic) for diagnostic in sorted(read(text, "a.yaml")[1])]


def rules(text: str) -> list[str]:
    return [diagnostic.rule for diagnostic in sorted(read(text, "a.yaml")[1])]


@pytest.mark.parametrize(
    "word",
    ["no", "No", "on", "off", "yes", "y", "n", "True", "NULL", "1_000", "0o7", "0x1F", "012", "1:30", "2026-12-01",
     ".5", "1.", "+1", ".inf", ".NaN", "=", "!", "1e", "-", "é"],
)  # fmt: skip
def test_what_yaml_takes_for_something_else_stays_text(word: str) -> None:
    text = f"- {word}" if word not in ("!", "-") else f"- '{word}'"
    assert data(text) == [word]


@pytest.mark.parametrize(
    ("word", "value"),
    [("true", True), ("false", False), ("null", None), ("~", None), ("", None), ("0", 0), ("-7", -7), ("42", 42),
     ("999999999999999999", 999999999999999999)],
)  # fmt: skip
def test_true_false_null_and_integers_are_read(word: str, value: object) -> None:
    assert data(f"[a, {word}]" if word else "[a, ~]") == ["a", value]
    assert data(f"- {word}") == [value]


@pytest.mark.parametrize("word", ["1.10", "0.5", "1e3", "-0", "-1.5E-7", "12345678901234567890"])
def test_other_numbers_keep_their_text(word: str) -> None:
    value = data(f"a: {word}")
    assert isinstance(value, dict)
    value = value["a"]
    assert type(value) is PlainNumber
    assert value == word


@pytest.mark.parametrize("text", ["'true'", '"true"', "|-\n  true", ">-\n  true"])
def test_what_is_quoted_or_a_block_is_text(text: str) -> None:
    assert data(f"a: {text}") == {"a": "true"}


def _values(value: Data, path: tuple[str | int, ...] = ()) -> list[tuple[tuple[str | int, ...], Data]]:
    inner: list[tuple[tuple[str | int, ...], Data]] = [(path, value)]
    if isinstance(value, dict):
        return inner + [found for key, item in value.items() for found in _values(item, (*path, key))]
    if isinstance(value, list):
        return inner + [found for index, item in enumerate(value) for found in _values(item, (*path, index))]
    return inner


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parts[-2]}/{path.name}")
def test_every_position_is_that_of_the_word(path: Path) -> None:
    text = path.read_text()
    lines = text.split("\n")
    document, diagnostics = read(text, path.name)
    assert not diagnostics
    checked = 0
    for place, value in _values(document.data):
        position = document.at(place)
        word = lines[position.line - 1][position.column - 1 :]
        if isinstance(value, str):
            assert word[0] in "'\"|>" or word.startswith(value[:10]), f"{position}: {value!r}"
        elif isinstance(value, bool | int):
            assert word.startswith(str(value).lower()), f"{position}: {value!r}"
        if place and isinstance(place[-1], str):
            key = document.at(place, key=True)
            written = lines[key.line - 1][key.column - 1 :].lstrip("'\"")
            assert written.startswith(place[-1]), f"{key}: {place[-1]!r}"
        checked += 1
    assert checked > 3


def test_columns_count_characters() -> None:
    document = read("é: {😀: [x]}\n", "a.yaml")[0]
    assert str(document.at(("é", "😀"), key=True)) == "a.yaml:1:5"
    assert str(document.at(("é", "😀", 0))) == "a.yaml:1:9"


def test_a_place_without_position_is_that_of_its_closest_parent() -> None:
    document = read("a:\n  b: 1\n", "a.yaml")[0]
    assert str(document.at(("a", "b", "c", "d"))) == "a.yaml:2:6"
    assert str(document.at(("x",))) == "a.yaml:1:1"
    assert str(Document("b.yaml").at(())) == "b.yaml:1:1"


@pytest.mark.parametrize(
    "text",
    [
        "a: &a [*a]",
        "&a a: *a",
        "a: *nothing",
        "? *a\n: b",
        "a: &a\n  b: *a\nc: *a\n",
        "a: &x 1",
        "a: [&x {b: *x}]",
    ],
)
def test_anchors_and_aliases_are_refused_even_when_they_lead_in_a_circle(text: str) -> None:
    assert set(rules(text)) == {"yaml-alias"}


def test_aliases_are_reported_where_they_stand() -> None:
    assert problems("a: &x 1\nb: [2, *x]\n") == [
        "a.yaml:1:4: an anchor names this value for reuse (remove the anchor) [yaml-alias]",
        "a.yaml:2:8: an alias repeats a value from elsewhere (write the value out) [yaml-alias]",
    ]


def test_a_billion_laughs_are_one_finding_an_anchor_and_an_alias() -> None:
    lines = ["a0: &a0 [ha, ha, ha, ha, ha, ha, ha, ha, ha, ha]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 30)]
    document, diagnostics = read("\n".join(lines), "a.yaml")
    assert len(diagnostics) == 30 + 290
    assert document.data is not None


@pytest.mark.parametrize(
    "text",
    ["!!str a", "! a", "!own a", "!!int 1", "!<tag:yaml.org,2002:str> a", "!!python/object/apply:os.system [ls]",
     "!!python/name:os.system x", "!!binary aGk=", "!!set {a}", "!!omap [a: 1]", "!!map {a: 1}", "!!seq [1]"],
)  # fmt: skip
def test_tags_are_refused_and_run_nothing(text: str) -> None:
    assert rules(f"key: {text}\n") == ["yaml-tag"]
    assert rules(f"- [{text}]\n") == ["yaml-tag"]


@pytest.mark.parametrize("levels", [102, 999, 10_000, 1_000_000])
def test_a_file_of_many_levels_is_one_finding(levels: int) -> None:
    for text in ("[" * levels, "{a: " * levels, "- " * levels, "[" * levels + "]" * levels):
        document, diagnostics = read(text, "a.yaml")
        assert [diagnostic.rule for diagnostic in diagnostics] == ["yaml-depth"]
        assert document.unread


def test_a_hundred_levels_are_read() -> None:
    value = data("[" * 100 + "x" + "]" * 100)
    for _ in range(100):
        assert isinstance(value, list)
        (value,) = value
    assert value == "x"


@pytest.mark.parametrize("levels", [99, 5_000, 100_000])
def test_values_that_are_not_kept_may_be_nested_deeply(levels: int) -> None:
    assert rules("a: 1\na: " + "[" * levels + "]" * levels)[0] in ("yaml-duplicate-key", "yaml-depth")
    assert rules("<<: " + "[" * levels + "]" * levels)[0] in ("yaml-merge", "yaml-depth")


@pytest.mark.parametrize(
    ("key", "text"),
    [("1", "1: a"), ("true", "true: a"), ("~", "~: a"), ("1.10", "1.10: a"), ("0x1F", "0x1F: a"),
     ("null", "null: a"), ("False", "False: a"), (".inf", ".inf: a")],
)  # fmt: skip
def test_a_bare_key_that_is_no_text_elsewhere_is_refused(key: str, text: str) -> None:
    assert rules(text) == ["yaml-key"]
    assert data(text.replace(key, f"'{key}'", 1)) == {key: "a"}


@pytest.mark.parametrize("text", ["? [a, b]\n: c", "{a: b}: c", "? {a: [{b: c}]}\n: [d]", "[]: c"])
def test_a_key_that_is_no_scalar_is_refused_and_left_out(text: str) -> None:
    document, diagnostics = read(f"{text}\nx: y\n", "a.yaml")
    assert [diagnostic.rule for diagnostic in diagnostics] == ["yaml-key"]
    assert document.data == {"x": "y"}


@pytest.mark.parametrize("key", ["no", "on", "off", "y", "<", "=", "-", "None", "1a", "2026-12-01"])
def test_a_bare_key_that_is_text_in_yaml_1_2_is_a_key(key: str) -> None:
    assert data(f"{key}: a") == {key: "a"}


def test_the_first_of_two_equal_keys_counts_and_both_places_are_named() -> None:
    text = "a: 1\nb:\n  c: 2\n  c: {d: 3}\n'a': 4\n"
    assert problems(text) == [
        "a.yaml:4:3: the key 'c' stands here already, at 3:3 (remove one of the two) [yaml-duplicate-key]",
        "a.yaml:5:1: the key 'a' stands here already, at 1:1 (remove one of the two) [yaml-duplicate-key]",
    ]
    assert read(text, "a.yaml")[0].data == {"a": 1, "b": {"c": 2}}


def test_a_quoted_merge_key_is_a_key() -> None:
    assert data('"<<": {a: 1}') == {"<<": {"a": 1}}


@pytest.mark.parametrize("text", ["", "\n", "# nothing\n", "---\n", "---\n...\n", "--- # nothing\n"])
def test_an_empty_file_holds_nothing(text: str) -> None:
    assert data(text) is None


@pytest.mark.parametrize(
    "text",
    ["a:\n\tb: 1\n", "\ta: 1\n", "a: [\n", "a: }", "a: 'b", "a: b: c", "%", "a: @b", "- a\nb: c", "---\na\nb: c"],
)
def test_what_is_no_yaml_is_one_finding_with_a_place(text: str) -> None:
    document, diagnostics = read(text, "a.yaml")
    assert [diagnostic.rule for diagnostic in diagnostics] == ["yaml-syntax"]
    assert document.unread
    assert document.data is None
    assert diagnostics[0].position.line <= text.count("\n") + 1


def test_a_tab_is_named_as_such() -> None:
    assert problems("a:\n\tb: 1\n")[0].endswith("(indent with spaces, not with tabs) [yaml-syntax]")


def test_a_crlf_file_reads_like_one_with_line_feeds() -> None:
    assert data("a: |\r\n  b\r\n  c\r\nd: e\r\n") == {"a": "b\nc\n", "d": "e"}
    assert rules("a: b\rc: d\n") == ["yaml-character"]


@pytest.mark.parametrize(
    "character", ["\0", "\x07", "\x1b", "\x7f", "\x85", "\u2028", "\u2029", "\ufeff", "\ufffe", "\ud800"]
)
def test_a_character_that_reads_differently_elsewhere_is_refused_where_it_stands(character: str) -> None:
    assert problems(f"a: 'é{character}'\n") == [
        f"a.yaml:1:6: the character U+{ord(character):04X} is read differently, or not at all, elsewhere "
        f'(in double quotes, write "\\u{ord(character):04x}") [yaml-character]'
    ]


def test_bytes_that_are_not_utf8_are_named_with_their_place() -> None:
    text = b"a: x\nb: caf\xe9\nc: \xff\n".decode(errors="surrogateescape")
    assert problems(text) == [
        "a.yaml:2:7: the byte 0xe9 is not UTF-8 (save the file as UTF-8) [yaml-encoding]",
        "a.yaml:3:4: the byte 0xff is not UTF-8 (save the file as UTF-8) [yaml-encoding]",
    ]


def test_a_file_in_utf_16_ends_in_findings() -> None:
    text = "types:\n  A: {}\n".encode("utf-16").decode(errors="surrogateescape")
    assert {"yaml-encoding", "yaml-character"} <= set(rules(text))


def test_a_byte_order_mark_changes_no_position() -> None:
    document, diagnostics = read("\ufeffa: b\n", "a.yaml")
    assert [str(d) for d in diagnostics] == [
        "a.yaml:1:1: the file begins with a byte order mark (save it without one) [yaml-encoding]"
    ]
    assert document.data == {"a": "b"}


def test_of_a_file_full_of_wrong_characters_a_hundred_are_named() -> None:
    assert len(read("\0" * 100_000, "a.yaml")[1]) <= 101
