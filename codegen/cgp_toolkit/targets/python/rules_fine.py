"""``_fine.py``: quick tests, a function a class, each true exactly if nothing has to be explained."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

from cgp_toolkit.rules import Check
from cgp_toolkit.rules.checks import THIS
from cgp_toolkit.rules.functions import Function
from cgp_toolkit.rules.kinds import TRUTH
from cgp_toolkit.rules.plan import Owner, Part, Plan
from cgp_toolkit.rules.quick import Group, groups
from cgp_toolkit.rules.structure import part_attribute
from cgp_toolkit.rules.tree import (
    And,
    Application,
    Attribute,
    Comparison,
    Expression,
    Literal,
    Matching,
    Not,
    Present,
    Variable,
    walk,
)
from cgp_toolkit.targets.python.names import rule_variable
from cgp_toolkit.targets.python.rendering import render
from cgp_toolkit.targets.python.rules_names import BindingNames, QuickPrinter, fresh, is_plain
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
    """One quick test.  ``remembered`` are locals for the texts that had a form last."""

    name: str
    type: str
    remembered: tuple[str, ...]
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
    functions = _called({binding.class_of(owner.kind) for owner in plan.envelopes()}, [*quick, *deep])
    words = {word for function in functions for word in _words(function)}
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


def _called(roots: set[str], functions: list[_Function]) -> list[_Function]:
    """The tests of ``roots``, and those that another one calls; the rest is written out where it is needed."""
    called = {word for function in functions for word in _words(function)}
    kept = [function for function in functions if function.type in roots or function.name in called]
    return kept if len(kept) == len(functions) else _called(roots, kept)


def _words(function: _Function) -> Iterator[str]:
    return (word for text in _texts(function.body) for word in re.findall(r"\w+", text))


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
        self.remembered: dict[str, str] = {}

    def function(self, owner: Owner) -> _Function:
        """The test of a class."""
        body = self.block("", owner, {}, "")
        return _Function(
            name=f"{self.prefix}_{self.binding.owner(owner.kind)}",
            type=self.binding.class_of(owner.kind),
            remembered=tuple(self.remembered.values()),
            body=body,
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
        for group, word in _branches(grouped):
            if group.loop is not None:
                blocks.append(self.loop(group, printer))
            elif prefix and (asked := self.form(group)) is not None:
                wrong.append(self.remembering(group, *asked, printer))
            elif word:
                inner = printer.print(Not(TRUTH, _all(group.conditions)))
                blocks.append(_Block(f"{word} {printer.print(_all(group.guards))}:", (), (inner,), ()))
            else:
                wrong.append(printer.print(_all((*group.guards, Not(TRUTH, _all(group.conditions))))))
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

    def form(self, group: Group) -> tuple[str, Expression] | None:
        """The regular expression that a group comes down to, and the text that it is asked of."""
        match group.conditions:
            case (Matching() as form,) if not is_plain(self.plan.model, form):
                return self.binding.pattern(form.scalar), form.value
            case (Application(function=Function.IS_INSTANT) as form,):
                return self.binding.function(form.function), form.arguments[0]
            case _:
                return None

    def remembering(self, group: Group, function: str, value: Expression, printer: QuickPrinter) -> str:
        """A form asked inside of a loop: not again of the text that has just had it.

        Neighbours often carry the same text, such as the hash or the time of what they were cut from.
        """
        text = printer.print(value)
        last = self.remembered.get(function) or fresh(f"last_{function.lower()}", self.taken)
        self.remembered[function] = last
        guards = printer.print(_all(group.guards)) if group.guards else ""
        return " and ".join(part for part in (guards, f"{text} != {last}", f"not {function}({last} := {text})") if part)

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
        """The test of a record inside; those of a list are written out in place, to spare a call an item.

        Large ones are not, where several members hold them.
        """
        text = printer.print(attribute)
        absent = part.member.optional and not part.member.has_default
        guard = printer.print(Present(TRUTH, attribute)) if absent else ""
        function = f"{self.prefix}_{self.binding.owner(part.owner)}"
        if not part.member.many:
            return f"{guard} and not {function}({text})" if guard else f"not {function}({text})"
        item = fresh("part", self.taken)
        owner = self.plan.owners[part.owner]
        header = f"for {item} in {text}:"
        if self.select(owner)[1] and self.uses(part) > 1:
            return _guarded(guard, _Block(header, (), (f"not {function}({item})",), ()))
        known: dict[Expression, str] = {Variable(part.owner, THIS): item}
        return _guarded(guard, self.block(header, owner, known, f"{item}_"))

    def uses(self, part: Part) -> int:
        """How many members hold the class of ``part``."""
        return sum(other.owner == part.owner for owner in self.plan.owners.values() for other in self.select(owner)[1])

    def locals(self, grouped: tuple[Group, ...], inside: list[Attribute], prefix: str) -> dict[Expression, str]:
        """Names for the members that are asked for more than once."""
        uses = Counter(node for expression in _expressions(grouped) for node in walk(expression) if _is_member(node))
        uses.update(inside)
        return {
            node: fresh(rule_variable(prefix + self.binding.attribute(node.owner, node.member)), self.taken)
            for node, count in uses.items()
            if isinstance(node, Attribute) and count > 1
        }


def _branches(grouped: tuple[Group, ...]) -> Iterator[tuple[Group, str]]:
    """The groups, those with ``if`` or ``elif`` of which one member's value lets only one hold."""
    before: Expression | None = None
    for index, group in enumerate(grouped):
        subject = _switch(group)
        after = _switch(grouped[index + 1]) if index + 1 < len(grouped) else None
        if subject is None or subject not in (before, after):
            yield group, ""
        else:
            yield group, "elif" if subject == before else "if"
        before = subject


def _switch(group: Group) -> Expression | None:
    """The member whose value alone guards a group."""
    guard = group.guards[0] if len(group.guards) == 1 and group.loop is None else None
    if isinstance(guard, Comparison) and guard.operator == "==" and isinstance(guard.right, Literal):
        return guard.left
    return None


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
