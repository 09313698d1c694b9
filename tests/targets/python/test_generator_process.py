"""datamodel-code-generator in a process of its own: what it gives, and what happens without it."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.process import BaseProcess
from pathlib import Path

import pytest

from cgp_toolkit.model import Model
from cgp_toolkit.targets.base import head_start
from cgp_toolkit.targets.python import TARGET, generator, generator_process
from cgp_toolkit.targets.python.emission import emit
from cgp_toolkit.targets.python.generator_process import Flavour, Job, ahead, begin

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="processes are forked on Linux only")

LAYOUT = '{"doc": "", "options": {}, "tag": null, "members": []}'


def _job(name: str, flavour: Flavour = Flavour.MSGSPEC) -> Job:
    return Job(f'{{"title": "{name}", "type": "object"}}', flavour, layouts=((name, LAYOUT),))


BAD = Job("{}", Flavour.MSGSPEC, layouts=(("Model", "no JSON"),))


@contextmanager
def _started(monkeypatch: pytest.MonkeyPatch) -> Iterator[BaseProcess]:
    """A head start, by the process that loads."""
    # The test runner has threads, which are of no harm here.
    monkeypatch.setattr(threading, "active_count", lambda: 1)
    monkeypatch.setattr(os, "sched_getaffinity", lambda pid: {0, 1})
    before = set(multiprocessing.active_children())
    with ahead():
        (process,) = set(multiprocessing.active_children()) - before
        yield process


@pytest.fixture
def running(monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """The process, by its id."""
    with _started(monkeypatch) as process:
        assert process.pid is not None
        yield process.pid
    assert not process.is_alive()


@pytest.fixture
def elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is made in this process."""

    def here(job: Job) -> str:
        raise AssertionError("made here")

    monkeypatch.setattr(generator_process, "_here", here)


@pytest.mark.parametrize("flavour", Flavour)
def test_the_process_gives_what_is_made_here(running: int, elsewhere: None, flavour: Flavour) -> None:
    job = _job("Thing", flavour)
    assert begin(job)() == generator.generated(job)


def test_answers_may_be_awaited_in_any_order(running: int, elsewhere: None) -> None:
    first, second = begin(_job("First")), begin(_job("Second"))
    assert "class Second" in second()
    assert "class First" in first()


def test_the_whole_binding_is_the_same_with_and_without_the_process(
    running: int, reserved_model: Model, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = "cgp_toolkit.targets.python.datamodel._known"
    monkeypatch.setattr(known, {})
    there = emit(reserved_model)
    with monkeypatch.context() as alone:
        alone.setattr(known, {})
        alone.setattr(generator_process, "_open", {})
        assert emit(reserved_model) == there


def test_a_failure_there_is_raised_here_where_its_place_can_be_seen(running: int) -> None:
    with pytest.raises(ValueError, match="Expecting value"):
        begin(BAD)()
    assert "class Thing" in begin(_job("Thing"))()


def _children(pid: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def _processes(running: int) -> list[int]:
    """Those that answer for a flavour each, once all are loaded."""
    for flavour in Flavour:
        begin(_job("Loaded", flavour))()
    return [running, *_children(running)]


@pytest.mark.parametrize("flavour", Flavour)
def test_the_work_is_done_here_when_the_processes_have_been_killed(
    running: int, flavour: Flavour, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[Job] = []

    def here(job: Job) -> str:
        done.append(job)
        return generator.generated(job)

    processes = _processes(running)
    assert len(processes) == len(Flavour)
    monkeypatch.setattr(generator_process, "_here", here)
    for process in processes:
        os.kill(process, signal.SIGSTOP)
    waiting = begin(_job("Thing", flavour))
    for process in processes:
        os.kill(process, signal.SIGKILL)
    assert "class Thing" in waiting()
    assert "class Other" in begin(_job("Other", flavour))()
    assert done == [_job("Thing", flavour), _job("Other", flavour)]


def test_all_processes_end_with_the_head_start(monkeypatch: pytest.MonkeyPatch) -> None:
    with _started(monkeypatch) as process:
        assert process.pid is not None
        processes = _processes(process.pid)
    end = time.monotonic() + 30
    while any(_state(pid) != "Z" for pid in processes):
        assert time.monotonic() < end
        time.sleep(0.01)


def _state(pid: int) -> str:
    """The state of a process as the kernel tells it; `Z` when it has ended and nobody has asked."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return "Z"


def test_an_answer_to_a_process_that_has_ended_is_passed_over(running: int, elsewhere: None) -> None:
    child = os.fork()
    if child == 0:  # pragma: no cover
        begin(_job("Lost"))
        os._exit(0)
    assert os.waitpid(child, 0)[1] == 0
    assert "class Mine" in begin(_job("Mine"))()


def test_interrupting_the_group_leaves_the_process_to_whoever_started_it(running: int, elsewhere: None) -> None:
    assert "class Thing" in begin(_job("Thing"))()
    os.kill(running, signal.SIGINT)
    assert "class Other" in begin(_job("Other"))()


def test_a_head_start_within_another_one_shares_its_process(running: int, elsewhere: None) -> None:
    before = multiprocessing.active_children()
    with head_start([TARGET]):
        assert multiprocessing.active_children() == before
    assert "class Thing" in begin(_job("Thing"))()


@pytest.mark.parametrize(("threads", "cores"), [(2, 2), (1, 1)])
def test_nothing_is_forked_beside_threads_or_on_one_core(
    threads: int, cores: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(threading, "active_count", lambda: threads)
    monkeypatch.setattr(os, "sched_getaffinity", lambda pid: set(range(cores)))
    before = multiprocessing.active_children()
    with ahead():
        assert multiprocessing.active_children() == before
        assert "class Thing" in begin(_job("Thing"))()


def test_the_rehearsal_says_nothing(running: int, elsewhere: None, capfd: pytest.CaptureFixture[str]) -> None:
    begin(_job("Thing"))()
    assert capfd.readouterr() == ("", "")


def test_a_model_that_is_not_sound_leaves_no_process_behind(tmp_path: Path) -> None:
    (tmp_path / "protocol.yaml").write_text("no: [")
    command = [sys.executable, "-m", "cgp_toolkit", "generate", "-t", "python", "--spec", str(tmp_path)]
    run = subprocess.run(command, capture_output=True, text=True, timeout=60, cwd=tmp_path)
    # Whoever still had its standard error would keep it from ending.
    assert run.returncode == 1
    assert "protocol.yaml:1:" in run.stderr
