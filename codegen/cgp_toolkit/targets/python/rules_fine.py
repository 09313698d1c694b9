"""``_fine.py``: quick tests, a function a class, each true exactly if nothing has to be explained."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

from cgp_toolkit.rules import Check
from cgp_toolkit.rules.checks import THIS
from cgp_toolkit.rules.kinds import TRUTH
from cgp_toolkit.rules.quick import Group, groups
from cgp_toolkit.rules.structure import part_attribute
from cgp_toolkit.rules.tree import And, Attribute, Expression, Not, Present, Variable, walk
from cgp_toolkit.targets.python.names import rule_variable
from cgp_toolkit.targets.python.rendering import render
from cgp_toolkit.targets.python.rules_names import BindingNames, QuickPrinter, fresh
from cgp_toolkit.targets.python.rules_plan import Owner, Part, Plan
from cgp_toolkit.targets.stamp import commented

Select = Callable[[Owner], tuple[tuple[Check, ...], tuple[Part, ...]]]
"""Which checks of a class a kind of test runs, and which members it looks into."""


@dataclass(frozen=True, slots=True)
class _Block:
    """Statements behind a ``header``, such as a loop.

    ``locals`` are names and what they hold; every text of ``wrong`` ends the test; then come the blocks inside.
    """

    header: str
    locals: tuple[tuple[str, str], ...]
    wrong: tuple[str, ...]
    blocks: tuple[_Block, ...]


@dataclass(frozen=True, slots=True)
class _Function:
    """One quick test."""

    name: str
    type: str
    body: _Block


def fine_source(plan: Plan, binding: BindingNames) -> str:
    """Unformatted source of the module."""
    bare = replace(binding, prefix="")
    quick = [_Writer(plan, bare, "fine", _everyday).function(o) for o in plan.owners.values() if not o.empty]
    deep = [
        _Writer(plan, bare, "thoroughly_fine", _thorough).function(o)
        for o in plan.owners.values()
        if o.thorough or o.deep
    ]
    functions = [*quick, *deep]
    words = {word for function in functions for text in _texts(function.body) for word in re.findall(r"\w+", text)}
    return render(
        "rules_fine.py",
        stamp=commented(plan.model, "python", "#"),
        module=binding.names.module,
        forms=sorted(words & binding.offered()),
        functions=functions,
    )


def _everyday(owner: Owner) -> tuple[tuple[Check, ...], tuple[Part, ...]]:
    return tuple(check for check in (*owner.limits, *owner.rules) if not check.thorough), owner.parts


def _thorough(owner: Owner) -> tuple[tuple[Check, ...], tuple[Part, ...]]:
    return owner.thorough, owner.deep


def _texts(block: _Block) -> Iterator[str]:
    yield from (block.header, *block.wrong, *(value for _, value in block.locals))
    for inner in block.blocks:
        yield from _texts(inner)


class _Writer:
    def __init__(self, plan: Plan, binding: BindingNames, prefix: str, select: Select) -> None:
        self.plan = plan
        self.binding = binding
        self.prefix = prefix
        self.select = select
        self.taken = {THIS, *binding.offered()}

    def function(self, owner: Owner) -> _Function:
        """The test of a class."""
        return _Function(
            name=f"{self.prefix}_{self.binding.owner(owner.kind)}",
            type=self.binding.class_of(owner.kind),
            body=self.block("", owner, {}, ""),
        )

    def block(self, header: str, owner: Owner, known: Mapping[Expression, str], prefix: str) -> _Block:
        """All that is tested of one object; ``known`` says what it is called here."""
        checks, parts = self.select(owner)
        grouped = groups(self.plan.model, checks)
        inside = [part_attribute(self.plan.model, owner.kind, part.member) for part in parts]
        locals_ = self.locals(grouped, inside, prefix)
        printer = QuickPrinter(self.binding, {**known, **locals_})
        wrong: list[str] = []
        blocks: list[_Block] = []
        for group in grouped:
            if group.loop is None:
                wrong.append(printer.print(_all((*group.guards, Not(TRUTH, _all(group.conditions))))))
            else:
                blocks.append(self.loop(group, printer))
        for part, attribute in zip(parts, inside, strict=True):
            tested = self.part(part, attribute, printer)
            if isinstance(tested, str):
                wrong.append(tested)
            else:
                blocks.append(tested)
        values = QuickPrinter(self.binding, known)
        return _Block(
            header=header,
            locals=tuple((name, values.print(expression)) for expression, name in locals_.items()),
            wrong=tuple(wrong),
            blocks=tuple(blocks),
        )

    def loop(self, group: Group, printer: QuickPrinter) -> _Block:
        """The test of every item of a list of texts or numbers, or of what a rule goes through."""
        if group.loop is None:
            raise ValueError("a group without a loop")
        item = fresh(rule_variable(group.loop.variable.name), self.taken)
        inner = QuickPrinter(self.binding, {**printer.known, group.loop.variable: item})
        wrong = inner.print(Not(TRUTH, _all(group.conditions)))
        each = _Block(f"for {item} in {printer.print(group.loop.items)}:", (), (wrong,), ())
        return _guarded(printer.print(_all(group.guards)) if group.guards else "", each)

    def part(self, part: Part, attribute: Attribute, printer: QuickPrinter) -> _Block | str:
        """The test of a record inside; the small ones of a list are written out in place, to spare a call an item."""
        text = printer.print(attribute)
        absent = part.member.optional and not part.member.has_default
        guard = printer.print(Present(TRUTH, attribute)) if absent else ""
        function = f"{self.prefix}_{self.binding.owner(part.owner)}"
        if not part.member.many:
            return f"{guard} and not {function}({text})" if guard else f"not {function}({text})"
        item = fresh("part", self.taken)
        owner = self.plan.owners[part.owner]
        header = f"for {item} in {text}:"
        if self.select(owner)[1]:
            return _guarded(guard, _Block(header, (), (f"not {function}({item})",), ()))
        known: dict[Expression, str] = {Variable(part.owner, THIS): item}
        return _guarded(guard, self.block(header, owner, known, f"{item}_"))

    def locals(self, grouped: tuple[Group, ...], inside: list[Attribute], prefix: str) -> dict[Expression, str]:
        """Names for the members that are asked for more than once."""
        uses = Counter(node for expression in _expressions(grouped) for node in walk(expression) if _is_member(node))
        uses.update(inside)
        return {
            node: fresh(rule_variable(prefix + self.binding.attribute(node.owner, node.member)), self.taken)
            for node, count in uses.items()
            if isinstance(node, Attribute) and count > 1
        }


def _guarded(guard: str, block: _Block) -> _Block:
    return _Block(f"if {guard}:", (), (), (block,)) if guard else block


def _all(conditions: tuple[Expression, ...]) -> Expression:
    return conditions[0] if len(conditions) == 1 else And(TRUTH, conditions)


def _expressions(grouped: tuple[Group, ...]) -> Iterator[Expression]:
    for group in grouped:
        yield from (*group.guards, *group.conditions)
        if group.loop is not None:
            yield group.loop.items


def _is_member(node: Expression) -> bool:
    return isinstance(node, Attribute) and isinstance(node.operand, Variable) and node.operand.name == THIS
