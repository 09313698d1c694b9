"""Texts that a pattern matches, and texts that are close to one that it matches."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import islice

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


def near(pattern: str) -> tuple[str, ...]:
    """Texts that show every part of a pattern at its ends and just beyond, one part a text; each text once.

    Classes give their first and last characters and one outside, repetitions one more and one less than there may be.
    Of a word of fixed characters only the first one changes.
    """
    node = portable.parse(pattern)
    plain = _plain(node)
    ends = [part for part in _parts(node) if isinstance(part, Characters)]
    around = [beyond for part in (ends[:1] + ends[-1:]) for beyond in _outside(part)]
    found = [*_near(node), *(text for c in around for text in (c + plain, plain + c))]
    return tuple(dict.fromkeys(found))


def _near(node: Node) -> Iterator[str]:
    match node:
        case Characters():
            yield from (end for bounds in node.ranges for end in bounds)
            yield from _outside(node)
        case Repeat(item, low, high):
            times = max(low, 1)
            for other in (low - 1, low, times + 2 if high is None else high, times if high is None else high + 1):
                if other >= 0:
                    yield _plain(item) * other
            for text in _near(item):
                yield text + _plain(item) * (times - 1)
        case Choice(options):
            for option in options:
                yield from (_plain(option), *_near(option))
        case Sequence(items):
            for index, item in enumerate(items):
                if index and _is_fixed(item) and _is_fixed(items[index - 1]):
                    continue
                before, after = ("".join(map(_plain, part)) for part in (items[:index], items[index + 1 :]))
                for text in (*_near(item), *_beside(items, index)):
                    yield before + text + after


def _beside(items: tuple[Node, ...], index: int) -> Iterator[str]:
    """Many of a repeated character that the part beside it does not take, so that it is the repetition that counts."""
    item = items[index]
    if isinstance(item, Repeat) and item.high is None and isinstance(item.item, Characters):
        for other in (*items[max(index - 1, 0) : index], *items[index + 1 : index + 2]):
            only = (c for c in _OTHERS if isinstance(other, Characters) and item.item.match(c) and not other.match(c))
            yield from (c * (item.low + 2) for c in islice(only, 1))


def _plain(node: Node) -> str:
    """The simplest text in which every part is there."""
    match node:
        case Characters():
            return next(c for c in _TASTES[0] + _OTHERS if node.match(c))
        case Repeat(item, low, _):
            return _plain(item) * max(low, 1)
        case Choice(options):
            return _plain(options[0])
        case Sequence(items):
            return "".join(map(_plain, items))


def _outside(node: Characters) -> Iterator[str]:
    """A printable character that does not match: next to one that does, if there is such a one."""
    beside = (chr(code) for low, high in node.ranges for code in (ord(high) + 1, ord(low) - 1))
    found = next((c for c in (*beside, *_OTHERS) if c in _OTHERS and not node.match(c)), None)
    if found is not None:
        yield found


def _parts(node: Node) -> Iterator[Node]:
    yield node
    match node:
        case Repeat(item):
            yield from _parts(item)
        case Sequence(parts) | Choice(parts):
            for part in parts:
                yield from _parts(part)


def _is_fixed(node: Node) -> bool:
    return isinstance(node, Characters) and not node.negated and all(low == high for low, high in node.ranges)
