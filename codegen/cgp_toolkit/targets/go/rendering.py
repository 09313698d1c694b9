"""Our own templates: they lay out what they are given, and fail on anything that they are not."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

from cgp_toolkit.binding.templates import renderer


@cache
def quoted(text: str) -> str:
    """A Go string literal: a raw one where that is easier to read."""
    plain = json.dumps(text, ensure_ascii=False)
    if "\\" in plain and "`" not in text and text.isprintable():
        return f"`{text}`"
    return _escaped(plain)


def _escaped(literal: str) -> str:
    # JSON leaves characters alone that no source file should have.
    return "".join(
        c if c.isprintable() else f"\\u{ord(c):04x}" if ord(c) < 0x10000 else f"\\U{ord(c):08x}" for c in literal
    )


def indented(text: str, tabs: int = 1) -> str:
    """Every line of ``text``, moved to the right."""
    indent = "\t" * tabs
    return indent + text.replace("\n", f"\n{indent}")


def quoted_list(texts: tuple[str, ...]) -> str:
    """A slice of strings, ``nil`` if there are none."""
    return "[]string{" + ", ".join(map(quoted, texts)) + "}" if texts else "nil"


render = renderer(Path(__file__).parent / "templates", {"indented": indented})
