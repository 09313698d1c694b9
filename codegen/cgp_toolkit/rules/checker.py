"""Syntax to typed expressions, checked against the model."""

from __future__ import annotations

from cgp_toolkit.model import Base
from cgp_toolkit.model.rules import Phrase
from cgp_toolkit.rules import comparing, syntax
from cgp_toolkit.rules.calls import Calls
from cgp_toolkit.rules.kinds import INTEGER, NUMBER, TEXT, TRUTH, Kind, Many, Object, Plain
from cgp_toolkit.rules.lookup import NO_FACTS, Checked, Facts, Wrong, is_plain
from cgp_toolkit.rules.tree import And, Comparison, Conditional, Expression, Listing, Literal, Membership, Not, Or, Sum


class Checker(Calls):
    """Checks the expressions of one rule."""

    def check(self, phrase: Phrase, facts: Facts = NO_FACTS) -> Checked | None:
        """The typed expression of ``phrase``; ``None`` after a problem that has been reported."""
        self.phrase = phrase
        try:
            return self._visit(syntax.parse(phrase.text), facts)
        except syntax.SyntaxFault as fault:
            rule = "rule-feature" if fault.feature else "rule-syntax"
            self.problems.within(phrase, fault.offset, rule, str(fault))
        except RecursionError:
            self.problems.within(phrase, 0, "rule-feature", "the expression is nested too deeply")
        except Wrong:
            pass
        return None

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
            if is_plain(left.kind, base) and is_plain(right.kind, base):
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


def _literal_kind(value: str | float | bool) -> Kind:
    if isinstance(value, bool):
        return TRUTH
    if isinstance(value, str):
        return TEXT
    return INTEGER if isinstance(value, int) else NUMBER


def _terms(joined: type[And] | type[Or], left: Expression, right: Expression) -> tuple[Expression, ...]:
    return tuple(term for side in (left, right) for term in (side.terms if isinstance(side, joined) else (side,)))
