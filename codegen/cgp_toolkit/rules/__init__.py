"""Rules: CEL text to a syntax tree, to typed expressions, to an expression in each language."""

from __future__ import annotations

from cgp_toolkit.model import Model
from cgp_toolkit.model.diagnostics import Diagnostic, ModelError
from cgp_toolkit.model.remembering import last
from cgp_toolkit.rules.checks import Check
from cgp_toolkit.rules.compiling import compile_rules
from cgp_toolkit.rules.problems import CATALOGUE, Problems
from cgp_toolkit.rules.structure import structural_checks


def inspect(model: Model, broken: frozenset[str] = frozenset()) -> list[Diagnostic]:
    """Every problem of the model's rules; ``broken`` names entries that are there but could not be read."""
    return list((_compiled(model) if not broken else _compile(model, broken))[1])


def checks(model: Model) -> tuple[Check, ...]:
    """What the rules check, in the order of the YAML; :class:`ModelError` if one of them is not sound."""
    found, problems = _compiled(model)
    if problems:
        raise ModelError(problems)
    return found


def _compile(model: Model, broken: frozenset[str]) -> tuple[tuple[Check, ...], tuple[Diagnostic, ...]]:
    problems = Problems()
    found = compile_rules(model, problems, broken)
    return found, tuple(sorted(set(problems)))


@last
def _compiled(model: Model) -> tuple[tuple[Check, ...], tuple[Diagnostic, ...]]:
    """What is found where everything could be read."""
    return _compile(model, frozenset())


__all__ = ["CATALOGUE", "Check", "checks", "inspect", "structural_checks"]
