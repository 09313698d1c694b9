"""``rules/functions.rs``: a function a rule and subject."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from cgp_toolkit.binding.naming import assign
from cgp_toolkit.rules import Check
from cgp_toolkit.rules.checks import Alone
from cgp_toolkit.rules.hoisting import hoisted, parameters
from cgp_toolkit.rules.kinds import Object
from cgp_toolkit.rules.printers.rust import RustPrinter
from cgp_toolkit.rules.tree import Expression, Variable
from cgp_toolkit.targets.rust import docs
from cgp_toolkit.targets.rust.layout import signature
from cgp_toolkit.targets.rust.names import snake
from cgp_toolkit.targets.rust.reserved import KEYWORDS
from cgp_toolkit.targets.rust.rules_code import Code, answer
from cgp_toolkit.targets.rust.rules_names import BindingNames


@dataclass(frozen=True, slots=True)
class RuleFunction:
    """One printed function; ``takes`` are the names of its parameters, ``types`` their types."""

    check: Check
    name: str
    takes: tuple[str, ...]
    types: tuple[str, ...]
    doc: str
    head: str
    body: str
    doubtful: bool
    sets: bool

    @property
    def indexed(self) -> bool:
        """Whether it gives the indices of what is wrong."""
        return self.check.each is not None


def rule_functions(checks: Iterable[Check], binding: BindingNames) -> list[RuleFunction]:
    """The functions of ``checks``, in their order."""
    found = list(checks)
    subjects: dict[str, int] = {}
    for check in found:
        subjects[check.rule] = subjects.get(check.rule, 0) + 1
    wanted = [_name(check, binding, several=subjects[check.rule] > 1) for check in found]
    names = assign(wanted, snake, KEYWORDS)
    return [_function(check, names[name], binding) for check, name in zip(found, wanted, strict=True)]


def _name(check: Check, binding: BindingNames, *, several: bool) -> str:
    """The rule's own name; where it has several subjects, with that of what can be wrong."""
    if not several:
        return check.rule
    wrong = check.scope.owner if isinstance(check.scope, Alone) else check.scope.reply
    return f"{check.rule}-in-{binding.owner_name(wrong)}"


def _function(check: Check, name: str, binding: BindingNames) -> RuleFunction:
    reply = Object(binding.model.protocol.answer, envelope=True)
    taken = [(binding.variable(each), binding.type_of(kind or reply)) for each, kind in parameters(check)]
    sets, condition = hoisted(check)
    known: dict[Expression, str] = {Variable(node.kind, node.name): node.name for _, node, _ in sets}
    locals_ = {name for name, _ in taken} | set(known.values())
    code = Code(4)
    for local, _, items in sets:
        iterator = RustPrinter(binding, taken=set(locals_)).iterate(items)
        code.doubtful |= True
        code.add(f"let {local}: HashSet<_> = {iterator}.collect();")
    if check.each is None:
        answer(code, RustPrinter(binding, known, set(locals_)), condition)
    else:
        item = binding.variable(check.each.variable.name)
        listed = RustPrinter(binding, taken=set(locals_)).list(check.each.items)
        reference = listed if listed.endswith("unwrap_or_default()") else f"&{listed}"
        _wrong(code, reference, item, RustPrinter(binding, known, {*locals_, item}), condition)
    words = set(re.findall(r"\w+", code.text))
    return RuleFunction(
        check=check,
        name=name,
        takes=tuple(each for each, _ in taken),
        types=tuple(type_ for _, type_ in taken),
        doc=docs.comment([check.doc, _about(check)]),
        head=signature(
            f"pub fn {name}",
            [f"{each if each in words else f'_{each}'}: &{type_}" for each, type_ in taken],
            " -> Vec<usize>" if check.each is not None else " -> bool",
            0,
        ),
        body=code.text,
        doubtful=code.doubtful,
        sets=bool(sets),
    )


def _wrong(code: Code, items: str, item: str, printer: RustPrinter, condition: Expression) -> None:
    inner = Code(code.indent + 4)
    answer(inner, printer, condition)
    if len(inner.lines) == 1 and "\n" not in inner.lines[0]:
        closure = f"|{item}| {inner.lines[0].strip()}"
        if len(f"{items}, {closure}") <= 60:
            code.add(f"forms::wrong({items}, {closure})")
            return
    code.doubtful |= inner.doubtful
    code.open(f"forms::wrong({items}, |{item}| {{")
    code.lines += inner.lines
    code.indent -= 4
    code.add("})")


def _about(check: Check) -> str:
    gives = "Gives the indices of the items that break it." if check.each is not None else "True of what is right."
    return f"Rule `{check.rule}`, requirement {check.requirement}, {check.severity.value}. {gives}"
