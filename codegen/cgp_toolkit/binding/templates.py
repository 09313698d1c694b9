"""Templates of a target: they lay out what they are given, and fail on anything that they are not."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Protocol

from jinja2 import Environment, FileSystemLoader, StrictUndefined


class Render(Protocol):
    """Gives the text of a template, named without its suffix, for a context."""

    def __call__(self, template: str, /, **context: object) -> str:
        """The text."""


def renderer(folder: Path, filters: Mapping[str, Callable[..., str]] | None = None) -> Render:
    """The function that lays out the ``.jinja2`` files in ``folder``, which may use ``filters``.

    The outputs are code, data and Markdown; whoever writes something else escapes it before.
    """

    @cache
    def environment() -> Environment:
        made = Environment(
            loader=FileSystemLoader(folder),
            undefined=StrictUndefined,
            keep_trailing_newline=True,
            trim_blocks=True,
            lstrip_blocks=True,
            autoescape=False,
            # There are hardly any constants to fold, and to look for them takes a tenth of the time of compiling.
            optimized=False,
        )
        made.filters.update(filters or {})
        return made

    def render(template: str, /, **context: object) -> str:
        return environment().get_template(f"{template}.jinja2").render(context)

    return render
