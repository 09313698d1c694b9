"""The table of equivalent mutants, the kill matrix, and what a run says about both."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cgp_toolkit.model import Model
from cgp_toolkit.mutation import report
from cgp_toolkit.mutation.__main__ import main
from cgp_toolkit.mutation.catalogue import mutants
from cgp_toolkit.mutation.equivalents import Equivalent, TableError, read_table
from cgp_toolkit.mutation.matrix import Row, matrix
from cgp_toolkit.mutation.trial import Fate, Outcome
from cgp_toolkit.tracing import COMPUTED, trace
from tests.conftest import SPEC

TABLE = Path(__file__).parent / "equivalents.yaml"
KILLED = Outcome("a: is gone", Fate.KILLED, "A vector.", "it is read as another envelope")
SURVIVED = Outcome("b: is gone", Fate.SURVIVED, "", "")
BOTH = {outcome.id: outcome for outcome in (KILLED, SURVIVED)}


def _row(killer: str | None) -> Row:
    return Row("R1", ("rule",), 1, 0, 0, 0, 0, killer)


def test_a_survivor_without_a_reason_is_a_finding() -> None:
    found = report.findings(BOTH, (), (), whole=True)
    assert found.survivors == (SURVIVED,)
    assert not found.fine


def test_a_survivor_with_a_reason_is_none() -> None:
    table = (Equivalent(("b: *",), "Nobody looks."),)
    assert report.findings(BOTH, table, (), whole=True).fine
    assert report.excused(BOTH, table) == {"b: is gone"}


def test_a_reason_for_a_mutant_that_is_killed_is_a_finding() -> None:
    found = report.findings(BOTH, (Equivalent(("*: is gone",), "Nobody looks."),), (), whole=True)
    assert [outcome for outcome, _ in found.killed] == [KILLED]
    assert not found.fine


def test_a_reason_for_no_mutant_is_a_finding_of_a_whole_run() -> None:
    table = (Equivalent(("b: *", "c: *"), "Nobody looks."),)
    assert report.findings(BOTH, table, (), whole=True).idle == ("c: *",)
    assert report.findings(BOTH, table, (), whole=False).fine


def test_a_requirement_without_a_killer_is_a_finding_of_a_whole_run() -> None:
    table = (Equivalent(("b: *",), "Nobody looks."),)
    assert not report.findings(BOTH, table, (_row(None),), whole=True).fine
    assert report.findings(BOTH, table, (_row(None),), whole=False).fine
    assert report.findings(BOTH, table, (_row("A vector."),), whole=True).fine


def test_the_report_names_every_finding_and_the_killers() -> None:
    table = (Equivalent(("a: *", "c: *"), "Nobody looks."),)
    found = report.findings(BOTH, table, (_row(None),), whole=True)
    lines = list(report.text(BOTH, (_row("A vector."), _row(None)), found, 7))
    assert lines[0].split() == ["requirement", "by", "killed", "refused", "broken", "equivalent", "survived", "killer"]
    assert lines[1].split("  ")[-1] == "A vector."
    assert lines[2].split("  ")[-1] == "NONE"
    assert lines[4].startswith("2 mutants, 7 vectors: 1 killed by a vector, ")
    assert lines[5:] == [
        "survived: b: is gone",
        "no equivalent: a: is gone is killed by 'A vector.'; remove 'a: *' from the table",
        "no mutant: 'c: *' is in the table of equivalent mutants, but there is none such; remove it",
        "no killer: no vector shows a mutant of what enforces R1 (rule)",
    ]


def test_the_matrix_has_every_requirement_that_is_enforced_and_prefers_killers_that_cite_it(model: Model) -> None:
    traces = trace(model)
    everything = mutants(model)
    name = "F1"
    about = [mutant for mutant in everything if name in mutant.requirements]
    assert len(about) > 3
    fates = {m.id: Outcome(m.id, Fate.KILLED, f"Vector {i}.", "it differs") for i, m in enumerate(about)}
    rows = matrix(traces, everything, fates, frozenset(), {name: frozenset({"Vector 2."})})
    assert [row.requirement for row in rows] == [n for n, traced in traces.items() if traced.generated]
    row = next(row for row in rows if row.requirement == name)
    assert (row.killed, row.killer, row.toothless) == (len(about), "Vector 2.", False)
    assert all(set(row.means) <= {str(means) for means in COMPUTED} for row in rows)


def test_every_requirement_that_is_enforced_has_mutants(any_model: Model) -> None:
    covered = {name for mutant in mutants(any_model) for name in mutant.requirements}
    assert [name for name, traced in trace(any_model).items() if traced.generated and name not in covered] == []


def test_the_table_of_this_model_names_mutants_that_there_are_each_once(model: Model) -> None:
    ids = [mutant.id for mutant in mutants(model)]
    table = read_table(TABLE)
    patterns = [pattern for entry in table for pattern in entry.mutants]
    assert len(set(patterns)) == len(patterns)
    for entry in table:
        for pattern in entry.mutants:
            assert any(Equivalent((pattern,), entry.why).covers(id_) for id_ in ids), pattern


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("a: b", "is no list"),
        ("- [a]", "entry 1"),
        ("- {mutants: [a], why: b}\n- {mutants: [a]}", "entry 2"),
        ("- {mutants: [], why: b}", "entry 1"),
        ("- {mutants: [a], why: ''}", "entry 1"),
        ("- {mutants: a, why: b}", "entry 1"),
        ("[", "can't be read"),
    ],
)
def test_a_table_that_is_none_is_refused(tmp_path: Path, text: str, problem: str) -> None:
    path = tmp_path / "table.yaml"
    path.write_text(text)
    with pytest.raises(TableError, match=problem):
        read_table(path)


def test_only_a_star_is_special_in_the_table() -> None:
    assert Equivalent(("x: pattern [a-z]? *",), "y").covers("x: pattern [a-z]? and more")
    assert not Equivalent(("x: pattern [a-z]?",), "y").covers("x: pattern a")


def test_the_command_tries_what_it_is_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--spec", str(SPEC), "--only", "B*is kept: is not there", "--list"]) == 1
    assert main(["--spec", str(SPEC), "--only", "budget-is-kept: *", "--list"]) == 0
    listed = capsys.readouterr().out.splitlines()
    assert listed[0] == "budget-is-kept: is not there"
    assert main(["--spec", str(SPEC), "--only", "budget-is-kept: *", "--json", "--jobs", "1"]) == 0
    run = json.loads(capsys.readouterr().out)
    assert run["ok"]
    assert [mutant["id"] for mutant in run["mutants"]] == listed
    assert {mutant["fate"] for mutant in run["mutants"]} == {"killed"}


def test_wrong_usage_and_an_unreadable_table_have_exit_codes_of_their_own(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for arguments in (["--every", "0"], ["--nonsense"], ["--jobs", "x"]):
        with pytest.raises(SystemExit) as leaving:
            main(arguments)
        assert leaving.value.code == 2
    assert main(["--spec", str(SPEC), "--equivalents", str(tmp_path / "nowhere.yaml"), "--only", "depth: *"]) == 1
    assert "can't be read" in capsys.readouterr().err
