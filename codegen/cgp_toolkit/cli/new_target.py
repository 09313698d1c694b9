"""``cgp new-target``: a target package of one's own, ready to be installed."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from cgp_toolkit.cli.options import JsonOption, examples

NAME = "new-target"
EXAMPLES = examples(
    ("cgp new-target kotlin", "lay out ./cgp-target-kotlin"),
    ("cgp new-target kotlin --out kt", "lay it out elsewhere"),
    ("pip install -e ./cgp-target-kotlin", "let cgp find it"),
    ("cgp generate --target kotlin", "write what it gives"),
)


def command(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The target: small letters, digits, words joined by -.")],
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="DIR", file_okay=False, help="The folder; by default cgp-target-NAME here."),
    ] = None,
    json: JsonOption = False,
) -> None:
    """Lay out a target package that works: entry point, names, template and test.

    The package is yours: it needs the toolkit, and the toolkit needs to know nothing of it. The folder must not exist,
    or be empty. Exits with 1 if that is not so.
    """
    from cgp_toolkit.report.laid_out import print_laid_out
    from cgp_toolkit.scaffold import distribution, files, is_name
    from cgp_toolkit.targets.base import installed_targets
    from cgp_toolkit.workspace import lay_out

    if not is_name(name):
        raise typer.BadParameter(
            f"{name!r} can't be the name of a target; take small letters and digits, and - between words",
            param_hint="NAME",
        )
    if name in installed_targets():
        raise typer.BadParameter(f"there is a target {name!r} already; take another name", param_hint="NAME")
    folder = out if out is not None else Path(distribution(name))
    texts = files(name)
    lay_out(folder, texts)
    print_laid_out(name, folder, tuple(texts), json=json)
