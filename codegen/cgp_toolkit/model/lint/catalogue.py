"""The lint rules: an id, a one-line purpose, and for rules over the whole model the check itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from cgp_toolkit.model.diagnostics import Diagnostic
from cgp_toolkit.model.model import Model


class Layer(StrEnum):
    """Where a rule is checked."""

    YAML = "yaml"
    SHAPE = "shape"
    MODEL = "model"


@dataclass(frozen=True, slots=True)
class Context:
    """What a check looks at.  ``broken`` names entries that exist but could not be read."""

    model: Model
    broken: frozenset[str]


Check: TypeAlias = Callable[[Context], Iterator[Diagnostic]]


@dataclass(frozen=True, slots=True)
class Rule:
    """One lint rule."""

    name: str
    layer: Layer
    purpose: str
    check: Check | None = None


def yaml_rule(name: str, purpose: str) -> Rule:
    """A rule that the YAML reader checks."""
    return Rule(name, Layer.YAML, purpose)


def shape_rule(name: str, purpose: str) -> Rule:
    """A rule that is checked while entries are read."""
    return Rule(name, Layer.SHAPE, purpose)


def model_rule(name: str, purpose: str, check: Check) -> Rule:
    """A rule over the whole model."""
    return Rule(name, Layer.MODEL, purpose, check)
