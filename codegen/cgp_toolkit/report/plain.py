"""Values of the model as plain JSON values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass

from cgp_toolkit.model import Phrase, Position


def plain(value: object) -> object:
    """``value`` as JSON values: records as objects, positions as file, line and column, enumerations as their words."""
    if value is None or isinstance(value, bool | int | float):
        return value
    if isinstance(value, str):
        return str(value)
    if isinstance(value, Phrase):
        return value.text
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    if is_dataclass(value):
        return {field.name: plain(getattr(value, field.name)) for field in fields(value)}
    raise TypeError(f"a {type(value).__name__} is no value of a model")


def place(position: Position | None) -> object:
    """A position, or null where there is none."""
    return None if position is None else plain(position)
