"""How Go holds the value of a member: its type, and what stands for one that is absent.

A member that may be absent is a pointer, or a slice that may be nil.  One with a default is held by value where its
default is what Go itself starts with; another one is a pointer, and nil reads as the default.
"""

from __future__ import annotations

from dataclasses import dataclass

from cgp_toolkit.model import Base, Json, Member, Model, Omit, Record, Scalar, Type, Vocabulary
from cgp_toolkit.model.widths import LARGEST_FLOAT
from cgp_toolkit.targets.go.names import Names
from cgp_toolkit.targets.go.rendering import quoted


@dataclass(frozen=True, slots=True)
class Held:
    """A field.  ``item`` is the Go type of a value or, of a list, of an item; ``pointer`` is for single values only."""

    member: Member
    type_: Type
    item: str
    pointer: bool

    @property
    def declared(self) -> str:
        """The type as it is declared."""
        return f"[]{self.item}" if self.member.many else f"*{self.item}" if self.pointer else self.item

    @property
    def absent(self) -> bool:
        """Whether the member may be absent, rather than have a default."""
        return self.member.optional and not self.member.has_default

    @property
    def defaulted(self) -> bool:
        """Whether it is a pointer of which nil reads as the default."""
        return self.pointer and self.member.has_default

    @property
    def keeps_empty(self) -> bool:
        """Whether an empty list is another value than none."""
        return not (self.member.has_default and self.member.omit in (Omit.EMPTY, Omit.DEFAULT))

    @property
    def base(self) -> Base | None:
        """The JSON type of the value; ``None`` for an object."""
        return base_of(self.type_)


def held(model: Model, names: Names, member: Member) -> Held:
    """How the value of ``member`` is held."""
    type_ = model.type_of(member)
    pointer = not member.many and member.optional and not (member.has_default and _is_zero(member.default))
    if member.many and member.has_default and member.default != []:
        raise ValueError(f"the list {member.name!r} has a default that Go can't start with")
    return Held(member, type_, names.types[type_.name], pointer)


def base_of(type_: Type) -> Base | None:
    """The JSON type of values; ``None`` for objects."""
    match type_:
        case Scalar():
            return type_.base
        case Vocabulary():
            return Base.STRING
        case Record():
            return None


def underlying(scalar: Scalar) -> str:
    """The Go type that a scalar is an alias of."""
    match scalar.base:
        case Base.STRING:
            return "string"
        case Base.BOOLEAN:
            return "bool"
        case Base.NUMBER:
            # Also numbers of 32 bits: they are compared as values, and are written as they were read.
            return "float64"
        case Base.INTEGER:
            signed = scalar.signed is not False
            return f"{'' if signed else 'u'}int{32 if scalar.width == 32 else 64}"


def literal(default: Json) -> str:
    """A plain default in Go."""
    match default:
        case bool():
            return "true" if default else "false"
        case str():
            return quoted(default)
        case _:
            return repr(default)


def lengths(type_: Type) -> tuple[int, int]:
    """The least and most characters of a text; -1 for no limit."""
    if not isinstance(type_, Scalar):
        return 0, -1
    most = type_.read.max_length
    return type_.read.min_length or 0, -1 if most is None else most


def integer_range(scalar: Scalar) -> tuple[int, int]:
    """The least and the greatest integer that readers take."""
    width, signed = scalar.width or 64, scalar.signed is not False
    low, high = (-(1 << width - 1), (1 << width - 1) - 1) if signed else (0, (1 << width) - 1)
    least, most = scalar.read.minimum, scalar.read.maximum
    return max(low, low if least is None else int(least)), min(high, high if most is None else int(most))


def number_range(scalar: Scalar) -> tuple[float, float]:
    """The least and the greatest number that readers take."""
    bound = LARGEST_FLOAT[scalar.width or 64]
    least, most = scalar.read.minimum, scalar.read.maximum
    return -bound if least is None else least, bound if most is None else most


def _is_zero(default: Json) -> bool:
    return default is False or default == "" or (isinstance(default, int | float) and default == 0)
