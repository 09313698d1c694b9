"""``_fine.py``: quick tests, a function a class, each true exactly if nothing has to be explained."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from cgp_toolkit.model import Model
from cgp_toolkit.rules import Check
from cgp_toolkit.rules.checks import THIS
from cgp_toolkit.rules.kinds import TRUTH
from cgp_toolkit.rules.printers.python import PythonPrinter
from cgp_toolkit.rules.quick import Group, groups
from cgp_toolkit.rules.structure import part_attribute
from cgp_toolkit.rules.tree import And, Attribute, Expression, Not, Present, Variable, walk
from cgp_toolkit.targets.python.names import rule_variable
from cgp_toolkit.targets.python.rendering import render
from cgp_toolkit.targets.python.rules_names import BindingNames, fresh
from cgp_toolkit.targets.python.rules_plan import Owner, Part, Plan
from cgp_toolkit.targets.stamp import commented


@dataclass(frozen=True, slots=True)
class _Test:
    """``if wrong: return False``, inside ``for item in loop`` if there is a loop, behind ``guard`` if there is one."""

    guard: str
    loop: str
    item: str
    wrong: str


@dataclass(frozen=True, slots=True)
class _Function:
    """One quick test; ``locals`` are names and what they hold."""

    name: str
    type: str
    locals: tuple[tuple[str, str], ...]
    tests: tuple[_Test, ...]


def fine_source(plan: Plan, binding: BindingNames) -> str:
    """Unformatted source of the module."""
    quick = [_function(plan.model, owner, binding) for owner in plan.owners.values() if not owner.empty]
    deep = [_deep(plan.model, owner, binding) for owner in plan.owners.values() if owner.thorough or owner.deep]
    return render(
        "rules_fine.py",
        stamp=commented(plan.model, "python", "#"),
        module=binding.names.module,
        forms=any("forms." in test.wrong for function in (*quick, *deep) for test in function.tests),
        functions=[*quick, *deep],
    )


def _function(model: Model, owner: Owner, binding: BindingNames) -> _Function:
    everyday = tuple(check for check in (*owner.limits, *owner.rules) if not check.thorough)
    return _tests("fine", model, owner, everyday, owner.parts, binding)


def _deep(model: Model, owner: Owner, binding: BindingNames) -> _Function:
    return _tests("thoroughly_fine", model, owner, owner.thorough, owner.deep, binding)


def _tests(
    prefix: str,
    model: Model,
    owner: Owner,
    checks: tuple[Check, ...],
    parts: tuple[Part, ...],
    binding: BindingNames,
) -> _Function:
    grouped = groups(model, checks)
    inside = [part_attribute(model, owner.kind, part.member) for part in parts]
    known = _locals(grouped, inside, binding)
    printer = PythonPrinter(binding, known)
    taken = {THIS, *known.values()}
    tests = [_group(group, binding, known, taken) for group in grouped]
    for part, attribute in zip(parts, inside, strict=True):
        text = printer.print(attribute)
        function = f"{prefix}_{binding.owner(part.owner)}"
        guard = printer.print(Present(TRUTH, attribute)) if part.member.optional and not part.member.has_default else ""
        if part.member.many:
            item = fresh("part", taken)
            tests.append(_Test(guard, text, item, f"not {function}({item})"))
        else:
            wrong = f"not {function}({text})"
            tests.append(_Test("", "", "", f"{guard} and {wrong}" if guard else wrong))
    return _Function(
        name=f"{prefix}_{binding.owner(owner.kind)}",
        type=binding.class_of(owner.kind),
        locals=tuple((name, PythonPrinter(binding).print(expression)) for expression, name in known.items()),
        tests=tuple(tests),
    )


def _group(group: Group, binding: BindingNames, known: Mapping[Expression, str], taken: set[str]) -> _Test:
    printer = PythonPrinter(binding, known)
    guard = printer.print(And(TRUTH, group.guards)) if group.guards else ""
    if group.loop is None:
        wrong: Expression = Not(TRUTH, _all(group.conditions))
        return _Test("", "", "", printer.print(_all((*group.guards, wrong))))
    item = fresh(rule_variable(group.loop.variable.name), taken)
    inner = PythonPrinter(binding, {**known, group.loop.variable: item})
    wrong = Not(TRUTH, _all(group.conditions))
    return _Test(guard, printer.print(group.loop.items), item, inner.print(wrong))


def _all(conditions: tuple[Expression, ...]) -> Expression:
    return conditions[0] if len(conditions) == 1 else And(TRUTH, conditions)


def _locals(grouped: tuple[Group, ...], inside: list[Attribute], binding: BindingNames) -> dict[Expression, str]:
    """Locals for the members that are asked for more than once."""
    uses = Counter(node for expression in _expressions(grouped) for node in walk(expression) if _is_member(node))
    uses.update(inside)
    found: dict[Expression, str] = {}
    for node, count in uses.items():
        if isinstance(node, Attribute):
            name = rule_variable(binding.attribute(node.owner, node.member))
            if (count > 1 or node in inside) and name not in found.values() and name != THIS:
                found[node] = name
    return found


def _expressions(grouped: tuple[Group, ...]) -> Iterator[Expression]:
    for group in grouped:
        yield from (*group.guards, *group.conditions)
        if group.loop is not None:
            yield group.loop.items


def _is_member(node: Expression) -> bool:
    return isinstance(node, Attribute) and isinstance(node.operand, Variable) and node.operand.name == THIS
