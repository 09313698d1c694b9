"""``cgp inspect``: whether a running peer keeps the rules."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from cgp_toolkit.cli.options import JsonOption, SpecOption, completions, examples, sound_model, spec_folder

TRANSPORTS = ("stdio", "http")
"""Those of the model, which takes longer to import than help may take."""

NAME = "inspect"
EXAMPLES = examples(
    ("cgp inspect stdio -- ./provider", "start a program and inspect it"),
    ("cgp inspect http http://127.0.0.1:8000/", "inspect a server"),
    ("cgp inspect --ask retry stdio -- ./provider", "ask for what it knows"),
    ("cgp inspect --only B1 stdio -- ./provider", "one check; --list shows all"),
    ("cgp inspect --record s.ndjson stdio -- ./p", "keep what was said"),
    ("cgp inspect stdio -- cgp mock", "see what it says of a good one"),
)


def _complete_check(incomplete: str) -> list[str]:
    return completions(incomplete, lambda model: (*model.probes, *model.requirements))


def command(
    transport: Annotated[
        str | None,
        typer.Argument(
            metavar="|".join(TRANSPORTS),
            autocompletion=lambda incomplete: [name for name in TRANSPORTS if name.startswith(incomplete)],
            help="How the peer is reached.",
            show_default=False,
        ),
    ] = None,
    target: Annotated[
        list[str] | None,
        typer.Argument(metavar="COMMAND|URL", help="A command and its arguments, behind --; or an address."),
    ] = None,
    ask: Annotated[
        str | None, typer.Option("--ask", metavar="TEXT", help="What to ask for: something that the peer knows.")
    ] = None,
    only: Annotated[
        list[str] | None,
        typer.Option(
            "--only", metavar="CHECK", autocompletion=_complete_check, help="Only this check; can be repeated."
        ),
    ] = None,
    skip: Annotated[
        list[str] | None,
        typer.Option(
            "--skip", metavar="CHECK", autocompletion=_complete_check, help="Not this check; can be repeated."
        ),
    ] = None,
    timeout: Annotated[float, typer.Option("--timeout", min=0.05, help="Seconds for each answer.")] = 10.0,
    token_env: Annotated[
        str | None,
        typer.Option("--token-env", metavar="NAME", help="The environment variable with a bearer token, for HTTP."),
    ] = None,
    record: Annotated[
        Path | None,
        typer.Option(
            "--record",
            metavar="FILE",
            dir_okay=False,
            help="Keep what was said; further sessions go to files beside it.",
        ),
    ] = None,
    junit: Annotated[
        Path | None, typer.Option("--junit", metavar="FILE", dir_okay=False, help="Write a JUnit report, too.")
    ] = None,
    strict: Annotated[
        bool, typer.Option("--strict", help="Warnings count as failures, and so does what could not be tested.")
    ] = False,
    every: Annotated[bool, typer.Option("--all", help="Show everything, what is fine included.")] = False,
    listing: Annotated[bool, typer.Option("--list", help="Show what is checked, and inspect nobody.")] = False,
    spec: SpecOption = None,
    json: JsonOption = False,
) -> None:
    """Inspect a running peer: talk to it as a host does, and as no host should.

    Every check names the requirement behind it, what was sent, what came back and the way out. What could not be tested
    is said to be untested, never passed. Every wait is bounded. With --record the first session is one that keeps all
    rules itself. Exits with 1 if a check fails or the peer can't be reached.
    """
    from cgp_toolkit.model import Transport
    from cgp_toolkit.report import inspection as report
    from cgp_toolkit.report.junit_inspection import write_inspection
    from cgp_toolkit.wire.inspect import Address, Inspector, Recorder, Wishes, checks_of

    if transport is not None and transport not in TRANSPORTS:
        raise typer.BadParameter(f"{transport!r} is no transport: {', '.join(TRANSPORTS)}")
    model = sound_model(spec_folder(spec))
    over = None if transport is None else Transport(transport)
    if listing:
        report.print_checks(checks_of(model, over))
        return
    if over is None or not target:
        raise typer.BadParameter(
            "name a command behind 'stdio --', or an address behind 'http'", param_hint="COMMAND|URL"
        )
    if over is Transport.HTTP and len(target) > 1:
        raise typer.BadParameter("one address is enough", param_hint="URL")
    known = {name for check in checks_of(model, over) for name in (check.id, check.id.partition("/")[0])}
    for name in (*(only or ()), *(skip or ())):
        if name not in known:
            raise typer.BadParameter(f"there is no check {name!r} over {transport}; --list shows all")
    token = None
    if token_env is not None:
        token = os.environ.get(token_env)
        if not token:
            raise typer.BadParameter(f"the environment has no {token_env}", param_hint="--token-env")
    peer = Address(target[0], token) if over is Transport.HTTP else tuple(target)
    wishes = Wishes(timeout, min(0.25, timeout), tuple(only or ()), tuple(skip or ()), ask)
    recorder = Recorder()
    try:
        with report.view() as view:
            inspected = Inspector(model, peer, wishes, recorder, view).run()
    finally:
        if record is not None:
            recorder.write(record)
    if junit is not None:
        write_inspection(junit, inspected, strict=strict)
    if json:
        report.print_as_json(inspected, strict=strict)
    else:
        report.print_as_text(inspected, every=every, strict=strict)
    raise typer.Exit(0 if inspected.ok(strict=strict) else 1)
