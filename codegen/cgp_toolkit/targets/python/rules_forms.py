"""``_forms.py``: the patterns, the listed values and the helpers that checks ask for, and no others."""

from __future__ import annotations

from collections.abc import Iterable

from cgp_toolkit.model import Vocabulary
from cgp_toolkit.rules.functions import Function
from cgp_toolkit.rules.instants import INSTANT
from cgp_toolkit.rules.plan import Plan
from cgp_toolkit.rules.traits import unlisted_trait
from cgp_toolkit.rules.tree import Application, Expression, Listed, Matching, Trait, walk
from cgp_toolkit.targets.python.rendering import render
from cgp_toolkit.targets.python.rules_names import BindingNames
from cgp_toolkit.targets.stamp import commented


def forms_source(plan: Plan, binding: BindingNames) -> str:
    """Unformatted source of the module."""
    model, rules = plan.model, binding.rules
    nodes = [node for check in plan.checks() for node in check.nodes()]
    nodes += [node for check in plan.checks() for piece in check.message for node in _nodes(piece)]
    matched = {node.scalar for node in nodes if isinstance(node, Matching)}
    listed = {node.vocabulary for node in nodes if isinstance(node, Listed)}
    traits = {(node.vocabulary, node.trait) for node in nodes if isinstance(node, Trait)}
    functions = {node.function for node in nodes if isinstance(node, Application)}
    return render(
        "rules_forms.py",
        stamp=commented(model, "python", "#"),
        forms=[(rules.forms[s.name], repr(s.author.pattern)) for s in model.scalars() if s.name in matched],
        values=[
            (rules.values[v.name], _set(value.name for value in v.values))
            for v in model.vocabularies()
            if v.name in listed
        ],
        traits=[
            (rules.traits[v.name, trait.name], _set(_apart(binding, v, trait.name)))
            for v in model.vocabularies()
            for trait in v.traits
            if (v.name, trait.name) in traits
        ],
        instant=repr(INSTANT) if Function.IS_INSTANT in functions else "",
        functions={function.name for function in functions},
    )


def _nodes(piece: str | Expression) -> Iterable[Expression]:
    return () if isinstance(piece, str) else walk(piece)


def _apart(binding: BindingNames, vocabulary: Vocabulary, trait: str) -> Iterable[str]:
    """The listed values of which a trait tells something else than of an unlisted one."""
    unlisted = unlisted_trait(binding.model, vocabulary.name, trait)
    return (value.name for value in vocabulary.values if (value.traits[trait] is True) is not unlisted)


def _set(values: Iterable[str]) -> str:
    inside = ", ".join(map(repr, values))
    return f"frozenset(({inside},))" if inside else "frozenset()"
