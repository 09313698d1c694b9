"""``cgp lint``: what is wrong with the model."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

from cgp_toolkit.cli.options import SpecOption, examples, spec_folder

NAME = "lint"
EXAMPLES = examples(
    ("cgp lint", "every finding, with its place and the way out"),
    ("cgp lint --format github", "as annotations of a pull request"),
    ("cgp lint --format sarif > lint.sarif", "for code scanning"),
    ("cgp explain unreachable-type", "what a rule is for"),
)


class Format(StrEnum):
    """How findings are printed."""

    TEXT = "text"
    JSON = "json"
    GITHUB = "github"
    SARIF = "sarif"


def command(
    spec: SpecOption = None,
    format: Annotated[Format, typer.Option("--format", "-f", help="How findings are printed.")] = Format.TEXT,  # noqa: A002
) -> None:
    """Check the model: every finding of the run, each with file, line, column, rule and the way out."""
    from cgp_toolkit.report import diagnostics as report
    from cgp_toolkit.workspace import inspect_model, lint_rules, shown_all

    spec = spec_folder(spec)
    _, found = inspect_model(spec)
    found = shown_all(found, spec)
    match format:
        case Format.TEXT:
            report.print_text(found, spec, len(lint_rules()))
        case Format.JSON:
            typer.echo(report.as_json(found))
        case Format.GITHUB:
            for line in report.github(found):
                typer.echo(line)
        case Format.SARIF:
            from cgp_toolkit.report.sarif import sarif

            typer.echo(sarif(found, lint_rules()))
    raise typer.Exit(1 if found else 0)
