"""``_limits.py``: what breaks the model's own limits, explained, a function a class."""

from __future__ import annotations

from dataclasses import dataclass

from cgp_toolkit.rules import Check
from cgp_toolkit.rules.kinds import TRUTH
from cgp_toolkit.rules.plan import Owner, Plan
from cgp_toolkit.rules.printers.python import PythonPrinter
from cgp_toolkit.rules.tree import And, Expression, Not
from cgp_toolkit.targets.python import docs
from cgp_toolkit.targets.python.names import rule_variable
from cgp_toolkit.targets.python.rendering import render
from cgp_toolkit.targets.python.rules_names import BindingNames, fresh
from cgp_toolkit.targets.stamp import commented


@dataclass(frozen=True, slots=True)
class _Line:
    """One check: ``if wrong: yield ...``, inside ``for index, item in enumerate(loop)`` if there is a loop."""

    guard: str
    loop: str
    item: str
    wrong: str
    rule: str
    requirement: str
    pointer: str
    message: str


def limits_source(plan: Plan, binding: BindingNames) -> str:
    """Unformatted source of the module."""
    owners = [owner for owner in plan.owners.values() if owner.limits]
    lines = {owner.kind: _lines(owner, binding) for owner in owners}
    faults = dict.fromkeys(check.rule for owner in owners for check in owner.limits)
    return render(
        "rules_limits.py",
        stamp=commented(plan.model, "python", "#"),
        module=binding.names.module,
        forms=any("forms." in line.wrong for found in lines.values() for line in found),
        fixes=[(repr(fault), repr(plan.model.lines.fault(fault).fix)) for fault in faults],
        owners=[
            {
                "name": binding.owner(owner.kind),
                "type": binding.class_of(owner.kind),
                "doc": docs.literal([f"What breaks the limits of {binding.class_of(owner.kind)} itself."], 4),
                "lines": lines[owner.kind],
            }
            for owner in owners
        ],
    )


def _lines(owner: Owner, binding: BindingNames) -> list[_Line]:
    taken = {"this", "at", "index"}
    return [_line(check, binding, taken) for check in owner.limits]


def _line(check: Check, binding: BindingNames, taken: set[str]) -> _Line:
    known: dict[Expression, str] = {}
    if check.each is not None:
        known[check.each.variable] = fresh(rule_variable(check.each.variable.name), taken)
    printer = PythonPrinter(binding, known)
    wrong = Not(TRUTH, check.condition)
    terms = (*check.guards, wrong) if check.each is None else (*check.inner, wrong)
    pointer = "".join(f"/{name}" for name in check.pointer)
    return _Line(
        guard=printer.print(And(TRUTH, check.outer)) if check.each is not None and check.outer else "",
        loop=printer.print(check.each.items) if check.each is not None else "",
        item=printer.print(check.each.variable) if check.each is not None else "",
        wrong=printer.print(And(TRUTH, terms)),
        rule=repr(check.rule),
        requirement=repr(check.requirement),
        pointer=pointer if check.each is None else "".join(f"/{name}" for name in check.each.pointer) + "/{index}",
        message=repr("".join(piece for piece in check.message if isinstance(piece, str))),
    )
