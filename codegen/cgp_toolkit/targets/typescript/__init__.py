"""The TypeScript binding: types, codec and checks as an ES module package without dependencies."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cgp_toolkit.targets.base import Target

if TYPE_CHECKING:
    from cgp_toolkit.model import Model
    from cgp_toolkit.targets.base import Files


def emit(model: Model) -> Files:
    """What :mod:`.emission` gives, which is imported when it is asked for: most runs need a part of the targets."""
    from cgp_toolkit.targets.typescript import emission

    return emission.emit(model)


TARGET = Target("typescript", "typescript", "A TypeScript package: types, codec, rules and sessions.", emit, effort=25)
