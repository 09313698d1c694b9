"""``cgp convert``: recorded sessions from one encoding to the other."""

from __future__ import annotations

import sys
from functools import partial
from typing import Annotated

import typer

from cgp_toolkit.cli.options import examples
from cgp_toolkit.wire.conversions import Encoding, Framing

NAME = "convert"
EXAMPLES = examples(
    ("cgp convert --to jsonrpc session.ndjson", "a JSON-RPC message a line"),
    ("cgp convert --to ndjson rpc.log > session.ndjson", "and back"),
    ("cgp convert --to jsonrpc --framing content-length -", "with headers, as editors speak it"),
    ("cgp convert --to ndjson --strict rpc.log", "fail if anything gets lost"),
    ("cgp explain DEC-23", "a decision behind the mapping; also DEC-24, DEC-25"),
)


def command(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A file of messages; - is standard input.")],
    to: Annotated[Encoding, typer.Option("--to", help="The encoding that comes out; the other one goes in.")],
    framing: Annotated[
        Framing, typer.Option("--framing", help="How JSON-RPC messages follow each other, on whichever side they are.")
    ] = Framing.LINE,
    strict: Annotated[
        bool, typer.Option("--strict", help="Look into all payloads, and fail where anything would be lost.")
    ] = False,
    every: Annotated[bool, typer.Option("--all", help="Show every finding, however many are alike.")] = False,
    json: Annotated[bool, typer.Option("--json", help="Report in JSON, for programs.")] = False,
) -> None:
    """Convert a recorded session between NDJSON and JSON-RPC (a draft); messages go to standard output.

    What the other encoding has no place for is left out, reported on standard error and counted. Payloads are passed
    on as they are; cgp validate looks into them, and so does --strict. Memory does not grow with the input. Exits with
    1 if a message can't be converted, or if the input can't be read.
    """
    from cgp_toolkit.report.conversions import JsonConversionReport, TextConversionReport
    from cgp_toolkit.report.progress import progress
    from cgp_toolkit.wire.errors import InputError
    from cgp_toolkit.wire.inputs import opened

    try:
        from cgp_toolkit.wire.convert import convert
    except (ImportError, SyntaxError) as error:
        raise InputError(
            f"the generated Python binding can't be imported: {error}; cgp generate writes it, pip installs it"
        ) from error
    report = JsonConversionReport() if json else TextConversionReport(every=every)
    try:
        with opened(file) as source, progress(source) as bar:
            found = convert(
                source,
                sys.stdout.buffer,
                to=to,
                framing=framing,
                strict=strict,
                report=bar.cleared_before(partial(report.finding, source.name)),
                advance=bar.advance,
            )
            name = source.name
    except InputError as error:
        report.failed(str(error))
        raise typer.Exit(1) from None
    report.finished(name, found)
    raise typer.Exit(1 if found.failed else 0)
