"""The characters of a model file: UTF-8 without byte order mark, and nothing that some reader takes as a line end."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator

from cgp_toolkit.model.diagnostics import Diagnostic
from cgp_toolkit.model.source import Position

MARK = "\ufeff"
_MOST = 100
# Bytes that are no UTF-8 arrive as U+DC80 to U+DCFF: `bytes.decode(errors="surrogateescape")`.
_WRONG = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff\ud800-\udfff]|\r(?!\n)")


def check(text: str, file: str) -> Iterator[Diagnostic]:
    """The wrong characters; of a file that is full of them, the first hundred."""
    for match in itertools.islice(_WRONG.finditer(text), _MOST):
        before, character = readable(text[: match.start()]), match[0]
        place = Position(file, before.count("\n") + 1, len(before) - before.rfind("\n"))
        if "\udc80" <= character <= "\udcff":
            message, fix = f"the byte 0x{ord(character) - 0xDC00:02x} is not UTF-8", "save the file as UTF-8"
            yield Diagnostic(place, "yaml-encoding", message, fix)
        elif character == MARK and not before:
            yield Diagnostic(place, "yaml-encoding", "the file begins with a byte order mark", "save it without one")
        else:
            message = f"the character U+{ord(character):04X} is read differently, or not at all, elsewhere"
            yield Diagnostic(place, "yaml-character", message, f'in double quotes, write "\\u{ord(character):04x}"')


def readable(text: str) -> str:
    """The text with a placeholder for each wrong character, so that every tool counts the same lines and columns."""
    first, rest = (MARK, text[1:]) if text.startswith(MARK) else ("", text)
    return first + _WRONG.sub(lambda match: "\n" if match[0] == "\r" else "\ufffd", rest)
