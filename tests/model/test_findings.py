"""Findings as a whole: all of them, in file order, once each, at the word, and without noise."""

from __future__ import annotations

import pytest

from cgp_toolkit.model.diagnostics import ModelError
from cgp_toolkit.model.loading import inspect, load
from tests.conftest import SPEC
from tests.model.fixture_models import BASE, FIRST_LINE, changed, findings, over_base, texts, with_section


def test_all_problems_of_all_files_are_reported_in_file_order() -> None:
    files = changed("types.yaml", ("type: Flag", "type: Flg"), ("type: Size", "type: Sise"))
    files["protocol.yaml"] = files["protocol.yaml"].replace("opening: hello", "opening: helo")
    files["scalars.yaml"] += "  Text: {}\n"
    files["zzz.yaml"] = FIRST_LINE.format("sessions") + "a: [\n"
    assert findings(files) == [
        "protocol.yaml:12:24: there is no envelope 'helo'; did you mean 'hello'? [unknown-reference]",
        "scalars.yaml:11:3: the key 'Text' stands here already, at 3:3 (remove one of the two) [yaml-duplicate-key]",
        "types.yaml:10:16: there is no type 'Flg'; did you mean 'Flag'? [unknown-reference]",
        "types.yaml:22:16: there is no type 'Sise'; did you mean 'Size'? [unknown-reference]",
        "zzz.yaml:3:1: while parsing a flow node that begins at 3:1: did not find expected node content [yaml-syntax]",
    ]


def test_an_error_carries_every_finding() -> None:
    files = changed("types.yaml", ("type: Flag", "type: Flg"), ("type: Size", "type: Sise"))
    with pytest.raises(ModelError) as caught:
        load(files)
    assert caught.value.diagnostics == inspect(files)[1]
    assert [d.rule for d in caught.value.diagnostics] == ["unknown-reference", "unknown-reference"]
    assert str(caught.value) == "\n".join(findings(files))


def test_a_reference_is_pointed_at_where_its_word_stands() -> None:
    files = {path.relative_to(SPEC).as_posix(): path.read_text() for path in SPEC.rglob("*.yaml")}
    name = next(vocabulary.name for vocabulary in load(files).vocabularies() if vocabulary.like is None)
    wrong = name[:-1]
    places = [
        f"{file}:{number}:{line.index(f'type: {name},') + len('type: ') + 1}"
        for file, text in sorted(files.items())
        for number, line in enumerate(text.split("\n"), 1)
        if f"type: {name}," in line
    ]
    assert places
    broken = {file: text.replace(f"type: {name},", f"type: {wrong},") for file, text in files.items()}
    expected = [f"{place}: there is no type {wrong!r}; did you mean {name!r}? [unknown-reference]" for place in places]
    assert findings(broken) == expected


def test_an_item_of_a_list_in_one_line_is_pointed_at() -> None:
    files = changed("envelopes.yaml", ("requirements: [R1]", "requirements: [R1, X9]"))
    line = (
        files["envelopes.yaml"]
        .split("\n")
        .index('         origin: project, requirements: [R1, X9], decisions: [D1], doc: "What was found."}')
    )
    assert findings(files) == [f"envelopes.yaml:{line + 1}:46: there is no requirement 'X9' [unknown-reference]"]


@pytest.mark.parametrize("kind", ["types", "scalars", "vocabularies"])
def test_what_uses_a_broken_entry_is_not_blamed_for_it(kind: str) -> None:
    old = {
        "types": "    doc: What is sent.\n",
        "scalars": '{doc: "Grams.", ',
        "vocabularies": "    doc: How large a parcel is.\n",
    }
    files = changed(f"{kind}.yaml", (old[kind], old[kind].replace("doc", "dock")))
    (line,) = findings(files)
    assert line.endswith("the key 'dock' is not known here; did you mean 'doc'? [unknown-key]")


@pytest.mark.parametrize("file", sorted(texts(BASE)))
def test_what_uses_an_unreadable_file_is_not_blamed_for_it(file: str) -> None:
    files = texts(BASE)
    files[file] += "]\n"
    (line,) = findings(files)
    assert line.startswith(f"{file}:")
    assert line.endswith("[yaml-syntax]")


@pytest.mark.parametrize("file", sorted(texts(BASE)))
def test_what_uses_an_unknown_section_is_not_blamed_for_it(file: str) -> None:
    files = texts(BASE)
    section = files[file].split("\n")[1].removesuffix(":")
    files[file] = files[file].replace(f"\n{section}:", f"\n{section}x:", 1)
    (line,) = findings(files)
    assert line.startswith(f"{file}:2:1: the key '{section}x' is not known here")


def test_a_broken_entry_may_still_be_what_was_meant() -> None:
    files = changed("vocabularies.yaml", ("openness: tolerated", "openness: half"))
    files["types.yaml"] = files["types.yaml"].replace("type: Size", "type: Sizes")
    assert findings(files)[0] == "types.yaml:22:16: there is no type 'Sizes'; did you mean 'Size'? [unknown-reference]"


def test_a_misspelt_name_does_not_make_what_was_meant_unused() -> None:
    files = changed("types.yaml", ("type: Size", "type: Sise"))
    assert [line for line in findings(files) if "unreachable-type" in line] == []


def test_a_merge_is_the_only_finding_about_what_it_would_have_given() -> None:
    yaml = "scalars:\n  Odd:\n    <<: {doc: A, base: string, compare: exact}\n    origin: project\n"
    (line,) = findings(with_section("scalars", yaml))
    assert line.endswith("[yaml-merge]")


def test_an_alias_is_the_only_finding_about_its_value() -> None:
    yaml = "scalars:\n  Odd: {doc: *text, base: *kind, read: *limits, compare: exact, origin: project}\n"
    assert {line.rsplit(" ", 1)[1] for line in findings(with_section("scalars", yaml))} == {"[yaml-alias]"}


def test_two_files_may_each_hold_a_part_of_a_section() -> None:
    files = texts(BASE)
    head, _, tail = files["scalars.yaml"].partition("  Ticket:")
    files["scalars.yaml"] = head
    files["more.yaml"] = head.split("\n")[0] + "\nscalars:\n  Ticket:" + tail
    assert findings(files) == []


def test_a_name_is_taken_by_an_entry_that_could_not_be_read() -> None:
    yaml = 'scalars:\n  Odd: {}\n  Text: {doc: "Once more."}\n'
    lines = findings(over_base({"zzz.yaml": FIRST_LINE.format("scalars") + yaml}))
    assert "zzz.yaml:4:3: the name 'Text' is taken already, at scalars.yaml:3:3 [duplicate-name]" in lines


def test_a_model_without_files_has_two_missing_sections() -> None:
    assert findings({}) == [
        ".:1:1: no file has a section 'ndjson' (add it to ndjson.yaml) [missing-section]",
        ".:1:1: no file has a section 'protocol' (add it to protocol.yaml) [missing-section]",
    ]


def test_no_finding_stands_twice() -> None:
    files = changed("envelopes.yaml", ("type: Ticket", "type: Tickt"))
    diagnostics = inspect(files)[1]
    assert len(set(diagnostics)) == len(diagnostics)


def test_a_very_long_word_is_cut_in_a_message() -> None:
    word = "x" * 100_000
    (line,) = findings(
        changed(
            "types.yaml",
            ("type: Size", f"type: {word}"),
            ("default: small", "default: null"),
            ("omit: default", "omit: absent"),
        )
    )[:1]
    assert len(line) < 200
