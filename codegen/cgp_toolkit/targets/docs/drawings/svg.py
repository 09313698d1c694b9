"""Parts of drawings.  All text is escaped, and its width estimated, as nothing here knows the reader's font."""

from __future__ import annotations

import html
from collections.abc import Iterable

FONT = 13
"""The size of letters."""

_NARROW = frozenset("fijlrt.,:;'|!()[] ")
_WIDE = frozenset("mwMW@%")


def width(text: str) -> float:
    """About how wide a text is, in the units of the drawing; rather too much than too little."""
    units = sum(0.34 if c in _NARROW else 0.92 if c in _WIDE or not c.isascii() else 0.6 for c in text)
    return units * FONT


def text(x: float, y: float, words: str, kind: str, *, middle: bool = False) -> str:
    """A line of text whose baseline starts at ``x``, or has its middle there."""
    anchor = ' text-anchor="middle"' if middle else ""
    return f'<text class="{kind}" x="{x:g}" y="{y:g}"{anchor}>{html.escape(words)}</text>'


def box(x: float, y: float, wide: float, high: float, kind: str) -> str:
    """A box with round corners."""
    return f'<rect class="{kind}" x="{x:g}" y="{y:g}" width="{wide:g}" height="{high:g}" rx="7"/>'


def line(points: Iterable[tuple[float, float]], kind: str) -> str:
    """A line through points."""
    way = " ".join(f"{'M' if index == 0 else 'L'}{x:g} {y:g}" for index, (x, y) in enumerate(points))
    return f'<path class="{kind}" d="{way}"/>'


def head(x: float, y: float, *, left: bool) -> str:
    """The head of an arrow whose tip is at the point."""
    back = 7 if left else -7
    return f'<path class="head" d="M{x:g} {y:g} l{back} -4 v8 z"/>'


def drawing(kind: str, wide: float, high: float, title: str, said: str, parts: Iterable[str]) -> str:
    """The whole drawing; ``said`` is what it shows, in words."""
    return (
        f'<svg class="drawing {kind}" role="img" viewBox="0 0 {wide:g} {high:g}" style="max-width:{wide:g}px" '
        f'xmlns="http://www.w3.org/2000/svg">\n<title>{html.escape(title)}</title>\n<desc>{html.escape(said)}</desc>\n'
        + "\n".join(parts)
        + "\n</svg>"
    )
