"""``cgp docs``: the documentation as a site."""

from __future__ import annotations

from pathlib import Path
from time import perf_counter
from typing import Annotated

import typer

from cgp_toolkit.cli.options import JsonOption, SpecOption, examples, out_folder, spec_folder

NAME = "docs"
EXAMPLES = examples(
    ("cgp docs", "build the site into build/docs; open index.html there"),
    ("cgp docs --out site", "elsewhere"),
    ("cgp docs --serve", "show it, and again after every save, until Ctrl-C"),
    ("cgp docs --serve --port 0 --open", "on any free port, in the browser"),
)


def command(
    spec: SpecOption = None,
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="DIR", help="The folder of the site; by default build/docs beside the model."),
    ] = None,
    serve: Annotated[
        bool, typer.Option("--serve", "-s", help="Serve it on this machine and follow the YAML; nothing is kept.")
    ] = False,
    port: Annotated[int, typer.Option("--port", min=0, max=65535, help="The port; 0 is any that is free.")] = 8000,
    browser: Annotated[bool, typer.Option("--open", help="Open it in the browser, with --serve.")] = False,
    json: JsonOption = False,
) -> None:
    """Build the reference documentation of the model, or serve it while the model is edited.

    The site works from its folder, without a server and without a network. While it is served, numbers of vectors,
    schemas and the Python package are shown as cgp generate left them, so that a saved file shows at once.
    """
    from cgp_toolkit.site import SiteError
    from cgp_toolkit.site import build as build_site
    from cgp_toolkit.site import serve as serve_site

    if serve and out is not None:
        raise typer.BadParameter("a served site is not kept; leave it out, or leave --serve out", param_hint="--out")
    if serve and json:
        raise typer.BadParameter("a served site has no report", param_hint="--json")
    spec = spec_folder(spec)
    generated = out_folder(None, spec)
    try:
        if serve:
            serve_site(spec, generated, port, browser=browser)
            return
        start = perf_counter()
        typer.echo("building the site, which takes a while ...", err=True)
        built = build_site(spec, out if out is not None else generated.parent / "build" / "docs")
    except SiteError as error:
        typer.echo(f"cgp: {error}", err=True)
        raise typer.Exit(1) from None
    except KeyboardInterrupt:
        return
    seconds = perf_counter() - start
    if json:
        from cgp_toolkit.report.console import json_text

        typer.echo(json_text({"site": str(built.out), "pages": built.pages, "seconds": round(seconds, 2)}))
    else:
        typer.echo(f"{built.pages} pages in {built.out}, {seconds:.1f} s; open {built.out / 'index.html'}")
