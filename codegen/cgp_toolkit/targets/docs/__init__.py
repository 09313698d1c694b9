"""The target ``docs``: reference documentation as Markdown for Sphinx, and all of it in one file for programs.

What pages tell of other outputs (how many vectors show a requirement, the schema of a type, what the Python package
offers) is read from what those targets give; without them it is left out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cgp_toolkit.targets.base import Target

if TYPE_CHECKING:
    from cgp_toolkit.model import Model
    from cgp_toolkit.targets.base import Files, Others

VECTORS, SCHEMAS, PYTHON = "vectors", "schemas", "python"
READS = (VECTORS, SCHEMAS, PYTHON)
"""The targets whose files the documentation tells of."""


def emit(model: Model) -> Files:
    """What :mod:`.emission` gives, which is imported when it is asked for: most runs need a part of the targets."""
    from cgp_toolkit.targets.docs import emission

    return emission.emit(model)


def compose(model: Model, others: Others) -> Files:
    """The same with what other targets tell."""
    from cgp_toolkit.targets.docs import emission

    return emission.compose(model, others)


TARGET = Target(
    "docs",
    "docs",
    "Reference documentation: Markdown for Sphinx, and one file for programs.",
    emit,
    READS,
    compose,
    effort=35,
)
