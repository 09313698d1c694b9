"""Worker processes that emit targets side by side."""

from __future__ import annotations

import multiprocessing
import os
import shutil
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from cgp_toolkit.model import Model, Position
from cgp_toolkit.model.diagnostics import Diagnostic, ModelError
from cgp_toolkit.model.loading import Draft, draft
from cgp_toolkit.targets.base import Files, Others, Target, installed_targets, needed
from cgp_toolkit.targets.stamp import MARK
from cgp_toolkit.workspace import Change, TargetError, Works, WorkspaceError, emit, follow, read_model, read_spec
from cgp_toolkit.workspace.crew import Crew, workers_for
from cgp_toolkit.workspace.outputs import outputs

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="processes are forked on Linux only")

RESERVED = Path(__file__).parents[1] / "reserved" / "spec"


def _target(name: str, text: str = "", effort: int = 10) -> Target:
    return Target(name, name, "", lambda model: {"a": f"{text}{model.protocol.title}"}, effort=effort)


def _pid(model: Model) -> dict[str, str]:
    return {"pid": str(os.getpid())}


@pytest.fixture
def spec(tmp_path: Path) -> Path:
    return Path(shutil.copytree(RESERVED, tmp_path / "spec"))


@pytest.fixture
def two(spec: Path) -> Iterator[Crew]:
    """Two workers: one target of them fails for a model that is called Bad, one tells where it runs."""

    def fail(model: Model) -> dict[str, str]:
        if "Bad" in model.protocol.title:
            raise ValueError("not this one")
        return {"b": "fine"}

    targets = (_target("one"), Target("two", "two", "", fail), Target("three", "three", "", _pid))
    with Crew(targets, read_spec(spec), draft(read_spec(spec)), 2) as crew:
        yield crew


def _collected(crew: Crew) -> dict[str, Files]:
    found: dict[str, Files] = {}
    crew.collect(lambda target, files: found.update({target.name: files}))
    return found


def _renamed(spec: Path, title: str) -> dict[str, str]:
    texts = dict(read_spec(spec))
    old = read_model(spec).protocol.title
    return {name: text.replace(old, title) for name, text in texts.items()}


@pytest.mark.parametrize("size", [1, 2, 3])
def test_any_number_of_workers_gives_what_one_process_gives(spec: Path, size: int) -> None:
    targets = tuple(installed_targets().values())
    model = read_model(spec)
    with Crew(needed(targets), read_spec(spec), draft(read_spec(spec)), size) as crew:
        crew.begin(read_spec(spec))
        made = _collected(crew)
    for target in targets:
        assert outputs(target, made[target.name]) == emit(model, (target,))


@pytest.mark.parametrize("size", [1, 2, 3])
def test_a_target_gets_what_it_reads_of_the_same_round(spec: Path, size: int) -> None:
    def compose(model: Model, others: Others) -> Files:
        return {name: f"{model.protocol.title}: {sorted(files.items())}" for name, files in others.items()}

    reading = Target("reading", "reading", "", lambda model: {}, ("one", "two", "absent"), compose, effort=1000)
    targets = (_target("one", "1 ", effort=1), reading, _target("two", "2 "), _target("further"))
    with Crew(targets, read_spec(spec), draft(read_spec(spec)), size) as crew:
        for title in ("First", "Second"):
            crew.begin(_renamed(spec, title))
            assert _collected(crew)["reading"] == {
                "one": f"{title}: [('a', '1 {title}')]",
                "two": f"{title}: [('a', '2 {title}')]",
            }


def test_a_target_is_left_out_where_one_that_it_reads_fails(spec: Path) -> None:
    def fail(model: Model) -> Files:
        if "Bad" in model.protocol.title:
            raise ValueError("not this one")
        return {"a": "fine"}

    reading = Target("reading", "reading", "", lambda model: {}, ("one",), lambda model, others: others["one"])
    with Crew((reading, Target("one", "one", "", fail)), read_spec(spec), draft(read_spec(spec)), 2) as crew:
        crew.begin(_renamed(spec, "Bad"))
        found: list[str] = []
        with pytest.raises(TargetError, match="'one' failed: ValueError: not this one"):
            crew.collect(lambda target, files: found.append(target.name))
        assert found == []
        crew.begin(read_spec(spec))
        assert _collected(crew) == {"one": {"a": "fine"}, "reading": {"a": "fine"}}


