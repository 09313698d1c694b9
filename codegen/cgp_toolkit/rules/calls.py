"""Calls: the functions of the catalogue, ``has()``, the macros over lists, and the traits of vocabularies."""

from __future__ import annotations

from cgp_toolkit.model import Base
from cgp_toolkit.model.words import suggestion
from cgp_toolkit.rules import comparing, syntax
from cgp_toolkit.rules.functions import Function, Signature
from cgp_toolkit.rules.kinds import TRUTH, Kind, Many, Plain
from cgp_toolkit.rules.lookup import Checked, Facts, Lookup
from cgp_toolkit.rules.tree import Application, Comprehension, Expression, Quantifier, Trait, Variable

_MACROS = {"all": (2, 2), "exists": (2, 2), "filter": (2, 2), "map": (2, 3)}
"""The macros over lists, and how many arguments they take."""


class Calls(Lookup):
    """Checks calls."""

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


def _result(signature: Signature, arguments: tuple[Expression, ...]) -> Kind:
    """A sum is of the kind of its items, so that its unit stays known."""
    if signature.function is Function.SUM:
        kind = arguments[0].kind
        if isinstance(kind, Many) and kind.item is not None:
            return kind.item
    return signature.result
