"""Each way in which the mock errs is caught by its checks and by no others, and the honest mock by none."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from cgp_toolkit.model import Deed, Misbehaviour, Model, Transport
from cgp_toolkit.wire.findings import Wishes as Validation
from cgp_toolkit.wire.inputs import opened
from cgp_toolkit.wire.inspect import Group, Inspected, Recorder, Status, checks_of
from cgp_toolkit.wire.pieces import Format
from cgp_toolkit.wire.session import replay
from tests.conftest import SPEC
from tests.wire.inspect.conftest import Inspect

Mock = Callable[[str | None], list[str]]

# Talks that take long, and examples that show nothing that the others do not show; each has its turn with the
# honest mock, and where it is what catches a mode.
_LONG = {"pipeline", "queue", "longest-line", "line-too-long", "quiet"}
_SHOWN = {
    "line-of-array",
    "line-in-latin-1",
    "line-too-deep",
    "line-with-lone-surrogate",
    "query-without-payload",
    "handshake-empty-version",
}


def _base(id_: str) -> str:
    return id_.partition("/")[0]


def _chosen(model: Model, mode: Misbehaviour) -> tuple[str, ...]:
    """All checks but what takes long for nothing."""
    return tuple(
        check.id
        for check in checks_of(model, Transport.STDIO)
        if (check.id not in _LONG or check.id in mode.caught_by)
        and (_base(check.id) == check.id or check.id.partition("/")[2] in _SHOWN)
    )


def _caught(inspected: Inspected) -> dict[str, list[str]]:
    return {
        _base(result.check.id): [evidence.what for evidence in result.evidence]
        for result in inspected.results
        if result.status in (Status.FAILED, Status.WARNED)
    }


def _modes() -> list[str]:
    from cgp_toolkit.workspace import read_model

    modes = read_model(SPEC).misbehaviours.values()
    return [mode.name for mode in modes if Transport.STDIO in mode.over]


@pytest.mark.parametrize("name", _modes())
def test_each_mode_is_caught_by_its_checks_and_by_no_others(
    name: str, model: Model, mock: Mock, inspect: Inspect
) -> None:
    mode = model.misbehaviours[name]
    command, only = mock(name), _chosen(model, mode)
    if mode.does is Deed.ORPHAN:
        # What is left behind has to be of the process itself.
        command = [sys.executable, "-m", "cgp_toolkit", "mock", "--spec", str(SPEC), "--misbehave", name]
        only = (*mode.caught_by, "handshake", "question")
    inspected = inspect(command, only=only)
    caught = _caught(inspected)
    assert set(caught) == set(mode.caught_by), caught
    assert all(caught.values())


def test_the_honest_mock_passes_every_check_and_what_is_untested_is_said(
    model: Model, mock: Mock, inspect: Inspect, tmp_path: Path
) -> None:
    recorder = Recorder()
    inspected = inspect(mock(None), recorder=recorder)
    assert _caught(inspected) == {}
    assert inspected.ok()
    assert not inspected.ok(strict=True)
    assert [result.check.id for result in inspected.results] == [c.id for c in checks_of(model, Transport.STDIO)]
    untested = {result.check.id: result.why for result in inspected.results if result.status is Status.UNTESTED}
    assert set(untested) == {"id-without-capability", "verify-without-capability", "source-bytes", "P3", "P4"}
    assert all(untested.values())
    assert inspected.peer.greeting == "mock 1.0.0"
    _the_first_session_keeps_every_rule(recorder, tmp_path)


def _the_first_session_keeps_every_rule(recorder: Recorder, folder: Path) -> None:
    first, *others = recorder.write(folder / "s.ndjson")
    assert first == folder / "s.ndjson"
    assert others[0] == folder / "s-2.ndjson"
    findings: list[object] = []
    with opened(str(first)) as source:
        tally, outcome = replay(
            source, Validation(), format=Format.NDJSON, report=findings.append, advance=lambda: None
        )
    assert findings == []
    assert tally.messages > 300
    assert set(outcome.states.values()) == {"closed"}
    assert outcome.unanswered == ()


def test_every_mode_breaks_a_requirement_that_binds_the_role_and_names_checks_of_it(model: Model) -> None:
    assert model.inspection is not None
    for mode in model.misbehaviours.values():
        requirement = model.requirements[mode.requirement]
        assert model.inspection.role in requirement.binds, mode.name
        own = {mode.requirement}
        for name in mode.caught_by:
            own |= set(model.probes[name].requirements) if name in model.probes else {name}
        assert mode.requirement in own


def test_every_requirement_that_an_inspection_decides_has_a_mode(model: Model) -> None:
    decided = {check.requirements[0] for check in checks_of(model)}
    shown = {mode.requirement for mode in model.misbehaviours.values() if mode.caught_by}
    assert decided - shown == set()


def test_every_check_catches_a_mode_or_is_one_that_no_mode_of_ours_needs(model: Model) -> None:
    catching = {name for mode in model.misbehaviours.values() for name in mode.caught_by}
    names = {_base(check.id) for check in checks_of(model) if check.group is not Group.REPLIES}
    untested = {probe.name for probe in model.probes.values() if probe.untested is not None}
    idle = names - catching - untested
    # Stimuli: what they bring about is caught by what all replies are held to, or takes a peer of another kind.
    assert idle == {
        "blank-lines",
        "budget-of-one-token",
        "byte-by-byte",
        "carriage-return",
        "concurrent-hosts",
        "embedding-of-another-length",
        "handshake",
        "http-media-type",
        "http-method",
        "id-verbatim",
        "id-without-capability",
        "last-line",
        "lock-step",
        "longest-line",
        "pipeline",
        "question",
        "queue",
        "quiet",
        "reply-to-a-provider",
        "unknown-anchor",
        "verify-nothing",
        "verify-without-capability",
        "verify-without-digest",
    }
