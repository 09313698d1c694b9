"""What targets open before the model is read."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager

import pytest

from cgp_toolkit.targets.base import Target, head_start, installed_targets


def _opening(name: str, seen: list[str]) -> Callable[[], AbstractContextManager[None]]:
    @contextmanager
    def ahead() -> Iterator[None]:
        seen.append(f"open {name}")
        try:
            yield
        finally:
            seen.append(f"close {name}")

    return ahead


def test_what_targets_open_is_closed_when_all_is_done() -> None:
    seen: list[str] = []
    targets = [Target(name, name, "", lambda model: {}, ahead=_opening(name, seen)) for name in ("one", "two")]
    with head_start([targets[0], Target("plain", "plain", "", lambda model: {}), targets[1]]):
        assert seen == ["open one", "open two"]
    assert seen == ["open one", "open two", "close two", "close one"]


def test_what_has_been_opened_is_closed_where_the_next_one_fails() -> None:
    seen: list[str] = []

    def fail() -> AbstractContextManager[None]:
        raise OSError("no more processes")

    targets = [
        Target("one", "one", "", lambda model: {}, ahead=_opening("one", seen)),
        Target("two", "two", "", lambda model: {}, ahead=fail),
    ]
    with pytest.raises(OSError, match="no more processes"), head_start(targets):
        raise AssertionError("never reached")
    assert seen == ["open one", "close one"]


def test_a_target_that_reads_others_opens_what_they_open(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[str] = []
    read = Target("read", "read", "", lambda model: {}, ahead=_opening("read", seen))
    other = Target("other", "other", "", lambda model: {}, ahead=_opening("other", seen))
    reading = Target("reading", "reading", "", lambda model: {}, ("read",), lambda model, others: {})
    monkeypatch.setattr("cgp_toolkit.targets.base.installed_targets", lambda: {"read": read, "other": other})
    with head_start([reading]):
        assert seen == ["open read"]


def test_every_target_that_is_installed_may_be_opened_alone() -> None:
    for target in installed_targets().values():
        with head_start([target]):
            pass
