"""What members are in Rust: their types, their defaults, and how they are read and written."""

from __future__ import annotations

from dataclasses import dataclass

from cgp_toolkit.model import (
    Base,
    Envelope,
    Json,
    Member,
    Model,
    Omit,
    OnNull,
    Presence,
    Record,
    Scalar,
    Vocabulary,
)
from cgp_toolkit.targets.rust.docs import quoted
from cgp_toolkit.targets.rust.names import Names

_WRITTEN = {
    Omit.NEVER: "always",
    Omit.ABSENT: "unless_absent",
    Omit.EMPTY: "unless_empty",
    Omit.DEFAULT: "unless_default",
}


def scalar_type(scalar: Scalar) -> str:
    """The Rust type behind a scalar."""
    match scalar.base:
        case Base.STRING:
            return "String"
        case Base.BOOLEAN:
            return "bool"
        case Base.INTEGER:
            return f"{'i' if scalar.signed else 'u'}{scalar.width or 64}"
        case Base.NUMBER:
            # Narrower numbers would change when they are written again.
            return "f64"


@dataclass(frozen=True, slots=True)
class Typing:
    """How the members of a model are typed; ``boxed`` are records that a record can only hold behind a pointer."""

    model: Model
    names: Names
    boxed: frozenset[tuple[str, str]]

    @classmethod
    def of(cls, model: Model, names: Names) -> Typing:
        """The typing of a model."""
        return cls(model, names, frozenset(_boxed(model)))

    def type_of(self, owner: Envelope | Record, member: Member) -> str:
        """The type of a field."""
        name = self.names.types[member.type]
        if (owner.name, member.name) in self.boxed and isinstance(owner, Record):
            name = f"Box<{name}>"
        if member.many:
            name = f"Vec<{name}>"
        return f"Option<{name}>" if member.optional and not member.has_default else name

    def default(self, member: Member) -> str:
        """The default of a member as an expression; of one that may be absent, that it is."""
        value = member.default
        type_ = self.model.type_of(member)
        if not member.has_default:
            return "None"
        if member.many:
            return "Vec::new()"
        if isinstance(type_, Vocabulary):
            return self.word(type_, str(value))
        return _literal(type_, value)

    def word(self, vocabulary: Vocabulary, value: str) -> str:
        """A value of a vocabulary as an expression."""
        name = self.names.types[vocabulary.name]
        variant = self.names.variants.get((vocabulary.name, value))
        return f"{name}::{variant}" if variant is not None else f"{name}::from({quoted(value)})"


def _literal(type_: Scalar | Record, value: Json) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return f"{quoted(value)}.to_owned()"
    if isinstance(value, int | float):
        number = isinstance(type_, Scalar) and type_.base is Base.NUMBER
        return repr(float(value)) if number else repr(value)
    raise TypeError(f"{value!r} is the default of no scalar")


def presence(typing: Typing, member: Member) -> str:
    """How a reader takes a member that is missing or null, in the words of the macro."""
    if not member.optional:
        return "required"
    null = member.on_null is OnNull.ABSENT
    if member.has_default:
        return f"{'defaults_or_null' if null else 'defaults'}({typing.default(member)})"
    return "optional" if null else "optional_not_null"


def written(member: Member) -> str:
    """When a writer writes a member, in the words of the macro."""
    return _WRITTEN[member.omit]


def owed(member: Member) -> bool:
    """Whether authors owe a member that readers have a default for."""
    return member.has_default and member.author is Presence.REQUIRED


def _boxed(model: Model) -> set[tuple[str, str]]:
    """The members through which a record contains itself without an array in between."""
    found: set[tuple[str, str]] = set()

    def walk(record: Record, above: tuple[str, ...]) -> None:
        for member in record.members:
            type_ = model.type_of(member)
            if not isinstance(type_, Record) or member.many or (record.name, member.name) in found:
                continue
            if type_.name in (*above, record.name):
                found.add((record.name, member.name))
            else:
                walk(type_, (*above, record.name))

    for record in model.records():
        walk(record, ())
    return found
