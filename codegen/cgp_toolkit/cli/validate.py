"""``cgp validate``: what is wrong with recorded messages."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from cgp_toolkit.cli.options import JsonOption, examples
from cgp_toolkit.wire.pieces import Format

if TYPE_CHECKING:
    from collections.abc import Callable

    from cgp_toolkit.wire.findings import Finding, Outcome, Tally, Wishes
    from cgp_toolkit.wire.inputs import Input

    Examination = Callable[[Input, Callable[[Finding], None], Callable[[], None]], tuple[Tally, Outcome | None]]

NAME = "validate"
EXAMPLES = examples(
    ("cgp validate session.ndjson", "what readers refuse"),
    ("cgp validate --strict messages.json", "and what no author may write"),
    ("tail -f log | cgp validate -", "standard input, as it comes"),
    ("cgp validate --session session.ndjson", "and what comes at the wrong time"),
    ("cgp validate --session f.ndjson --diagram", "its sequence diagram, in Mermaid"),
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
    session: Annotated[
        bool, typer.Option("--session", help="Take each input for a recorded session, and check its course.")
    ] = False,
    diagram: Annotated[
        bool, typer.Option("--diagram", help="Print a sequence diagram of each session instead of the report.")
    ] = False,
    every: Annotated[bool, typer.Option("--all", help="Show every finding, however many are alike.")] = False,
    json: JsonOption = False,
) -> None:
    """Check messages: NDJSON, a JSON value, or a JSON array of messages.

    Each finding has file, line and column, the rule, the place in the message, the requirements behind it and the way
    out. Memory does not grow with the input. Exits with 1 if there are findings or an input can't be read.

    With --session the types of the messages tell who sent them, and each is looked up in the table of its sender: every
    one that comes at the wrong time is named, with the state and the requirement. With --diagram the report goes to
    standard error.
    """
    if diagram and not session:
        raise typer.BadParameter("only a session has one; add --session", param_hint="--diagram")
    from cgp_toolkit.report.findings import JsonReport, TextReport
    from cgp_toolkit.report.progress import progress
    from cgp_toolkit.wire.errors import InputError
    from cgp_toolkit.wire.findings import Wishes
    from cgp_toolkit.wire.inputs import opened

    wishes = Wishes(strict or thorough, thorough, diagram)
    look = _examination(wishes, format, session=session)
    report = JsonReport() if json else TextReport(every=every, aside=diagram)
    fine = True
    for file in files:
        try:
            with opened(file) as source, progress(source) as bar:
                found = bar.cleared_before(partial(report.finding, source.name))
                tally, outcome = look(source, found, bar.advance)
        except InputError as error:
            report.failed(str(error))
            fine = False
        else:
            report.finished(source.name, tally, outcome)
            if outcome is not None and outcome.diagram is not None and not json:
                typer.echo(outcome.diagram, nl=False)
            fine = fine and not tally.findings
    report.close()
    raise typer.Exit(0 if fine else 1)


def _examination(wishes: Wishes, format: Format, *, session: bool) -> Examination:  # noqa: A002
    """What goes through one input; it needs the generated binding, which may be missing or broken."""
    from cgp_toolkit.wire.errors import InputError

    try:
        # The session's table is only for those who ask for it: reading it takes longer than many a file.
        if session:
            from cgp_toolkit.wire.session import replay

            return lambda source, report, advance: replay(source, wishes, format=format, report=report, advance=advance)
        from cgp_toolkit.wire.validation import validate
    except (ImportError, SyntaxError) as error:
        raise InputError(
            f"the generated Python binding can't be imported: {error}; cgp generate writes it, pip installs it"
        ) from error
    return lambda source, report, advance: (
        validate(source, wishes, format=format, report=report, advance=advance),
        None,
    )
