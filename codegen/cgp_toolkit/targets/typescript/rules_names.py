"""What the printer of rules calls things in the TypeScript binding."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from cgp_toolkit.binding import words
from cgp_toolkit.binding.naming import assign
from cgp_toolkit.model import Model, Openness, Scalar, Vocabulary
from cgp_toolkit.rules.checks import THIS
from cgp_toolkit.rules.kinds import Kind, Object, Plain, owner_of
from cgp_toolkit.rules.traits import unlisted_trait
from cgp_toolkit.targets.typescript.names import Names, access
from cgp_toolkit.targets.typescript.numbers import is_wide
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


def template(inside: str) -> str:
    """A text with places for values."""
    return f"`{inside}`"


def inside(plain: str) -> str:
    """Plain text between backticks."""
    return plain.replace("\\", "\\\\").replace("`", "\\`").replace("${", "\\${")


def imports(binding: BindingNames, kinds: Iterable[Object]) -> list[tuple[str, list[str]]]:
    """The types of ``kinds``, by module."""
    found: dict[str, set[str]] = {"envelopes": set(), "records": set()}
    for kind in kinds:
        found["envelopes" if kind.envelope else "records"].add(binding.type_of(kind))
    return [(module, sorted(names)) for module, names in found.items() if names]
