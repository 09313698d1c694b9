"""A function a rule, with what it takes and what it says."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import groupby

from cgp_toolkit.rules import Check
from cgp_toolkit.rules.checks import Loop
from cgp_toolkit.rules.hoisting import hoisted, parameters
from cgp_toolkit.rules.kinds import Many, Object, Plain
from cgp_toolkit.rules.printers.typescript import ATOM, TypeScriptPrinter
from cgp_toolkit.rules.tree import Comprehension, Expression, Listing, Not, Variable
from cgp_toolkit.targets.typescript.rendering import WIDTH, comment
from cgp_toolkit.targets.typescript.rules_layout import laid, listing, returned
from cgp_toolkit.targets.typescript.rules_names import BindingNames


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
    lines = [_set(binding, name, items) for name, _, items in made]
    if check.each is None:
        lines.append(returned(printer, condition))
    else:
        lines.append(_indices(printer, check.each, Not(condition.kind, condition)))
    return RuleFunction(
        rule=check,
        name=binding.names.rules[check.rule],
        subjects=tuple((binding.type_of(kind),) for _, kind in taken if kind is not None),
        parameters=tuple((binding.variable(n), binding.type_of(kind or answer)) for n, kind in taken if n in used),
        doc=comment([check.doc, _about(check)]),
        body="\n".join(f"  {line}" for line in lines),
    )


def _indices(printer: TypeScriptPrinter, each: Loop, wrong: Expression) -> str:
    """A ``return`` of the indices of the items that something is true of."""
    items = printer.print(each.items)
    with printer.inside(each.variable.name) as item:
        flat = f"return has.indicesOf({items}, ({item}) => {printer.print(wrong)});"
        if len(flat) + 2 <= WIDTH:
            return flat
        head = f"({item}) =>"
        inside = f"    {head} {printer.print(wrong)},"
        if len(inside) > WIDTH:
            inside = f"    {head}\n      {laid(printer, wrong, 6, WIDTH - 1)},"
    return f"return has.indicesOf(\n    {items},\n{inside}\n  );"


def _set(binding: BindingNames, name: str, items: Comprehension) -> str:
    """The declaration of a set that items are looked up in; what has parts stands in it by a key."""
    printer = TypeScriptPrinter(binding)
    item = items.kind.item if isinstance(items.kind, Many) else None
    if isinstance(item, Plain):
        members = printer.print(items)
        line = f"const {name} = new Set({members});"
        return line if len(line) + 2 <= WIDTH else f"const {name} = new Set(\n    {members},\n  );"
    kept = replace(items, body=Variable(items.kind, items.variable))
    source = printer.print(kept) if items.condition is not None else printer.at(items.items, ATOM)
    with printer.inside(items.variable, assured=items.condition is not None) as variable:
        head = f"const {name} = has.keysOf({source}, ({variable}) => "
        flat = f"{head}{printer.print(items.body)});"
        if len(flat) + 2 <= WIDTH or not isinstance(items.body, Listing):
            return flat
        return f"{head}{listing(printer, items.body, 2)});"


def _about(check: Check) -> str:
    gives = "Gives the indices of the items that break it." if check.each is not None else "True of what is right."
    return f"Rule {check.rule}, requirement {check.requirement}, {check.severity.value}. {gives}"
