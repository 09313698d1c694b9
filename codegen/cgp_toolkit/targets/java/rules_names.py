"""What the printer of rules calls things in the Java binding."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from cgp_toolkit.binding.naming import assign
from cgp_toolkit.binding.words import camel, screaming
from cgp_toolkit.model import Base, Model, Openness, Vocabulary
from cgp_toolkit.rules.checks import ACK, REPLY, REQUEST, THIS
from cgp_toolkit.rules.functions import Function
from cgp_toolkit.rules.kinds import Kind, Many, Object, Plain, owner_of
from cgp_toolkit.targets.java import docs
from cgp_toolkit.targets.java.names import Names, variable
from cgp_toolkit.targets.java.reserved import KEYWORDS, MEMBERS
from cgp_toolkit.targets.java.types import nullable

_HELPERS = {
    Function.MEASURE: "Functions.measure",
    Function.FAMILY: "Functions.family",
    Function.SHA256: "Functions.sha256",
    Function.IS_INSTANT: "Forms.INSTANT",
    Function.PART_NUMBER: "Functions.partNumber",
    # What works on any text stands beside them.
    Function.SIZE: "Functions",
}
_BOXED = {Base.STRING: "String", Base.BOOLEAN: "Boolean", Base.INTEGER: "Long", Base.NUMBER: "Double"}

LOCALS = frozenset({"at", "thorough", "found", "index", "wrong", "each"})
"""What the code around expressions calls its own things."""


@dataclass(frozen=True)
class BindingNames:
    """The names of one binding, as the printer asks for them."""

    model: Model
    names: Names

    @cached_property
    def forms(self) -> dict[str, str]:
        """The constants of patterns, by scalar."""
        scalars = [scalar.name for scalar in self.model.scalars()]
        return assign(scalars, screaming, {"INSTANT"})

    def class_of(self, kind: Object) -> str:
        """The class of a record or an envelope."""
        return self.names.envelopes[kind.name] if kind.envelope else self.names.classes[kind.name]

    def subject(self, kind: Object) -> str:
        """What a record or an envelope is called where it is looked at."""
        name = camel(self.class_of(kind))
        return f"{name}_" if name in KEYWORDS | MEMBERS | LOCALS | {REQUEST, REPLY, ACK} else name

    def variable(self, name: str) -> str:
        """A parameter or a local."""
        spelt = variable(name)
        return (
            f"{spelt}_"
            if name not in (THIS, REQUEST, REPLY, ACK) and spelt in LOCALS | {REQUEST, REPLY, ACK}
            else spelt
        )

    def attribute(self, owner: Object, member: str) -> str:
        """An accessor."""
        return self.names.components[self.class_of(owner), member]

    def absent(self, owner: Object, member: str) -> bool:
        """Whether an accessor may give null."""
        return nullable(owner_of(self.model, owner).member(member))

    def pattern(self, scalar: str) -> str:
        """The pattern of a scalar."""
        return f"Forms.{self.forms[scalar]}"

    def vocabulary(self, name: str | None) -> str:
        """The class of a vocabulary; empty for a type that is none."""
        return self.names.classes[name] if name and isinstance(self.model.types[name], Vocabulary) else ""

    def is_closed(self, vocabulary: str) -> bool:
        """Whether no other values than the listed ones exist."""
        return self.model.vocabulary(vocabulary).openness is Openness.CLOSED

    def constant(self, vocabulary: str, value: str) -> str:
        """The constant of a listed value; empty if the value is not listed."""
        return self.names.constants.get((vocabulary, value), "")

    def trait(self, vocabulary: str, trait: str) -> tuple[str, bool]:
        """The method for a trait, and whether it may give null."""
        known = self.model.vocabulary(vocabulary)
        told = [value.traits.get(trait) for value in known.values]
        unlisted = next(t.unknown for t in known.traits if t.name == trait)
        if unlisted is None and known.unknown_reads_as is not None:
            unlisted = next(v.traits.get(trait) for v in known.values if v.name == known.unknown_reads_as)
        return self.names.traits[vocabulary, trait], unlisted is None or (unlisted is None and None in told)

    def function(self, function: Function) -> str:
        """A helper."""
        return _HELPERS[function]

    def literal(self, text: str) -> str:
        """A string literal."""
        return docs.literal(text)

    def boxed(self, kind: Kind, *, plain: bool = False) -> str:
        """The class of a value; texts of vocabularies stay texts where they are ``plain``."""
        match kind:
            case Object():
                return self.class_of(kind)
            case Many():
                return f"List<{'?' if kind.item is None else self.boxed(kind.item, plain=plain)}>"
            case Plain():
                return (not plain and self.vocabulary(kind.type)) or _BOXED[kind.base]
