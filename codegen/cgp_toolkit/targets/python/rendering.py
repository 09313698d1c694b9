"""Our own templates: they lay out what they are given, and fail on anything that they are not."""

from __future__ import annotations

from pathlib import Path

from cgp_toolkit.binding.templates import renderer

render = renderer(Path(__file__).parent / "templates")
