"""``cgp check``: what differs, what is missing, what nobody gives, and what mends it."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

import pytest

from cgp_toolkit.cli import main
from tests.cli.running import cgp


@pytest.fixture
def generated(spec: Path, out: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    """The output folder, up to date."""
    assert main(["generate", "--spec", str(spec), "--target", "schemas"]) == 0
    capsys.readouterr()
    return out


def _check(spec: Path, *more: str) -> int:
    return main(["check", "--spec", str(spec), "--target", "schemas", *more])


def _spoil(generated: Path) -> None:
    """One file that differs, one that is missing, one that nobody gives."""
    bundle = generated / "schemas" / "wire.schema.json"
    bundle.write_text(bundle.read_text().replace('"type": "object"', '"type": "array"', 1))
    (generated / "schemas" / "strict.schema.json").unlink()
    (generated / "schemas" / "stale.json").write_text("{}")


def test_what_is_up_to_date_passes(spec: Path, generated: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert _check(spec) == 0
    assert capsys.readouterr().out.startswith("up to date: ")


def test_every_kind_of_difference_is_named_and_nothing_is_written(
    spec: Path, generated: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _spoil(generated)
    before = {path: path.read_bytes() for path in generated.rglob("*") if path.is_file()}
    assert _check(spec) == 1
    lines = capsys.readouterr().out.splitlines()
    assert "differing  schemas/wire.schema.json" in lines
    assert "  missing  schemas/strict.schema.json" in lines
    assert " orphaned  schemas/stale.json" in lines
    assert '-  "type": "array",' in lines
    assert '+  "type": "object",' in lines
    assert lines[-2].endswith("out of date: 1 missing, 1 differing, 1 orphaned")
    assert {path: path.read_bytes() for path in generated.rglob("*") if path.is_file()} == before


def test_the_command_that_is_named_mends_it(
    spec: Path, generated: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    elsewhere = tmp_path / "with space"
    generated.rename(elsewhere)
    _spoil(elsewhere)
    assert _check(spec, "--out", str(elsewhere)) == 1
    mend = shlex.split(capsys.readouterr().out.splitlines()[-1].removeprefix("to mend: "))
    assert mend[:2] == ["cgp", "generate"]
    assert main(mend[1:]) == 0
    assert _check(spec, "--out", str(elsewhere)) == 0


def test_a_long_diff_is_cut_unless_all_of_it_is_wanted(
    spec: Path, generated: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bundle = generated / "schemas" / "wire.schema.json"
    bundle.write_text("".join(f"line {number}\n" for number in range(300)))
    assert _check(spec) == 1
    bounded = capsys.readouterr().out
    assert "more lines; --full shows them" in bounded
    assert "-line 10\n" in bounded
    assert "-line 299\n" not in bounded
    assert _check(spec, "--full") == 1
    full = capsys.readouterr().out
    assert "--full" not in full
    assert "-line 299\n" in full


def test_another_model_leaves_a_note_about_stamps_instead_of_a_diff_a_file(
    spec: Path, generated: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = spec / "envelopes.yaml"
    path.write_text(path.read_text().replace("doc: Asks.", "doc: Asks politely."))
    assert _check(spec) == 1
    lines = capsys.readouterr().out.splitlines()
    assert [line for line in lines if line.startswith("stamp only  ")]
    assert not [line for line in lines if line.startswith("stamp only") and "schemas/" in line]
    assert [line for line in lines if line.startswith("+") and "Asks politely." in line]


def test_nothing_generated_at_all_is_missing_everything(
    spec: Path, out: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert _check(spec) == 1
    assert " missing" in capsys.readouterr().out
    assert not out.exists()


def test_the_report_as_json(spec: Path, generated: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert _check(spec, "--json") == 0
    assert json.loads(capsys.readouterr().out)["files"] == []
    _spoil(generated)
    assert _check(spec, "--json") == 1
    report = json.loads(capsys.readouterr().out)
    assert report["ok"] is False
    assert {file["path"]: file["state"] for file in report["files"]} == {
        "schemas/stale.json": "orphaned",
        "schemas/strict.schema.json": "missing",
        "schemas/wire.schema.json": "differing",
    }
    assert report["mend"].startswith("cgp generate --target schemas")
    assert "@@" in report["files"][2]["diff"]


def test_an_unsound_model_fails_as_lint_does(spec: Path, generated: Path) -> None:
    (spec / "types.yaml").write_text((spec / "types.yaml").read_text().replace("{type: int,", "{type: nowhere,", 1))
    run = cgp("check", cwd=spec.parent)
    assert (run.returncode, run.stdout) == (1, "")
    assert "unknown-reference" in run.stderr
