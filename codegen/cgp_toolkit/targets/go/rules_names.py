"""What the printer of rules calls things in the Go binding."""

from __future__ import annotations

from dataclasses import dataclass, field

from cgp_toolkit.model import Model, Vocabulary
from cgp_toolkit.rules.functions import Function
from cgp_toolkit.rules.kinds import Object, owner_of
from cgp_toolkit.targets.go.holding import Held, held
from cgp_toolkit.targets.go.names import Names, camel
from cgp_toolkit.targets.go.rendering import quoted
from cgp_toolkit.targets.go.reserved import VARIABLES

_HELPERS = {
    Function.MEASURE: "measure",
    Function.FAMILY: "family",
    Function.SHA256: "digestOf",
    Function.IS_INSTANT: "isInstant",
    Function.PART_NUMBER: "partNumber",
}


@dataclass(frozen=True)
class BindingNames:
    """The names of one binding, as the printer asks for them."""

    model: Model
    names: Names
    _held: dict[tuple[Object, str], Held] = field(default_factory=dict)

    def class_of(self, kind: Object) -> str:
        """The Go type of a record or an envelope."""
        return self.names.envelopes[kind.name] if kind.envelope else self.names.types[kind.name]

    def held(self, owner: Object, member: str) -> Held:
        """How a member is held."""
        key = owner, member
        if key not in self._held:
            self._held[key] = held(self.model, self.names, owner_of(self.model, owner).member(member))
        return self._held[key]

    def variable(self, name: str) -> str:
        """A parameter or a local."""
        spelt = camel(name)
        return f"{spelt}_" if spelt in VARIABLES else spelt

    def field(self, owner: Object, member: str) -> str:
        """The field of a member."""
        return self.names.fields[self.class_of(owner), member]

    def pointer(self, owner: Object, member: str) -> bool:
        """Whether the field is a pointer."""
        return self.held(owner, member).pointer

    def default(self, owner: Object, member: str) -> str | None:
        """The method that gives the member or its default."""
        if not self.held(owner, member).defaulted:
            return None
        return self.names.defaults[self.class_of(owner), member]

    def type_of(self, name: str) -> str:
        """The Go type of a type of the model, or of an envelope."""
        return self.names.types[name] if name in self.names.types else self.names.envelopes[name]

    def distinct(self, name: str) -> bool:
        """Vocabularies have types of their own, scalars are aliases."""
        return isinstance(self.model.types.get(name), Vocabulary)

    def trait(self, vocabulary: str, trait: str) -> tuple[str, bool]:
        """The method of a trait, and whether every value has it."""
        known = self.model.vocabulary(vocabulary)
        own = {value.name: value.traits.get(trait) for value in known.values}
        unknown = next(t.unknown for t in known.traits if t.name == trait)
        if unknown is None and known.unknown_reads_as is not None:
            unknown = own.get(known.unknown_reads_as)
        return self.names.traits[vocabulary, trait], unknown is not None and None not in own.values()

    def pattern(self, scalar: str) -> str:
        """The function that knows the form of a scalar."""
        return f"is{self.names.types[scalar]}"

    def function(self, function: Function) -> str:
        """A helper."""
        return _HELPERS[function]

    def quoted(self, text: str) -> str:
        """A string literal."""
        return quoted(text)
