"""The prose of the documentation, where a model has any: pages' first words, and a walk through a session."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from cgp_toolkit.model.source import Position


@dataclass(frozen=True, slots=True)
class Walk:
    """A session, named ``session``, and what each of its messages does: ``steps``, in their order."""

    session: str
    steps: tuple[str, ...]
    position: Position


@dataclass(frozen=True, slots=True)
class Guide:
    """``pages`` has the paragraphs at the top of pages by the page's name; pages without any are not in it."""

    walk: Walk | None
    pages: Mapping[str, str]
    position: Position
