"""Our own templates: they lay out what they are given, and fail on anything that they are not."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined


@cache
def _environment() -> Environment:
    return Environment(
        loader=FileSystemLoader(Path(__file__).parent / "templates"),
        undefined=StrictUndefined,
        keep_trailing_newline=True,
        trim_blocks=True,
        lstrip_blocks=True,
        # The outputs are Rust, TOML and Markdown.
        autoescape=False,
    )


def render(template: str, **context: object) -> str:
    """The text of ``templates/<template>.jinja2`` for ``context``."""
    return _environment().get_template(f"{template}.jinja2").render(context)
