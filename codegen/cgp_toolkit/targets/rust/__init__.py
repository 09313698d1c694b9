"""The Rust binding: enums on serde, a codec that reads in place, rules and sessions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cgp_toolkit.targets.base import Target

if TYPE_CHECKING:
    from cgp_toolkit.model import Model
    from cgp_toolkit.targets.base import Files


def emit(model: Model) -> Files:
    """What :mod:`.emission` gives, which is imported when it is asked for: most runs need a part of the targets."""
    from cgp_toolkit.targets.rust import emission

    return emission.emit(model)


TARGET = Target("rust", "rust", "A Rust crate: types on serde, codec, rules and sessions.", emit, effort=25)
