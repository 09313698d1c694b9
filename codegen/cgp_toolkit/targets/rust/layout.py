"""Lines as rustfmt lays them out with its default settings, for the few forms that generated code has."""

from __future__ import annotations

from collections.abc import Sequence

from cgp_toolkit.targets.rust.docs import WIDTH

_ARRAY, _SHORT, _STRUCT, _CALL, _CHAIN = 60, 10, 18, 60, 60
"""Widths: of an array on one line, of items that share lines, of the inside of a literal, of arguments, of a chain."""


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
    if not items or (len(inside) <= _ARRAY and fits):
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


def call(before: str, arguments: Sequence[str], after: str, indent: int) -> str:
    """A call, whose brackets end ``before`` and start ``after``."""
    inside = ", ".join(arguments)
    line = f"{before}{inside}{after}"
    if len(inside) <= _CALL and indent + len(line) <= WIDTH:
        return line
    return listed(before, arguments, after, indent, 0)


def chain(before: str, operands: Sequence[str], sign: str, after: str, indent: int) -> str:
    """Operands joined by ``sign``, such as ``&&``, in lines of their own if they don't fit into one.

    They stand behind ``before`` and in front of ``after``, a brace if there is one.
    """
    line = f"{before}{f' {sign} '.join(operands)}{after}"
    if indent + len(line) <= WIDTH or len(operands) == 1:
        return line
    inner = " " * (indent + 4)
    if after and indent + len(line) - len(after) <= WIDTH:
        return f"{line.removesuffix(after)}\n{' ' * indent}{after.strip()}"
    rest = "".join(f"\n{inner}{sign} {operand}" for operand in operands[1:])
    brace = "\n" + " " * indent + after.strip() if after else ""
    return f"{before}{operands[0]}{rest}{brace}"


def is_plain(operand: str) -> bool:
    """Whether rustfmt leaves a part of an expression on its line for sure."""
    return len(operand) <= _CHAIN
