"""The HTTP binding: entry in, frozen value out.  References stay names; the lint rules check them."""

from __future__ import annotations

from typing import cast

from cgp_toolkit.model.collect import Collection, Found
from cgp_toolkit.model.entries import HttpEntry
from cgp_toolkit.model.http import HttpBinding, HttpStatus


def resolve(collection: Collection) -> HttpBinding | None:
    """The binding; ``None`` for a protocol without one."""
    return next((_binding(found) for found in collection.of("http")), None)


def _binding(found: Found) -> HttpBinding:
    entry = cast(HttpEntry, found.entry)
    return HttpBinding(
        doc=entry.doc,
        method=entry.method,
        media_type=entry.media_type,
        statuses=tuple(
            HttpStatus(name, status.doc, status.number, found.at("statuses", name, key=True))
            for name, status in entry.statuses.items()
        ),
        requirements=entry.requirements,
        decisions=entry.decisions,
        position=found.position,
    )
