"""A use: a reference of the model, turned around."""

from __future__ import annotations

from dataclasses import dataclass

from cgp_toolkit.explain.thing import Kind
from cgp_toolkit.model import Position


@dataclass(frozen=True, slots=True)
class Use:
    """``kind`` and ``id`` of what is used; who uses it, how, and where that is written."""

    kind: Kind
    id: str
    by: Kind
    by_id: str
    how: str
    position: Position
