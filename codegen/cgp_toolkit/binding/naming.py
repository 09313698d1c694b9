"""Names that don't collide: each language settles its own with this, before any template runs."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from collections.abc import Set as AbstractSet


def assign(
    wire: Iterable[str],
    spell: Callable[[str], str],
    reserved: AbstractSet[str] = frozenset(),
    *,
    suffix: str = "_",
    again: str = "_",
    apart: bool = False,
) -> dict[str, str]:
    """A name for each wire name, in its order.

    That is ``spell``, then ``suffix`` if that is taken, then ``again`` until it is free.  ``reserved`` are names that
    none may get; with ``apart`` none gets the wire name of another one either.  Names that need no change come first,
    so that adding an awkward one never renames a plain one.  A pure function of its arguments.
    """
    wire = list(dict.fromkeys(wire))
    taken = set(reserved)
    result: dict[str, str] = {}
    for name in sorted(wire, key=lambda n: spell(n) != n or n in reserved):
        spelt = spell(name)
        barred = taken | (set(wire) - {name}) if apart else taken
        if spelt in barred:
            spelt += suffix
        while spelt in barred:
            spelt += again
        taken.add(spelt)
        result[name] = spelt
    return {name: result[name] for name in wire}
