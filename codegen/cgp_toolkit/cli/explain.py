"""``cgp explain``: what a name stands for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from cgp_toolkit.cli.options import JsonOption, SpecOption, completions, examples, looked_up, spec_folder

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cgp_toolkit.explain import Explanation
    from cgp_toolkit.model import Model

NAME = "explain"
EXAMPLES = examples(
    ("cgp explain H4", "a requirement"),
    ("cgp explain DEC-07", "a decision"),
    ("cgp explain duplicate-member", "a rule that messages are checked for"),
    ("cgp explain unreachable-type", "a rule that the model is checked for"),
    ("cgp explain --json R1", "the answer for programs"),
)


def _complete_id(incomplete: str) -> list[str]:
    from cgp_toolkit.explain import names
    from cgp_toolkit.workspace import lint_rules

    return completions(incomplete, lambda model: names(model, lint_rules()))


def command(
    id: Annotated[str, typer.Argument(metavar="ID", autocompletion=_complete_id, help="What to look up.")],  # noqa: A002
    spec: SpecOption = None,
    json: JsonOption = False,
) -> None:
    """Say what a name stands for: its text, its source, its place in the model, and everything that uses it.

    Knows requirements, decisions, rules, faults, lint rules, envelopes, types, members (Type.member), values of
    vocabularies, error codes, examples, exchanges and sessions. What is spelt exactly so comes first; then case does
    not matter.
    """
    from cgp_toolkit.explain import lookup, lookup_lint_rule, names, similar
    from cgp_toolkit.model.diagnostics import ModelError
    from cgp_toolkit.report import explanations as report
    from cgp_toolkit.workspace import lint_rules, vectors_by_requirement

    spec = spec_folder(spec)
    rules = lint_rules()

    def look(
        model: Model, sound: bool
    ) -> tuple[tuple[Explanation, ...], tuple[str, ...], Mapping[str, tuple[str, ...]]]:
        found = lookup(model, rules, id)
        traced = sound and any(explanation.trace is not None for explanation in found)
        return found, similar(id, names(model, rules)), vectors_by_requirement(model) if traced else {}

    try:
        found, close, vectors = looked_up(spec, look)
    except ModelError:
        # What a finding means can be asked whatever the model is like.
        found, close, vectors = lookup_lint_rule(rules, id), (), {}
        if not found:
            raise
    if not found:
        report.print_unknown(id, close, json=json)
        raise typer.Exit(1)
    if json:
        typer.echo(report.as_json(id, found, spec, vectors))
    else:
        report.print_explanations(found, spec, vectors)
