"""Schemas as texts: JSON over many lines, as ``json.dumps(value, indent=2, ensure_ascii=False)`` writes it.

With an indent the standard library writes token by token in Python; msgspec lays out what it has written in one go.
"""

from __future__ import annotations

import json
from collections.abc import Mapping

import msgspec

from cgp_toolkit.model import Json


def indented(value: Mapping[str, Json]) -> str:
    """``value`` by two spaces a level, with a line end."""
    return msgspec.json.format(json.dumps(value, ensure_ascii=False), indent=2) + "\n"
