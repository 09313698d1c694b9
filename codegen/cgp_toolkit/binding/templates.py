"""Templates of a target: they lay out what they are given, and fail on anything that they are not."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Final, Protocol, TypedDict

import jinja2
from jinja2 import Environment, FileSystemBytecodeCache, FileSystemLoader, StrictUndefined
from jinja2.bccache import Bucket

from cgp_toolkit.model.keeping import keep


class _Options(TypedDict):
    keep_trailing_newline: bool
    trim_blocks: bool
    lstrip_blocks: bool
    autoescape: bool
    optimized: bool


_OPTIONS: Final = _Options(
    keep_trailing_newline=True,
    trim_blocks=True,
    lstrip_blocks=True,
    autoescape=False,
    # There are hardly any constants to fold, and to look for them takes a tenth of the time of compiling.
    optimized=False,
)


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
            bytecode_cache=_Compiled(str(keep("templates"))),
            **_OPTIONS,
        )
        made.filters.update(filters or {})
        return made

    def render(template: str, /, **context: object) -> str:
        return environment().get_template(f"{template}.jinja2").render(context)

    return render


class _Compiled(FileSystemBytecodeCache):
    """Compiled templates, known by all that they were made from and not by where it stood: copies share them."""

    def get_bucket(self, environment: Environment, name: str, filename: str | None, source: str) -> Bucket:
        """The code of the template ``name``, if it is kept."""
        made_from = (sys.implementation.cache_tag, jinja2.__version__, *_OPTIONS.items(), name, source)
        key = sha256(repr(made_from).encode(errors="surrogatepass")).hexdigest()
        bucket = Bucket(environment, key, self.get_source_checksum(source))
        try:
            self.load_bytecode(bucket)
        except Exception:  # Spoilt files make unpickling fail in any way it likes.
            bucket.reset()
        if bucket.code is not None and filename is not None:
            # A traceback is to name the file that was read.
            bucket.code = bucket.code.replace(co_filename=filename)
        return bucket

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep the code, if that is possible."""
        with suppress(OSError):
            super().dump_bytecode(bucket)
