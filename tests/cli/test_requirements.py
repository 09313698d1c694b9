"""``cgp requirements``, and what ``cgp explain`` says about a requirement."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cgp_toolkit.cli import main
from tests.cli.running import cgp
from tests.conftest import SPEC

_SECOND = (
    '  R2: {level: SHOULD, binds: [static], text: "Some of it holds.", source: "made up", origin: project,'
    " decided_by: [host-internal]}\n"
)


@pytest.fixture
def two(spec: Path) -> Path:
    """The made-up protocol with one more requirement, which nothing enforces."""
    path = spec / "knowledge.yaml"
    head, first, rest = path.read_text().partition("  R1:")
    path.write_text(head + _SECOND + first + rest)
    return spec


def _table(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[list[list[str]], list[str]]:
    """The cells of the rows, and the lines below them."""
    assert main(["requirements", *arguments]) == 0
    rows, _, summary = capsys.readouterr().out.partition("\n\n")
    return [[cell.strip() for cell in row.split("  ") if cell] for row in rows.splitlines()], summary.splitlines()


def test_every_requirement_has_a_row_and_counts_stand_below(two: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows, summary = _table(capsys, "--spec", str(two))
    assert [row[0] for row in rows] == ["id", "R2", "R1"]
    assert "schema, rule, lifecycle, reader" in rows[2]
    assert rows[2][-1] == "All of it holds."
    assert summary == [
        "2 requirements: 1 MUST, 1 SHOULD",
        "enforced by what comes from the model: 1 (50 %); schema 1, rule 1, lifecycle 1, reader 1",
        "left to others, as the model says: 1 (50 %); host-internal 1",
    ]


def test_requirements_are_chosen_by_level_in_any_case_and_by_what_is_unenforced(
    two: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for arguments, expected in (
        (("--level", "MUST"), ["R1"]),
        (("--level", "should"), ["R2"]),
        (("-l", "MUST", "-l", "SHOULD"), ["R2", "R1"]),
        (("--unenforced",), ["R2"]),
        (("--unenforced", "--level", "MUST"), []),
        (("--level", "MAY"), []),
    ):
        rows, summary = _table(capsys, *arguments, "--spec", str(two))
        assert [row[0] for row in rows[1:]] == expected
        assert summary[0].startswith(f"{len(expected)} requirement")
        assert (" of 2" in summary[0]) == (len(expected) < 2)


def test_json_has_the_places_and_the_counts(two: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["requirements", "--json", "--spec", str(two)]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["counts"]["all"] == 2
    assert report["counts"]["enforced"] == 1
    assert report["counts"]["levels"] == {"MUST": 1, "SHOULD": 1, "MAY": 0}
    assert report["counts"]["means"]["host-internal"] == 1
    unenforced, enforced = report["requirements"]
    assert (unenforced["means"], unenforced["enforced"]) == (["host-internal"], False)
    assert {"means": "rule", "place": "class", "direct": True}.items() <= {
        key: value
        for enforcer in enforced["enforcers"]
        if enforcer["place"] == "class"
        for key, value in enforcer.items()
    }.items()
    for enforcer in enforced["enforcers"]:
        assert (two / Path(enforcer["position"]["file"]).name).is_file()


def test_an_unsound_model_is_listed_with_a_note(two: Path) -> None:
    path = two / "knowledge.yaml"
    path.write_text(path.read_text().replace("[host-internal]", "[rule]"))
    run = cgp("requirements", "--unenforced", "--spec", two)
    assert run.returncode == 0
    assert "R2" in run.stdout
    assert run.stderr == "note: 1 finding in the model; cgp lint shows what is wrong\n"


def test_a_model_that_cannot_be_built_and_wrong_usage_have_exit_codes_of_their_own(spec: Path) -> None:
    assert cgp("requirements", "--level", "PERHAPS").returncode == 2
    assert cgp("requirements", "--spec", spec / "nowhere").returncode == 2
    (spec / "protocol.yaml").unlink()
    run = cgp("requirements", "--spec", spec)
    assert run.returncode == 1
    assert "missing-section" in run.stderr
    assert "Traceback" not in run.stderr


def test_a_requirement_is_explained_by_what_enforces_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "H4", "--spec", str(SPEC)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert "  enforced by  rule, lifecycle, live probe" in lines
    assert any(line.startswith("    rule id-is-echoed: ") and "/rules.yaml:" in line for line in lines)
    assert any(line.startswith("    lifecycle host ready: ") and "/lifecycle.yaml:" in line for line in lines)
    assert "  what bears on it" in lines
    (shown,) = (line for line in lines if line.startswith("  vectors  "))
    assert int(shown.split()[1]) > 10


def test_what_is_no_requirement_is_not_traced(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "DEC-07", "--spec", str(SPEC)]) == 0
    assert "enforced by" not in capsys.readouterr().out


def test_an_explanation_in_json_has_the_trace_of_a_requirement(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "F1", "--json", "--spec", str(SPEC)]) == 0
    (found,) = json.loads(capsys.readouterr().out)["found"]
    assert found["means"] == ["type"]
    assert found["enforcers"][0]["what"] == "the range of Score, 0 to 1"
    assert "ContextFrame.score is missing." in found["vectors"]
