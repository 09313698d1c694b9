"""``rules.py``: a function a rule, the list of them, and the three ways to run them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from cgp_toolkit.rules import Check
from cgp_toolkit.rules.checks import Alone
from cgp_toolkit.rules.kinds import TRUTH, Object
from cgp_toolkit.rules.plan import Owner, Part, Plan
from cgp_toolkit.rules.printers.python import PythonPrinter
from cgp_toolkit.rules.structure import part_attribute
from cgp_toolkit.rules.tree import Present
from cgp_toolkit.targets.python import docs
from cgp_toolkit.targets.python.rendering import render
from cgp_toolkit.targets.python.rules_functions import RuleFunction, rule_functions
from cgp_toolkit.targets.python.rules_names import AssuredPrinter, BindingNames, fresh
from cgp_toolkit.targets.stamp import commented


@dataclass(frozen=True, slots=True)
class _Step:
    """One rule in a walk: ``if wrong`` (or ``for index in wrong``, where ``indexed``) a violation."""

    guard: str
    indexed: bool
    wrong: str
    rule: str
    pointer: str
    message: str


@dataclass(frozen=True, slots=True)
class _Inside:
    """A member to look into; ``guard`` is empty where it is always there."""

    guard: str
    value: str
    many: bool
    item: str
    owner: str
    pointer: str


def rules_source(plan: Plan, binding: BindingNames) -> str:
    """Unformatted source of the module."""
    model = plan.model
    everything = [check for check in plan.checks() if not check.structural]
    order = {name: index for index, name in enumerate(model.rules)}
    everything.sort(key=lambda check: order[check.rule])
    functions = list(rule_functions(everything, binding))
    owners = [owner for owner in plan.owners.values() if not owner.empty]
    return render(
        "rules.py",
        stamp=commented(model, "python", "#"),
        about=docs.literal(_about(plan), 0),
        module=binding.names.module,
        union=binding.names.union,
        answer=binding.names.envelopes[model.protocol.answer],
        forms=any("forms." in text for text in _texts(functions, everything, binding)),
        functions=functions,
        rules=[_entry(function) for function in _once(functions)],
        walks=[_walk(plan, owner, functions, binding) for owner in owners],
        envelopes=[
            (binding.class_of(owner.kind), binding.owner(owner.kind), bool(owner.thorough or owner.deep))
            for owner in plan.envelopes()
            if not owner.empty
        ],
        unchecked=[binding.class_of(owner.kind) for owner in plan.envelopes() if owner.empty],
        sessions=[
            {
                "name": binding.owner(owner.kind),
                "type": binding.class_of(owner.kind),
                "steps": [replace(_step(check, functions, binding), guard="") for check in owner.sessions],
            }
            for owner in plan.envelopes()
            if owner.sessions
        ],
        exchanges=[
            {
                "name": f"{binding.owner(request)}__{binding.owner(reply)}",
                "request": binding.class_of(request),
                "reply": binding.class_of(reply),
                "steps": [_step(check, functions, binding) for check in checks],
            }
            for (request, reply), checks in plan.exchanges.items()
        ],
    )


def _texts(functions: list[RuleFunction], checks: list[Check], binding: BindingNames) -> Iterator[str]:
    """Everything that is printed of rules."""
    for function in functions:
        yield from (function.wrong, function.right, function.loop, *(text for _, text in function.sets))
    yield from (_message(check, binding) for check in checks)


def _about(plan: Plan) -> list[str]:
    protocol = plan.model.protocol
    return [
        f"{protocol.title}, {protocol.revision}: what no type can say, checked.",
        "`check` tells what is wrong with one message, `check_exchange` what is wrong with a request and its reply. "
        "Both bind authors: a reader never refuses a message for what they say. Beside the rules, the limits of "
        "single values are checked, since constructors check nothing.",
    ]


def _once(functions: list[RuleFunction]) -> list[RuleFunction]:
    found: dict[str, RuleFunction] = {}
    for function in functions:
        found.setdefault(function.rule.rule, function)
    return list(found.values())


def _entry(function: RuleFunction) -> Mapping[str, str]:
    check = function.rule
    return {
        "id": repr(check.rule),
        "requirement": repr(check.requirement),
        "severity": repr(check.severity.value),
        "takes": repr(tuple(name for name, _ in function.parameters)),
        "doc": repr(check.doc),
        "fix": repr(check.fix),
        "thorough": repr(check.thorough),
        "function": function.name,
    }


def _walk(plan: Plan, owner: Owner, functions: list[RuleFunction], binding: BindingNames) -> Mapping[str, object]:
    taken: set[str] = set()
    return {
        "name": binding.owner(owner.kind),
        "type": binding.class_of(owner.kind),
        "limits": bool(owner.limits),
        "steps": [_step(check, functions, binding) for check in owner.rules],
        "parts": [_inside(plan, owner.kind, part, fresh("part", taken), binding) for part in owner.parts],
    }


def _inside(plan: Plan, kind: Object, part: Part, item: str, binding: BindingNames) -> _Inside:
    printer = PythonPrinter(binding)
    attribute = part_attribute(plan.model, kind, part.member)
    absent = part.member.optional and not part.member.has_default
    return _Inside(
        guard=printer.print(Present(TRUTH, attribute)) if absent else "",
        value=printer.print(attribute),
        many=part.member.many,
        item=item,
        owner=binding.owner(part.owner),
        pointer=f"/{part.member.name}",
    )


def _step(check: Check, functions: list[RuleFunction], binding: BindingNames) -> _Step:
    function = _of(check, functions, binding)
    pointer = "".join(f"/{name}" for name in check.pointer)
    if check.each is not None:
        pointer = "".join(f"/{name}" for name in check.each.pointer) + "/{index}" + pointer
    guards = ["thorough"] if check.thorough else []
    if check.needs_ack:
        guards.append("ack is not None")
    return _Step(
        guard=" and ".join(guards),
        indexed=check.each is not None,
        wrong=function.call,
        rule=repr(check.rule),
        pointer=pointer,
        message=_message(check, binding),
    )


def _of(check: Check, functions: list[RuleFunction], binding: BindingNames) -> RuleFunction:
    """The function of a check: the one of its rule that takes its classes."""
    scope = check.scope
    kinds = (scope.owner,) if isinstance(scope, Alone) else (scope.request, scope.reply)
    classes = [binding.class_of(kind) for kind in kinds]
    for function in functions:
        taken = [accepted for _, accepted in function.parameters[: len(classes)]]
        if function.rule.rule == check.rule and all(c in t for c, t in zip(classes, taken, strict=True)):
            return function
    raise LookupError(check.rule)


def _message(check: Check, binding: BindingNames) -> str:
    """The message as an expression; ``format``, since an f-string can't hold quotes of its own kind."""
    printer = AssuredPrinter(binding)
    values = [printer.print(piece) for piece in check.message if not isinstance(piece, str)]
    text = "".join(piece if isinstance(piece, str) else "{}" for piece in check.message)
    return f"{text!r}.format({', '.join(values)})" if values else repr(text)
