"""``cgp vectors run`` as people run it: what it prints, and with which code it leaves."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.cli.running import cgp, flat
from tests.conftest import ROOT

BAD = ROOT / "tests" / "wire" / "bad_testee.py"
GOOD = (sys.executable, "-m", "cgp_wire.testee")


def bad(mode: str) -> tuple[str, ...]:
    """The command line of a testee that is wrong."""
    return sys.executable, str(BAD), mode


def test_a_testee_that_passes_leaves_with_0_and_a_count_a_kind() -> None:
    run = cgp("vectors", "run", "--", *GOOD, cwd=ROOT)
    assert (run.returncode, run.stderr) == (0, "")
    kinds = [line.split()[0] for line in run.stdout.splitlines()[:-1]]
    assert kinds == ["message", "framing", "exchange", "session", "vocabulary", "jsonrpc"]
    assert "failed" not in run.stdout
    assert run.stdout.splitlines()[-1].startswith("contextgraph/1.0-draft: ")


@pytest.mark.parametrize("mode", ["accepts-all", "refuses-all", "garbage", "crashes", "out-of-order", "unsupported"])
def test_a_testee_that_is_wrong_leaves_with_1(mode: str) -> None:
    run = cgp("vectors", "run", "--kind", "framing", "--", *bad(mode), cwd=ROOT)
    assert run.returncode == 1
    assert run.stderr == ""
    assert "Traceback" not in run.stdout
    assert "requirements that are not met: " in run.stdout


def test_a_silent_testee_is_given_up() -> None:
    run = cgp("vectors", "run", "--timeout", "0.2", "--", *bad("silent"), cwd=ROOT)
    assert run.returncode == 1
    assert "No answer came within 0.2 s." in run.stdout
    assert "The testee was given up after 5 vectors in a row without an answer." in run.stdout


def test_a_failure_is_shown_with_what_was_expected_and_what_came() -> None:
    only = "handshake.protocol_version is a number instead of a text."
    run = cgp("vectors", "run", "--only", only, "--", *bad("refuses-all"), cwd=ROOT)
    assert run.returncode == 1
    assert run.stdout.splitlines()[:4] == [
        f"failed  {only}",
        "  It is refused for another rule.",
        "    expected wrong-type",
        "    got      not-json",
    ]


def test_what_is_unsupported_fails_unless_it_is_allowed() -> None:
    choice = ("vectors", "run", "--kind", "session")
    assert cgp(*choice, "--", *bad("unsupported"), cwd=ROOT).returncode == 1
    run = cgp(*choice, "--allow-unsupported", "--", *bad("unsupported"), cwd=ROOT)
    assert run.returncode == 0
    assert "unsupported" in run.stdout


def test_the_report_for_programs_is_one_object() -> None:
    run = cgp("vectors", "run", "--json", "--kind", "exchange", "--", *bad("accepts-all"), cwd=ROOT)
    report = json.loads(run.stdout)
    assert (run.returncode, report["ok"]) == (1, False)
    assert report["vectors"] == sum(report["counts"].values()) == report["kinds"]["exchange"]["total"]
    assert report["counts"]["failed"] == len(report["failures"])
    failure = report["failures"][0]
    assert failure["kind"] == "exchange"
    assert {"what", "expected", "got"} == set(failure["differences"][0])
    assert all(count["passed"] <= count["total"] for count in report["requirements"].values())


def test_a_junit_report_is_written(tmp_path: Path) -> None:
    path = tmp_path / "report.xml"
    run = cgp("vectors", "run", "--junit", path, "--kind", "framing", "--", *bad("refuses-all"), cwd=ROOT)
    assert run.returncode == 1
    root = ElementTree.parse(path).getroot()
    cases = root.findall("testsuite/testcase")
    failures = root.findall("testsuite/testcase/failure")
    assert len(cases) == int(root.attrib["tests"])
    assert len(failures) == int(root.attrib["failures"]) > 10
    assert all(failure.attrib["message"] for failure in failures)


def test_a_junit_report_that_can_not_be_written_is_an_error(tmp_path: Path) -> None:
    run = cgp(
        "vectors", "run", "--junit", tmp_path / "no" / "x.xml", "--only", "An empty stream", "--", *GOOD, cwd=ROOT
    )
    assert run.returncode == 1
    assert run.stderr.startswith("cgp: ")
    assert "can't be written" in run.stderr


def test_vectors_come_from_a_folder_if_one_is_named(tmp_path: Path) -> None:
    run = cgp(
        "vectors", "run", "--from", ROOT / "generated" / "vectors", "--kind", "framing", "--", *GOOD, cwd=tmp_path
    )
    assert run.returncode == 0
    run = cgp("vectors", "run", "--from", tmp_path, "--", *GOOD)
    assert (run.returncode, run.stdout) == (1, "")
    assert "there is no file of vectors" in run.stderr


def test_a_vector_that_is_not_there_is_an_error() -> None:
    run = cgp("vectors", "run", "--only", "no such vector at all", "--", *GOOD, cwd=ROOT)
    assert (run.returncode, run.stdout) == (1, "")
    assert "no vector is called like 'no such vector at all'" in run.stderr


def test_a_testee_that_is_not_there_is_an_error() -> None:
    run = cgp("vectors", "run", "--", "/nowhere/testee", cwd=ROOT)
    assert (run.returncode, run.stdout) == (1, "")
    assert run.stderr == "cgp: the testee '/nowhere/testee' can't be started: No such file or directory\n"


def test_wrong_usage_leaves_with_2() -> None:
    run = cgp("vectors", "run", "--kind", "exchanges", "--", *GOOD)
    assert run.returncode == 2
    assert "'exchanges' is no kind: message, framing, exchange, session, vocabulary" in flat(run.stderr)
    assert cgp("vectors", "run").returncode == 2
    assert cgp("vectors", "walk").returncode == 2
