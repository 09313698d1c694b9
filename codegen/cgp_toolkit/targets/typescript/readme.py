"""The README of the package, with an example that compiles."""

from __future__ import annotations

from cgp_toolkit.model import Model
from cgp_toolkit.targets.typescript.names import Names
from cgp_toolkit.targets.typescript.rendering import render


def readme(model: Model, names: Names, stamp: str) -> str:
    """The text of the README."""
    return render("README.md", stamp=stamp, names=names, protocol=model.protocol)
