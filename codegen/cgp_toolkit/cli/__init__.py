"""The command ``cgp``: arguments in, a call, a report out; no logic.

Every command imports what it needs when it runs, so that ``cgp --help`` is quick and a broken output stops only the
commands that use it.  Exit codes: 0 fine, 1 findings or bad input, 2 wrong usage.
"""

from __future__ import annotations

import gc
import os
import sys
import traceback
from collections.abc import Sequence
from io import TextIOWrapper
from typing import Annotated

import typer

from cgp_toolkit.cli import (
    bridge,
    check,
    convert,
    docs,
    explain,
    generate,
    inspect,
    lint,
    mock,
    new_target,
    requirements,
    show,
    validate,
    vectors,
)
from cgp_toolkit.cli.options import examples
from cgp_toolkit.version import VERSION

_MANY = 50_000

app = typer.Typer(
    name="cgp",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog=examples(
        ("cgp generate", "write every output from the model"),
        ("cgp check", "fail if an output is not what the model says"),
        ("cgp explain H4", "what H4 asks for, what enforces it, and where it is used"),
        ("cgp requirements", "what enforces each requirement"),
        ("cgp validate session.ndjson", "what is wrong with recorded messages"),
        ("cgp inspect stdio -- COMMAND", "whether a running provider keeps the rules"),
        ("cgp vectors run -- COMMAND", "what an implementation makes of the test vectors"),
    ),
)
for module in (
    generate,
    check,
    lint,
    explain,
    requirements,
    show,
    validate,
    convert,
    bridge,
    inspect,
    mock,
    docs,
    new_target,
):
    app.command(module.NAME, epilog=module.EXAMPLES)(module.command)
app.add_typer(vectors.app, name=vectors.NAME)


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"cgp {VERSION}")
        raise typer.Exit


@app.callback()
def _root(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """One YAML model of a protocol, and everything that is computed from it."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run ``cgp`` with ``arguments``, by default those of the process; the exit code."""
    # A model and what comes from it are many objects that stay: looking for garbage among them so often finds none.
    gc.set_threshold(_MANY)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            # A terminal that can't show a character gets an escape instead of an exception.
            stream.reconfigure(errors="backslashreplace")
    try:
        app(args=arguments, prog_name="cgp")
    except SystemExit as leaving:
        return leaving.code if isinstance(leaving.code, int) else int(leaving.code is not None)
    except BrokenPipeError:
        # Whoever read our output has seen enough; nothing may be written to it any more, at exit neither.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except Exception as error:
        return _failed(error)
    return 0


def _failed(error: Exception) -> int:
    from cgp_toolkit.model.diagnostics import ModelError
    from cgp_toolkit.targets.base import InstallationError
    from cgp_toolkit.wire.errors import InputError
    from cgp_toolkit.workspace import TargetError, WorkspaceError

    if isinstance(error, ModelError):
        typer.echo(f"cgp: the model is not sound; cgp lint tells more\n{error}", err=True)
    elif isinstance(error, TargetError):
        # A bug, so that whoever mends it needs to see where.
        traceback.print_exception(error.__cause__ or error)
        typer.echo(f"cgp: {error}; nothing was written", err=True)
    elif isinstance(error, (InstallationError, WorkspaceError, InputError)):
        typer.echo(f"cgp: {error}", err=True)
    else:
        raise error
    return 1
