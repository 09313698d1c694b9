"""What a member is in Java: its type, its default, and how it is read and written."""

from __future__ import annotations

from dataclasses import dataclass

from cgp_toolkit.model import Base, Json, Member, Model, Omit, OnNull, Openness, Record, Scalar, Vocabulary
from cgp_toolkit.model.widths import LARGEST_FLOAT
from cgp_toolkit.targets.java.docs import literal
from cgp_toolkit.targets.java.names import Names

_PLAIN = {Base.STRING: "String", Base.BOOLEAN: "boolean", Base.INTEGER: "long", Base.NUMBER: "double"}
_BOXED = {"boolean": "Boolean", "long": "Long", "double": "Double"}
_LARGEST_LONG = (1 << 63) - 1
UNBOUNDED = "Integer.MAX_VALUE"


@dataclass(frozen=True, slots=True)
class Typed:
    """A member in Java.

    ``type`` is what its accessor gives, ``boxed`` the same as a class; ``nullable`` is true of those that may be
    absent.  ``default`` is an expression, empty if there is none.
    """

    type: str
    boxed: str
    nullable: bool
    default: str

    @property
    def declared(self) -> str:
        """The type as components declare it."""
        return f"@Nullable {self.boxed}" if self.nullable else self.type

    @property
    def primitive(self) -> bool:
        """Whether it has no null."""
        return self.type != self.boxed and not self.nullable


def typed(model: Model, names: Names, member: Member) -> Typed:
    """The member in Java."""
    item = _item(model, names, member)
    boxed = _BOXED.get(item, item)
    type_ = f"List<{boxed}>" if member.many else item
    return Typed(
        type=type_,
        boxed=type_ if member.many else boxed,
        nullable=nullable(member),
        default=expression(model, names, member, member.default) if member.has_default else "",
    )


def nullable(member: Member) -> bool:
    """Whether a value of the type may lack the member."""
    return member.optional and not member.has_default


def _item(model: Model, names: Names, member: Member) -> str:
    type_ = model.type_of(member)
    return _PLAIN[type_.base] if isinstance(type_, Scalar) else names.classes[type_.name]


def expression(model: Model, names: Names, member: Member, value: Json) -> str:
    """A value of the member, or of its items, as an expression."""
    if member.many and isinstance(value, list):
        return f"List.of({', '.join(expression(model, names, member, item) for item in value)})"
    type_ = model.type_of(member)
    if isinstance(type_, Vocabulary):
        constant = names.constants.get((type_.name, str(value)))
        class_ = names.classes[type_.name]
        return f"{class_}.of({literal(str(value))})" if constant is None else f"{class_}.{constant}"
    if isinstance(type_, Scalar) and type_.base is Base.NUMBER:
        return number(float(str(value)))
    return scalar(value)


def scalar(value: Json) -> str:
    """A text, a truth value or a number as a literal."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return f"{value}L"
    if isinstance(value, float):
        return number(value)
    if isinstance(value, str):
        return literal(value)
    raise TypeError(f"{value!r} is no plain value")


def number(value: float) -> str:
    """A number with a fraction as a literal."""
    return repr(value).replace("e+", "e")


def reading(model: Model, names: Names, member: Member, source: str) -> str:
    """The expression that reads the member; ``source`` is the input, which stands before the value."""
    read = f"{{}}.list({_reader(model, names, member)})" if member.many else _value(model, names, member)
    if member.on_null is not OnNull.ABSENT:
        return read.format(f"{source}.value()")
    absent = typed(model, names, member).default or "null"
    return f"{source}.isNull() ? {absent} : {read.format(source)}"


def _value(model: Model, names: Names, member: Member) -> str:
    """The expression that reads one value, with a place for the input, which stands at it."""
    type_ = model.type_of(member)
    match type_:
        case Record():
            return f"{{}}.object({names.classes[type_.name]}Json::read)"
        case Vocabulary():
            if type_.openness is Openness.CLOSED:
                return f"{{}}.word({names.classes[type_.name]}::of)"
            return f"{names.classes[type_.name]}.of({{}}.text())"
        case Scalar():
            return f"{{}}.{_scalar_call(type_)}"


def _scalar_call(type_: Scalar) -> str:
    limits = type_.read
    match type_.base:
        case Base.BOOLEAN:
            return "flag()"
        case Base.STRING:
            if not limits.min_length and limits.max_length is None:
                return "text()"
            return f"text({limits.min_length or 0}, {UNBOUNDED if limits.max_length is None else limits.max_length})"
        case Base.INTEGER:
            least, most = bounds(type_)
            return f"integer({scalar(least)}, {scalar(most)})"
        case Base.NUMBER:
            low, high = reach(type_)
            return f"number({number(low)}, {number(high)})"


def bounds(type_: Scalar) -> tuple[int, int]:
    """The range of an integer; :class:`ValueError` if Java's ``long`` is too narrow for it."""
    least, most = int(type_.read.minimum or 0), int(type_.read.maximum or 0)
    if most > _LARGEST_LONG:
        raise ValueError(f"{type_.name} reaches to {most}, which is more than a long of Java holds")
    return least, most


def reach(type_: Scalar) -> tuple[float, float]:
    """The range of a number: whatever its limits, it is finite in its width."""
    bound = largest(type_)
    low, high = type_.read.minimum, type_.read.maximum
    return float(-bound if low is None else low), float(bound if high is None else high)


def largest(type_: Scalar) -> float:
    """The largest magnitude that a number of this width has."""
    return LARGEST_FLOAT[type_.width or 64]


def _reader(model: Model, names: Names, member: Member) -> str:
    """What reads one item."""
    read = _value(model, names, member)
    return {"{}.text()": "JsonIn::text", "{}.flag()": "JsonIn::flag"}.get(read, f"item -> {read.format('item')}")


def writing(model: Model, names: Names, member: Member, value: str) -> str:
    """The call on the output that writes the member, whose value is the expression ``value``."""
    type_ = model.type_of(member)
    match type_:
        case Record():
            one = f"object({{}}, {names.classes[type_.name]}Json::write)"
        case Vocabulary():
            one = "text({}.value())"
        case Scalar(base=Base.BOOLEAN):
            one = "flag({})"
        case Scalar(base=Base.INTEGER):
            one = "integer({})"
        case Scalar(base=Base.NUMBER):
            one = f"number({{}}, {number(largest(type_))})"
        case _:
            one = "text({})"
    if member.many:
        return f"list({value}, (item, to) -> to.{one.format('item')})"
    return one.format(value)


def written_where(model: Model, names: Names, member: Member, value: str) -> str:
    """The condition under which a writer writes the member; empty if it always does."""
    if nullable(member):
        return f"{value} != null"
    if not member.has_default or member.omit is Omit.NEVER:
        return ""
    if member.many and member.default == []:
        return f"!{value}.isEmpty()"
    java = typed(model, names, member)
    if java.primitive:
        if isinstance(member.default, bool):
            return f"!{value}" if member.default else value
        return f"{value} != {java.default}"
    return f"!{value}.equals({java.default})"
