"""The way in: model files to a checked model."""

from __future__ import annotations

from collections.abc import Mapping

from cgp_toolkit.model.collect import collect
from cgp_toolkit.model.diagnostics import Diagnostic, ModelError
from cgp_toolkit.model.lint import lint
from cgp_toolkit.model.model import Model
from cgp_toolkit.model.resolve import resolve


def inspect(files: Mapping[str, str]) -> tuple[Model | None, tuple[Diagnostic, ...]]:
    """Read the model in ``files`` (relative path to text).

    Returns the model, as far as it can be built, and every problem in file order.
    """
    collection = collect(files)
    model, found = resolve(collection)
    diagnostics = collection.diagnostics + found
    if model is not None:
        diagnostics += lint(model, collection)
    return model, tuple(sorted(set(diagnostics)))


def load(files: Mapping[str, str]) -> Model:
    """The model in ``files``; :class:`ModelError` with all problems if there is any."""
    model, diagnostics = inspect(files)
    if model is None or diagnostics:
        raise ModelError(diagnostics)
    return model
