"""A name as words, and words as a name in the casing of a language."""

from __future__ import annotations

import re
from functools import lru_cache

_WORD = re.compile(r"[A-Z]+(?![a-z])[0-9]*|[A-Z]?[a-z]+[0-9]*|[0-9]+")


@lru_cache(maxsize=4096)
def words(name: str) -> tuple[str, ...]:
    """The words of ``name`` in lower case: ``SomeName``, ``some_name`` and ``some-name`` are two words.

    Digits belong to the word before them, capitals in a row are one word; what is neither letter nor digit parts
    words.  A name without letters and digits has no words.
    """
    return tuple(word.lower() for word in _WORD.findall(name))


def pascal(name: str) -> str:
    """``some_name`` as ``SomeName``."""
    return "".join(word.capitalize() for word in words(name))


def camel(name: str) -> str:
    """``some_name`` as ``someName``."""
    first, *rest = words(name) or ("",)
    return first + "".join(word.capitalize() for word in rest)


def snake(name: str) -> str:
    """``SomeName`` as ``some_name``."""
    return "_".join(words(name))


def screaming(name: str) -> str:
    """``SomeName`` as ``SOME_NAME``."""
    return snake(name).upper()
