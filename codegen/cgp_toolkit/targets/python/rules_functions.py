"""A Python function a rule, with what it takes and what it says."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import groupby

from cgp_toolkit.rules import Check
from cgp_toolkit.rules.hoisting import hoisted, parameters
from cgp_toolkit.rules.kinds import Object
from cgp_toolkit.rules.printers.python import OR, PythonPrinter
from cgp_toolkit.rules.tree import Expression, Not, Variable
from cgp_toolkit.targets.python import docs
from cgp_toolkit.targets.python.rules_names import BindingNames


@dataclass(frozen=True, slots=True)
class RuleFunction:
    """One printed function.

    ``parameters`` are names and class names.  ``sets`` are locals that hold what the loop looks things up in.  With a
    ``loop`` the function gives the indices of those items for which ``wrong`` is true, else the value of ``right``.
    """

    rule: Check
    name: str
    parameters: tuple[tuple[str, tuple[str, ...]], ...]
    doc: str
    sets: tuple[tuple[str, str], ...]
    item: str
    loop: str
    wrong: str
    right: str

    @property
    def signature(self) -> str:
        """The parameters as written."""
        return ", ".join(f"{name}: {' | '.join(f'types.{c}' for c in classes)}" for name, classes in self.parameters)

    @property
    def call(self) -> str:
        """A call with arguments called like the parameters."""
        return f"{self.name}({', '.join(name for name, _ in self.parameters)})"


def rule_functions(checks: Iterable[Check], binding: BindingNames) -> Iterator[RuleFunction]:
    """The functions of ``checks``, those of one rule together."""
    for _, same in groupby(checks, key=lambda check: check.rule):
        yield from _merged([_function(check, binding) for check in same])


def _merged(functions: list[RuleFunction]) -> Iterator[RuleFunction]:
    """One function for all subjects of a rule where the text is the same, else one a subject."""
    first = functions[0]
    bodies = {(f.sets, f.item, f.loop, f.wrong, f.right) for f in functions}
    if len(bodies) == 1:
        classes = [
            tuple(dict.fromkeys(c for function in functions for c in function.parameters[index][1]))
            for index in range(len(first.parameters))
        ]
        names = [name for name, _ in first.parameters]
        yield replace(first, parameters=tuple(zip(names, classes, strict=True)))
        return
    for number, function in enumerate(functions, 1):
        yield function if number == 1 else replace(function, name=f"{function.name}_{number}")


def _function(check: Check, binding: BindingNames) -> RuleFunction:
    answer = Object(binding.model.protocol.answer, envelope=True)
    sets, condition = hoisted(check)
    known: dict[Expression, str] = {Variable(node.kind, node.name): node.name for _, node, _ in sets}
    printer = PythonPrinter(binding, known)
    wrong = Not(condition.kind, condition)
    return RuleFunction(
        rule=check,
        name=binding.rules.functions[check.rule],
        parameters=tuple((name, (binding.class_of(kind or answer),)) for name, kind in parameters(check)),
        doc=docs.literal([check.doc, _about(check)], 4),
        sets=tuple((name, f"frozenset({PythonPrinter(binding).items(items)})") for name, _, items in sets),
        item=printer.print(check.each.variable) if check.each is not None else "",
        loop=printer.print(check.each.items) if check.each is not None else "",
        # It stands behind the ``if`` of a comprehension, where a choice would end it.
        wrong=printer.at(wrong, OR) if check.each is not None else "",
        right=printer.print(condition) if check.each is None else "",
    )


def _about(check: Check) -> str:
    gives = "Gives the indices of the items that break it." if check.each is not None else "True of what is right."
    return f"Rule {check.rule}, requirement {check.requirement}, {check.severity.value}. {gives}"
