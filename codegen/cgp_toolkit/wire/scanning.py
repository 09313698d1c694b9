"""The structure of JSON text, without its values: brackets, commas, strings to step over.

All expressions are possessive: they look at each byte once, whatever the text.
"""

from __future__ import annotations

import re
from functools import cache

WHITE_SPACE = b" \t\r\n"

_REST = rb'[^"\\]*+(?:\\.[^"\\]*+)*+'
STRING = re.compile(rb'"' + _REST + rb'"', re.DOTALL)
"""A whole string."""

SPACE = re.compile(rb"[ \t\r\n]*+")
"""White space, of which there may be none."""

_OUTSIDE = rb'[^"\[\]{}]*+(?:"' + _REST + rb'"[^"\[\]{}]*+)*+'
OUTSIDE = re.compile(_OUTSIDE, re.DOTALL)
"""Everything up to a bracket or a string that does not end."""

TO_BRACKET = re.compile(rb'[^"\[\]{}]*+(?:"' + _REST + rb'"[^"\[\]{}]*+)*+([\[\]{}])', re.DOTALL)
"""Everything up to a bracket outside of strings, which is group 1."""

TO_COMMA = re.compile(rb'[^"\[\]{},]*+(?:"' + _REST + rb'"[^"\[\]{},]*+)*+([\[\]{},])', re.DOTALL)
"""Everything up to a bracket or comma outside of strings, which is group 1."""

TO_STRING_END = re.compile(_REST + rb'"', re.DOTALL)
"""From inside of a string to behind its end."""

_LEVELS = 8


def _nested(levels: int) -> bytes:
    """What stands between two brackets, if there are at most so many levels of them inside."""
    inner = _OUTSIDE
    for _ in range(levels):
        inner = _OUTSIDE + rb"(?:[\[{]" + inner + rb"[\]}]" + _OUTSIDE + rb")*+"
    return inner


OPENING = frozenset((b"[", b"{"))


@cache
def container() -> re.Pattern[bytes]:
    """A whole array or object of few levels, in one go; brackets are counted, and not told apart.

    It takes milliseconds to compile, so that only those pay who need it.
    """
    return re.compile(rb"[\[{]" + _nested(_LEVELS) + rb"[\]}]", re.DOTALL)


def is_open(text: bytes) -> bool:
    """Whether ``text`` starts an object or array and does not end it."""
    depth = position = 0
    while match := TO_BRACKET.match(text, position):
        depth += 1 if match[1] in OPENING else -1
        position = match.end()
        if depth <= 0:
            return False
    return depth > 0


def end_of_value(text: bytes, start: int) -> int:
    """Where the value that starts at ``start`` ends, in JSON that is well-formed."""
    if text[start : start + 1] == b'"':
        string = STRING.match(text, start)
        return len(text) if string is None else string.end()
    if whole := container().match(text, start):
        return whole.end()
    depth, position = 0, start
    while match := (TO_BRACKET if depth else TO_COMMA).match(text, position):
        if match[1] in OPENING:
            depth += 1
        elif depth == 0:
            # The comma or bracket behind a number or a word.
            return match.start(1)
        else:
            depth -= 1
        position = match.end()
        if depth == 0:
            return position
    return len(text)
