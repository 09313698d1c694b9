"""Protocol versions: what they say, and who can work with whom.

The grammar is the model's ABNF, matched whole, letter for letter and with ASCII digits only.  A text outside of it has
no family, and nobody guesses one.
"""

from __future__ import annotations

import re

from msgspec import Struct

from ._tables import FAMILY_UNTIL, VERSION_PATTERN
from .errors import VersionError, VersionMismatch

__all__ = ["Version", "VersionError", "VersionMismatch", "family", "interoperate", "parse", "require"]


class Version(Struct, frozen=True, gc=False):
    """A version.  ``text`` is all of it, ``family`` what has to be equal for two versions to interoperate."""

    text: str
    family: str


def parse(text: str) -> Version:
    """The version that ``text`` spells; :class:`VersionError` if the grammar does not allow it."""
    # Compiled at the first call and kept by `re`, so that importing costs nothing.
    if re.fullmatch(VERSION_PATTERN, text) is None:
        raise VersionError
    return Version(text, text.partition(FAMILY_UNTIL)[0])


def family(text: str) -> str:
    """The family of the version ``text``; :class:`VersionError` if it is none."""
    return parse(text).family


def interoperate(a: str, b: str) -> bool:
    """Whether two versions are of one family; :class:`VersionError` if one of them is no version."""
    return family(a) == family(b)


def require(ours: str, theirs: str) -> None:
    """Do nothing if both are of one family; :class:`VersionMismatch` if not, :class:`VersionError` if one is none."""
    mine, other = family(ours), family(theirs)
    if mine != other:
        raise VersionMismatch(mine, other)
