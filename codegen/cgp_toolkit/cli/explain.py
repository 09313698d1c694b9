"""``cgp explain``: what a name stands for."""

from __future__ import annotations

from typing import Annotated

import typer

from cgp_toolkit.cli.options import JsonOption, SpecOption, examples, sound_model, spec_folder

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

    folded = incomplete.casefold()
    return [name for name in names(sound_model(spec_folder(None)), lint_rules()) if name.casefold().startswith(folded)]


def command(
    id: Annotated[str, typer.Argument(metavar="ID", autocompletion=_complete_id, help="What to look up.")],  # noqa: A002
    spec: SpecOption = None,
    json: JsonOption = False,
) -> None:
    """Say what a name stands for: its text, its source, its place in the model, and everything that uses it.

    Knows requirements, decisions, rules, faults, lint rules, envelopes, types, members (Type.member), values of
    vocabularies, error codes, examples and sessions. What is spelt exactly so comes first; then case does not matter.
    """
    from cgp_toolkit.explain import lookup, lookup_lint_rule, names, similar
    from cgp_toolkit.model.diagnostics import ModelError
    from cgp_toolkit.report import explanations as report
    from cgp_toolkit.workspace import lint_rules

    spec = spec_folder(spec)
    rules = lint_rules()
    try:
        model = sound_model(spec)
    except ModelError:
        # What a finding means can be asked before it is mended.
        found = lookup_lint_rule(rules, id)
        if not found:
            raise
    else:
        found = lookup(model, rules, id)
        if not found:
            report.print_unknown(id, similar(id, names(model, rules)), json=json)
            raise typer.Exit(1)
    if json:
        typer.echo(report.as_json(id, found, spec))
    else:
        report.print_explanations(found, spec)
