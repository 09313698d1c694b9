"""``cgp show``: the model as a tree."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from cgp_toolkit.cli.options import JsonOption, SpecOption, completions, examples, looked_up, spec_folder

if TYPE_CHECKING:
    from collections.abc import Callable

    from cgp_toolkit.model import Model

NAME = "show"
EXAMPLES = examples(
    ("cgp show", "all of the model"),
    ("cgp show envelopes", "the envelopes; also: types, vocabularies, scalars"),
    ("cgp show Capabilities", "a type or an envelope, with what its members hold"),
    ("cgp show --json", "all that the model says, for programs"),
)


def _complete_name(incomplete: str) -> list[str]:
    from cgp_toolkit.explain import part_names

    return completions(incomplete, part_names)


def command(
    name: Annotated[
        str | None, typer.Argument(metavar="NAME", autocompletion=_complete_name, help="The part to show.")
    ] = None,
    spec: SpecOption = None,
    json: JsonOption = False,
) -> None:
    """Show the model as a tree: envelopes with their direction and reply, types with their members, vocabularies.

    NAME is a section (envelopes, types, vocabularies, scalars), an envelope, a type or Type.member.
    """
    from cgp_toolkit.explain import part, part_names, similar, whole
    from cgp_toolkit.report import tree
    from cgp_toolkit.report.explanations import print_unknown

    def look(model: Model, _: bool) -> tuple[bool, Callable[[], None]]:
        shown = whole(model) if name is None else part(model, name)
        if shown is not None:
            return True, tree.printer(model, shown, json=json)
        asked = str(name)
        hint = "; cgp explain looks up everything else"
        close = similar(asked, part_names(model))
        return False, lambda: print_unknown(asked, close, json=json, hint=hint)

    found, print_report = looked_up(spec_folder(spec), look)
    print_report()
    raise typer.Exit(0 if found else 1)
