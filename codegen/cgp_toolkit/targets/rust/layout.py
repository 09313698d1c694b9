"""Lines as rustfmt lays them out with its default settings, for the few forms that generated code has."""

from __future__ import annotations

from collections.abc import Sequence

from cgp_toolkit.targets.rust.docs import WIDTH

_ARRAY, _SHORT, _STRUCT = 60, 10, 18
"""How wide an array may be on one line, how wide the items are that share lines, how wide the inside of a literal is."""


def listed(before: str, items: Sequence[str], after: str, indent: int, width: int = WIDTH) -> str:
    """``before``, the ``items`` with commas, ``after``: in one line of ``width`` if it fits, else an item a line."""
    line = f"{before}{', '.join(items)}{after}"
    if indent + len(line) <= width or not items:
        return line
    inner = " " * (indent + 4)
    return f"{before}\n" + "".join(f"{inner}{item},\n" for item in items) + " " * indent + after


def array(before: str, items: Sequence[str], after: str, indent: int) -> str:
    """An array literal whose brackets end ``before`` and start ``after``."""
    inside = ", ".join(items)
    fits = indent + len(before) + len(inside) + len(after) <= WIDTH
    if not items or (len(inside) + 2 <= _ARRAY and fits):
        return f"{before}{inside}{after}"
    if any(len(item) > _SHORT for item in items):
        return listed(before, items, after, indent, 0)
    inner = " " * (indent + 4)
    rows = [""]
    for item in items:
        if len(inner) + len(rows[-1]) + len(item) + 1 > WIDTH:
            rows.append("")
        rows[-1] += f"{item}, "
    return f"{before}\n" + "".join(f"{inner}{row.rstrip()}\n" for row in rows) + " " * indent + after


def literal(name: str, fields: Sequence[str], indent: int) -> str:
    """A struct literal."""
    inside = ", ".join(fields)
    if not fields:
        return f"{name} {{}}"
    if len(inside) <= _STRUCT:
        return f"{name} {{ {inside} }}"
    return listed(f"{name} {{", fields, "}", indent, 0)


def signature(name: str, parameters: Sequence[str], result: str, indent: int) -> str:
    """The head of a function with its opening brace."""
    return listed(f"{name}(", parameters, f"){result} {{", indent)
