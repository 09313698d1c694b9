"""The README's example: a first program, around the model's first valid example."""

from __future__ import annotations

from collections.abc import Mapping

from cgp_toolkit.binding.samples import given, valid_messages
from cgp_toolkit.model import Envelope, Json, Model, Record
from cgp_toolkit.targets.java.layout import laid_out
from cgp_toolkit.targets.java.names import Names
from cgp_toolkit.targets.java.records import has_builder
from cgp_toolkit.targets.java.rendering import render
from cgp_toolkit.targets.java.types import expression


def example(model: Model, names: Names) -> str:
    """The program; empty if the model has no valid example."""
    for owner, message in valid_messages(model):
        made = _construct(model, names, owner, message)
        return laid_out(
            render(
                "example.java",
                package=names.package,
                name=names.envelopes[owner.name],
                message=made,
                lists="List." in made,
            )
        )
    return ""


def _construct(model: Model, names: Names, owner: Envelope | Record, value: Mapping[str, Json]) -> str:
    """The expression that builds ``value``."""
    name = names.owner(owner)
    said: list[tuple[str, str]] = []
    for member, items in given(owner, value):
        type_ = model.type_of(member)
        if isinstance(type_, Record):
            parts = [_construct(model, names, type_, item) for item in items if isinstance(item, dict)]
            text = f"List.of({', '.join(parts)})" if member.many else parts[0]
        else:
            text = expression(model, names, member, value[member.name])
        said.append((names.components[name, member.name], text))
    if not has_builder(owner):
        return f"new {name}({', '.join(text for _, text in said)})"
    return f"{name}.builder(){''.join(f'.{component}({text})' for component, text in said)}.build()"
