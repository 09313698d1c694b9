"""Words of a model in messages: shown at bounded length, and with the known word that was probably meant."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

_LONGEST = 60


def shown(word: str) -> str:
    """``word`` in quotes, cut where it is very long."""
    return repr(word if len(word) <= _LONGEST else word[:_LONGEST] + "…")


def closest(word: str, known: Iterable[str]) -> str | None:
    """The known word that was probably meant, if one is close; ``word`` itself where it is known."""
    words = list(known)
    if word in words:
        return word
    close = difflib.get_close_matches(word, words, n=1, cutoff=0.6) if len(word) <= _LONGEST else []
    return close[0] if close else None


def suggestion(word: str, known: Iterable[str]) -> str:
    """``; did you mean …?`` where a known word is close, else nothing."""
    meant = closest(word, known)
    return f"; did you mean {meant!r}?" if meant is not None else ""


def article(word: str) -> str:
    """``word`` behind its indefinite article."""
    return f"an {word}" if word[0] in "aeiou" else f"a {word}"
