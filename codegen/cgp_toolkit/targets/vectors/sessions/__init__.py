"""Vectors of sessions: every place of the lifecycle's table, and the model's own recordings."""

from __future__ import annotations

from cgp_toolkit.targets.vectors.sessions.vectors import places_without, vectors

__all__ = ["places_without", "vectors"]
