"""Rules of the model to checks: subjects, lists, conditions, pointers and messages, each problem reported."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from cgp_toolkit.model import Base, Level, Model, Record
from cgp_toolkit.model.rules import Phrase, Rule, Subject
from cgp_toolkit.model.words import suggestion
from cgp_toolkit.rules.checker import Checker
from cgp_toolkit.rules.checks import ACK, REPLY, REQUEST, THIS, Alone, Check, Exchange, Loop, Scope, Severity
from cgp_toolkit.rules.kinds import Kind, Many, Object, Plain, kind_of, object_of, owner_of
from cgp_toolkit.rules.lookup import NO_FACTS, Facts
from cgp_toolkit.rules.problems import Problems
from cgp_toolkit.rules.tree import Attribute, Expression, Variable

_STRENGTH = (Level.MAY, Level.SHOULD, Level.MUST)
_KEBAB = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*")
_PLACEHOLDER = re.compile(r"\{([^{}]*)\}")


def compile_rules(model: Model, problems: Problems, broken: frozenset[str] = frozenset()) -> tuple[Check, ...]:
    """The checks of all rules, in the order of the YAML; ``broken`` names entries that exist but can't be read."""
    found: list[Check] = []
    for rule in model.rules.values():
        _identity(model, rule, problems, broken)
        for subject in rule.subjects:
            check = _Compiler(model, rule, subject, problems, broken).check()
            if check is not None:
                found.append(check)
    return tuple(found)


def _identity(model: Model, rule: Rule, problems: Problems, broken: frozenset[str]) -> None:
    if not _KEBAB.fullmatch(rule.name):
        problems.at(rule.position, "rule-id", f"the id {rule.name!r} is not in kebab case")
    if any(fault.name == rule.name for fault in model.lines.faults):
        problems.at(rule.position, "rule-id", f"a fault is called {rule.name!r} already", "choose another id")
    requirement = model.requirements.get(rule.requirement)
    if requirement is None:
        if rule.requirement not in broken:
            problems.at(
                rule.position,
                "unknown-reference",
                f"there is no requirement {rule.requirement!r}" + suggestion(rule.requirement, model.requirements),
            )
    elif rule.level is not None and _STRENGTH.index(rule.level) >= _STRENGTH.index(requirement.level):
        problems.at(
            rule.position,
            "rule-level",
            f"the level {rule.level.value} is not weaker than that of {requirement.name}, {requirement.level.value}",
            "leave the level out",
        )


