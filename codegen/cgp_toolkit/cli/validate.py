"""``cgp validate``: what is wrong with recorded messages."""

from __future__ import annotations

from functools import partial
from typing import Annotated

import typer

from cgp_toolkit.cli.options import JsonOption, examples
from cgp_toolkit.wire.pieces import Format

NAME = "validate"
EXAMPLES = examples(
    ("cgp validate session.ndjson", "what readers refuse"),
    ("cgp validate --strict messages.json", "and what no author may write"),
    ("tail -f log | cgp validate -", "standard input, as it comes"),
    ("cgp validate --json *.ndjson", "the report for programs"),
    ("cgp explain RULE", "what a rule of the report means"),
)


def command(
    files: Annotated[list[str], typer.Argument(metavar="FILE", help="Files of messages; - is standard input.")],
    strict: Annotated[
        bool, typer.Option("--strict", help="Add what binds authors: forms, presence, closed sets, and all rules.")
    ] = False,
    thorough: Annotated[
        bool, typer.Option("--thorough", help="Add the rules that take longer than reading does; includes --strict.")
    ] = False,
    format: Annotated[  # noqa: A002
        Format, typer.Option("--format", "-f", help="A message a line, or one JSON value or array of messages.")
    ] = Format.AUTO,
    every: Annotated[bool, typer.Option("--all", help="Show every finding, however many are alike.")] = False,
    json: JsonOption = False,
) -> None:
    """Check messages: NDJSON, a JSON value, or a JSON array of messages.

    Each finding has file, line and column, the rule, the place in the message, the requirements behind it and the way
    out. Memory does not grow with the input. Exits with 1 if there are findings or an input can't be read.
    """
    from cgp_toolkit.report.findings import JsonReport, TextReport
    from cgp_toolkit.report.progress import progress
    from cgp_toolkit.wire.errors import InputError
    from cgp_toolkit.wire.inputs import opened

    try:
        from cgp_toolkit.wire.validation import validate
    except (ImportError, SyntaxError) as error:
        raise InputError(
            f"the generated Python binding can't be imported: {error}; cgp generate writes it, pip installs it"
        ) from error

    report = JsonReport() if json else TextReport(every=every)
    fine = True
    for file in files:
        try:
            with opened(file) as source, progress(source) as bar:
                tally = validate(
                    source,
                    strict=strict or thorough,
                    thorough=thorough,
                    format=format,
                    report=bar.cleared_before(partial(report.finding, source.name)),
                    advance=bar.advance,
                )
        except InputError as error:
            report.failed(str(error))
            fine = False
        else:
            report.finished(source.name, tally)
            fine = fine and not tally.findings
    report.close()
    raise typer.Exit(0 if fine else 1)
