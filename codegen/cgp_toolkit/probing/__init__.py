"""Probes and the mock, made ready to run: their expressions checked against the model and turned into functions.

Nothing here talks to anybody: what is sent, and to whom, is the business of the wire room.
"""

from __future__ import annotations

from cgp_toolkit.model import Model
from cgp_toolkit.model.diagnostics import Diagnostic
from cgp_toolkit.probing.answers import ReadyAnswer, answers, stock_type, where
from cgp_toolkit.probing.expressions import Function
from cgp_toolkit.probing.messages import examples_for, put, stock
from cgp_toolkit.probing.steps import ReadyProbe, ReadyStep, probes
from cgp_toolkit.rules.problems import Problems


def inspect(model: Model) -> list[Diagnostic]:
    """Every problem of the expressions of a model's probes and of its mock."""
    problems = Problems()
    probes(model, problems)
    answers(model, problems)
    for misbehaviour in model.misbehaviours.values():
        where(model, misbehaviour, problems)
    return sorted(set(problems))


__all__ = [
    "Function",
    "Problems",
    "ReadyAnswer",
    "ReadyProbe",
    "ReadyStep",
    "answers",
    "examples_for",
    "inspect",
    "probes",
    "put",
    "stock",
    "stock_type",
    "where",
]
