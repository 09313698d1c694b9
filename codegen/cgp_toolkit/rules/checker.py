"""Syntax to typed expressions, checked against the model.

Presence is followed through the expression: what ``has()`` shows on the left of ``&&``, in the test of a conditional,
or (denied) on the left of ``||`` holds on the right.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from cgp_toolkit.model import Base, Member, Model
from cgp_toolkit.model.rules import Phrase
from cgp_toolkit.model.words import suggestion
from cgp_toolkit.rules import comparing, syntax
from cgp_toolkit.rules.functions import Function, Signature, signatures
from cgp_toolkit.rules.kinds import INTEGER, NUMBER, TEXT, TRUTH, Kind, Many, Object, Plain, kind_of, owner_of
from cgp_toolkit.rules.problems import Problems
from cgp_toolkit.rules.tree import (
    And,
    Application,
    Attribute,
    Comparison,
    Comprehension,
    Conditional,
    Expression,
    Listing,
    Literal,
    Membership,
    Not,
    Or,
    Present,
    Quantifier,
    Sum,
    Trait,
    Variable,
)

Facts: TypeAlias = frozenset[tuple[str, ...]]
"""Paths of optional members that are known to be there."""

_NONE: Facts = frozenset()
_MACROS = {"all": (2, 2), "exists": (2, 2), "filter": (2, 2), "map": (2, 3)}


@dataclass(frozen=True, slots=True)
class Checked:
    """A typed expression, and what is known to be there if it is true and if it is false."""

    expression: Expression
    true: Facts = _NONE
    false: Facts = _NONE


class _Wrong(Exception):
    """The expression can't be typed any further."""


