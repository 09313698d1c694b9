"""Schemas as texts: JSON over many lines, as ``json.dumps(value, indent=2, ensure_ascii=False)`` writes it.

With an indent the standard library writes token by token in Python; here each scalar is one call of its fast encoder.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache

from cgp_toolkit.model import Json

_scalar = json.JSONEncoder(ensure_ascii=False).encode


@lru_cache(maxsize=4096)
def _name(name: str) -> str:
    return _scalar(name)


def indented(value: Mapping[str, Json]) -> str:
    """``value`` by two spaces a level, with a line end."""
    return _text(dict(value), "\n") + "\n"


def _text(value: Json, start: str) -> str:
    """``value``; ``start`` is a line end and the indent of the line that it starts on."""
    inner = start + "  "
    if isinstance(value, dict) and value:
        members = [f"{inner}{_name(name)}: {_text(held, inner)}" for name, held in value.items()]
        return "{" + ",".join(members) + start + "}"
    if isinstance(value, list) and value:
        return "[" + ",".join([inner + _text(item, inner) for item in value]) + start + "]"
    return _scalar(value)
