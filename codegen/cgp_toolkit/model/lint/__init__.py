"""The lint of a model: rules with ids, each with a purpose and a fixture pair in the tests."""

from __future__ import annotations

from cgp_toolkit.model.diagnostics import Diagnostic
from cgp_toolkit.model.lint import references
from cgp_toolkit.model.lint.catalogue import Context, Layer, Rule, model_rule, shape_rule, yaml_rule
from cgp_toolkit.model.model import Model

RULES: tuple[Rule, ...] = (
    yaml_rule("yaml-syntax", "A model file is well-formed YAML."),
    yaml_rule("yaml-duplicate-key", "A key stands once in a mapping; a second one would win silently."),
    yaml_rule("yaml-key", "Keys are plain strings."),
    yaml_rule("yaml-merge", "Merge keys hide where a fact is written."),
    yaml_rule("yaml-tag", "Tags could turn a value into something else."),
    yaml_rule("yaml-alias", "Aliases hide where a fact is written, and can be recursive."),
    shape_rule("model-shape", "A model file is a mapping with known top-level keys."),
    shape_rule("schema-line", "The first line names the JSON Schema, so that editors complete and check."),
    shape_rule("unknown-key", "Only known keys are read; a misspelt one would be lost."),
    shape_rule("missing-key", "What the model must say is said."),
    shape_rule("wrong-value", "A value is of the kind that its key takes."),
    shape_rule("duplicate-name", "A name is given once over all files."),
    shape_rule("missing-section", "A model names its protocol and its line binding."),
    shape_rule("number-spelling", "A number keeps its spelling when it is read."),
    shape_rule("version-grammar", "The version grammar is ABNF with a regular language."),
    model_rule("unknown-reference", "Every name that is referred to exists.", references.unknown_reference),
    model_rule("unreachable-type", "Every type is reached from an envelope.", references.unreachable_type),
)


def lint(model: Model, broken: frozenset[str] = frozenset()) -> list[Diagnostic]:
    """Every finding of every rule over the whole model; ``broken`` names entries that could not be read."""
    context = Context(model, broken)
    return [finding for rule in RULES if rule.check is not None for finding in rule.check(context)]


__all__ = ["RULES", "Context", "Layer", "Rule", "lint"]
