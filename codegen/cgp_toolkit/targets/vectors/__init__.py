"""The target ``vectors``: a test suite for any implementation in any language, computed from the model.

What a vector expects follows from how it was built and from a second reading of the model
(:mod:`cgp_toolkit.oracle`), never from running a binding.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cgp_toolkit.targets.base import Target

if TYPE_CHECKING:
    from cgp_toolkit.model import Model
    from cgp_toolkit.targets.base import Files


def emit(model: Model) -> Files:
    """What :mod:`.emission` gives, which is imported when it is asked for: most runs need a part of the targets."""
    from cgp_toolkit.targets.vectors import emission

    return emission.emit(model)


TARGET = Target("vectors", "vectors", "Test vectors for implementations in any language.", emit, effort=80)
