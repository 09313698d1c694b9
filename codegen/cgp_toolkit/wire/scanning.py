"""The structure of JSON text, without its values: brackets, commas, strings to step over.

All expressions are possessive: they look at each byte once, whatever the text.
"""

from __future__ import annotations

import re

WHITE_SPACE = b" \t\r\n"

_REST = rb'[^"\\]*+(?:\\.[^"\\]*+)*+'
STRING = re.compile(rb'"' + _REST + rb'"', re.DOTALL)
"""A whole string."""

OUTSIDE = re.compile(rb'[^"\[\]{}]*+(?:"' + _REST + rb'"[^"\[\]{}]*+)*+', re.DOTALL)
"""Everything up to a bracket or a string that does not end."""

TO_BRACKET = re.compile(rb'[^"\[\]{}]*+(?:"' + _REST + rb'"[^"\[\]{}]*+)*+([\[\]{}])', re.DOTALL)
"""Everything up to a bracket outside of strings, which is group 1."""

TO_COMMA = re.compile(rb'[^"\[\]{},]*+(?:"' + _REST + rb'"[^"\[\]{},]*+)*+([\[\]{},])', re.DOTALL)
"""Everything up to a bracket or comma outside of strings, which is group 1."""

TO_STRING_END = re.compile(_REST + rb'"', re.DOTALL)
"""From inside of a string to behind its end."""

OPENING = frozenset((b"[", b"{"))


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
