"""Mutants of rules: gone, denied, and with each operator, number and negation of the condition changed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from cgp_toolkit.model import Model, Phrase, Rule
from cgp_toolkit.mutation.expressions import phrase, variations
from cgp_toolkit.mutation.mutant import Mutant
from cgp_toolkit.rules.syntax import Unary, parse


def mutants(model: Model) -> Iterator[Mutant]:
    """Every mutant of every rule, in the order of the model."""
    for rule in model.rules.values():
        requirements = (rule.requirement,)
        yield Mutant(rule.name, "is not there", requirements, partial(_without, model, rule), strict=True)
        condition = parse(rule.check.text)
        denied = phrase(rule.check, Unary("!", condition, 0))
        yield Mutant(rule.name, "is denied", requirements, partial(_with_check, model, rule, denied), strict=True)
        for text, changed in dict(variations(condition)).items():
            build = partial(_with_check, model, rule, phrase(rule.check, changed))
            yield Mutant(rule.name, f"holds if {text}", requirements, build, strict=True)


def _without(model: Model, rule: Rule) -> Model:
    return replace(model, rules={name: other for name, other in model.rules.items() if name != rule.name})


def _with_check(model: Model, rule: Rule, check: Phrase) -> Model:
    # The values of the message may only make sense where the rule as it was is broken.
    message = Phrase("broken", rule.message.position, "broken")
    changed = replace(rule, check=check, message=message, values={})
    return replace(model, rules={**model.rules, rule.name: changed})
