"""``rules.ts`` and what it is made of: a function a rule, and the ways to run them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from cgp_toolkit.model import Model
from cgp_toolkit.rules import Check, checks
from cgp_toolkit.rules.checks import Alone
from cgp_toolkit.rules.kinds import TRUTH, Object, object_of
from cgp_toolkit.rules.plan import Owner, Part, Plan, plan
from cgp_toolkit.rules.printers.typescript import TypeScriptPrinter
from cgp_toolkit.rules.structure import part_attribute
from cgp_toolkit.rules.tree import Present
from cgp_toolkit.targets.stamp import commented
from cgp_toolkit.targets.typescript.names import Names, access, text
from cgp_toolkit.targets.typescript.rendering import comment, literal, render, signature
from cgp_toolkit.targets.typescript.rules_forms import forms_source
from cgp_toolkit.targets.typescript.rules_functions import RuleFunction, rule_functions
from cgp_toolkit.targets.typescript.rules_limits import limits_source
from cgp_toolkit.targets.typescript.rules_names import BindingNames, binding_names, imports, inside, template


def emit(model: Model, names: Names) -> dict[str, str]:
    """The modules by file name."""
    binding = binding_names(model, names)
    planned = plan(model, checks(model))
    stamp = commented(model, "typescript", "//")
    return {
        "forms.ts": forms_source(planned, binding, stamp),
        "limits.ts": limits_source(planned, binding, stamp),
        "rules.ts": _rules(planned, binding, stamp),
    }


@dataclass(frozen=True, slots=True)
class _Step:
    """One rule in a walk: ``if (guard && wrong)``, or ``for (const index of wrong)`` where ``indexed``."""

    guard: str
    indexed: bool
    wrong: str
    arguments: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Inside:
    """A member to look into; ``guard`` is empty where it is always there."""

    guard: str
    value: str
    many: bool
    owner: str
    pointer: str
    deep: bool


@dataclass(frozen=True, slots=True)
class _Exchange:
    """The function about a request and a reply, with those ``parameters`` that its ``steps`` use."""

    name: str
    asked: str
    replied: str
    parameters: tuple[tuple[str, str], ...]
    steps: tuple[_Step, ...]


def _rules(planned: Plan, binding: BindingNames, stamp: str) -> str:
    model = planned.model
    order = {name: index for index, name in enumerate(model.rules)}
    everything = sorted((c for c in planned.checks() if not c.structural), key=lambda check: order[check.rule])
    functions = list(rule_functions(everything, binding))
    owners = [owner for owner in planned.owners.values() if not owner.empty]
    answer = binding.names.envelopes[model.protocol.answer]
    texts = [*(f.body for f in functions), *(_message(check, binding) for check in everything)]
    exchanges = [
        _exchange(binding, (request, reply), [_step(check, functions, binding, "", '"reply"') for check in found])
        for (request, reply), found in planned.exchanges.items()
    ]
    used = {type_ for f in functions for _, types in f.parameters for type_ in types.split(" | ")}
    used |= {binding.type_of(owner.kind) for owner in owners} | {answer}
    used |= {type_ for exchange in exchanges for _, type_ in exchange.parameters}
    kinds = [object_of(owner) for owner in model.owners()]
    return render(
        "rules.ts",
        stamp=stamp,
        about=comment(_about(model)),
        imports=imports(binding, [kind for kind in kinds if binding.type_of(kind) in used]),
        tag=access(binding.names.tag),
        answer=answer,
        forms=any("forms." in each for each in texts),
        has=any("has." in each for each in texts),
        limits=[binding.type_of(owner.kind) for owner in owners if owner.limits],
        functions=functions,
        rules=[literal([text(f.rule.rule), _entry(f)], 2, 79) for f in _once(functions)],
        walks=[_walk(planned, owner, functions, binding) for owner in owners],
        envelopes=[
            (text(owner.kind.name), binding.type_of(owner.kind), owner.empty, _is_deep(owner))
            for owner in planned.envelopes()
        ],
        thorough=any(_is_deep(owner) for owner in planned.envelopes()),
        sessions=[
            {
                "tag": text(owner.kind.name),
                "type": binding.type_of(owner.kind),
                "steps": [_step(check, functions, binding, "", "of", agreed=True) for check in owner.sessions],
            }
            for owner in planned.envelopes()
            if owner.sessions
        ],
        exchanges=exchanges,
        exchanges_ask=any(name == "ack" for exchange in exchanges for name, _ in exchange.parameters),
    )


def _is_deep(owner: Owner) -> bool:
    """Whether there is a thorough rule about it or about something inside of it."""
    return bool(owner.thorough or owner.deep)


def _walk(planned: Plan, owner: Owner, functions: list[RuleFunction], binding: BindingNames) -> Mapping[str, object]:
    type_ = binding.type_of(owner.kind)
    parameters = [f"it: {type_}", "at: string", *(["thorough: boolean"] if _is_deep(owner) else [])]
    return {
        "type": type_,
        "head": signature(f"function* explain{type_}", parameters, "Generator<Violation, void>"),
        "limits": bool(owner.limits),
        "steps": [_step(check, functions, binding, "${at}", "") for check in owner.rules],
        "parts": [_part(planned, owner.kind, part, binding) for part in owner.parts],
    }


def _exchange(binding: BindingNames, pair: tuple[Object, Object], steps: list[_Step]) -> _Exchange:
    request, reply = pair
    answer = binding.names.envelopes[binding.model.protocol.answer]
    texts = " ".join(text for step in steps for text in (step.guard, step.wrong, *step.arguments))
    offered = (("request", binding.type_of(request)), ("reply", binding.type_of(reply)), ("ack", answer))
    return _Exchange(
        name=f"exchange{binding.type_of(request)}{binding.type_of(reply)}",
        asked=text(request.name),
        replied=text(reply.name),
        # The word in quotes that tells which one is wrong is no use of it.
        parameters=tuple((name, type_) for name, type_ in offered if re.search(rf'(?<!")\b{name}\b', texts)),
        steps=tuple(steps),
    )


def _about(model: Model) -> list[str]:
    return [
        f"{model.protocol.title}, {model.protocol.revision}: what no type can say, checked.",
        "`check` tells what is wrong with one message, `checkExchange` what is wrong with a request and its reply. "
        "Both bind authors: a reader never refuses a message for what they say. Beside the rules, the limits of single "
        "values are checked, since types are all that is known of a message that was not read.",
    ]


def _once(functions: list[RuleFunction]) -> list[RuleFunction]:
    found: dict[str, RuleFunction] = {}
    for function in functions:
        found.setdefault(function.rule.rule, function)
    return list(found.values())


def _entry(function: RuleFunction) -> Mapping[str, str]:
    check = function.rule
    return {
        "id": text(check.rule),
        "requirement": text(check.requirement or ""),
        "severity": text(check.severity.value),
        "thorough": "true" if check.thorough else "false",
        "doc": text(check.doc),
        "fix": text(check.fix),
    }


def _part(planned: Plan, kind: Object, part: Part, binding: BindingNames) -> _Inside:
    printer = TypeScriptPrinter(binding)
    attribute = part_attribute(planned.model, kind, part.member)
    absent = part.member.optional and not part.member.has_default
    return _Inside(
        guard=printer.print(Present(TRUTH, attribute)) if absent else "",
        value=printer.print(attribute),
        many=part.member.many,
        owner=binding.type_of(part.owner),
        pointer=inside(f"/{part.member.name}"),
        deep=_is_deep(planned.owners[part.owner]),
    )


def _step(
    check: Check, functions: list[RuleFunction], binding: BindingNames, at: str, of: str, *, agreed: bool = False
) -> _Step:
    """One rule in a walk from the place ``at``; with ``agreed`` the answer to the handshake is there anyhow."""
    function = _of(check, functions, binding)
    pointer = "".join(f"/{name}" for name in check.pointer)
    if check.each is not None:
        place = at + inside("".join(f"/{name}" for name in check.each.pointer)) + "/${index}" + inside(pointer)
    else:
        place = at + inside(pointer)
    guards = ["thorough"] if check.thorough else []
    if check.needs_ack and not agreed:
        guards.append("ack !== undefined")
    arguments = [text(check.rule), template(place) if "${" in place else text(pointer), _message(check, binding)]
    return _Step(
        guard=" && ".join(guards),
        indexed=check.each is not None,
        wrong=function.call,
        arguments=(*arguments, of) if of else tuple(arguments),
    )


def _of(check: Check, functions: list[RuleFunction], binding: BindingNames) -> RuleFunction:
    """The function of a check: the one of its rule that takes its types."""
    scope = check.scope
    kinds = (scope.owner,) if isinstance(scope, Alone) else (scope.request, scope.reply)
    types = [binding.type_of(kind) for kind in kinds]
    for function in functions:
        if function.rule.rule == check.rule and all(t in s for t, s in zip(types, function.subjects, strict=True)):
            return function
    raise LookupError(check.rule)


def _message(check: Check, binding: BindingNames) -> str:
    """The message as an expression: the rule has found everything to be there that it tells of."""
    if all(isinstance(piece, str) for piece in check.message):
        return text("".join(piece for piece in check.message if isinstance(piece, str)))
    printer = TypeScriptPrinter(binding, assured=True)
    pieces = (inside(p) if isinstance(p, str) else f"${{{printer.print(p)}}}" for p in check.message)
    return f"`{''.join(pieces)}`"
