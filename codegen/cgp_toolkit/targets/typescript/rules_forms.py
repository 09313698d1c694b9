"""``forms.ts``: the patterns and the listed values that checks ask for, and no others."""

from __future__ import annotations

from collections.abc import Iterable

from cgp_toolkit.model import Vocabulary
from cgp_toolkit.rules.plan import Plan
from cgp_toolkit.rules.traits import unlisted_trait
from cgp_toolkit.rules.tree import Expression, Listed, Matching, Trait, walk
from cgp_toolkit.targets.typescript.codec_modules import regex
from cgp_toolkit.targets.typescript.names import text
from cgp_toolkit.targets.typescript.rendering import listed, render
from cgp_toolkit.targets.typescript.rules_names import BindingNames


def forms_source(planned: Plan, binding: BindingNames, stamp: str) -> str:
    """Source of the module."""
    model = planned.model
    nodes = [node for check in planned.checks() for node in check.nodes()]
    nodes += [node for check in planned.checks() for piece in check.message for node in _nodes(piece)]
    matched = {node.scalar for node in nodes if isinstance(node, Matching)}
    looked_up = {node.vocabulary for node in nodes if isinstance(node, Listed)}
    traits = {(node.vocabulary, node.trait) for node in nodes if isinstance(node, Trait)}
    return render(
        "forms.ts",
        stamp=stamp,
        forms=[
            (binding.forms[scalar.name], regex(scalar.author.pattern))
            for scalar in model.scalars()
            if scalar.name in matched and scalar.author.pattern is not None
        ],
        values=[
            listed(binding.values[v.name], [text(value.name) for value in v.values])
            for v in model.vocabularies()
            if v.name in looked_up
        ],
        traits=[
            listed(binding.traits[v.name, trait.name], [text(value) for value in _apart(binding, v, trait.name)])
            for v in model.vocabularies()
            for trait in v.traits
            if (v.name, trait.name) in traits
        ],
    )


def _nodes(piece: str | Expression) -> Iterable[Expression]:
    return () if isinstance(piece, str) else walk(piece)


def _apart(binding: BindingNames, vocabulary: Vocabulary, trait: str) -> Iterable[str]:
    """The listed values of which a trait tells something else than of an unlisted one."""
    unlisted = unlisted_trait(binding.model, vocabulary.name, trait)
    return [value.name for value in vocabulary.values if (value.traits[trait] is True) is not unlisted]
