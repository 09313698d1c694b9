"""``limits.ts``: what breaks the model's own limits, explained, a function a type."""

from __future__ import annotations

from dataclasses import dataclass

from cgp_toolkit.rules import Check
from cgp_toolkit.rules.kinds import TRUTH
from cgp_toolkit.rules.plan import Plan
from cgp_toolkit.rules.printers.typescript import TypeScriptPrinter
from cgp_toolkit.rules.tree import And, Not
from cgp_toolkit.targets.typescript.names import text
from cgp_toolkit.targets.typescript.rendering import comment, literal, render
from cgp_toolkit.targets.typescript.rules_layout import condition
from cgp_toolkit.targets.typescript.rules_names import BindingNames, imports, inside, template


@dataclass(frozen=True, slots=True)
class _Line:
    """One limit: ``if (wrong)`` a violation, for each ``item`` of ``loop`` if there is one."""

    guard: str
    loop: str
    item: str
    wrong: str
    arguments: tuple[str, ...]


def limits_source(planned: Plan, binding: BindingNames, stamp: str) -> str:
    """Source of the module."""
    owners = [owner for owner in planned.owners.values() if owner.limits]
    lines = {owner.kind: [_limit(check, binding) for check in owner.limits] for owner in owners}
    faults = dict.fromkeys(check.rule for owner in owners for check in owner.limits)
    wrongs = [line.wrong for found in lines.values() for line in found]
    return render(
        "limits.ts",
        stamp=stamp,
        about=comment(
            [
                "What breaks the limits that the model sets to single values, a function a type. Whatever is inside "
                "of an object is looked at by the functions of its own type."
            ]
        ),
        forms=any("forms." in wrong for wrong in wrongs),
        has=any("has." in wrong for wrong in wrongs),
        fixes=[literal([text(fault), text(planned.model.lines.fault(fault).fix)], 2, 79) for fault in faults],
        imports=imports(binding, [owner.kind for owner in owners]),
        owners=[{"type": binding.type_of(owner.kind), "lines": lines[owner.kind]} for owner in owners],
    )


def _limit(check: Check, binding: BindingNames) -> _Line:
    each = check.each
    printer = TypeScriptPrinter(binding)
    wrong = Not(TRUTH, check.condition)
    terms = (*check.guards, wrong) if each is None else (*check.inner, wrong)
    guard = printer.print(And(TRUTH, check.outer)) if each is not None and check.outer else ""
    indent = 2 if each is None else 6 if guard else 4
    pointer = "".join(f"/{name}" for name in (check.pointer if each is None else each.pointer))
    message = "".join(piece for piece in check.message if isinstance(piece, str))
    return _Line(
        guard=guard,
        loop=printer.print(each.items) if each is not None else "",
        item=printer.print(each.variable) if each is not None else "",
        wrong=condition(printer, And(TRUTH, terms), indent),
        arguments=(
            text(check.rule),
            text(check.requirement) if check.requirement is not None else "undefined",
            template("${at}" + inside(pointer) + ("/${index}" if each is not None else "")),
            text(message),
        ),
    )
