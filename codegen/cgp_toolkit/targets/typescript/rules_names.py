"""What the printer of rules calls things in the TypeScript binding, and how long conditions are laid out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from cgp_toolkit.binding import words
from cgp_toolkit.binding.naming import assign
from cgp_toolkit.model import Base, Model, Openness, Scalar, Vocabulary
from cgp_toolkit.rules.checks import THIS
from cgp_toolkit.rules.kinds import Kind, Object, Plain, owner_of
from cgp_toolkit.rules.printers.typescript import AND, TypeScriptPrinter
from cgp_toolkit.rules.traits import unlisted_trait
from cgp_toolkit.rules.tree import And, Comparison, Conditional, Expression, Listing, Membership, Not, Or, Variable
from cgp_toolkit.targets.typescript.names import Names, access
from cgp_toolkit.targets.typescript.numbers import is_wide
from cgp_toolkit.targets.typescript.rendering import WIDTH
from cgp_toolkit.targets.typescript.reserved import KEYWORDS, RULE_NAMES

_THIS = "it"


@dataclass(frozen=True)
class BindingNames:
    """The names of one binding, as the printer asks for them."""

    model: Model
    names: Names
    forms: Mapping[str, str]
    values: Mapping[str, str]
    traits: Mapping[tuple[str, str], str]

    def type_of(self, kind: Object) -> str:
        """The interface of a record or an envelope."""
        return self.names.envelopes[kind.name] if kind.envelope else self.names.types[kind.name]

    def variable(self, name: str) -> str:
        """A parameter or a local; the language has another ``this``."""
        if name == THIS:
            return _THIS
        taken = KEYWORDS | RULE_NAMES | {_THIS, "at", "index", "found", "thorough", "of"}
        return f"{name}_" if name in taken else name

    def attribute(self, owner: Object, member: str) -> str:
        """The access to a property."""
        keys = self.names.envelope_keys if owner.envelope else self.names.keys
        return access(keys[owner.name, member])

    def may_be_absent(self, owner: Object, member: str) -> bool:
        """Whether it may be ``undefined``."""
        found = owner_of(self.model, owner).member(member)
        return found.optional and not found.has_default

    def is_wide(self, kind: Kind) -> bool:
        """Whether a number is a ``bigint``."""
        type_ = self.model.types.get(kind.type) if isinstance(kind, Plain) and kind.type is not None else None
        return isinstance(type_, Scalar) and is_wide(type_)

    def is_closed(self, kind: Kind) -> bool:
        """Whether the type of a text lists all its values."""
        type_ = self.model.types.get(kind.type) if isinstance(kind, Plain) and kind.type is not None else None
        return isinstance(type_, Vocabulary) and type_.openness is Openness.CLOSED

    def pattern(self, scalar: str) -> str:
        """The regular expression of a form."""
        return f"forms.{self.forms[scalar]}"

    def vocabulary(self, vocabulary: str) -> str:
        """The set of listed values."""
        return f"forms.{self.values[vocabulary]}"

    def trait(self, vocabulary: str, trait: str) -> tuple[str, bool]:
        """The listed values that differ from an unlisted one, and whether those have the trait."""
        return f"forms.{self.traits[vocabulary, trait]}", not unlisted_trait(self.model, vocabulary, trait)

    def function(self, name: str) -> str:
        """A helper."""
        return f"has.{name}"


def binding_names(model: Model, names: Names) -> BindingNames:
    """The names around the rules of ``model``."""
    constants = assign(model.types, words.screaming)
    traits = {
        (v.name, t.name): f"{constants[v.name]}_{words.screaming(t.name)}"
        for v in model.vocabularies()
        for t in v.traits
    }
    taken = {f"{name}_{end}" for name in constants.values() for end in ("FORM", "VALUES")}
    spelt = assign(traits.values(), lambda name: name, taken)
    return BindingNames(
        model=model,
        names=names,
        forms=MappingProxyType({name: f"{constant}_FORM" for name, constant in constants.items()}),
        values=MappingProxyType({name: f"{constant}_VALUES" for name, constant in constants.items()}),
        traits=MappingProxyType({key: spelt[name] for key, name in traits.items()}),
    )


def returned(printer: TypeScriptPrinter, node: Expression) -> str:
    """A ``return`` of an expression, in a line of two spaces."""
    flat = printer.print(node)
    if len(flat) + len("  return ;") <= WIDTH or not _breaks(node):
        return f"return {flat};"
    return f"return (\n    {laid(printer, node, 4)}\n  );"


def condition(printer: TypeScriptPrinter, node: Expression, indent: int) -> str:
    """The inside of the brackets of an ``if``."""
    flat = printer.print(node)
    if indent + len(flat) + len("if () {") <= WIDTH or not _breaks(node):
        return flat
    pad = " " * indent
    only = node.terms[0] if isinstance(node, And) and len(node.terms) == 1 else node
    if isinstance(only, Not) and isinstance(only.operand, And | Or):
        return f"!(\n{pad}  {broken(printer, only.operand, indent + 2)}\n{pad})"
    return f"\n{pad}  {broken(printer, only, indent + 2)}\n{pad}"


def laid(printer: TypeScriptPrinter, node: Expression, indent: int, room: int = WIDTH) -> str:
    """An expression that starts at ``indent`` of a line; broken where it does not fit into ``room`` columns."""
    flat = printer.print(node)
    return flat if indent + len(flat) <= room else broken(printer, node, indent)


def broken(printer: TypeScriptPrinter, node: Expression, indent: int) -> str:
    """An expression that is too long for a line, broken at the operators that bind least."""
    pad = " " * indent
    match node:
        case And() if len(node.terms) == 1:
            return broken(printer, node.terms[0], indent)
        case And() | Or():
            operator = " &&" if isinstance(node, And) else " ||"
            last = node.terms[-1]
            return f"{operator}\n{pad}".join(
                _term(printer, term, indent, WIDTH if term is last else WIDTH - len(operator)) for term in node.terms
            )
        case Not() if isinstance(node.operand, And | Or):
            return f"!(\n{pad}  {broken(printer, node.operand, indent + 2)}\n{pad})"
        case Not() if isinstance(node.operand, Conditional):
            return f"!({broken(printer, node.operand, indent)})"
        case Not() if isinstance(node.operand, Membership) and isinstance(node.operand.item, Listing):
            found = broken(printer, node.operand, indent)
            return f"!{found}"
        case Membership() if isinstance(node.items, Variable) and isinstance(node.item, Listing):
            items = listing(printer, node.item, indent + 2)
            return f"{node.items.name}.has(\n{pad}  {printer.key(items)},\n{pad})"
        case Conditional():
            test = printer.print(node.test)
            then, otherwise = (laid(printer, part, indent + 4) for part in (node.then, node.otherwise))
            return f"{test}\n{pad}  ? {then}\n{pad}  : {otherwise}"
        case Comparison() if _is_plain(node):
            left, operator, right = printer.sides(node)
            return f"{left} {operator}\n{pad}{right}"
        case _:
            return printer.print(node)


def listing(printer: TypeScriptPrinter, node: Listing, indent: int) -> str:
    """An array in a line that is indented so far, an item a line."""
    inner = " " * (indent + 2)
    items = "".join(f"{inner}{laid(printer, item, indent + 2, WIDTH - 1)},\n" for item in node.items)
    return f"[\n{items}{' ' * indent}]"


def _term(printer: TypeScriptPrinter, term: Expression, indent: int, room: int) -> str:
    flat = printer.at(term, AND + 1)
    if indent + len(flat) <= room:
        return flat
    pad = " " * indent
    match term:
        case And() | Or():
            return f"(\n{pad}  {broken(printer, term, indent + 2)}\n{pad})"
        case Conditional():
            return f"({broken(printer, term, indent)})"
        case Comparison() if _is_plain(term):
            return broken(printer, term, indent + 2)
        case Not():
            return broken(printer, term, indent)
        case _:
            return flat


def _is_plain(node: Comparison) -> bool:
    """Whether it is made by an operator, not by a helper."""
    plain = isinstance(node.left.kind, Plain) and isinstance(node.right.kind, Plain)
    order = isinstance(node.left.kind, Plain) and node.left.kind.base is Base.STRING and node.operator[0] in "<>"
    return plain and not order


def _breaks(node: Expression) -> bool:
    """Whether there is an operator to break it at."""
    match node:
        case And() | Or() if len(node.terms) == 1:
            return _breaks(node.terms[0])
        case Not():
            return isinstance(node.operand, And | Or | Conditional)
        case Comparison():
            return _is_plain(node)
        case _:
            return isinstance(node, And | Or | Conditional)
