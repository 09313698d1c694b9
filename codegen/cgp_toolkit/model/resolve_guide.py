"""The prose of the documentation: entry in, frozen value out."""

from __future__ import annotations

from types import MappingProxyType
from typing import cast

from cgp_toolkit.model.collect import Collection, Found
from cgp_toolkit.model.entries import GuideEntry
from cgp_toolkit.model.guide import Guide, Walk


def resolve(collection: Collection) -> Guide | None:
    """The prose; ``None`` for a protocol without any."""
    return next((_guide(found) for found in collection.of("guide")), None)


def _guide(found: Found) -> Guide:
    entry = cast(GuideEntry, found.entry)
    walk = entry.walk
    pages = {name: text for name, text in entry.pages if text is not None}
    return Guide(
        walk=None if walk is None else Walk(walk.session, walk.steps, found.at("walk", key=True)),
        pages=MappingProxyType(pages),
        position=found.position,
    )
