"""Texts that a pattern matches, and texts that are close to one that it matches."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from cgp_toolkit.model import portable
from cgp_toolkit.model.pattern_tree import Characters, Choice, Node, Repeat, Sequence

_TASTES = ("a1x", "b2y", "c3z", "k7m", "z9q")
"""Which characters a text is made of, as far as the pattern allows."""
_OTHERS = "".join(map(chr, range(0x21, 0x7F))) + " \n\t\r\u00e9"
_FOREIGN_DIGITS = str.maketrans("0123456789", "٠١٢٣٤٥٦٧٨٩")
_MOST = 12


@cache
def matching(pattern: str, least: int = 0, most: int | None = None) -> tuple[str, ...]:
    """A few simple texts of a pattern, the simplest first, with ``least`` to ``most`` characters."""
    node = portable.parse(pattern)
    found: dict[str, None] = {}
    for more in range(_MOST + least):
        for index, taste in enumerate(_TASTES):
            text = _text(node, taste, index, more)
            if least <= len(text) <= (len(text) if most is None else most) and re.fullmatch(pattern, text):
                found[text] = None
        if len(found) >= len(_TASTES):
            break
    return tuple(found)


def _text(node: Node, taste: str, index: int, more: int) -> str:
    """One text; ``index`` chooses among options, ``more`` adds repetitions."""
    match node:
        case Characters():
            # Some character is in every class; one that is in none of ours makes a text that does not match.
            return next((c for c in taste + _OTHERS if node.match(c)), "")
        case Sequence(items):
            return "".join(_text(item, taste, index, more) for item in items)
        case Choice(options):
            return _text(options[index % len(options)], taste, index, more)
        case Repeat(item, low, high):
            times = low + more if high is None else min(low + more, high)
            return _text(item, taste, index, more) * times


def misfits(sample: str, pattern: str, least: int = 0, most: int | None = None) -> Iterator[tuple[str, str]]:
    """Texts close to ``sample`` that a full match in ASCII refuses, with what was done to it."""
    candidates = {
        "has a line feed at its end": sample + "\n",
        "has digits of another script": sample.translate(_FOREIGN_DIGITS),
        "is white space": " ",
        "has something behind it": sample + "!",
        "has something before it": "!" + sample,
        "lacks its last character": sample[:-1],
        "is in the other case": sample.swapcase(),
        "is a single letter": "x",
    }
    for change, text in candidates.items():
        fits = least <= len(text) <= (len(text) if most is None else most)
        if fits and re.fullmatch(pattern, text) is None:
            yield change, text
