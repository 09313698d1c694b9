"""Javadoc: paragraphs as the comment that doclint takes."""

from __future__ import annotations

import html
import re
import textwrap
from collections.abc import Iterable, Mapping
from functools import lru_cache

_WIDTH = 120
_CODE = re.compile(r"`([^`]*)`")


def comment(paragraphs: Iterable[str], indent: int, tags: Mapping[str, str] | None = None) -> str:
    """A Javadoc comment; its lines but the first are indented.  ``tags`` are block tags and their texts, in order."""
    prefix = " " * indent + " * "
    room = _WIDTH - len(prefix)
    blocks = [_inline(" ".join(paragraph.split())) for paragraph in paragraphs]
    blocks = [block for block in blocks if block]
    if len(blocks) == 1 and not tags and len(blocks[0]) + indent + 7 <= _WIDTH:
        return f"/** {blocks[0]} */"
    lines: list[str] = []
    for number, block in enumerate(blocks):
        lines += ["", *_fill(f"<p>{block}", room)] if number else _fill(block, room)
    if tags:
        lines += [""] if blocks else []
        for tag, text in tags.items():
            lines += _fill(f"{tag} {_inline(text)}", room, "    ")
    body = "\n".join((prefix + line).rstrip() for line in lines)
    return f"/**\n{body}\n{' ' * indent} */"


@lru_cache(maxsize=4096)
def _fill(text: str, room: int, hanging: str = "") -> tuple[str, ...]:
    # Nothing that starts a line is taken for a block tag; code is kept on one line where that is possible.
    kept = re.sub(r"\{@code [^{}]*\}", lambda found: found[0].replace(" ", "\0"), text)
    lines = textwrap.wrap(kept, room, subsequent_indent=hanging, break_long_words=False, break_on_hyphens=False)
    return tuple(line.replace("\0", " ") for line in lines) or ("",)


def _inline(text: str) -> str:
    """Plain text with code in backticks as Javadoc has it."""
    parts = _CODE.split(text)
    return "".join(_code(part) if index % 2 else _plain(part) for index, part in enumerate(parts))


def _plain(text: str) -> str:
    return html.escape(text, quote=False).replace("@", "&#64;").replace("*/", "*&#47;").replace("\\", "&#92;")


def _code(text: str) -> str:
    if re.search(r"[{}@\\]|\*/", text):
        return f"<code>{_plain(text)}</code>"
    return f"{{@code {text}}}"


def literal(text: str) -> str:
    """A string literal."""
    if text.isprintable():
        text = text.replace("\\", "\\\\").replace('"', '\\"')
        return f'"{text}"'
    return '"' + "".join(_escaped(character) for character in text) + '"'


_ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"}


def _escaped(character: str) -> str:
    if character in _ESCAPES:
        return _ESCAPES[character]
    if character.isprintable():
        return character
    units = character.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[i]:02x}{units[i + 1]:02x}" for i in range(0, len(units), 2))
