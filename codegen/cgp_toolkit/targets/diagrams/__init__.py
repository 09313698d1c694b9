"""Mermaid diagrams: the states of each role, and the messages of each session of the model."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cgp_toolkit.targets.base import Target

if TYPE_CHECKING:
    from cgp_toolkit.model import Model
    from cgp_toolkit.targets.base import Files


def emit(model: Model) -> Files:
    """What :mod:`.emission` gives, which is imported when it is asked for: most runs need a part of the targets."""
    from cgp_toolkit.targets.diagrams import emission

    return emission.emit(model)


TARGET = Target("diagrams", "diagrams", "Mermaid diagrams of the states and of the model's sessions.", emit)
