"""JSON pointers (RFC 6901) that are safe to print."""

from __future__ import annotations

# Names of members that the model does not list come from the peer: they may be long and hold anything.
_LONGEST = 64


def token(name: str | int) -> str:
    """One step of a pointer, with its slash.

    ``~`` and ``/`` are escaped as the RFC says.  Of a longer name only the start is shown, and characters that no
    terminal should get are written as escapes; no name of a member that the model lists is changed by either.
    """
    if isinstance(name, int):
        return f"/{name}"
    if len(name) > _LONGEST:
        name = f"{name[:_LONGEST]}\u2026"
    if not name.isprintable():
        name = "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in name)
    return "/" + name.replace("~", "~0").replace("/", "~1")
