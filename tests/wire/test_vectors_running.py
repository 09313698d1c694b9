"""Running vectors: the Python testee passes them all, and whoever is wrong in any way fails."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

import cgp_wire
from cgp_toolkit.model import Model
from cgp_toolkit.targets.vectors import emit
from cgp_toolkit.wire.errors import InputError
from cgp_toolkit.wire.vectors import Command, Result, Status, Suite, run, run_in_process, suite_of
from cgp_toolkit.wire.vectors.running import MOST_FAILURES

_BAD = Path(__file__).parent / "bad_testee.py"


@pytest.fixture(scope="module")
def suite(model: Model) -> Suite:
    """All vectors of the real protocol."""
    return suite_of(emit(model))


@pytest.fixture(scope="module")
def few(suite: Suite) -> Suite:
    """Some of each kind, accepted and refused ones."""
    by_kind: dict[str, list[int]] = {}
    for index, vector in enumerate(suite.vectors):
        by_kind.setdefault(vector.kind, []).append(index)
    chosen = [suite.vectors[index] for indices in by_kind.values() for index in indices[5:60:6]]
    return Suite(suite.revision, tuple(chosen))


def results(suite: Suite, mode: str, timeout: float = 30.0) -> list[Result]:
    """How the vectors go with a bad testee."""
    return list(run(suite, Command((sys.executable, str(_BAD), mode), timeout)))


def statuses(suite: Suite, mode: str, timeout: float = 30.0) -> set[Status]:
    return {result.status for result in results(suite, mode, timeout)}


def test_the_python_testee_passes_every_vector(suite: Suite) -> None:
    found = list(run(suite, Command((sys.executable, "-m", "cgp_wire.testee"))))
    assert [result for result in found if result.fails()] == []
    assert len(found) == len(suite.vectors) > 400


def test_in_process_the_results_are_those_of_a_process_of_its_own(few: Suite) -> None:
    own = tuple(run(few, Command((sys.executable, "-m", "cgp_wire.testee"))))
    assert run_in_process(cgp_wire, few.vectors) == own


def test_who_accepts_everything_fails_in_every_kind(suite: Suite) -> None:
    failed = [result for result in results(suite, "accepts-all") if result.fails()]
    assert {result.vector.kind for result in failed} == {vector.kind for vector in suite.vectors}
    refused = {v.id for v in suite.vectors if v.kind == "message" and v.data["reader"] == "refuses"}
    assert len(refused) > 100
    assert refused <= {result.vector.id for result in failed}


def test_who_refuses_everything_fails_in_every_kind(suite: Suite) -> None:
    failed = [result for result in results(suite, "refuses-all") if result.fails()]
    assert {result.vector.kind for result in failed} == {vector.kind for vector in suite.vectors}
    accepted = {v.id for v in suite.vectors if v.kind == "message" and v.data["reader"] == "accepts"}
    assert accepted <= {result.vector.id for result in failed}


def test_who_refuses_for_another_rule_is_told_so(suite: Suite) -> None:
    chosen = suite.chosen(only=["handshake.protocol_version is a number instead of a text."])
    (result,) = results(chosen, "refuses-all")
    assert [str(difference) for difference in result.differences] == [
        "it is refused for another rule: expected 'wrong-type', got 'not-json'",
        "it is refused at another place: expected '/protocol_version', got ''",
    ]


def test_who_answers_nothing_is_silent_and_then_given_up(few: Suite) -> None:
    found = results(few, "silent", timeout=0.2)
    assert [result.status for result in found[:MOST_FAILURES]] == [Status.SILENT] * MOST_FAILURES
    assert {result.status for result in found[MOST_FAILURES:]} == {Status.NOT_RUN}
    assert len(found) == len(few.vectors)
    assert all(result.fails(allow_unsupported=True) for result in found)


def test_who_never_reads_is_silent(few: Suite) -> None:
    assert statuses(few, "never-reads", timeout=0.2) == {Status.SILENT, Status.NOT_RUN}


def test_who_crashes_is_started_anew_and_then_given_up(few: Suite) -> None:
    found = results(few, "crashes")
    assert [result.status for result in found[:MOST_FAILURES]] == [Status.CRASHED] * MOST_FAILURES
    assert "exit code 3" in found[0].differences[0].what
    assert {result.status for result in found[MOST_FAILURES:]} == {Status.NOT_RUN}


def test_what_a_crashing_testee_says_is_shown(few: Suite) -> None:
    found = results(few, "crashes-at-once")
    assert found[0].status is Status.CRASHED
    assert "exit code 7" in found[0].differences[0].what
    assert "no such luck" in found[0].differences[0].what


def test_who_crashes_now_and_then_fails_only_there(few: Suite) -> None:
    found = results(Suite(few.revision, few.vectors[:6]), "crashes-once")
    crashed = [result.status is Status.CRASHED for result in found]
    assert crashed == [False, True, False, True, False, True]


def test_who_writes_garbage_fails(few: Suite) -> None:
    assert statuses(few, "garbage") == {Status.GARBAGE, Status.NOT_RUN}
    assert statuses(few, "no-object") == {Status.GARBAGE, Status.NOT_RUN}
    assert statuses(few, "talks-first") == {Status.GARBAGE, Status.NOT_RUN}


def test_who_answers_out_of_order_fails(few: Suite) -> None:
    found = results(few, "out-of-order")
    assert {result.status for result in found} == {Status.GARBAGE, Status.NOT_RUN}
    assert found[0].differences[0].what == "the answer is to another vector"


def test_who_closes_its_output_has_crashed(few: Suite) -> None:
    found = results(Suite(few.revision, few.vectors[:1]), "closes-its-output")
    assert found[0].status is Status.CRASHED
    assert "closed its output" in found[0].differences[0].what


def test_who_can_do_nothing_fails_unless_that_is_allowed(few: Suite) -> None:
    found = results(few, "unsupported")
    assert {result.status for result in found} == {Status.UNSUPPORTED}
    assert all(result.fails() for result in found)
    assert not any(result.fails(allow_unsupported=True) for result in found)


def test_an_empty_suite_is_refused(suite: Suite) -> None:
    with pytest.raises(InputError, match="no vector to run"):
        list(run(Suite(suite.revision, ()), Command((sys.executable, str(_BAD), "accepts-all"))))


def test_a_testee_that_is_not_there_is_an_error_of_the_input(few: Suite) -> None:
    with pytest.raises(InputError, match="can't be started"):
        list(run(few, Command(("/nowhere/testee",))))


def test_an_exception_in_the_process_is_a_crash(few: Suite, monkeypatch: pytest.MonkeyPatch) -> None:
    from cgp_wire import testee

    def broken(_: object) -> object:
        raise RuntimeError("out of luck")

    monkeypatch.setattr(testee, "answer", broken)
    found = run_in_process(cgp_wire, few.vectors[:1])
    assert found[0].status is Status.CRASHED
    assert "RuntimeError: out of luck" in found[0].differences[0].what
