"""The Java binding: a sealed interface and records, and a codec over Jackson's streaming parser."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cgp_toolkit.targets.base import Target

if TYPE_CHECKING:
    from cgp_toolkit.model import Model
    from cgp_toolkit.targets.base import Files


def emit(model: Model) -> Files:
    """What :mod:`.emission` gives, which is imported when it is asked for: most runs need a part of the targets."""
    from cgp_toolkit.targets.java import emission

    return emission.emit(model)


TARGET = Target("java", "java", "A Java package: types and codec", emit, effort=25)
