"""Patterns whose meaning is simple enough to be asked without a regular expression."""

from __future__ import annotations

import re
from dataclasses import dataclass

_MEMBER = r"(?:\\[nrt]|[^\\\]^-])"
_SOMETHING = re.compile(rf"\[\^(?P<never>{_MEMBER}+)\]\*\[\^(?P<blank>{_MEMBER}+)\]\[\^(?P=never)\]\*")
_ESCAPES = {r"\n": "\n", r"\r": "\r", r"\t": "\t"}


@dataclass(frozen=True, slots=True)
class Something:
    """Texts without any character of ``never``, and with at least one character that is not in ``blank``."""

    never: str
    blank: str


def something(pattern: str) -> Something | None:
    """What ``pattern`` asks for, if it is ``[^…]*[^…][^…]*``: no such character, and more than blanks."""
    match = _SOMETHING.fullmatch(pattern)
    if match is None:
        return None
    never, blank = (_characters(match[name]) for name in ("never", "blank"))
    return Something(never, blank) if set(never) <= set(blank) else None


def _characters(members: str) -> str:
    return "".join(_ESCAPES.get(member, member) for member in re.findall(_MEMBER, members))
