"""``cgp show``: the model as a tree."""

from __future__ import annotations

from typing import Annotated

import typer

from cgp_toolkit.cli.options import JsonOption, SpecOption, examples, sound_model, spec_folder

NAME = "show"
EXAMPLES = examples(
    ("cgp show", "all of the model"),
    ("cgp show envelopes", "the envelopes; also: types, vocabularies, scalars"),
    ("cgp show Capabilities", "a type or an envelope, with what its members hold"),
    ("cgp show --json", "all that the model says, for programs"),
)


def _complete_name(incomplete: str) -> list[str]:
    from cgp_toolkit.explain import part_names

    folded = incomplete.casefold()
    return [name for name in part_names(sound_model(spec_folder(None))) if name.casefold().startswith(folded)]


def command(
    name: Annotated[
        str | None, typer.Argument(metavar="[NAME]", autocompletion=_complete_name, help="The part to show.")
    ] = None,
    spec: SpecOption = None,
    json: JsonOption = False,
) -> None:
    """Show the model as a tree: envelopes with their direction and reply, types with their members, vocabularies.

    NAME is a section (envelopes, types, vocabularies, scalars), an envelope, a type or Type.member.
    """
    from cgp_toolkit.explain import part, part_names, similar, whole
    from cgp_toolkit.report import explanations, tree

    model = sound_model(spec_folder(spec))
    shown = whole(model) if name is None else part(model, name)
    if shown is None:
        assert name is not None
        hint = "; cgp explain looks up everything else"
        explanations.print_unknown(name, similar(name, part_names(model)), json=json, hint=hint)
        raise typer.Exit(1)
    if json:
        typer.echo(tree.as_json(model, shown))
    else:
        tree.print_part(model, shown)
