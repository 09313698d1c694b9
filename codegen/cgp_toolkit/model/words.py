"""Words of a model in messages: shown at bounded length, and with the known word that was probably meant."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

_LONGEST = 60


def shown(word: str) -> str:
    """``word`` in quotes, cut where it is very long."""
    return repr(word if len(word) <= _LONGEST else word[:_LONGEST] + "…")


def suggestion(word: str, known: Iterable[str]) -> str:
    """``; did you mean …?`` where a known word is close, else nothing."""
    close = difflib.get_close_matches(word, list(known), n=1, cutoff=0.6) if len(word) <= _LONGEST else []
    return f"; did you mean {close[0]!r}?" if close else ""
