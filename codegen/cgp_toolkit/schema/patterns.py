r"""The model's patterns as assertions of JSON Schema that mean the same in every language.

The model writes full matches in a portable subset, without anchors.  JSON Schema searches, so anchors are added.  In
Python and Java ``$`` also matches before a line feed that ends the text; ``\z`` and lookaheads are not portable.  So a
second assertion refuses a line end behind ``$``: it can only fail where the engine has such a ``$``, and there it fails
for every text that slipped through.
"""

from __future__ import annotations

import re

from cgp_toolkit.model import Json

_SPECIAL = re.compile(r"[\\^$.|?*+()\[\]{}]")
_SKIPPED = re.compile(r"\\.|\[(?:\\.|[^\]\\])*\]", re.DOTALL)


def full_match(pattern: str) -> dict[str, Json]:
    """The assertions for texts that ``pattern`` matches from end to end."""
    return {"pattern": f"^{grouped(pattern)}$", "not": {"type": "string", "pattern": "$[\\r\\n]"}}


def one_of(values: tuple[str, ...], form: str) -> str:
    """A pattern for the listed ``values`` and whatever ``form`` matches."""
    return "|".join([*(_SPECIAL.sub(r"\\\g<0>", value) for value in values), form])


def grouped(pattern: str) -> str:
    """``pattern`` as one unit; brackets only where an alternative stands outside of any group."""
    depth = 0
    for character in _SKIPPED.sub("", pattern):
        depth += (character == "(") - (character == ")")
        if character == "|" and depth == 0:
            return f"(?:{pattern})"
    return pattern


def refuses_empty(pattern: str) -> bool:
    """Whether the empty text does not match."""
    return re.fullmatch(pattern, "") is None
