"""A function a rule, with what it takes and what it says."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import groupby

from cgp_toolkit.rules import Check
from cgp_toolkit.rules.hoisting import hoisted, parameters
from cgp_toolkit.rules.kinds import Many, Object, Plain
from cgp_toolkit.rules.printers.typescript import TypeScriptPrinter
from cgp_toolkit.rules.tree import Comprehension, Expression, Not, Variable
from cgp_toolkit.targets.typescript.rendering import WIDTH, comment
from cgp_toolkit.targets.typescript.rules_names import BindingNames, laid, returned


@dataclass(frozen=True, slots=True)
class RuleFunction:
    """One printed function.

    ``subjects`` are the types of the messages or objects that the rule is about, several where one text does for all.
    ``parameters`` are names and types, of these and of what was agreed, as far as they are used; ``body`` is what
    stands between the braces.
    """

    rule: Check
    name: str
    subjects: tuple[tuple[str, ...], ...]
    parameters: tuple[tuple[str, str], ...]
    doc: str
    body: str

    @property
    def head(self) -> str:
        """The function up to its body."""
        gives = "number[]" if self.rule.each is not None else "boolean"
        taken = [f"{name}: {type_}" for name, type_ in self.parameters]
        line = f"export function {self.name}({', '.join(taken)}): {gives} {{"
        if len(line) <= WIDTH:
            return line
        return "\n".join([f"export function {self.name}(", *(f"  {each}," for each in taken), f"): {gives} {{"])

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
    if len({function.body for function in functions}) == 1:
        types = [
            " | ".join(dict.fromkeys(function.parameters[index][1] for function in functions))
            for index in range(len(first.parameters))
        ]
        subjects = [
            tuple(dict.fromkeys(type_ for function in functions for type_ in function.subjects[index]))
            for index in range(len(first.subjects))
        ]
        parameters = tuple((n, t) for (n, _), t in zip(first.parameters, types, strict=True))
        yield replace(first, subjects=tuple(subjects), parameters=parameters)
        return
    for number, function in enumerate(functions, 1):
        yield function if number == 1 else replace(function, name=f"{function.name}{number}")


def _function(check: Check, binding: BindingNames) -> RuleFunction:
    answer = Object(binding.model.protocol.answer, envelope=True)
    taken = parameters(check)
    used = {node.name for node in check.nodes() if isinstance(node, Variable)}
    made, condition = hoisted(check)
    known: dict[Expression, str] = {Variable(node.kind, node.name): node.name for _, node, _ in made}
    printer = TypeScriptPrinter(binding, known, sets=frozenset(name for name, _, _ in made))
    lines = [f"const {name} = new Set({_members(binding, items)});" for name, _, items in made]
    if check.each is None:
        lines.append(returned(printer, condition))
    else:
        items = printer.print(check.each.items)
        with printer.inside(check.each.variable.name) as item:
            head = f"return has.indicesOf({items}, ({item}) =>"
            wrong = laid(printer, Not(condition.kind, condition), 4, around=-4 + len(head) + 6)
        flat = "\n" not in wrong and len(head) + len(wrong) + 5 <= WIDTH
        lines.append(f"{head} {wrong});" if flat else f"{head}\n    {wrong},\n  );")
    return RuleFunction(
        rule=check,
        name=binding.names.rules[check.rule],
        subjects=tuple((binding.type_of(kind),) for _, kind in taken if kind is not None),
        parameters=tuple((binding.variable(n), binding.type_of(kind or answer)) for n, kind in taken if n in used),
        doc=comment([check.doc, _about(check)]),
        body="\n".join(f"  {line}" for line in lines),
    )


def _members(binding: BindingNames, items: Comprehension) -> str:
    """What a set is made of; what has parts stands in it by a key."""
    text = TypeScriptPrinter(binding).print(items)
    item = items.kind.item if isinstance(items.kind, Many) else None
    return text if isinstance(item, Plain) else f"{text}.map(has.key)"


def _about(check: Check) -> str:
    gives = "Gives the indices of the items that break it." if check.each is not None else "True of what is right."
    return f"Rule {check.rule}, requirement {check.requirement}, {check.severity.value}. {gives}"
