"""The modules about rules: the rules as functions, the book of them, limits, and the walks through messages."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from cgp_toolkit.binding.naming import assign
from cgp_toolkit.model import Base, Model, Scalar
from cgp_toolkit.rules import Check, checks
from cgp_toolkit.rules.functions import Function
from cgp_toolkit.rules.instants import INSTANT
from cgp_toolkit.rules.kinds import TRUTH, Object, Plain
from cgp_toolkit.rules.plan import Owner, Plan, plan
from cgp_toolkit.rules.printers.rust import RustPrinter
from cgp_toolkit.rules.tree import Application, Expression, Matching, Not, walk
from cgp_toolkit.targets.rust import docs
from cgp_toolkit.targets.rust.layout import array, call, signature
from cgp_toolkit.targets.rust.names import Names, screaming
from cgp_toolkit.targets.rust.rendering import render
from cgp_toolkit.targets.rust.rules_code import Code, where
from cgp_toolkit.targets.rust.rules_functions import RuleFunction, rule_functions
from cgp_toolkit.targets.rust.rules_names import BindingNames
from cgp_toolkit.targets.rust.types_files import use
from cgp_toolkit.targets.stamp import commented


def rules_files(model: Model, names: Names) -> dict[str, str]:
    """Sources by path below ``src``."""
    return _Rules(plan(model, checks(model)), BindingNames.of(model, names)).files()


@dataclass(frozen=True, slots=True)
class _Walk:
    """What is looked at in one type."""

    name: str
    body: str
    doubtful: bool


class _Rules:
    def __init__(self, planned: Plan, binding: BindingNames) -> None:
        self.plan = planned
        self.binding = binding
        self.model = planned.model
        order = {name: index for index, name in enumerate(self.model.rules)}
        rules = [check for check in planned.checks() if not check.structural]
        self.functions = rule_functions(sorted(rules, key=lambda check: order[check.rule]), binding)
        self.statics = assign(self.model.rules, screaming, {"RULES"})
        self.owners = [owner for owner in planned.owners.values() if not owner.empty]

    def files(self) -> dict[str, str]:
        """All files."""
        model, binding = self.model, self.binding
        stamp = commented(model, "rust", "//")
        limits = [self.limits(owner) for owner in self.owners if owner.limits]
        walks = [self.walk(owner) for owner in self.owners]
        sessions = [self.session(owner) for owner in self.plan.envelopes() if owner.sessions]
        pairs = [self.pair(request, reply, found) for (request, reply), found in self.plan.exchanges.items()]
        patterns = self.patterns()
        union = binding.names.union
        return {
            "rules.rs": render(
                "rules/rules.rs",
                stamp=stamp,
                about=docs.comment(
                    [
                        f"{model.protocol.title}, {model.protocol.revision}: what no type can say, checked.",
                        "`check` tells what is wrong with one message, `check_exchange` what is wrong with a request "
                        "and its reply. Both bind authors: a reader never refuses a message for what they say. Beside "
                        "the rules, the limits of single values are checked, since nothing else does.",
                    ],
                    0,
                    "//!",
                ),
                library=binding.names.library,
                union=union,
                answer=binding.names.envelopes[model.protocol.answer],
                envelopes=[binding.type_of(owner.kind) for owner in self.plan.envelopes() if not owner.empty],
                unchecked=any(owner.empty for owner in self.plan.envelopes()),
                functions=bool(self.functions),
                patterns=bool(patterns),
                limits=bool(limits),
                uses=use("crate::types", sorted({union, binding.names.envelopes[model.protocol.answer]})),
                head=self.head("pub fn check_exchange"),
            ),
            "rules/book.rs": render(
                "rules/book.rs",
                stamp=stamp,
                rules=list(self.book()),
                listed=array(
                    "pub static RULES: &[&Rule] = &[", [f"&{name}" for name in self.statics.values()], "];", 0
                ),
            ),
            "rules/functions.rs": self.source("functions", stamp, self.functions, functions=self.functions),
            "rules/patterns.rs": render("rules/patterns.rs", stamp=stamp, patterns=patterns),
            "rules/limits.rs": self.source("limits", stamp, limits, walks=limits),
            "rules/walks.rs": self.source("walks", stamp, walks, walks=walks),
            "rules/exchanges.rs": self.source(
                "exchanges",
                stamp,
                [*sessions, *pairs],
                sessions=sessions,
                pairs=pairs,
                union=union,
                answer=binding.names.envelopes[model.protocol.answer],
                head=self.head("pub(super) fn violations"),
                asked=any(check.needs_ack for found in self.plan.exchanges.values() for check in found),
            ),
        }

    def head(self, name: str) -> str:
        """The head of a function about exchanges."""
        union, answer = self.binding.names.union, self.binding.names.envelopes[self.model.protocol.answer]
        parameters = [f"request: &{union}", f"reply: &{union}", f"ack: Option<&{answer}>"]
        return signature(name, parameters, " -> Vec<Violation>", 0)

    def source(self, name: str, stamp: str, parts: Iterable[RuleFunction | _Walk], **facts: object) -> str:
        """A file, with the imports that its parts need."""
        text = "\n".join(self.printed(name, part) for part in parts)
        words = set(_words(text))
        answer = self.binding.names.envelopes[self.model.protocol.answer]
        types = {*self.binding.names.types.values(), *self.binding.names.envelopes.values()} & words
        if name == "exchanges":
            types |= {self.binding.names.union, answer}
        return render(
            f"rules/{name}.rs",
            stamp=stamp,
            types=use("crate::types", sorted(types)) if types else "",
            forms="forms" in words,
            patterns="patterns" in words,
            sets="HashSet" in words,
            faults="faults" in words,
            functions_used="functions" in words,
            book="book" in words,
            **facts,
        )

    def printed(self, name: str, part: RuleFunction | _Walk) -> str:
        """What is printed of a part in a file."""
        if isinstance(part, RuleFunction):
            return f"{part.head}\n{part.body}"
        if name == "exchanges" or (name == "limits" and not part.body):
            return part.body
        return f"{part.name}\n{part.body}"

    def patterns(self) -> list[tuple[str, str]]:
        """The patterns that are asked for."""
        nodes = [node for check in self.plan.checks() for node in check.nodes()]
        nodes += [
            n for c in self.plan.checks() for piece in c.message if not isinstance(piece, str) for n in walk(piece)
        ]
        scalars = {node.scalar for node in nodes if isinstance(node, Matching)}
        found = [
            (self.binding.forms[s.name], docs.quoted(s.author.pattern or ""))
            for s in self.model.scalars()
            if s.name in scalars
        ]
        if any(isinstance(node, Application) and node.function is Function.IS_INSTANT for node in nodes):
            found.append(("INSTANT", docs.quoted(INSTANT)))
        return found

    def book(self) -> Iterator[Mapping[str, str]]:
        """Every rule once."""
        for name, static in self.statics.items():
            check = next(function.check for function in self.functions if function.check.rule == name)
            yield {
                "static": static,
                "about": docs.comment([check.doc]),
                "id": docs.quoted(check.rule),
                "requirement": docs.quoted(check.requirement or ""),
                "severity": f"Severity::{check.severity.value.capitalize()}",
                "doc": docs.quoted(check.doc),
                "fix": docs.quoted(check.fix),
                "thorough": "true" if check.thorough else "false",
            }

    def limits(self, owner: Owner) -> _Walk:
        """What the limits of one type are."""
        code = Code(8)
        for check in owner.limits:
            if not self.holds_anyway(check):
                self.limit(code, check)
        return _Walk(self.binding.type_of(owner.kind), code.text, code.doubtful)

    def holds_anyway(self, check: Check) -> bool:
        """Whether the types keep a limit already."""
        if check.rule != "out-of-range":
            return False
        types = [
            self.model.types[node.kind.type]
            for node in check.nodes()
            if isinstance(node.kind, Plain) and node.kind.type is not None
        ]
        return all(isinstance(t, Scalar) and t.base is Base.INTEGER and self.binding.covers(t) for t in types)

    def limit(self, code: Code, check: Check) -> None:
        """One check of a limit."""
        name = (check.each.pointer if check.each is not None else check.pointer)[-1]
        wanted = "".join(piece for piece in check.message if isinstance(piece, str))
        wanted = wanted.removeprefix(f"{name}: {check.doc}").strip()
        fault = f"&faults::{self.binding.names.faults[check.rule]}"
        requirement = f"Some({docs.quoted(check.requirement)})" if check.requirement else "None"
        printer = RustPrinter(self.binding, taken={"self", "checker", "index"})
        wrong = Not(TRUTH, check.condition)
        if check.each is None:
            _, blocks = where(code, printer, (*check.guards, wrong))
            arguments = [fault, requirement, docs.quoted(name), docs.quoted(wanted)]
            code.add(call("checker.limit(", arguments, ");", code.indent))
        else:
            printer, blocks = where(code, printer, check.outer)
            blocks += self.loop(code, printer, check, wrong)
            arguments = [fault, requirement, docs.quoted(name), "index", docs.quoted(wanted)]
            code.add(call("checker.limit_of_item(", arguments, ");", code.indent))
        for _ in range(blocks):
            code.close()

    def loop(self, code: Code, printer: RustPrinter, check: Check, wrong: Expression) -> int:
        """The head of the loop of a check, and of the condition in it; how many blocks they are."""
        each = check.each
        if each is None:
            return 0
        outer = [guard for guard in check.outer if hasattr(guard, "attribute")]
        for guard in outer:
            attribute = guard.attribute
            if attribute not in printer.known and attribute == each.items:
                value = printer.optional(attribute)
                # The head of the block that asks is replaced by one that binds.
                name, printer = printer.bind(attribute)
                code.lines[-1] = " " * (code.indent - 4) + f"if let Some({name}) = {value} {{"
        item = self.binding.variable(each.variable.name)
        printer.taken.add(item)
        code.open(f"for (index, {item}) in {printer.list(each.items)}.iter().enumerate() {{")
        _, blocks = where(code, printer, (*check.inner, wrong))
        return 1 + blocks

    def walk(self, owner: Owner) -> _Walk:
        """What is looked at in one type: its limits, its rules, then what is in it."""
        code = Code(8)
        if owner.limits and any(not self.holds_anyway(check) for check in owner.limits):
            code.add("self.check_limits(checker);")
        for check in owner.rules:
            self.step(code, check, ["self"])
        for part in owner.parts:
            field = self.binding.field(owner.kind, part.member.name)
            wire = docs.quoted(part.member.name)
            absent = part.member.optional and not part.member.has_default
            value = f"self.{field}"
            if absent:
                code.open(f"if let Some(value) = &{value} {{")
                value = "value"
            method = "items" if part.member.many else "member"
            reference = value if absent else f"&{value}"
            boxed = self.binding.boxed(owner.kind, part.member.name) and not part.member.many
            reference = f"{reference}.as_ref()" if boxed and absent else f"{value}.as_ref()" if boxed else reference
            code.add(f"checker.{method}({wire}, {reference});")
            if absent:
                code.close()
        return _Walk(self.binding.type_of(owner.kind), code.text, code.doubtful)

    def step(self, code: Code, check: Check, arguments: list[str]) -> None:
        """One rule in a walk."""
        function = next(f for f in self.functions if f.check.rule == check.rule and f.check.scope == check.scope)
        blocks = 0
        asked = f"functions::{function.name}({', '.join(arguments)})"
        guards = ["checker.is_thorough()"] if check.thorough else []
        path = f"&[{', '.join(docs.quoted(name) for name in check.pointer)}]"
        static = f"&book::{self.statics[check.rule]}"
        root = {"this": "self"} if arguments[0] == "self" else {}
        if check.each is None:
            code.chain("if ", [*guards, f"!{asked}"], "&&", " {")
            code.indent += 4
            blocks = 1
            self.report(code, "checker.rule(", [static, path], check, root)
        else:
            if guards:
                code.open(f"if {guards[0]} {{")
                blocks = 1
            code.open(f"for index in {asked} {{")
            blocks += 1
            where_ = f"&[{', '.join(docs.quoted(name) for name in check.each.pointer)}]"
            self.report(code, "checker.rule_of_item(", [static, where_, "index", path], check, root)
        for _ in range(blocks):
            code.close()

    def report(self, code: Code, before: str, given: list[str], check: Check, root: Mapping[str, str]) -> None:
        """The call that reports a violation with its words."""
        printer = RustPrinter(self.binding, taken={"checker", "index"})
        values = [printer.print(piece) for piece in check.message if not isinstance(piece, str)]
        values = [_rooted(value, root) for value in values]
        text = "".join(_braced(piece) if isinstance(piece, str) else "{}" for piece in check.message)
        if values:
            inner = " " * (code.indent + 4)
            message = call("format!(", [docs.quoted(text), *values], ")", code.indent + 4)
            code.doubtful |= len(inner) + len(docs.quoted(text)) > docs.WIDTH - 8 or any(len(v) > 60 for v in values)
        else:
            plain = text.replace("{{", "{").replace("}}", "}")
            message = f"{docs.quoted(plain)}.to_owned()"
            code.doubtful |= len(message) > docs.WIDTH - code.indent - 8
        code.add(call(before, [*given, message], ");", code.indent))

    def session(self, owner: Owner) -> _Walk:
        """The rules about an envelope and the answer to the handshake."""
        code = Code(8)
        for check in owner.sessions:
            self.step(code, check, ["this", "ack"])
        return _Walk(self.binding.type_of(owner.kind), code.text, code.doubtful)

    def pair(self, request: Object, reply: Object, found: Iterable[Check]) -> _Walk:
        """The rules about a request and its reply."""
        code = Code(8)
        for check in found:
            if check.needs_ack:
                code.open("if let Some(ack) = ack {")
            self.step(code, check, ["request", "reply", *(["ack"] if check.needs_ack else [])])
            if check.needs_ack:
                code.close()
        types = f"({self.binding.names.union}::{self.binding.type_of(request)}(request), "
        types += f"{self.binding.names.union}::{self.binding.type_of(reply)}(reply))"
        return _Walk(types, code.text, code.doubtful)


def _rooted(text: str, root: Mapping[str, str]) -> str:
    for name, spelt in root.items():
        text = re.sub(rf"\b{name}\b", spelt, text)
    return text


def _braced(text: str) -> str:
    return text.replace("{", "{{").replace("}", "}}")


def _words(text: str) -> Iterator[str]:
    """The names in a source that a path starts with."""
    yield from re.findall(r"(?<!::)\b[A-Za-z_]\w*", re.sub(r'"(?:[^"\\]|\\.)*"', '""', text))
