"""The package about rules: an enum of them, a method a rule, and what goes through a message."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache

from cgp_toolkit.model import Model
from cgp_toolkit.rules import Check, checks
from cgp_toolkit.rules.checks import THIS, Alone
from cgp_toolkit.rules.functions import Function
from cgp_toolkit.rules.hoisting import hoisted, parameters
from cgp_toolkit.rules.instants import INSTANT
from cgp_toolkit.rules.kinds import TRUTH, Object
from cgp_toolkit.rules.plan import Owner, Part, Plan, plan
from cgp_toolkit.rules.printers.java import UNARY, JavaPrinter
from cgp_toolkit.rules.structure import part_attribute
from cgp_toolkit.rules.tree import And, Application, Expression, Literal, Matching, Not, Present, walk
from cgp_toolkit.targets.java import docs
from cgp_toolkit.targets.java.layout import laid_out
from cgp_toolkit.targets.java.names import Names
from cgp_toolkit.targets.java.rendering import render
from cgp_toolkit.targets.java.rules_names import BindingNames
from cgp_toolkit.targets.stamp import commented

_STRING = re.compile(r'"(?:[^"\\]|\\.)*"')
_TAKEN = {"request": "the request", "reply": "the reply", "ack": "the answer to the handshake"}


def rule_files(model: Model, names: Names) -> dict[str, str]:
    """Sources by class name."""
    binding = BindingNames(model, names)
    planned = plan(model, checks(model))
    everything = [check for check in planned.checks() if not check.structural]
    order = {name: index for index, name in enumerate(model.rules)}
    everything.sort(key=lambda check: order[check.rule])
    book = _Book(planned, binding)
    owners = {f"{binding.class_of(o.kind)}Checks": book.checks(o) for o in planned.owners.values() if not o.empty}
    return {
        "Rule": book.file("rule", rules=[book.entry(check) for check in _once(everything)], wire=["Fault"]),
        "Forms": book.file("forms", **book.forms()),
        "Conditions": book.file("conditions", methods=[book.method(check) for check in everything]),
        "ExchangeChecks": book.file("exchanges", **book.exchanges()),
        "Rules": book.file(
            "rules",
            union=names.union,
            answer=names.envelopes[model.protocol.answer],
            envelopes=[binding.class_of(o.kind) for o in planned.envelopes() if not o.empty],
        ),
        **owners,
    }


@lru_cache(maxsize=64)
def _named(source: str) -> frozenset[str]:
    """What may be a class among the words of a source, its comments and texts aside."""
    code = _STRING.sub("", re.sub(r"/\*.*?\*/", "", source, flags=re.DOTALL))
    return frozenset(re.findall(r"\b[A-Z]\w*", code))


def _once(found: Iterable[Check]) -> list[Check]:
    known: dict[str, Check] = {}
    for check in found:
        known.setdefault(check.rule, check)
    return list(known.values())


class _Book:
    """What every file about rules is made with."""

    def __init__(self, planned: Plan, binding: BindingNames) -> None:
        self.plan = planned
        self.binding = binding
        names = binding.names
        self._classes = {*names.classes.values(), *names.envelopes.values(), names.union, "Fault"}

    def file(self, template: str, **context: object) -> str:
        """A source whose imports follow from what its code names."""
        context.setdefault("wire", [])
        body = render(f"rules/{template}.java", **context)
        named = _named(body)
        package = self.binding.names.package
        imports = {f"{package}.{name}" for name in named & self._classes}
        imports |= {f"java.util.{name}" for name in ("ArrayList", "List", "Map", "Optional", "Set") if name in named}
        imports |= {"java.util.regex.Pattern"} if "Pattern" in named else set()
        imports |= {f"java.util.stream.{name}" for name in ("Collectors", "Stream") if name in named}
        imports |= {"java.util.function.Function"} if "Function" in named else set()
        imports |= {"org.jspecify.annotations.Nullable"} if "Nullable" in named else set()
        lines = "".join(f"import {name};\n" for name in sorted(imports))
        head = (
            f"{commented(self.plan.model, 'java', '//')}package {package}.rules;\n\n{lines}{chr(10) if lines else ''}"
        )
        return head + laid_out(body)

    def printer(self, this: Object | None, known: Mapping[str, str] | None = None) -> JavaPrinter:
        """A printer that calls ``this`` by the name of its class."""
        subject = {} if this is None else {THIS: self.binding.subject(this)}
        return JavaPrinter(self.binding, {**subject, **(known or {})})

    def entry(self, check: Check) -> Mapping[str, str]:
        """The constant of a rule."""
        return {
            "name": self.binding.names.rules[check.rule],
            "doc": docs.comment([check.doc], 4),
            "arguments": ", ".join(
                [
                    docs.literal(check.rule),
                    docs.literal(check.requirement or ""),
                    f"Severity.{check.severity.name}",
                    docs.literal(" ".join(check.fix.split())),
                    "true" if check.thorough else "false",
                ]
            ),
        }

    def forms(self) -> Mapping[str, object]:
        """The patterns that checks ask for."""
        model = self.plan.model
        found = [c for c in self.plan.checks() if not self._never(c)]
        nodes = [node for check in found for node in check.nodes()]
        nodes += [n for c in found for piece in c.message if not isinstance(piece, str) for n in walk(piece)]
        matched = {node.scalar for node in nodes if isinstance(node, Matching)}
        instants = any(isinstance(node, Application) and node.function is Function.IS_INSTANT for node in nodes)
        forms = [(self.binding.forms[s.name], s.author.pattern) for s in model.scalars() if s.name in matched]
        forms += [("INSTANT", INSTANT)] if instants else []
        return {"forms": [{"name": name, "pattern": docs.literal(pattern or "")} for name, pattern in forms]}

    def method(self, check: Check) -> Mapping[str, object]:
        """The method of a rule."""
        sets, condition = hoisted(check)
        scope = check.scope
        printer = self.printer(scope.owner if isinstance(scope, Alone) else None)
        outer = printer
        for name, _, _ in sets:
            printer = JavaPrinter(self.binding, {**printer.known, name: name}, printer.plain)
        item, loop, item_type = "", "", ""
        if check.each is not None:
            items, variable = check.each.items, check.each.variable
            item, item_type = self.binding.variable(variable.name), self.binding.boxed(variable.kind)
            while item in printer.known.values():
                item += "_"
            loop = outer.print(items)
            printer = JavaPrinter(self.binding, {**printer.known, variable.name: item}, printer.plain)
        gives = "the indices of the items that break it" if check.each is not None else "true of what is right"
        taken = self._parameters(check)
        tags = {f"@param {name}": about for name, _, about in taken} | {"@return": gives}
        about = f"Rule {check.rule}, requirement {check.requirement}, {check.severity.value}."
        return {
            "name": self.binding.names.conditions[check.rule],
            "doc": docs.comment([check.doc, about], 4, tags),
            "parameters": ", ".join(f"{class_} {name}" for name, class_, _ in taken),
            "sets": [
                {
                    "name": name,
                    "type": f"Set<{self.binding.boxed(node.kind, plain=True)[5:-1]}>",
                    "value": f"{outer.stream(node)}.collect(Collectors.toUnmodifiableSet())",
                }
                for name, _, node in sets
            ],
            "item": item,
            "item_type": item_type,
            "loop": loop,
            "wrong": printer.print(Not(TRUTH, condition)) if check.each is not None else "",
            "right": printer.print(condition) if check.each is None else "",
        }

    def _parameters(self, check: Check) -> list[tuple[str, str, str]]:
        """Names, classes and meanings of what a rule takes."""
        answer = Object(self.plan.model.protocol.answer, envelope=True)
        found = []
        for name, kind in parameters(check):
            if name == THIS and kind is not None:
                found.append((self.binding.subject(kind), self.binding.class_of(kind), "what is looked at"))
            else:
                found.append((name, self.binding.class_of(kind or answer), _TAKEN[name]))
        return found

    def checks(self, owner: Owner) -> str:
        """The class that goes through one record or envelope."""
        kind = owner.kind
        return self.file(
            "checks",
            name=self.binding.class_of(kind),
            subject=self.binding.subject(kind),
            limits=[self._limit(check) for check in owner.limits if not self._never(check)],
            steps=[self._step(check) for check in owner.rules],
            parts=[self._part(kind, part) for part in owner.parts],
        )

    def _never(self, check: Check) -> bool:
        """Whether the types leave nothing to check: a closed vocabulary has no other values."""
        return check.structural and self._print(check, check.condition) == "true"

    def _print(self, check: Check, node: Expression) -> str:
        return self.printer(check.scope.owner if isinstance(check.scope, Alone) else None).print(node)

    def _limit(self, check: Check) -> Mapping[str, object]:
        kind = check.scope.owner if isinstance(check.scope, Alone) else None
        known = {check.each.variable.name: "item"} if check.each is not None else {}
        printer = self.printer(kind, known)
        wrong = Not(TRUTH, check.condition)
        terms = [t for t in (*check.guards, wrong) if not _is_true(t)] if check.each is None else [*check.inner, wrong]
        outer = [guard for guard in check.outer if not _is_true(guard)]
        return {
            "guard": printer.print(And(TRUTH, tuple(outer))) if check.each is not None and outer else "",
            "loop": printer.print(check.each.items) if check.each is not None else "",
            "item_type": self.binding.boxed(check.each.variable.kind) if check.each is not None else "",
            "wrong": printer.print(And(TRUTH, tuple(terms))),
            "fault": f"Fault.{self.binding.names.faults[check.rule]}",
            "requirement": "null" if check.requirement is None else docs.literal(check.requirement),
            "pointer": self._pointer(check, "at"),
            "message": docs.literal("".join(piece for piece in check.message if isinstance(piece, str))),
        }

    @staticmethod
    def _pointer(check: Check, at: str) -> str:
        """Where a violation is, as an expression."""
        parts = [at] if at else []
        end = "".join(f"/{name}" for name in check.pointer)
        if check.each is not None:
            parts += [docs.literal("".join(f"/{name}" for name in check.each.pointer) + "/"), "index"]
        if end or not parts:
            parts.append(docs.literal(end))
        return " + ".join(parts)

    def _step(self, check: Check, at: str = "at", of: str = "MESSAGE") -> Mapping[str, object]:
        """One rule in a walk."""
        names = self.binding.names
        method = names.conditions[check.rule]
        call = f"Conditions.{method}({', '.join(name for name, _, _ in self._parameters(check))})"
        guards = ["thorough"] if check.thorough else []
        guards += ["ack != null"] if check.needs_ack and of == "REPLY" else []
        place = ", ".join([self._pointer(check, at), self._message(check)])
        about = "" if of == "MESSAGE" else f", {of if of == 'of' else f'Violation.Of.{of}'}"
        return {
            "indexed": check.each is not None,
            "guard": " && ".join(guards),
            "call": call,
            "violation": f"Rule.{names.rules[check.rule]}.violation({place}{about})",
        }

    def _message(self, check: Check) -> str:
        kind = check.scope.owner if isinstance(check.scope, Alone) else None
        printer = self.printer(kind)
        pieces = [
            docs.literal(piece) if isinstance(piece, str) else printer.at(piece, UNARY)
            for piece in check.message
            if piece
        ]
        if pieces and not pieces[0].startswith('"'):
            pieces.insert(0, '""')
        return " + ".join(pieces)

    def _part(self, kind: Object, part: Part) -> Mapping[str, object]:
        printer = self.printer(kind)
        attribute = part_attribute(self.plan.model, kind, part.member)
        absent = part.member.optional and not part.member.has_default
        return {
            "guard": printer.print(Present(TRUTH, attribute)) if absent else "",
            "value": printer.print(attribute),
            "many": part.member.many,
            "checks": f"{self.binding.class_of(part.owner)}Checks",
            "pointer": docs.literal(f"/{part.member.name}" + ("/" if part.member.many else "")),
        }

    def exchanges(self) -> Mapping[str, object]:
        """What is wrong with requests and replies together."""
        answer = Object(self.plan.model.protocol.answer, envelope=True)
        sessions = [
            {
                "class": self.binding.class_of(owner.kind),
                "subject": self.binding.subject(owner.kind),
                "steps": [self._step(check, "", "of") for check in owner.sessions],
            }
            for owner in self.plan.envelopes()
            if owner.sessions
        ]
        pairs = [
            {
                "request": self.binding.class_of(request),
                "reply": self.binding.class_of(reply),
                "steps": [self._step(check, "", "REPLY") for check in found],
                "ack": any(check.needs_ack for check in found),
            }
            for (request, reply), found in self.plan.exchanges.items()
        ]
        return {
            "union": self.binding.names.union,
            "answer": self.binding.class_of(answer),
            "sessions": sessions,
            "pairs": pairs,
        }


def _is_true(node: Expression) -> bool:
    return isinstance(node, Literal) and node.value is True
