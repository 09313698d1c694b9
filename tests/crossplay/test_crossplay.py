"""Cross-play finds what differs, and shows it by the smallest message."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from cgp_toolkit.model import Json, Model
from cgp_toolkit.targets.base import installed_targets
from cgp_toolkit.wire.vectors import Command
from tests.crossplay.__main__ import main
from tests.crossplay.asking import Answer, Reader, Testee
from tests.crossplay.languages import BuildError, Language, languages
from tests.crossplay.lines import drawn
from tests.crossplay.playing import missing, play
from tests.crossplay.report import disagreement_text, grid_text
from tests.crossplay.shrinking import smallest

ROOT = Path(__file__).parents[2]
LINES = [
    b'{"a":1,"b":[1,2,{"c":"text"}]}',
    b'{"b":[],"x":"null"}',
    b"nonsense",
    b'{"a":"h\xc3\xa9"}',
]


def _reader(line: bytes) -> Answer:
    """A language of its own: any JSON is a message."""
    try:
        value: Json = json.loads(line)
    except ValueError:
        return {"verdict": "refuses", "rule": "not-json", "pointer": ""}
    return {"verdict": "accepts", "canonical": json.dumps(value, ensure_ascii=False, separators=(",", ":"))}


def _doctored(change: str, to: str) -> Reader:
    def read(line: bytes) -> Answer:
        answer = dict(_reader(line))
        if "canonical" in answer:
            answer["canonical"] = str(answer["canonical"]).replace(change, to)
        return answer

    return read


def test_languages_that_agree_fill_the_grid() -> None:
    grid = play({"one": _reader, "other": _reader}, LINES)
    assert grid.disagreements == []
    assert list(missing(grid)) == []
    assert grid.refused == 1
    assert "\n".join(grid_text(grid)).splitlines() == [
        "written by \\ read by  one  other",
        "one                   3/3    3/3",
        "other                 3/3    3/3",
        "4 lines, of which all refuse 1 for the same rule at the same place",
    ]


def test_a_language_that_writes_otherwise_is_shown_by_the_smallest_message() -> None:
    grid = play({"one": _reader, "other": _doctored("text", "Text")}, LINES)
    (found, *_) = grid.disagreements
    assert (found.one, found.other, found.line) == ("one", "other", b'"text"')
    assert ("one", "other") in missing(grid)
    assert any("canonical" in line for line in disagreement_text(found))


def test_a_language_that_refuses_for_another_rule_is_found() -> None:
    def other(line: bytes) -> Answer:
        answer = _reader(line)
        return {**answer, "rule": "not-utf8"} if answer["verdict"] == "refuses" else answer

    grid = play({"one": _reader, "other": other}, LINES)
    assert [found.writer for found in grid.disagreements] == [None]
    assert len(grid.disagreements[0].line) <= 1


def test_a_language_that_does_not_read_its_own_writing_is_found() -> None:
    grid = play({"one": _doctored("1", "11"), "other": _doctored("1", "11")}, [b'{"a":1}'])
    assert ("one", "one") in missing(grid)
    assert grid.disagreements


def test_a_message_shrinks_as_far_as_it_shows_the_same() -> None:
    line = b'{"keep": {"this": [1, 2, 3], "not": "that"}, "more": null}'
    assert smallest(line, lambda candidate: b'"this":[' in candidate.replace(b" ", b"")) == b'{"this":[]}'
    assert smallest(b"\xff{not json}\xff", lambda candidate: b"\xff" in candidate) == b"\xff"


def test_a_testee_that_ends_is_an_answer_and_not_the_end() -> None:
    program = "import sys\nfor line in sys.stdin: sys.exit(3)"
    testee = Testee(Command((sys.executable, "-c", program)))
    assert testee(b"{}") == testee(b"[]") == {"verdict": "no answer: Ended"}
    testee.close()


def test_every_binding_that_is_generated_takes_part() -> None:
    bindings = {name for name in ("python", "typescript", "go", "rust", "java") if name in installed_targets()}
    assert {language.name for language in languages(ROOT)} == bindings


def test_a_binding_that_does_not_compile_says_why(tmp_path: Path) -> None:
    broken = Language("broken", tmp_path, (), ((sys.executable, "-c", "raise SystemExit('no such name')"),), ())
    with pytest.raises(BuildError, match="no such name"):
        broken.compiled(tmp_path / "build")


def test_a_language_without_its_toolchain_is_named(tmp_path: Path) -> None:
    assert Language("odd", tmp_path, ("no-such-compiler",), (), ()).missing == ("no-such-compiler",)


def test_the_same_messages_are_drawn_in_each_run(model: Model) -> None:
    first = drawn(model, 20)
    assert first == drawn(model, 20)
    assert len(first) > 10


def test_a_language_that_is_none_is_wrong_usage(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["cobol"])
    assert ended.value.code == 2
    assert "cobol has no testee here" in capsys.readouterr().err
