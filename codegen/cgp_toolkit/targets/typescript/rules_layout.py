"""Conditions as lines: what is too long for one is broken at the operators that bind least."""

from __future__ import annotations

from cgp_toolkit.model import Base
from cgp_toolkit.rules.kinds import Plain
from cgp_toolkit.rules.printers.typescript import AND, TypeScriptPrinter
from cgp_toolkit.rules.tree import And, Comparison, Conditional, Expression, Listing, Membership, Not, Or, Variable
from cgp_toolkit.targets.typescript.rendering import WIDTH


def returned(printer: TypeScriptPrinter, node: Expression) -> str:
    """A ``return`` of an expression, in a line of two spaces."""
    flat = printer.print(node)
    if len(flat) + len("  return ;") <= WIDTH or not _breaks(node):
        return f"return {flat};"
    return f"return (\n    {laid(printer, node, 4)}\n  );"


def condition(printer: TypeScriptPrinter, node: Expression, indent: int) -> str:
    """The inside of the brackets of an ``if``."""
    flat = printer.print(node)
    if indent + len(flat) + len("if () {") <= WIDTH or not _breaks(node):
        return flat
    pad = " " * indent
    only = node.terms[0] if isinstance(node, And) and len(node.terms) == 1 else node
    if isinstance(only, Not) and isinstance(only.operand, And | Or):
        return f"!(\n{pad}  {broken(printer, only.operand, indent + 2)}\n{pad})"
    return f"\n{pad}  {broken(printer, only, indent + 2)}\n{pad}"


def laid(printer: TypeScriptPrinter, node: Expression, indent: int, room: int = WIDTH) -> str:
    """An expression that starts at ``indent`` of a line; broken where it does not fit into ``room`` columns."""
    flat = printer.print(node)
    return flat if indent + len(flat) <= room else broken(printer, node, indent)


def broken(printer: TypeScriptPrinter, node: Expression, indent: int) -> str:
    """An expression that is too long for a line, broken at the operators that bind least."""
    pad = " " * indent
    match node:
        case And() if len(node.terms) == 1:
            return broken(printer, node.terms[0], indent)
        case And() | Or():
            operator = " &&" if isinstance(node, And) else " ||"
            last = node.terms[-1]
            return f"{operator}\n{pad}".join(
                _term(printer, term, indent, WIDTH if term is last else WIDTH - len(operator)) for term in node.terms
            )
        case Not() if isinstance(node.operand, And | Or):
            return f"!(\n{pad}  {broken(printer, node.operand, indent + 2)}\n{pad})"
        case Not() if isinstance(node.operand, Conditional):
            return f"!({broken(printer, node.operand, indent)})"
        case Not() if isinstance(node.operand, Membership) and isinstance(node.operand.item, Listing):
            found = broken(printer, node.operand, indent)
            return f"!{found}"
        case Membership() if isinstance(node.items, Variable) and isinstance(node.item, Listing):
            items = listing(printer, node.item, indent + 2)
            return f"{node.items.name}.has(\n{pad}  {printer.key(items)},\n{pad})"
        case Conditional():
            test = printer.print(node.test)
            then, otherwise = (laid(printer, part, indent + 4) for part in (node.then, node.otherwise))
            return f"{test}\n{pad}  ? {then}\n{pad}  : {otherwise}"
        case Comparison() if _is_plain(node):
            left, operator, right = printer.sides(node)
            return f"{left} {operator}\n{pad}{right}"
        case _:
            return printer.print(node)


def listing(printer: TypeScriptPrinter, node: Listing, indent: int) -> str:
    """An array in a line that is indented so far, an item a line."""
    inner = " " * (indent + 2)
    items = "".join(f"{inner}{laid(printer, item, indent + 2, WIDTH - 1)},\n" for item in node.items)
    return f"[\n{items}{' ' * indent}]"


def _term(printer: TypeScriptPrinter, term: Expression, indent: int, room: int) -> str:
    flat = printer.at(term, AND + 1)
    if indent + len(flat) <= room:
        return flat
    pad = " " * indent
    match term:
        case And() | Or():
            return f"(\n{pad}  {broken(printer, term, indent + 2)}\n{pad})"
        case Conditional():
            return f"({broken(printer, term, indent)})"
        case Comparison() if _is_plain(term):
            return broken(printer, term, indent + 2)
        case Not():
            return broken(printer, term, indent)
        case _:
            return flat


def _is_plain(node: Comparison) -> bool:
    """Whether it is made by an operator, not by a helper."""
    plain = isinstance(node.left.kind, Plain) and isinstance(node.right.kind, Plain)
    order = isinstance(node.left.kind, Plain) and node.left.kind.base is Base.STRING and node.operator[0] in "<>"
    return plain and not order


def _breaks(node: Expression) -> bool:
    """Whether there is an operator to break it at."""
    match node:
        case And() | Or() if len(node.terms) == 1:
            return _breaks(node.terms[0])
        case Not():
            return isinstance(node.operand, And | Or | Conditional)
        case Comparison():
            return _is_plain(node)
        case _:
            return isinstance(node, And | Or | Conditional)
