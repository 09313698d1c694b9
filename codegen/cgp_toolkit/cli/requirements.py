"""``cgp requirements``: what enforces each requirement."""

from __future__ import annotations

from typing import Annotated

import typer

from cgp_toolkit.cli.options import JsonOption, SpecOption, examples, looked_up, spec_folder

LEVELS = ("MUST", "SHOULD", "MAY")
"""Those of the model, which takes longer to import than help may take."""

NAME = "requirements"
EXAMPLES = examples(
    ("cgp requirements", "every requirement, and what enforces it"),
    ("cgp requirements --level MUST", "only the strongest ones"),
    ("cgp requirements --unenforced", "what nothing that is generated enforces"),
    ("cgp requirements --json", "with every place and vector, for programs"),
    ("cgp explain H4", "one requirement, with the places that enforce it"),
)


def command(
    level: Annotated[
        list[str] | None,
        typer.Option(
            "--level",
            "-l",
            metavar="|".join(LEVELS),
            autocompletion=lambda incomplete: [name for name in LEVELS if name.startswith(incomplete.upper())],
            help="Only this level; can be repeated.",
        ),
    ] = None,
    unenforced: Annotated[
        bool, typer.Option("--unenforced", help="Only those that nothing enforces which comes from the model.")
    ] = False,
    spec: SpecOption = None,
    json: JsonOption = False,
) -> None:
    """List the requirements with what enforces each, computed from the model.

    \b
    type           every reader refuses what breaks it
    schema         limits that bind authors
    rule           an expression over messages
    lifecycle      a row of the session
    reader         what readers make of the malformed and the unknown
    live probe     cgp inspect asks a running peer
    host-internal  no message shows it; as the model says
    nothing yet    nobody looks at it
    """
    from cgp_toolkit.report import requirements as report
    from cgp_toolkit.tracing import trace
    from cgp_toolkit.workspace import vectors_by_requirement

    levels = {name.upper() for name in level or ()}
    for name in levels.difference(LEVELS):
        raise typer.BadParameter(f"{name!r} is no level: {', '.join(LEVELS)}", param_hint="--level")
    spec = spec_folder(spec)
    traces, vectors = looked_up(
        spec, lambda model, sound: (tuple(trace(model).values()), vectors_by_requirement(model) if sound else {})
    )
    chosen = [
        traced
        for traced in traces
        if (not levels or traced.requirement.level in levels) and not (unenforced and traced.enforced)
    ]
    if json:
        typer.echo(report.as_json(chosen, vectors, spec))
    else:
        report.print_table(chosen, vectors, len(traces))
