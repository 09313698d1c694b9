"""What the printer of rules calls things in the Python binding, and which helpers its code asks for."""

from __future__ import annotations

from dataclasses import dataclass

from cgp_toolkit.model import Model, Presence
from cgp_toolkit.rules.functions import Function
from cgp_toolkit.rules.kinds import Object, owner_of
from cgp_toolkit.rules.printers import Text
from cgp_toolkit.rules.printers.python import AND, ATOM, CHOICE, PythonPrinter
from cgp_toolkit.rules.shapes import something
from cgp_toolkit.rules.traits import unlisted_trait
from cgp_toolkit.rules.tree import Application, Attribute, Matching, Not, Present
from cgp_toolkit.targets.python.names import Names, RuleNames, rule_variable

_HELPERS = {
    Function.MEASURE: "measure",
    Function.SHA256: "sha256",
    Function.IS_INSTANT: "is_instant",
    Function.PART_NUMBER: "part_number",
}


@dataclass(frozen=True)
class BindingNames:
    """The names of one binding, as the printer asks for them.

    ``prefix`` is how the code names the module that holds constants and helpers, with a dot; empty where it imports
    them one by one.
    """

    model: Model
    names: Names
    rules: RuleNames
    prefix: str = "forms."

    def class_of(self, kind: Object) -> str:
        """The class of a record or an envelope."""
        return self.names.envelopes[kind.name] if kind.envelope else self.names.classes[kind.name]

    def owner(self, kind: Object) -> str:
        """What the names of functions about a record or an envelope end in."""
        return self.rules.owners[self.class_of(kind)]

    def offered(self) -> set[str]:
        """Everything that the module of constants and helpers may define."""
        rules = self.rules
        return {*rules.forms.values(), *rules.values.values(), *rules.traits.values(), *_HELPERS.values()}

    def variable(self, name: str) -> str:
        """A parameter or a local."""
        return rule_variable(name)

    def attribute(self, owner: Object, member: str) -> str:
        """An attribute of a class."""
        return self.names.attributes[self.class_of(owner), member]

    def pattern(self, scalar: str) -> str:
        """The full match of a scalar's form."""
        return f"{self.prefix}{self.rules.forms[scalar]}"

    def vocabulary(self, vocabulary: str) -> str:
        """The set of listed values."""
        return f"{self.prefix}{self.rules.values[vocabulary]}"

    def trait(self, vocabulary: str, trait: str) -> tuple[str, bool]:
        """The listed values that differ from an unlisted one, and whether those have the trait."""
        return f"{self.prefix}{self.rules.traits[vocabulary, trait]}", not unlisted_trait(self.model, vocabulary, trait)

    def function(self, function: Function) -> str:
        """A helper."""
        return f"{self.prefix}{_HELPERS[function]}"


class QuickPrinter(PythonPrinter):
    """Prints for quick tests, where a call more is a cost that shows."""

    names: BindingNames

    def application(self, node: Application) -> Text:
        """What is counted of ASCII is counted in place."""
        if node.function is not Function.MEASURE:
            return super().application(node)
        (value,), (divisor,) = node.arguments, node.settings
        text = self.print(value)
        counted = f"(len({text}) + {int(divisor) - 1}) // {divisor}"
        return Text(f"{counted} if {text}.isascii() else {super().application(node).text}", CHOICE)

    def matching(self, node: Matching) -> Text:
        """A form that is no more than "not only blanks" is asked of the text itself, at a third of the cost."""
        asked = something(self.names.model.scalar(node.scalar).author.pattern or "")
        if asked is None:
            return super().matching(node)
        text = self.at(node.value, ATOM)
        absent = [f"{character!r} not in {text}" for character in asked.never]
        return Text(" and ".join([*absent, f"{text}.strip({asked.blank!r})"]), AND)


def is_plain(model: Model, form: Matching) -> bool:
    """Whether a form is asked without a regular expression."""
    return something(model.scalar(form.scalar).author.pattern or "") is not None


def fresh(name: str, taken: set[str]) -> str:
    """``name``, numbered if it is taken: a local has one type a function.  Takes the result."""
    found, number = name, 1
    while found in taken:
        number += 1
        found = f"{name}_{number}"
    taken.add(found)
    return found


class AssuredPrinter(PythonPrinter):
    """Prints values of messages, where the rule has found everything to be there that may be absent."""

    names: BindingNames

    def attribute(self, node: Attribute) -> Text:
        """An attribute; one that may be ``None`` by a helper that type checkers understand."""
        text = super().attribute(node)
        member = owner_of(self.names.model, node.owner).member(node.member)
        if member.read is Presence.OPTIONAL and not member.has_default:
            return Text(f"forms.there({text.text})", text.strength)
        return text

    def present(self, node: Present) -> Text:
        """Whether a member is there, which is asked of the member itself."""
        return PythonPrinter(self.names, self.known).present(node)

    def not_(self, node: Not) -> Text:
        """The opposite."""
        plain = PythonPrinter(self.names, self.known)
        return plain.not_(node) if isinstance(node.operand, Present) else super().not_(node)
