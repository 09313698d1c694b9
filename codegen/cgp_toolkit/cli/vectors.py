"""``cgp vectors``: test vectors, and what an implementation makes of them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cgp_toolkit.cli.options import JsonOption, SpecOption, examples, sound_model, spec_folder
from cgp_toolkit.cli.options import targets as targets_called

if TYPE_CHECKING:
    from cgp_toolkit.wire.vectors import Suite

NAME = "vectors"
KINDS = ("message", "framing", "exchange", "session", "vocabulary", "jsonrpc")
EXAMPLES = examples(
    ("cgp vectors run -- ./my-testee", "run every vector against a program"),
    ("cgp vectors run --kind framing -- node testee.js", "only those about streams of bytes"),
    ("cgp vectors run --only budget -- ./my-testee", "only those whose ids hold a word"),
    ("cgp vectors run --junit report.xml -- ./my-testee", "a report for a build server"),
)

app = typer.Typer(
    no_args_is_help=True,
    help="Test vectors for implementations in any language.",
    epilog=EXAMPLES,
    context_settings={"help_option_names": ["-h", "--help"]},
)

_TARGET = "vectors"


@app.command("run", epilog=EXAMPLES, no_args_is_help=True)
def run_command(
    command: Annotated[
        list[str],
        typer.Argument(metavar="COMMAND", help="The testee and its arguments, behind --.", show_default=False),
    ],
    kind: Annotated[
        list[str] | None,
        typer.Option(
            "--kind",
            "-k",
            metavar="|".join(KINDS),
            autocompletion=lambda incomplete: [name for name in KINDS if name.startswith(incomplete)],
            help="Only this kind; can be repeated.",
        ),
    ] = None,
    only: Annotated[
        list[str] | None,
        typer.Option("--only", metavar="ID", help="Only this vector, or those whose ids hold this; can be repeated."),
    ] = None,
    source: Annotated[
        Path | None,
        typer.Option(
            "--from",
            metavar="DIR",
            exists=True,
            file_okay=False,
            help="A folder of vectors; by default they are computed from the model.",
        ),
    ] = None,
    spec: SpecOption = None,
    timeout: Annotated[float, typer.Option("--timeout", min=0.01, help="Seconds for each answer.")] = 10.0,
    allow_unsupported: Annotated[
        bool, typer.Option("--allow-unsupported", help="What the testee says it can't do is no failure.")
    ] = False,
    junit: Annotated[
        Path | None, typer.Option("--junit", metavar="FILE", dir_okay=False, help="Write a JUnit report, too.")
    ] = None,
    every: Annotated[bool, typer.Option("--all", help="Show every failure.")] = False,
    json: JsonOption = False,
) -> None:
    """Run test vectors against COMMAND, which reads a JSON object a line and answers each with one.

    What is asked and answered stands in the README of generated/vectors. Exits with 1 if a vector fails, if there is
    none, or if the testee can't be started.
    """
    from cgp_toolkit.report import vectors as report
    from cgp_toolkit.report.junit import write_junit
    from cgp_toolkit.wire.vectors import Command, run

    for name in set(kind or ()).difference(KINDS):
        raise typer.BadParameter(f"{name!r} is no kind: {', '.join(KINDS)}", param_hint="--kind")
    suite = _suite(source, spec).chosen(kind or (), only or ())
    with report.progress(len(suite.vectors)) as advance:
        results = []
        for result in run(suite, Command(tuple(command), timeout)):
            results.append(result)
            advance()
    outcome = report.Report(suite.revision, tuple(results), allow_unsupported)
    if junit is not None:
        write_junit(junit, outcome)
    if json:
        report.print_as_json(outcome)
    else:
        report.print_as_text(outcome, every=every)
    raise typer.Exit(0 if outcome.ok else 1)


def _suite(source: Path | None, spec: Path | None) -> Suite:
    """The vectors of a folder, or of a model."""
    from cgp_toolkit.wire.vectors import read_folder, suite_of

    if source is not None:
        return read_folder(source)
    (target,) = targets_called((_TARGET,))
    return suite_of(target.emit(sound_model(spec_folder(spec))))
