"""The Go binding: types behind a sealed interface, a codec without reflection, rules and sessions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cgp_toolkit.targets.base import Target

if TYPE_CHECKING:
    from cgp_toolkit.model import Model
    from cgp_toolkit.targets.base import Files


def emit(model: Model) -> Files:
    """What :mod:`.emission` gives, which is imported when it is asked for: most runs need a part of the targets."""
    from cgp_toolkit.targets.go import emission

    return emission.emit(model)


TARGET = Target("go", "go", "A Go module: types, codec, rules and sessions, standard library only.", emit, effort=25)
