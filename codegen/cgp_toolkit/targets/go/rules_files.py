"""``rules.go`` and ``checks.go``: a function a rule, and the walks that run them together with the model's limits."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from cgp_toolkit.model import Base, Model, Scalar
from cgp_toolkit.rules import Check, checks
from cgp_toolkit.rules.checks import Alone, Exchange
from cgp_toolkit.rules.hoisting import hoisted, parameters
from cgp_toolkit.rules.kinds import TRUTH, Object, Plain
from cgp_toolkit.rules.plan import Owner, Part, Plan, plan
from cgp_toolkit.rules.printers.go import COMPARE, OR, GoPrinter
from cgp_toolkit.rules.structure import part_attribute
from cgp_toolkit.rules.tree import And, Comparison, Expression, Literal, Present
from cgp_toolkit.targets.go.docs import comment
from cgp_toolkit.targets.go.forms_file import forms_file
from cgp_toolkit.targets.go.names import Names, camel
from cgp_toolkit.targets.go.rendering import indented, quoted, render
from cgp_toolkit.targets.go.reserved import VARIABLES
from cgp_toolkit.targets.go.rules_names import BindingNames
from cgp_toolkit.targets.stamp import commented


@dataclass(frozen=True, slots=True)
class _Function:
    """One rule about one kind of message: what it takes, and the lines that it consists of."""

    name: str
    doc: str
    parameters: str
    arguments: str
    looks: bool
    lines: list[str]


def rules_files(model: Model, names: Names, rules: tuple[Check, ...] | None = None) -> dict[str, str]:
    """Sources by file name; ``rules`` are the compiled rules of the model, if they are known already."""
    planned = plan(model, checks(model) if rules is None else rules)
    binding = BindingNames(model, names)
    functions = _functions(planned, binding)
    frame = {"stamp": commented(model, "go", "//"), "package": names.package, "union": names.union}
    answer = names.envelopes[model.protocol.answer]
    walks = [_walk(planned, owner, functions, binding) for owner in planned.owners.values() if not owner.empty]
    first = {check.rule: check for check in functions}
    rules_text = render(
        "rules.go",
        **frame,
        rules=[_entry(first[name]) for name in model.rules if name in first],
        functions=list(functions.values()),
    )
    checks_text = render(
        "checks.go",
        **frame,
        answer=answer,
        envelopes=[(binding.class_of(o.kind), not o.empty) for o in planned.envelopes()],
        walks=walks,
        sessions=[
            {
                "type": binding.class_of(owner.kind),
                "lines": [line for check in owner.sessions for line in _step(check, functions, binding, "nil", False)],
            }
            for owner in planned.envelopes()
            if owner.sessions
        ],
        exchanges=_exchanges(planned, functions, binding),
    )
    return {
        "rules.go": _with_imports(rules_text),
        "checks.go": _with_imports(checks_text),
        "forms.go": forms_file(planned, binding),
    }


def _with_imports(text: str) -> str:
    """The source with the imports that it uses."""
    used = [name for name in ("fmt", "slices") if f"{name}." in text.replace(f'"{name}."', "")]
    if not used:
        return text.replace("\n@imports@\n", "")
    if len(used) == 1:
        return text.replace("@imports@", f'import "{used[0]}"')
    lines = "".join(f'\t"{name}"\n' for name in used)
    return text.replace("@imports@", f"import (\n{lines})")


def _functions(plan: Plan, binding: BindingNames) -> dict[Check, _Function]:
    """The functions of all rules, in the order of the model."""
    order = {name: index for index, name in enumerate(plan.model.rules)}
    found = sorted((check for check in plan.checks() if not check.structural), key=lambda check: order[check.rule])
    count = {check.rule: sum(other.rule == check.rule for other in found) for check in found}
    taken: set[str] = set(VARIABLES)
    result = {}
    for check in found:
        name = _rule_name(check, binding, several=count[check.rule] > 1)
        while name in taken:
            name += "_"
        taken.add(name)
        result[check] = _function(check, name, binding)
    return result


def _rule_name(check: Check, binding: BindingNames, *, several: bool) -> str:
    kinds = (check.scope.owner,) if isinstance(check.scope, Alone) else (check.scope.request, check.scope.reply)
    return camel(f"rule-{check.rule}") + ("".join(map(binding.class_of, kinds)) if several else "")


def _function(check: Check, name: str, binding: BindingNames) -> _Function:
    answer = Object(binding.model.protocol.answer, envelope=True)
    sets, condition = hoisted(check)
    printer = GoPrinter(binding, sets=frozenset(name for name, _, _ in sets))
    taken = [(binding.variable(p), binding.class_of(kind or answer)) for p, kind in parameters(check)]
    lines = [f"{binding.variable(v.name)} := setOf({GoPrinter(binding).made(items)})" for _, v, items in sets]
    if check.each is None:
        lines.append(f"return {printer.spread(condition)}")
    else:
        lines += _loop(check, condition, printer, binding)
    about = f"Rule {check.rule}, requirement {check.requirement}, {check.severity.value}."
    gives = "True of what is right." if check.each is None else "Gives the indices of the items that break it."
    return _Function(
        name=name,
        doc=comment([f"{name}: {check.doc} {about} {gives}"]),
        parameters=", ".join(f"{p} *{type_}" for p, type_ in taken),
        arguments=", ".join(p for p, _ in taken),
        looks=check.each is not None,
        lines=lines,
    )


def _loop(check: Check, condition: Expression, printer: GoPrinter, binding: BindingNames) -> Iterator[str]:
    """The lines that find the items that are wrong."""
    if check.each is None:
        return
    variable, items = check.each.variable, check.each.items
    inner = printer.inside(variable.name, items)
    name, listed = binding.variable(variable.name), printer.collection(items)
    yield "var wrong []int"
    if isinstance(variable.kind, Object):
        yield f"for index := range {listed} {{"
        yield f"\t{name} := &{listed}[index]"
    else:
        yield f"for index, {name} := range {listed} {{"
    yield indented(f"if {inner.spread(condition, opposite=True)} {{")
    yield "\t\twrong = append(wrong, index)"
    yield "\t}"
    yield "}"
    yield "return wrong"


def _entry(check: Check) -> str:
    severity = "SeverityError" if check.severity.value == "error" else "SeverityWarning"
    thorough = "true" if check.thorough else "false"
    words = [quoted(check.doc), quoted(check.fix)]
    return ", ".join([quoted(check.rule), quoted(check.requirement or ""), severity, *words, thorough])


def _walk(plan: Plan, owner: Owner, functions: dict[Check, _Function], binding: BindingNames) -> dict[str, object]:
    lines: list[str] = []
    for check in owner.limits:
        limit = _beyond_the_type(check, binding)
        if limit is not None:
            lines += _limit(limit, binding)
    for check in owner.rules:
        lines += _step(check, functions, binding, "at", True)
    for part in owner.parts:
        lines += _inside(plan, owner.kind, part, binding)
    return {"type": binding.class_of(owner.kind), "lines": lines}


def _beyond_the_type(check: Check, binding: BindingNames) -> Check | None:
    """``check`` without the limits that no value of its Go type can break; ``None`` if none is left."""
    terms = check.condition.terms if isinstance(check.condition, And) else (check.condition,)
    left = tuple(term for term in terms if not _is_of_the_type(term, binding))
    if not left:
        return None
    return replace(check, condition=left[0] if len(left) == 1 else And(TRUTH, left))


def _is_of_the_type(node: Expression, binding: BindingNames) -> bool:
    if not isinstance(node, Comparison) or not isinstance(node.right, Literal) or not isinstance(node.left.kind, Plain):
        return False
    type_ = binding.model.types.get(node.left.kind.type or "")
    if not isinstance(type_, Scalar) or type_.base is not Base.INTEGER:
        return False
    bits = 32 if type_.width == 32 else 64
    least, most = (0, (1 << bits) - 1) if type_.signed is False else (-(1 << bits - 1), (1 << bits - 1) - 1)
    limit = node.right.value
    if isinstance(limit, str):
        return False
    return limit <= least if node.operator == ">=" else node.operator == "<=" and limit >= most


def _limit(check: Check, binding: BindingNames) -> Iterator[str]:
    """What breaks a limit of the model."""
    printer = GoPrinter(binding)
    message = quoted("".join(piece for piece in check.message if isinstance(piece, str)))
    requirement = quoted(check.requirement or "")
    if check.each is None:
        at = _trail("at", check.pointer)
        yield f"if {_all(printer, check.guards, check.condition)} {{"
        yield f"\tc.fault({quoted(check.rule)}, {requirement}, {at}, {message})"
        yield "}"
        return
    inner = printer.inside(check.each.variable.name, check.each.items)
    at = f'&trail{{{_trail("at", check.each.pointer)}, "", index}}'
    lines = [
        f"for index, {binding.variable(check.each.variable.name)} := range {printer.collection(check.each.items)} {{",
        indented(f"if {_all(inner, check.inner, check.condition)} {{"),
        f"\t\tc.fault({quoted(check.rule)}, {requirement}, {at}, {message})",
        "\t}",
        "}",
    ]
    yield from _guarded([printer.print(And(TRUTH, check.outer))] if _asked(check.outer) else [], lines)


def _asked(guards: tuple[Expression, ...]) -> bool:
    """Whether guards say more than that a list is there: of nil there are no items."""
    return not all(isinstance(guard, Present) for guard in guards)


def _all(printer: GoPrinter, guards: Iterable[Expression], condition: Expression) -> str:
    """The guards, and the opposite of the condition."""
    texts = [printer.at(guard, COMPARE) for guard in guards]
    wrong = printer.wrong(condition)
    return " && ".join([*texts, wrong.within(COMPARE if texts else OR)])


def _trail(start: str, steps: Iterable[str]) -> str:
    text = start
    for step in steps:
        text = f"&trail{{{text}, {quoted(step)}, -1}}"
    return text


def _guarded(guards: list[str], lines: list[str]) -> Iterator[str]:
    if not guards:
        yield from lines
        return
    yield f"if {' && '.join(guards)} {{"
    yield from map(indented, lines)
    yield "}"


def _step(
    check: Check, functions: dict[Check, _Function], binding: BindingNames, start: str, alone: bool
) -> Iterator[str]:
    """The violation of one rule, or one for each item that breaks it."""
    function = functions[check]
    guards = ["c.thorough"] if check.thorough else []
    # In a session the answer is there; in an exchange it may not be.
    if check.needs_ack and isinstance(check.scope, Exchange):
        guards.append(f"{binding.variable('ack')} != nil")
    call = f"{function.name}({function.arguments})"
    message = _message(check, binding)
    if check.each is None:
        violation = f"c.violation({quoted(check.rule)}, {_trail(start, check.pointer)}, {message})"
        yield f"if {' && '.join([*guards, f'!{call}'])} {{"
        yield indented(violation)
        yield "}"
        return
    item = f'&trail{{{_trail(start, check.each.pointer)}, "", index}}'
    violation = f"c.violation({quoted(check.rule)}, {_trail(item, check.pointer)}, {message})"
    yield from _guarded(guards, [f"for _, index := range {call} {{", indented(violation), "}"])


def _message(check: Check, binding: BindingNames) -> str:
    printer = GoPrinter(binding, safe=True, depth=2)
    values = [printer.print(piece) for piece in check.message if not isinstance(piece, str)]
    if not values:
        return quoted("".join(piece for piece in check.message if isinstance(piece, str)))
    text = "".join(piece.replace("%", "%%") if isinstance(piece, str) else "%v" for piece in check.message)
    return f"fmt.Sprintf({quoted(text)}, {', '.join(values)})"


def _inside(plan: Plan, kind: Object, part: Part, binding: BindingNames) -> Iterator[str]:
    """The walk into a member."""
    attribute = part_attribute(plan.model, kind, part.member)
    path = GoPrinter(binding).path(attribute)
    step = f"&trail{{at, {quoted(part.member.name)}, -1}}"
    type_ = binding.class_of(part.owner)
    if part.member.many:
        yield f"for index := range {path} {{"
        yield f'\tc.walk{type_}(&{path}[index], &trail{{{step}, "", index}})'
        yield "}"
    elif binding.held(kind, part.member.name).pointer:
        yield f"if {path} != nil {{"
        yield f"\tc.walk{type_}({path}, {step})"
        yield "}"
    else:
        yield f"c.walk{type_}(&{path}, {step})"


def _exchanges(plan: Plan, functions: dict[Check, _Function], binding: BindingNames) -> list[dict[str, object]]:
    """What is checked of requests and replies, by request."""
    grouped: dict[Object, list[dict[str, object]]] = {}
    for (request, reply), found in plan.exchanges.items():
        lines = [line for check in found for line in _step(check, functions, binding, "nil", False)]
        grouped.setdefault(request, []).append({"type": binding.class_of(reply), "lines": lines})
    return [{"type": binding.class_of(request), "replies": replies} for request, replies in grouped.items()]
