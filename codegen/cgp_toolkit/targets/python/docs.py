"""Docstrings: paragraphs as the literal that Python takes for documentation."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable

_WIDTH = 120


def literal(paragraphs: Iterable[str], indent: int) -> str:
    """A docstring literal of ``paragraphs``, wrapped; its lines but the first are indented by ``indent`` spaces."""
    room = _WIDTH - indent
    blocks = [" ".join(paragraph.split()).replace("\\", "\\\\").replace('"""', r"\"\"\"") for paragraph in paragraphs]
    blocks = [block for block in blocks if block]
    text = "\n\n".join(textwrap.fill(block, room, break_long_words=False, break_on_hyphens=False) for block in blocks)
    first = text.partition("\n")[0]
    if "\n" not in text and len(first) + 6 <= room:
        return f'"""{text[:-1]}\\""""' if text.endswith('"') else f'"""{text}"""'
    return textwrap.indent(f'"""{text}\n"""', " " * indent).lstrip(" ")
