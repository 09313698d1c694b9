"""Comments: paragraphs as rustdoc takes them, wrapped where rustfmt would end a line."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable, Iterable
from functools import lru_cache

from cgp_toolkit.rules.printers.rust import quoted

__all__ = ["WIDTH", "comment", "link", "link_above", "linking", "quoted"]

WIDTH = 100

_CODE = re.compile(r"(`[^`]*`)")
_MARKUP = re.compile(r"[\[\]<>*_\\]")
_LIST = re.compile(r"^([0-9]*)([-+*#>|]|(?<=[0-9])[.)](?=\s|$))")
_LINK = "\ue000{}\ue001"


def link(name: str) -> str:
    """A mark that becomes a link to ``name``; what is around it is escaped."""
    return _LINK.format(name)


def link_above(name: str) -> str:
    """The same where ``name`` is known to the module above only."""
    return _LINK.format(f"{name}::super")


def linking(called: Callable[[str], str]) -> Callable[[str], str]:
    """``called``, with its names as links."""
    return lambda name: link(called(name))


def comment(paragraphs: Iterable[str], indent: int = 0, sign: str = "///") -> str:
    """A comment of ``paragraphs`` without the line end of its last line; every line is indented."""
    start = " " * indent + sign
    blocks = [_wrapped(paragraph, WIDTH - len(start) - 1) for paragraph in paragraphs if paragraph.strip()]
    lines = [line for block in blocks for line in ("", *block)][1:]
    return "\n".join(f"{start} {line}" if line else start for line in lines)


@lru_cache(maxsize=4096)
def _wrapped(paragraph: str, room: int) -> tuple[str, ...]:
    text = "".join(
        part if index % 2 else _MARKUP.sub(lambda m: f"\\{m[0]}", part)
        for index, part in enumerate(_CODE.split(" ".join(paragraph.split())))
    )
    text = re.sub("\ue000([^\ue001]*)\ue001", _linked, text)
    lines = textwrap.wrap(text, room, break_long_words=False, break_on_hyphens=False)
    return tuple(_LIST.sub(lambda m: f"{m[1]}\\{m[2]}", line) for line in lines)


def _linked(match: re.Match[str]) -> str:
    name, above, path = match[1].partition("::")
    return f"[`{name}`]({path}::{name})" if above else f"[`{name}`]"