def test_workers_follow_the_model(two: Crew, spec: Path) -> None:
    two.begin(read_spec(spec))
    first = _collected(two)
    two.begin(_renamed(spec, "Another"))
    second = _collected(two)
    assert second["one"] == {"a": "Another"} != first["one"]
    assert second["three"] != {"pid": str(os.getpid())}
    assert set(second) == {"one", "two", "three"}


def test_what_whoever_gets_the_files_raises_is_raised_when_all_workers_are_at_rest(two: Crew, spec: Path) -> None:
    def full(target: Target, files: Files) -> None:
        raise OSError("no space left")

    two.begin(read_spec(spec))
    with pytest.raises(OSError, match="no space left"):
        two.collect(full)
    two.begin(read_spec(spec))
    assert set(_collected(two)) == {"one", "two", "three"}


def test_a_target_that_fails_is_named_and_the_next_round_is_whole_again(two: Crew, spec: Path) -> None:
    two.begin(_renamed(spec, "Bad"))
    with pytest.raises(TargetError, match="'two' failed: ValueError: not this one") as caught:
        _collected(two)
    assert "in fail" in str(caught.value.__cause__)
    assert two.whole
    two.begin(read_spec(spec))
    assert _collected(two)["two"] == {"b": "fine"}


def test_an_unsound_model_is_told_of_and_the_next_round_is_whole_again(two: Crew, spec: Path) -> None:
    two.begin({"spec/protocol.yaml": "protocol: no\n"})
    with pytest.raises(ModelError, match=r"spec/protocol.yaml:1:11: .* \[wrong-value\]"):
        _collected(two)
    two.rest()
    two.begin(read_spec(spec))
    assert set(_collected(two)) == {"one", "two", "three"}