class Checker:
    """Checks the expressions of one rule; ``variables`` are the messages that it looks at."""

    def __init__(self, model: Model, variables: Mapping[str, Kind], problems: Problems) -> None:
        self.model = model
        self.variables = dict(variables)
        self.problems = problems
        self.signatures = signatures(model)
        self.phrase = Phrase("", model.protocol.position, "")

    def check(self, phrase: Phrase, facts: Facts = _NONE) -> Checked | None:
        """The typed expression of ``phrase``; ``None`` after a problem that has been reported."""
        self.phrase = phrase
        try:
            return self._visit(syntax.parse(phrase.text), facts)
        except syntax.SyntaxFault as fault:
            rule = "rule-feature" if fault.feature else "rule-syntax"
            self.problems.within(phrase, fault.offset, rule, str(fault))
        except _Wrong:
            pass
        return None

    def _wrong(self, offset: int, rule: str, message: str, fix: str = "") -> _Wrong:
        self.problems.within(self.phrase, offset, rule, message, fix)
        return _Wrong()

    def _visit(self, node: syntax.Syntax, facts: Facts) -> Checked:
        match node:
            case syntax.Literal():
                return Checked(Literal(_literal_kind(node.value), node.value))
            case syntax.Identifier():
                return Checked(self._variable(node))
            case syntax.Select():
                return Checked(self._attribute(node, facts))
            case syntax.Call():
                return self._call(node, facts)
            case syntax.Unary():
                return self._unary(node, facts)
            case syntax.Binary():
                return self._binary(node, facts)
            case syntax.Ternary():
                return self._ternary(node, facts)
            case syntax.Listing():
                items = tuple(self._visit(item, facts).expression for item in node.items)
                return Checked(Listing(Many(comparing.common([item.kind for item in items])), items))

    def _expect(self, node: syntax.Syntax, facts: Facts, base: Base) -> Checked:
        checked = self._visit(node, facts)
        if not _is(checked.expression.kind, base):
            raise self._wrong(node.offset, "rule-type", f"{Plain(base)} is wanted here, not {checked.expression.kind}")
        return checked

    def _variable(self, node: syntax.Identifier) -> Variable:
        kind = self.variables.get(node.name)
        if kind is None:
            known = ", ".join(self.variables)
            raise self._wrong(
                node.offset,
                "rule-name",
                f"there is no variable {node.name!r} here" + suggestion(node.name, self.variables),
                f"known here: {known}",
            )
        return Variable(kind, node.name)

    def _member(self, node: syntax.Select, facts: Facts) -> tuple[Attribute, Member]:
        operand = self._visit(node.operand, facts).expression
        if not isinstance(operand.kind, Object):
            raise self._wrong(node.offset, "rule-type", f"{operand.kind} has no members")
        owner = owner_of(self.model, operand.kind)
        for member in owner.members:
            if member.name == node.name:
                if member.type not in self.model.types:
                    # The model's own lint has reported it.
                    raise _Wrong
                return Attribute(kind_of(self.model, member), operand, operand.kind, member.name), member
        known = [member.name for member in owner.members]
        raise self._wrong(
            node.offset,
            "rule-name",
            f"{owner.name} has no member {node.name!r}" + suggestion(node.name, known),
        )

    def _attribute(self, node: syntax.Select, facts: Facts) -> Attribute:
        attribute, member = self._member(node, facts)
        if member.optional and not member.has_default and _path(attribute) not in facts:
            raise self._wrong(
                node.offset,
                "rule-absence",
                f"{node.name!r} is optional and may not be there",
                "ask with has() first",
            )
        return attribute

    def _present(self, node: syntax.Select, facts: Facts) -> Checked:
        attribute, member = self._member(node, facts)
        if not member.optional or member.has_default:
            raise self._wrong(node.offset, "rule-absence", f"{node.name!r} always has a value", "remove the has()")
        return Checked(Present(TRUTH, attribute), true=frozenset({_path(attribute)}))

    def _unary(self, node: syntax.Unary, facts: Facts) -> Checked:
        if node.operator == "!":
            inner = self._expect(node.operand, facts, Base.BOOLEAN)
            return Checked(Not(TRUTH, inner.expression), inner.false, inner.true)
        written = node.operand.value if isinstance(node.operand, syntax.Literal) else None
        if isinstance(written, int | float) and not isinstance(written, bool):
            return self._visit(syntax.Literal(-written, node.offset), facts)
        raise self._wrong(node.offset, "rule-feature", "rules negate numbers only where they are written")

    def _binary(self, node: syntax.Binary, facts: Facts) -> Checked:
        match node.operator:
            case "&&":
                left = self._expect(node.left, facts, Base.BOOLEAN)
                right = self._expect(node.right, facts | left.true, Base.BOOLEAN)
                terms = _terms(And, left.expression, right.expression)
                return Checked(And(TRUTH, terms), left.true | right.true, left.false & right.false)
            case "||":
                left = self._expect(node.left, facts, Base.BOOLEAN)
                right = self._expect(node.right, facts | left.false, Base.BOOLEAN)
                terms = _terms(Or, left.expression, right.expression)
                return Checked(Or(TRUTH, terms), left.true & right.true, left.false | right.false)
            case "in":
                return self._membership(node, facts)
            case "+" | "-":
                return self._sum(node, facts)
            case _:
                left = self._visit(node.left, facts)
                right = self._visit(node.right, facts)
                problem = comparing.comparison(self.model, node.operator, left.expression, right.expression)
                if problem is not None:
                    raise self._wrong(node.offset, "rule-type", *problem)
                return Checked(Comparison(TRUTH, node.operator, left.expression, right.expression))

    def _membership(self, node: syntax.Binary, facts: Facts) -> Checked:
        if isinstance(node.left, syntax.Literal) and isinstance(node.left.value, str):
            items = self._visit(node.right, facts).expression
            if isinstance(items.kind, Object):
                return self._present(syntax.Select(node.right, node.left.value, node.left.offset), facts)
        item = self._visit(node.left, facts).expression
        items = self._visit(node.right, facts).expression
        if not isinstance(items.kind, Many):
            raise self._wrong(node.right.offset, "rule-type", f"a list is wanted here, not {items.kind}")
        problem = comparing.membership(self.model, item, items)
        if problem is not None:
            raise self._wrong(node.offset, "rule-type", *problem)
        return Checked(Membership(TRUTH, item, items))

    def _sum(self, node: syntax.Binary, facts: Facts) -> Checked:
        left = self._visit(node.left, facts).expression
        right = self._visit(node.right, facts).expression
        wanted = (Base.INTEGER, Base.NUMBER, Base.STRING) if node.operator == "+" else (Base.INTEGER, Base.NUMBER)
        for base in wanted:
            if _is(left.kind, base) and _is(right.kind, base):
                return Checked(Sum(Plain(base), node.operator, left, right))
        raise self._wrong(
            node.offset, "rule-type", f"{left.kind} and {right.kind} do not go together with {node.operator}"
        )

    def _ternary(self, node: syntax.Ternary, facts: Facts) -> Checked:
        test = self._expect(node.test, facts, Base.BOOLEAN)
        then = self._visit(node.then, facts | test.true)
        otherwise = self._visit(node.otherwise, facts | test.false)
        kind = comparing.common([then.expression.kind, otherwise.expression.kind])
        if kind is None:
            raise self._wrong(
                node.otherwise.offset,
                "rule-type",
                f"the two results are {then.expression.kind} and {otherwise.expression.kind}",
            )
        return Checked(Conditional(kind, test.expression, then.expression, otherwise.expression))

    def _call(self, node: syntax.Call, facts: Facts) -> Checked:
        if node.target is None:
            if node.function == "has":
                if len(node.arguments) == 1 and isinstance(node.arguments[0], syntax.Select):
                    return self._present(node.arguments[0], facts)
                raise self._wrong(node.offset, "rule-type", "has() takes one member, as in has(this.member)")
            return Checked(self._function(node, facts))
        if node.function in _MACROS:
            return Checked(self._macro(node, node.target, facts))
        if isinstance(node.target, syntax.Identifier):
            return Checked(self._trait(node, node.target, facts))
        raise self._wrong(
            node.offset,
            "rule-name",
            f"there is no function {node.function!r} of a value" + suggestion(node.function, _MACROS),
        )

    def _function(self, node: syntax.Call, facts: Facts) -> Application:
        signature = self.signatures.get(node.function)
        if signature is None:
            raise self._wrong(
                node.offset,
                "rule-name",
                f"there is no function {node.function!r}" + suggestion(node.function, [*self.signatures, "has"]),
            )
        arguments = tuple(self._visit(argument, facts).expression for argument in node.arguments)
        if len(arguments) != len(signature.parameters):
            raise self._wrong(node.offset, "rule-type", f"{len(arguments)} arguments do not fit {signature}")
        for argument, parameter, written in zip(arguments, signature.parameters, node.arguments, strict=True):
            if not comparing.fits(argument.kind, parameter):
                raise self._wrong(written.offset, "rule-type", f"{parameter} is wanted here, not {argument.kind}")
        return Application(_result(signature, arguments), signature.function, signature.settings, arguments)

    def _macro(self, node: syntax.Call, target: syntax.Syntax, facts: Facts) -> Expression:
        items = self._visit(target, facts).expression
        if not isinstance(items.kind, Many) or items.kind.item is None:
            raise self._wrong(
                target.offset, "rule-type", f"a list is wanted before .{node.function}(), not {items.kind}"
            )
        fewest, most = _MACROS[node.function]
        variable = node.arguments[0] if node.arguments else None
        if not fewest <= len(node.arguments) <= most or not isinstance(variable, syntax.Identifier):
            raise self._wrong(node.offset, "rule-type", f".{node.function}() takes a variable and an expression")
        if variable.name in self.variables:
            raise self._wrong(
                variable.offset, "rule-name", f"the variable {variable.name!r} is taken", "choose another name"
            )
        self.variables[variable.name] = items.kind.item
        try:
            return self._macro_body(node, variable.name, items, facts)
        finally:
            del self.variables[variable.name]

    def _macro_body(self, node: syntax.Call, variable: str, items: Expression, facts: Facts) -> Expression:
        if node.function in ("all", "exists"):
            body = self._expect(node.arguments[1], facts, Base.BOOLEAN).expression
            return Quantifier(TRUTH, node.function == "all", variable, items, body)
        if node.function == "filter":
            condition = self._expect(node.arguments[1], facts, Base.BOOLEAN).expression
            item = self.variables[variable]
            return Comprehension(Many(item), variable, items, condition, Variable(item, variable))
        chosen = None
        if len(node.arguments) == 3:
            test = self._expect(node.arguments[1], facts, Base.BOOLEAN)
            chosen, facts = test.expression, facts | test.true
        result = self._visit(node.arguments[-1], facts).expression
        return Comprehension(Many(result.kind), variable, items, chosen, result)

    def _trait(self, node: syntax.Call, target: syntax.Identifier, facts: Facts) -> Trait:
        vocabularies = {vocabulary.name: vocabulary for vocabulary in self.model.vocabularies()}
        vocabulary = vocabularies.get(target.name)
        if vocabulary is None:
            raise self._wrong(
                target.offset,
                "rule-name",
                f"there is no vocabulary {target.name!r}" + suggestion(target.name, vocabularies),
            )
        traits = {trait.name: trait for trait in vocabulary.traits if trait.base is Base.BOOLEAN}
        if node.function not in traits:
            raise self._wrong(
                node.offset,
                "rule-name",
                f"{vocabulary.name} has no true-or-false trait {node.function!r}" + suggestion(node.function, traits),
            )
        if len(node.arguments) != 1:
            raise self._wrong(node.offset, "rule-type", "a trait is asked of one value")
        value = self._visit(node.arguments[0], facts).expression
        if value.kind != Plain(Base.STRING, vocabulary.name):
            raise self._wrong(node.arguments[0].offset, "rule-type", f"a value of {vocabulary.name} is wanted here")
        return Trait(TRUTH, vocabulary.name, node.function, value)


def _literal_kind(value: str | float | bool) -> Kind:
    if isinstance(value, bool):
        return TRUTH
    if isinstance(value, str):
        return TEXT
    return INTEGER if isinstance(value, int) else NUMBER


def _is(kind: Kind, base: Base) -> bool:
    return isinstance(kind, Plain) and kind.base is base


def _path(expression: Expression) -> tuple[str, ...]:
    if isinstance(expression, Attribute):
        return (*_path(expression.operand), expression.member)
    # Only variables hold objects.
    return (expression.name,) if isinstance(expression, Variable) else ("",)


def _terms(joined: type[And] | type[Or], left: Expression, right: Expression) -> tuple[Expression, ...]:
    return tuple(term for side in (left, right) for term in (side.terms if isinstance(side, joined) else (side,)))


def _result(signature: Signature, arguments: tuple[Expression, ...]) -> Kind:
    """A sum is of the kind of its items, so that its unit stays known."""
    if signature.function is Function.SUM:
        kind = arguments[0].kind
        if isinstance(kind, Many) and kind.item is not None:
            return kind.item
    return signature.result
