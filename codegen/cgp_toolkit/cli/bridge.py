"""``cgp bridge``: one encoding in front of a provider that speaks the other."""

from __future__ import annotations

from typing import Annotated

import typer

from cgp_toolkit.cli.options import examples
from cgp_toolkit.wire.bridge.bridges import Bridge
from cgp_toolkit.wire.conversions import Encoding, Framing

NAME = "bridge"
EXAMPLES = examples(
    ("cgp bridge --front jsonrpc --back ndjson -- ./provider", "call a provider as a JSON-RPC server"),
    ("cgp bridge --front jsonrpc --back ndjson --framing content-length -- ./provider", "as editors speak it"),
    ("cgp bridge --front ndjson --back jsonrpc -- ./server", "use a JSON-RPC server as a provider"),
)


def command(
    command: Annotated[
        list[str],
        typer.Argument(metavar="COMMAND", help="The provider and its arguments, behind --.", show_default=False),
    ],
    front: Annotated[Encoding, typer.Option("--front", help="What the client speaks, on standard input and output.")],
    back: Annotated[Encoding, typer.Option("--back", help="What the provider speaks; the other one.")],
    framing: Annotated[
        Framing, typer.Option("--framing", help="How JSON-RPC messages follow each other, on whichever side they are.")
    ] = Framing.LINE,
    timeout: Annotated[
        float, typer.Option("--timeout", min=0, help="Seconds for each reply of the provider; 0: no limit.")
    ] = 60.0,
    grace: Annotated[
        float, typer.Option("--grace", min=0.01, help="Seconds for the provider to end, before it is made to.")
    ] = 5.0,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Tell nothing on standard error.")] = False,
    json: Annotated[bool, typer.Option("--json", help="Tell it in JSON, for programs.")] = False,
) -> None:
    """Put JSON-RPC (a draft) in front of a provider that speaks NDJSON, or the other way round.

    COMMAND is started as a child process and knows nothing of it. Ids are mapped by a table; requests are all in
    flight at once if the provider correlates, else one after the other. Every request is answered, whatever happens to
    the provider, and nothing of it is left behind. Exits with 0 after a session that was ended by the client, with 1
    if the provider ended it, or did not end when it was told to.
    """
    from cgp_toolkit.report.bridging import BridgeReport
    from cgp_toolkit.wire.errors import InputError

    if front is back:
        raise typer.BadParameter(
            "the provider speaks what the client speaks: there is nothing to bridge", param_hint="--back"
        )
    try:
        from cgp_toolkit.wire.bridge.running import run
    except (ImportError, SyntaxError) as error:
        raise InputError(
            f"the generated Python binding can't be imported: {error}; cgp generate writes it, pip installs it"
        ) from error
    report = BridgeReport(json=json, quiet=quiet)
    bridge = Bridge(tuple(command), front, back, framing, timeout or None, grace)
    found = run(bridge, report.note)
    report.finished(found)
    raise typer.Exit(found.code)
