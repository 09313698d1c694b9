"""What vectors tell of, and what they don't."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass, replace
from types import MappingProxyType
from typing import TypeVar

import pytest

from cgp_toolkit.model import Model, Position
from cgp_toolkit.targets.vectors.emission import vectors
from cgp_toolkit.targets.vectors.remembering import PROSE, QUOTED, SILENT, Remembered, meaning

T = TypeVar("T")


def _changed(value: T, change: Callable[[object, str, object], object]) -> T:
    """``value`` with every field of every dataclass in it as ``change`` has it."""
    if is_dataclass(value) and not isinstance(value, type):
        new = {f.name: change(value, f.name, _changed(getattr(value, f.name), change)) for f in fields(value) if f.init}
        return replace(value, **new)
    if isinstance(value, Mapping):
        new = {name: _changed(held, change) for name, held in value.items()}
        return new if isinstance(value, dict) else MappingProxyType(new)  # type: ignore[return-value]
    if isinstance(value, tuple):
        return tuple(_changed(held, change) for held in value)  # type: ignore[return-value]
    return value


def _without_prose(owner: object, name: str, held: object) -> object:
    if isinstance(owner, Model) and name in {"decisions", "probes", "misbehaviours"}:
        return {}
    if isinstance(held, Position):
        return replace(held, line=held.line + 1)
    return "Otherwise." if name in PROSE and not isinstance(owner, QUOTED) else held


def test_no_vector_tells_of_what_is_left_out_of_the_meaning(model: Model) -> None:
    other = replace(_changed(model, _without_prose), digest="0" * 64, guide=None, inspection=None, mock=None)
    assert other != model
    assert meaning(other) == meaning(model)
    assert [v.record(other) for made in vectors(other).values() for v in made] == [
        v.record(model) for made in vectors(model).values() for v in made
    ]


def test_all_that_is_left_out_are_parts_of_a_model() -> None:
    assert {field.name for field in fields(Model)} >= SILENT


@pytest.mark.parametrize("part", ["examples", "sessions", "lifecycle", "types", "rules", "rpc"])
def test_every_other_part_counts(model: Model, part: str) -> None:
    seen: list[str] = []

    def once(owner: object, name: str, held: object) -> object:
        if isinstance(held, str) and (name not in PROSE or isinstance(owner, QUOTED)) and not seen:
            seen.append(name)
            return held + "x"
        return held

    changed = replace(model, **{part: _changed(getattr(model, part), once)})
    assert seen
    assert meaning(changed) != meaning(model)


def test_what_is_remembered_is_computed_again_for_another_meaning(model: Model, reserved_model: Model) -> None:
    asked: list[str] = []

    def compute(model: Model) -> str:
        asked.append(model.digest)
        return model.protocol.title

    remembered = Remembered(compute)
    assert remembered(model) == remembered(replace(model, digest="0")) == model.protocol.title
    assert remembered(reserved_model) == reserved_model.protocol.title
    assert remembered(model) == model.protocol.title
    assert asked == [model.digest, reserved_model.digest, model.digest]
