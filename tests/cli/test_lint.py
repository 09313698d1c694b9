"""``cgp lint``: findings for people, programs and pull requests."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cgp_toolkit.cli import main
from cgp_toolkit.workspace import lint_rules
from tests.cli.running import cgp

FORMATS = ("text", "json", "github", "sarif")


@pytest.fixture
def unsound(spec: Path) -> tuple[Path, int, int]:
    """A model with a type that is not there, and the line and column of that name."""
    path = spec / "types.yaml"
    lines = path.read_text().splitlines(keepends=True)
    number = next(index for index, line in enumerate(lines) if "{type: int," in line)
    lines[number] = lines[number].replace("{type: int,", "{type: Int,", 1)
    path.write_text("".join(lines))
    return spec, number + 1, lines[number].index("Int,") + 1


@pytest.mark.parametrize("format_", FORMATS)
def test_a_sound_model_passes_in_every_format(spec: Path, format_: str) -> None:
    assert main(["lint", "--spec", str(spec), "--format", format_]) == 0


@pytest.mark.parametrize("format_", FORMATS)
def test_an_unsound_model_fails_in_every_format(unsound: tuple[Path, int, int], format_: str) -> None:
    assert main(["lint", "--spec", str(unsound[0]), "--format", format_]) == 1


def test_a_sound_model_is_said_to_be_one(spec: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lint", "--spec", str(spec)]) == 0
    assert capsys.readouterr().out == f"no findings in {spec}: {len(lint_rules())} rules hold\n"


def test_a_finding_has_a_place_relative_to_where_one_is(unsound: tuple[Path, int, int]) -> None:
    spec, line, column = unsound
    run = cgp("lint", cwd=spec.parent)
    assert run.returncode == 1
    assert run.stdout.startswith(f"spec/types.yaml:{line}:{column}: there is no type 'Int'")
    assert "did you mean 'int'?" in run.stdout
    assert "[unknown-reference]" in run.stdout
    elsewhere = cgp("lint", "--spec", spec, cwd=spec)
    assert elsewhere.stdout.startswith(f"types.yaml:{line}:{column}: ")
    beside = spec.parent / "beside"
    beside.mkdir()
    assert cgp("lint", cwd=beside).stdout.startswith(f"{spec}/types.yaml:{line}:{column}: ")


def test_findings_as_json(unsound: tuple[Path, int, int], capsys: pytest.CaptureFixture[str]) -> None:
    spec, line, column = unsound
    main(["lint", "--spec", str(spec), "--format", "json"])
    report = json.loads(capsys.readouterr().out)
    assert report["ok"] is False
    finding = next(found for found in report["findings"] if found["rule"] == "unknown-reference")
    assert set(finding) == {"file", "line", "column", "rule", "message", "fix"}
    assert (finding["file"], finding["line"], finding["column"]) == (f"{spec}/types.yaml", line, column)


def test_findings_as_annotations(unsound: tuple[Path, int, int]) -> None:
    spec, line, column = unsound
    run = cgp("lint", "--format", "github", cwd=spec.parent)
    first = run.stdout.splitlines()[0]
    assert first.startswith(f"::error file=spec/types.yaml,line={line},col={column},title=unknown-reference::")


def test_annotations_escape_what_github_would_read_as_its_own(tmp_path: Path) -> None:
    spec = tmp_path / "a,b:c%d"
    spec.mkdir()
    (spec / "x.yaml").write_text("a: [\n")
    run = cgp("lint", "--format", "github", "--spec", spec, cwd=tmp_path)
    assert run.returncode == 1
    assert run.stdout.startswith("::error file=a%2Cb%3Ac%25d/x.yaml,line=")


def test_findings_as_sarif(unsound: tuple[Path, int, int]) -> None:
    spec, line, column = unsound
    log = json.loads(cgp("lint", "--format", "sarif", cwd=spec.parent).stdout)
    assert log["version"] == "2.1.0"
    (run,) = log["runs"]
    rules = run["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == [rule.name for rule in lint_rules()]
    assert all(rule["shortDescription"]["text"] for rule in rules)
    result = run["results"][0]
    assert rules[result["ruleIndex"]]["id"] == result["ruleId"] == "unknown-reference"
    location = result["locations"][0]["physicalLocation"]
    assert location["artifactLocation"]["uri"] == "spec/types.yaml"
    assert location["region"] == {"startLine": line, "startColumn": column}


def test_sarif_lists_the_rules_even_if_there_is_nothing_to_report(
    spec: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["lint", "--spec", str(spec), "--format", "sarif"]) == 0
    (run,) = json.loads(capsys.readouterr().out)["runs"]
    assert run["results"] == []
    assert len(run["tool"]["driver"]["rules"]) == len(lint_rules())


@pytest.mark.parametrize(
    "content", [b"", b"[]", b"\t", b"a: &a [*a]", b"{" * 200, b"a: !!python/object:os.system x", b"\0"]
)
def test_whatever_a_file_holds_there_are_findings_and_no_traceback(spec: Path, content: bytes) -> None:
    (spec / "types.yaml").write_bytes(content)
    run = cgp("lint", "--spec", spec)
    assert run.returncode == 1
    assert "Traceback" not in run.stderr


def test_bytes_that_are_not_utf_8_are_a_finding_with_a_place(spec: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (spec / "types.yaml").write_bytes(b"types: \xff")
    assert main(["lint", "--spec", str(spec)]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert [line for line in lines if line.startswith(f"{spec}/types.yaml:1:8: ") and "UTF-8" in line]


def test_an_unknown_format_is_wrong_usage(spec: Path) -> None:
    assert main(["lint", "--spec", str(spec), "--format", "xml"]) == 2
