"""The way in: model files to a checked model."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from cgp_toolkit.model.collect import Collection, collect
from cgp_toolkit.model.diagnostics import Diagnostic, ModelError
from cgp_toolkit.model.lint import lint
from cgp_toolkit.model.model import Model
from cgp_toolkit.model.resolve import resolve


@dataclass(frozen=True, slots=True)
class Draft:
    """A model as far as it could be built from what was ``collected``, and what stood in the way."""

    model: Model | None
    collected: Collection
    diagnostics: tuple[Diagnostic, ...]


def draft(files: Mapping[str, str]) -> Draft:
    """Read the model in ``files`` (relative path to text); whether what it says is sound is not looked into."""
    collected = collect(files)
    model, found = resolve(collected)
    return Draft(model, collected, (*collected.diagnostics, *found))


def look_into(drafted: Draft) -> tuple[Model | None, tuple[Diagnostic, ...]]:
    """The model, as far as it could be built, and every problem in file order."""
    found = [] if drafted.model is None else lint(drafted.model, drafted.collected)
    return drafted.model, tuple(sorted({*drafted.diagnostics, *found}))


def inspect(files: Mapping[str, str]) -> tuple[Model | None, tuple[Diagnostic, ...]]:
    """The model in ``files``, as far as it can be built, and every problem in file order."""
    return look_into(draft(files))


def load(files: Mapping[str, str]) -> Model:
    """The model in ``files``; :class:`ModelError` with all problems if there is any."""
    model, diagnostics = inspect(files)
    if model is None or diagnostics:
        raise ModelError(diagnostics)
    return model