class _Compiler:
    def __init__(self, model: Model, rule: Rule, subject: Subject, problems: Problems, broken: frozenset[str]) -> None:
        self.model = model
        self.rule = rule
        self.subject = subject
        self.problems = problems
        self.broken = broken

    def check(self) -> Check | None:
        """The check of one subject; ``None`` if anything is wrong with it."""
        before = len(self.problems)
        scope = self.scope()
        if scope is None:
            return None
        variables = self.variables(scope)
        checker = Checker(self.model, variables, self.problems)
        each = self.loop(checker, scope)
        wrong: Object | None = scope.reply if isinstance(scope, Exchange) else scope.owner
        if each is not None:
            checker.variables[each.variable.name] = each.variable.kind
            wrong = each.variable.kind if isinstance(each.variable.kind, Object) else None
        pointer = self.pointer(wrong)
        condition = checker.check(self.rule.check)
        if condition is not None and condition.expression.kind != Plain(Base.BOOLEAN):
            kind = condition.expression.kind
            if not isinstance(kind, Plain) or kind.base is not Base.BOOLEAN:
                self.problems.within(self.rule.check, 0, "rule-type", f"a check is a truth value, not {kind}")
        message = self.message(checker, condition.false if condition is not None else NO_FACTS, condition is not None)
        if len(self.problems) > before or condition is None:
            return None
        return Check(
            rule=self.rule.name,
            doc=self.rule.doc,
            requirement=self.rule.requirement,
            severity=self.severity(),
            scope=scope,
            each=each,
            guards=(),
            condition=condition.expression,
            pointer=pointer,
            message=message,
            fix=self.rule.fix,
            thorough=self.rule.thorough,
        )

    def severity(self) -> Severity:
        requirement = self.model.requirements.get(self.rule.requirement)
        level = self.rule.level or (requirement.level if requirement is not None else Level.MUST)
        return Severity.ERROR if level is Level.MUST else Severity.WARNING

    def scope(self) -> Scope | None:
        if self.subject.on is not None:
            return self.alone(self.subject.on)
        request, reply = self.subject.request or "", self.subject.reply or ""
        for name in (request, reply):
            if name not in self.model.envelopes:
                self.unknown("envelope", name, self.model.envelopes)
                return None
        answers = {self.model.envelopes[request].reply, self.model.protocol.failure}
        if reply not in answers:
            known = ", ".join(sorted(name for name in answers if name is not None))
            self.problems.at(
                self.subject.position, "rule-subject", f"{reply!r} is no answer to {request!r}", f"answers: {known}"
            )
            return None
        return Exchange(Object(request, envelope=True), Object(reply, envelope=True))

    def alone(self, name: str) -> Alone | None:
        type_ = self.model.types.get(name)
        if name in self.model.envelopes:
            if isinstance(type_, Record):
                self.problems.at(
                    self.subject.position, "rule-subject", f"{name!r} is a type and an envelope", "rename one of them"
                )
                return None
            return Alone(Object(name, envelope=True))
        if isinstance(type_, Record):
            return Alone(object_of(type_))
        if type_ is not None:
            self.problems.at(
                self.subject.position, "rule-subject", f"{name!r} has no members", "name a type that has it as a member"
            )
            return None
        records = [record.name for record in self.model.records()]
        self.unknown("type or envelope", name, [*self.model.envelopes, *records])
        return None

    def unknown(self, kind: str, name: str, known: Mapping[str, object] | list[str]) -> None:
        if name not in self.broken:
            self.problems.at(
                self.subject.position, "rule-subject", f"there is no {kind} {name!r}" + suggestion(name, known)
            )

    def variables(self, scope: Scope) -> dict[str, Kind]:
        answer = self.model.protocol.answer
        ack: dict[str, Kind] = {ACK: Object(answer, envelope=True)} if answer in self.model.envelopes else {}
        match scope:
            case Exchange():
                return {REQUEST: scope.request, REPLY: scope.reply, **ack}
            case Alone() if scope.owner.envelope:
                return {THIS: scope.owner, **ack}
            case Alone():
                return {THIS: scope.owner}

    def loop(self, checker: Checker, scope: Scope) -> Loop | None:
        each = self.rule.each
        if each is None:
            return None
        if each.variable in checker.variables:
            self.problems.at(each.position, "rule-name", f"the variable {each.variable!r} is taken")
            return None
        checked = checker.check(each.items)
        if checked is None:
            return None
        items = checked.expression
        root = REPLY if isinstance(scope, Exchange) else THIS
        pointer = tuple(_path(items, root))
        if not isinstance(items.kind, Many) or items.kind.item is None or not pointer:
            self.problems.within(each.items, 0, "rule-place", f"a list that is a member inside {root!r} is wanted here")
            return None
        return Loop(Variable(items.kind.item, each.variable), items, pointer)

    def pointer(self, wrong: Object | None) -> tuple[str, ...]:
        names = tuple(self.rule.at.split("/")[1:])
        owner: Object | None = wrong
        for name in names:
            known = {m.name: m for m in owner_of(self.model, owner).members} if owner is not None else {}
            if name not in known:
                self.problems.at(
                    self.rule.at_position,
                    "rule-place",
                    f"there is no member {name!r} on the way" + suggestion(name, known),
                )
                break
            if known[name].type not in self.model.types:
                break
            kind = kind_of(self.model, known[name])
            owner = kind if isinstance(kind, Object) else None
        return names

    def message(self, checker: Checker, facts: Facts, complete: bool) -> tuple[str | Expression, ...]:
        phrase, values = self.rule.message, dict(self.rule.values)
        pieces: list[str | Expression] = []
        used: set[str] = set()
        end = 0
        for match in _PLACEHOLDER.finditer(phrase.text):
            name = match[1]
            pieces.append(phrase.text[end : match.start()])
            end = match.end()
            used.add(name)
            if name not in values:
                self.problems.within(
                    phrase, match.start(), "rule-message", f"there is no value {name!r}" + suggestion(name, values)
                )
        pieces.append(phrase.text[end:])
        stray = re.search(r"[{}]", _PLACEHOLDER.sub(lambda m: " " * len(m[0]), phrase.text))
        if stray is not None:
            self.problems.within(phrase, stray.start(), "rule-message", "a brace stands alone")
        for name, value in values.items():
            if name not in used:
                self.problems.at(value.position, "rule-message", f"the message has no place for {name!r}")
        # Without the condition nobody knows what is there when it fails.
        expressions = {name: self.value(checker, values[name], facts) for name in values if name in used and complete}
        for index, match in enumerate(_PLACEHOLDER.finditer(phrase.text)):
            expression = expressions.get(match[1])
            if expression is not None:
                pieces.insert(2 * index + 1, expression)
        return tuple(piece for piece in pieces if piece != "")

    def value(self, checker: Checker, phrase: Phrase, facts: Facts) -> Expression | None:
        checked = checker.check(phrase, facts)
        if checked is None:
            return None
        kind = checked.expression.kind
        if isinstance(kind, Plain) and kind.base is not Base.STRING:
            return checked.expression
        self.problems.within(
            phrase,
            0,
            "rule-message",
            f"a value is a number or a truth value, not {kind}",
            "messages never repeat what a frame says",
        )
        return None


def _path(expression: Expression, root: str) -> Iterator[str]:
    """The members that lead from the variable ``root`` to ``expression``; none if it does not start there."""
    names: list[str] = []
    while isinstance(expression, Attribute):
        names.append(expression.member)
        expression = expression.operand
    if isinstance(expression, Variable) and expression.name == root:
        yield from reversed(names)
