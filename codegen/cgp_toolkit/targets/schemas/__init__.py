"""The target ``schemas``: JSON Schemas of the protocol, and of the model's own YAML.

``strict/`` and ``wire/`` hold one file a definition, with relative references; beside them stand the bundles.  A
validator whose URI library refuses to resolve a relative reference against a URN (RFC 3986 has no trouble with it)
is given the bundles, or the single files under URLs of its own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cgp_toolkit.targets.base import Target

if TYPE_CHECKING:
    from cgp_toolkit.model import Model
    from cgp_toolkit.targets.base import Files


def emit(model: Model) -> Files:
    """What :mod:`.emission` gives, which is imported when it is asked for: most runs need a part of the targets."""
    from cgp_toolkit.targets.schemas import emission

    return emission.emit(model)


TARGET = Target("schemas", "schemas", "JSON Schemas in two profiles, and those of the model's YAML.", emit)