def test_nothing_is_handed_over_before_the_model_has_been_found_to_be_sound(
    spec: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def late(drafted: Draft) -> Model:
        time.sleep(0.5)
        raise ModelError((Diagnostic(Position("a.yaml", 1, 1), "rule", "wrong"),))

    monkeypatch.setattr("cgp_toolkit.workspace.working.sound", late)
    found: list[str] = []
    with Crew((_target("one"), _target("two")), read_spec(spec), draft(read_spec(spec)), 2) as crew:
        crew.begin(read_spec(spec))
        with pytest.raises(ModelError):
            crew.collect(lambda target, files: found.append(target.name))
    assert found == []


def test_the_digest_is_that_of_the_model_of_the_round(two: Crew, spec: Path) -> None:
    for title in ("First", "Second"):
        two.begin(_renamed(spec, title))
        for name, text in _renamed(spec, title).items():
            (spec.parent / name).write_text(text)
        assert two.collect(lambda target, files: None) == read_model(spec).digest


def test_a_bug_in_the_look_into_a_model_is_named_with_its_place(spec: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(drafted: Draft) -> Model:
        raise ZeroDivisionError("here")

    monkeypatch.setattr("cgp_toolkit.workspace.working.sound", fail)
    with Crew((_target("one"), _target("two")), read_spec(spec), draft(read_spec(spec)), 2) as crew:
        crew.begin(read_spec(spec))
        with pytest.raises(WorkspaceError, match="can't be looked into: ZeroDivisionError: here") as caught:
            _collected(crew)
        assert "in fail" in str(caught.value.__cause__)
        crew.rest()
        assert crew.whole


def test_a_judge_that_is_killed_is_an_error_and_the_crew_is_not_whole(two: Crew, spec: Path) -> None:
    judge = two._judge.process.pid
    assert judge is not None
    os.kill(judge, signal.SIGKILL)
    two.begin(read_spec(spec))
    with pytest.raises(WorkspaceError, match="its process ended before it had answered"):
        _collected(two)
    assert not two.whole


def test_a_light_target_is_taken_over_from_a_worker_that_is_busy(spec: Path) -> None:
    def slow(model: Model) -> Files:
        time.sleep(0.3)
        return _pid(model)

    heavy = Target("heavy", "heavy", "", _pid, effort=1000)
    light = [Target(f"light{number}", f"light{number}", "", slow, effort=10) for number in range(4)]
    with Crew((heavy, *light), read_spec(spec), draft(read_spec(spec)), 2) as crew:
        owners = crew._workers
        owners[0].known |= {"heavy"}
        owners[1].known |= {target.name for target in light}
        crew.begin(read_spec(spec))
        made = _collected(crew)
    assert {made[target.name]["pid"] for target in light} == {str(worker.process.pid) for worker in owners}


def test_a_heavy_target_waits_for_the_worker_that_knows_it(spec: Path) -> None:
    heavy = [Target(f"heavy{number}", f"heavy{number}", "", _pid, effort=1000) for number in range(4)]
    with Crew(heavy, read_spec(spec), draft(read_spec(spec)), 2) as crew:
        crew._workers[1].known |= {target.name for target in heavy}
        crew.begin(read_spec(spec))
        made = _collected(crew)
        assert {files["pid"] for files in made.values()} == {str(crew._workers[1].process.pid)}


def test_a_worker_that_is_killed_is_a_target_that_fails(two: Crew, spec: Path) -> None:
    two.begin(read_spec(spec))
    os.kill(int(_collected(two)["three"]["pid"]), signal.SIGKILL)
    two.begin(read_spec(spec))
    with pytest.raises(TargetError, match="its process ended before it had answered"):
        _collected(two)
    assert not two.whole


def test_no_worker_outlives_its_crew(spec: Path) -> None:
    with Crew((_target("one"), _target("two")), read_spec(spec), draft(read_spec(spec)), 2):
        assert len(multiprocessing.active_children()) >= 2
        mine = {process.pid for process in multiprocessing.active_children()}
    assert not mine & {process.pid for process in multiprocessing.active_children()}


def test_nobody_works_on_for_a_model_that_turns_out_to_be_unsound(
    spec: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cgp_toolkit.workspace.runs.workers_for", lambda targets: 2)

    def sleep(model: Model) -> Files:
        time.sleep(600)
        return {}

    protocol = spec / "protocol.yaml"
    protocol.write_text(protocol.read_text().replace("somewhere.", "somewhere"))
    mine = multiprocessing.active_children()
    with (
        Works((Target("one", "one", "", sleep), Target("two", "two", "", sleep))) as works,
        pytest.raises(ModelError, match="doc-sentence"),
    ):
        works.emit(spec, lambda target, files: None)
    assert multiprocessing.active_children() == mine


def test_one_target_is_not_worth_a_worker() -> None:
    assert workers_for([_target("one")]) == 0


@pytest.mark.parametrize("workers", [0, 2])
def test_while_a_model_is_followed_a_failing_target_keeps_no_other_from_being_written(
    spec: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, workers: int
) -> None:
    monkeypatch.setattr("cgp_toolkit.workspace.runs.workers_for", lambda targets: workers)
    out = tmp_path / "out"

    def files(model: Model) -> Files:
        return {"a": f"{MARK} {model.protocol.title}"}

    def fail(model: Model) -> Files:
        if "Bad" in model.protocol.title:
            raise ValueError("not this one")
        return files(model)

    targets = (Target("one", "one", "", files), Target("two", "two", "", fail))
    with Works(targets) as works:
        assert follow(spec, out, works).of("one", Change.ADDED) == ("one/a",)
        for name, text in _renamed(spec, "Bad").items():
            (spec.parent / name).write_text(text)
        with pytest.raises(TargetError, match="'two' failed: ValueError: not this one"):
            follow(spec, out, works)
        assert (out / "one" / "a").read_text() == f"{MARK} Bad"
        assert "Bad" not in (out / "two" / "a").read_text()
