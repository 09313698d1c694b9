"""``cgp explain`` and ``cgp show``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cgp_toolkit.cli import main
from tests.cli.running import cgp


def _json(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, object]:
    assert main([*arguments, "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert isinstance(report, dict)
    return report


def test_a_requirement_has_text_level_source_place_and_uses(spec: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "R1", "--spec", str(spec)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith(f"R1  requirement  {spec}/knowledge.yaml:")
    assert lines[1] == "  All of it holds."
    assert {"level", "binds", "source"} <= {line.split()[0] for line in lines[2:6]}
    assert any(line.startswith("    envelope async is correlated for it") for line in lines)


def test_case_matters_only_where_nothing_is_spelt_exactly_so(spec: Path, capsys: pytest.CaptureFixture[str]) -> None:
    # The made-up protocol has types `None` and `Class`, and a member and an envelope `class`.
    report = _json(capsys, "explain", "Class", "--spec", str(spec))
    assert {found["id"] for found in report["found"]} == {"Class"}  # type: ignore[attr-defined]
    report = _json(capsys, "explain", "CLASS", "--spec", str(spec))
    assert {"Class", "class"} <= {found["id"] for found in report["found"]}  # type: ignore[attr-defined]


def test_everything_of_a_name_is_shown(spec: Path, capsys: pytest.CaptureFixture[str]) -> None:
    report = _json(capsys, "explain", "class", "--spec", str(spec))
    assert {found["kind"] for found in report["found"]} >= {"envelope", "member"}  # type: ignore[attr-defined]


def test_a_lint_rule_can_be_asked_for_while_the_model_is_unsound(spec: Path) -> None:
    (spec / "types.yaml").write_text("types: 1")
    run = cgp("explain", "MODEL-shape", "--spec", spec)
    assert run.returncode == 0
    assert run.stdout.startswith("model-shape  lint rule  the toolkit\n")


def test_an_unsound_model_can_be_asked_with_a_note(spec: Path) -> None:
    path = spec / "types.yaml"
    path.write_text(
        path.read_text() + "  Unused: {doc: x, since: '1', stability: core, origin: project, members: {}}\n"
    )
    for arguments in (("explain", "R1"), ("show",)):
        run = cgp(*arguments, "--spec", spec)
        assert run.returncode == 0, run.stderr
        assert run.stderr.startswith("note: ")
        assert run.stderr.endswith(" in the model; cgp lint shows what is wrong\n")


def test_a_model_that_refers_to_nothing_is_reported_instead(spec: Path) -> None:
    path = spec / "types.yaml"
    path.write_text(path.read_text().replace("{type: int,", "{type: nowhere,", 1))
    run = cgp("show", "--spec", spec)
    assert (run.returncode, run.stdout) == (1, "")
    assert "[unknown-reference]" in run.stderr
    assert "Traceback" not in run.stderr


def test_a_miss_suggests_what_was_meant(spec: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "unreachable-typ", "--spec", str(spec)]) == 1
    assert "did you mean unreachable-type or " in capsys.readouterr().err
    assert main(["explain", "zzzzzz", "--spec", str(spec), "--json"]) == 1
    assert json.loads(capsys.readouterr().out) == {"name": "zzzzzz", "found": [], "similar": []}
    assert main(["show", "enveloped", "--spec", str(spec)]) == 1
    assert "did you mean envelopes?" in capsys.readouterr().err
    assert main(["show", "R1", "--spec", str(spec)]) == 1
    assert "cgp explain looks up everything else" in capsys.readouterr().err


def test_an_explanation_as_json(spec: Path, capsys: pytest.CaptureFixture[str]) -> None:
    report = _json(capsys, "explain", "R1", "--spec", str(spec))
    assert report["name"] == "R1"
    found = report["found"][0]  # type: ignore[index]
    assert {"kind", "id", "text", "facts", "position", "used_by"} <= set(found)
    assert found["position"]["file"] == f"{spec}/knowledge.yaml"
    assert set(found["used_by"][0]) == {"kind", "id", "how", "position"}


def test_the_model_as_a_tree(spec: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", "--spec", str(spec)]) == 0
    text = capsys.readouterr().out
    assert "├── envelopes\n" in text
    assert "async  static → final, reply await, requires with.lambda, correlated by from" in text
    # Piped, lines are as long as they are.
    assert max(map(len, text.splitlines())) > 80
    assert not [line for line in text.splitlines() if line.endswith(" ")]


def test_a_part_of_the_model_follows_its_members(spec: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", "import", "--spec", str(spec)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("import  final → static")
    assert lines[2].startswith("└── with: Class  required")
    assert lines[3].startswith("    ├── ")


def test_a_part_of_the_model_as_json(spec: Path, capsys: pytest.CaptureFixture[str]) -> None:
    report = _json(capsys, "show", "import", "--spec", str(spec))
    assert list(report["envelopes"]) == ["import"]  # type: ignore[call-overload]
    everything = _json(capsys, "show", "--spec", str(spec))
    assert set(everything) == {"protocol", "revision", "envelopes", "types", "vocabularies", "scalars"}
    assert everything["types"]["Class"]["members"][0]["type"]  # type: ignore[index]
