"""``cgp mock``: a peer made of the model's examples."""

from __future__ import annotations

import contextlib
import sys
from typing import Annotated

import typer

from cgp_toolkit.cli.options import SpecOption, completions, examples, sound_model, spec_folder

NAME = "mock"
EXAMPLES = examples(
    ("cgp mock", "a provider that keeps every rule"),
    ("cgp mock --http 8000", "as a server; 0 takes any free port"),
    ("cgp mock --misbehave over-budget", "one that errs in exactly one way"),
    ("cgp mock --list", "in which ways, and what catches them"),
    ("cgp inspect stdio -- cgp mock", "see what an inspection says"),
)


def _complete_mode(incomplete: str) -> list[str]:
    return completions(incomplete, lambda model: model.misbehaviours)


def command(
    misbehave: Annotated[
        str | None,
        typer.Option(
            "--misbehave", metavar="MODE", autocompletion=_complete_mode, help="Err in this way; --list shows all."
        ),
    ] = None,
    http: Annotated[
        int | None,
        typer.Option("--http", metavar="PORT", min=0, max=65535, help="Serve HTTP on the loopback interface."),
    ] = None,
    listing: Annotated[bool, typer.Option("--list", help="Show the ways in which it can err.")] = False,
    spec: SpecOption = None,
) -> None:
    """Be a provider that answers out of the model's examples and keeps every rule, or errs in exactly one way.

    It serves as many of the frames of the examples as a query allows, so that clients have something to talk to, and
    whoever writes checks has something to catch.
    """
    from cgp_toolkit.explain import similar
    from cgp_toolkit.wire.errors import InputError

    model = sound_model(spec_folder(spec))
    if listing:
        from cgp_toolkit.report.console import out

        rows = [
            (
                mode.name,
                mode.requirement,
                ", ".join(mode.caught_by) or "nothing: it is fine",
                " ".join(mode.doc.split()),
            )
            for mode in model.misbehaviours.values()
        ]
        out().table(("mode", "requirement", "caught by", "does"), rows)
        return
    if misbehave is not None and misbehave not in model.misbehaviours:
        meant = "".join(
            f"; did you mean {close!r}?" for close in similar(misbehave, tuple(model.misbehaviours), most=1)
        )
        raise typer.BadParameter(f"there is no mode {misbehave!r}{meant}", param_hint="--misbehave")
    if model.mock is None:
        raise InputError("the model has no mock")
    try:
        from cgp_toolkit.wire.mock import serve_http, serve_stdio
    except (ImportError, SyntaxError) as error:
        raise InputError(
            f"the generated Python binding can't be imported: {error}; cgp generate writes it, pip installs it"
        ) from error
    mode = None if misbehave is None else model.misbehaviours[misbehave]
    with contextlib.suppress(KeyboardInterrupt):
        if http is not None:
            serve_http(model, http, mode, lambda port: typer.echo(f"http://127.0.0.1:{port}/", err=False))
        else:
            sys.exit(serve_stdio(model, mode))
