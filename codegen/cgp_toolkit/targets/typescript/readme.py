"""The README of the package, with programs that compile."""

from __future__ import annotations

from collections.abc import Mapping

from cgp_toolkit.binding.samples import given, valid_messages
from cgp_toolkit.model import Envelope, Json, Model, Record, Scalar
from cgp_toolkit.targets.typescript.names import Names, access, text
from cgp_toolkit.targets.typescript.numbers import is_wide, number
from cgp_toolkit.targets.typescript.rendering import Call, Code, literal, render
from cgp_toolkit.targets.typescript.types_modules import owner_names


def readme(model: Model, names: Names, stamp: str) -> str:
    """The text of the README."""
    return render(
        "README.md",
        stamp=stamp,
        names=names,
        protocol=model.protocol,
        doc=" ".join(model.protocol.doc.split()),
        tag=access(names.tag),
        lifecycle=model.lifecycle is not None,
        rpc=model.rpc is not None,
        example=_example(model, names),
        makers=any(member.has_default for owner in model.owners() for member in owner.members),
    )


def _example(model: Model, names: Names) -> Mapping[str, object] | None:
    """A first program, around the model's first valid example; ``None`` if the model has none."""
    for owner, message in valid_messages(model):
        used: set[str] = set()
        made = _construct(model, names, owner, message, used)
        return {
            "type": names.envelopes[owner.name],
            "imports": sorted({*used, "decode", "encode"}, key=str.lower),
            "message": literal(made, 0, 40),
        }
    return None


def _construct(model: Model, names: Names, owner: Envelope | Record, value: Mapping[str, Json], used: set[str]) -> Code:
    """The expression that builds ``value``; the functions that it calls go to ``used``."""
    name, keys = owner_names(names, owner)
    found: dict[str, Code] = {names.tag: text(owner.name)} if isinstance(owner, Envelope) else {}
    for member, items in given(owner, value):
        type_ = model.type_of(member)
        parts = [
            _construct(model, names, type_, item, used)
            if isinstance(type_, Record) and isinstance(item, dict)
            else _plain(item, wide=isinstance(type_, Scalar) and is_wide(type_))
            for item in items
        ]
        found[keys[member.name]] = parts if member.many else parts[0]
    if all(member.name in value for member in owner.members if member.has_default):
        return found
    used.add(f"create{name}")
    return Call(f"create{name}", found)


def _plain(value: Json, *, wide: bool) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return f"{value}n" if wide else number(value)
    return text(str(value))
