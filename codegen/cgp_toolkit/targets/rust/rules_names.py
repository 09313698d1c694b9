"""What the printer of rules calls things in the Rust binding."""

from __future__ import annotations

from dataclasses import dataclass

from cgp_toolkit.binding.naming import assign
from cgp_toolkit.model import Model, Openness, Scalar, Vocabulary
from cgp_toolkit.rules.functions import Function
from cgp_toolkit.rules.kinds import Object, owner_of
from cgp_toolkit.targets.rust.members import Typing, scalar_type
from cgp_toolkit.targets.rust.names import Names, screaming, snake
from cgp_toolkit.targets.rust.reserved import KEYWORDS

_LOCALS = frozenset({"among", "checker", "found", "index", "wrong"})
_RANGES = {"i32": (-(1 << 31), (1 << 31) - 1), "u32": (0, (1 << 32) - 1), "i64": (-(1 << 63), (1 << 63) - 1)}


@dataclass(frozen=True)
class BindingNames:
    """The names of one binding, as the printer asks for them."""

    model: Model
    names: Names
    typing: Typing
    forms: dict[str, str]

    @classmethod
    def of(cls, model: Model, names: Names) -> BindingNames:
        """The names for a model."""
        forms = assign([s.name for s in model.scalars() if s.author.pattern is not None], screaming, {"INSTANT"})
        return cls(model, names, Typing.of(model, names), forms)

    def type_of(self, kind: Object) -> str:
        """The type of a record or an envelope."""
        return self.names.envelopes[kind.name] if kind.envelope else self.names.types[kind.name]

    def variable(self, name: str) -> str:
        """A parameter or a local."""
        spelt = snake(name)
        return f"{spelt}_" if spelt in KEYWORDS | _LOCALS else spelt

    def field(self, owner: Object, member: str) -> str:
        """A field."""
        return self.names.fields[self.type_of(owner), member]

    def may_be_absent(self, owner: Object, member: str) -> bool:
        """Whether a field is an ``Option``."""
        found = owner_of(self.model, owner).member(member)
        return found.optional and not found.has_default

    def boxed(self, owner: Object, member: str) -> bool:
        """Whether a field is behind a ``Box``."""
        return not owner.envelope and (owner.name, member) in self.typing.boxed

    def is_vocabulary(self, type_: str) -> bool:
        """Whether a type is an enum."""
        return isinstance(self.model.types[type_], Vocabulary)

    def type_name(self, type_: str) -> str:
        """A type of the crate."""
        return self.names.types[type_]

    def variant(self, vocabulary: str, value: str) -> str | None:
        """The variant of a listed value."""
        found = self.names.variants.get((vocabulary, value))
        return f"{self.names.types[vocabulary]}::{found}" if found is not None else None

    def pattern(self, scalar: str) -> str:
        """The regular expression of a form."""
        return f"patterns::{self.forms[scalar]}"

    def trait(self, vocabulary: str, trait: str) -> tuple[str, bool]:
        """The method of a trait."""
        known = self.model.vocabulary(vocabulary)
        values = [value.traits.get(trait) for value in known.values]
        unknown = next(t.unknown for t in known.traits if t.name == trait)
        if unknown is None and known.unknown_reads_as is not None:
            unknown = next(v.traits.get(trait) for v in known.values if v.name == known.unknown_reads_as)
        whole = None not in values and (unknown is not None or known.openness is Openness.CLOSED)
        return self.names.traits[vocabulary, trait], whole

    def function(self, function: Function) -> str:
        """A helper."""
        return f"forms::{function.value}" if function is not Function.IS_INSTANT else "patterns::INSTANT.is_match"

    def fits(self, scalar: str, value: int) -> bool:
        """Whether an integer fits the type of a scalar."""
        type_ = self.model.types[scalar]
        low, high = _RANGES.get(scalar_type(type_), (0, (1 << 64) - 1)) if isinstance(type_, Scalar) else (0, -1)
        return low <= value <= high

    def covers(self, scalar: Scalar) -> bool:
        """Whether the Rust type of an integer keeps its limits already."""
        low, high = scalar.author.minimum, scalar.author.maximum
        own_low, own_high = _RANGES.get(scalar_type(scalar), (0, (1 << 64) - 1))
        return (low is None or low <= own_low) and (high is None or high >= own_high)

    def owner_name(self, kind: Object) -> str:
        """What the names of functions about a record or an envelope end in."""
        return snake(self.type_of(kind))
