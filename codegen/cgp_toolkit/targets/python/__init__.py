"""The Python binding: types by datamodel-code-generator, the codec beside them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cgp_toolkit.targets.base import Target
from cgp_toolkit.targets.python.generator_process import ahead

if TYPE_CHECKING:
    from cgp_toolkit.model import Model
    from cgp_toolkit.targets.base import Files


def emit(model: Model) -> Files:
    """What :mod:`.emission` gives, which is imported when it is asked for: most runs need a part of the targets."""
    from cgp_toolkit.targets.python import emission

    return emission.emit(model)


TARGET = Target("python", "python", "A Python package: types, codec and vocabularies.", emit, effort=120, ahead=ahead)
