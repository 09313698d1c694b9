"""``decode.go`` and ``encode.go``: how each type is read and written, without reflection or tables."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from cgp_toolkit.binding.expected import expected
from cgp_toolkit.model import Base, Duplicates, Envelope, Model, Omit, OnNull, Openness, Record, Scalar, Vocabulary
from cgp_toolkit.model.widths import LARGEST_FLOAT
from cgp_toolkit.targets.go.holding import Held, held, integer_range, lengths, literal, number_range
from cgp_toolkit.targets.go.names import Names
from cgp_toolkit.targets.go.rendering import quoted, render
from cgp_toolkit.targets.stamp import commented


@dataclass(frozen=True, slots=True)
class _Member:
    """A member: its place among those that are seen, its name in Go's quotes, and the lines that read it."""

    index: int
    wire: str
    lines: list[str]


@dataclass(frozen=True, slots=True)
class _Reader:
    name: str
    wire: str
    single: bool
    size: int
    tag: int | None
    members: list[_Member]
    needed: str


@dataclass(frozen=True, slots=True)
class _Writer:
    name: str
    tag: str
    lines: list[str]


def codec_files(model: Model, names: Names) -> dict[str, str]:
    """Sources by file name."""
    frame = {"stamp": commented(model, "go", "//"), "package": names.package, "union": names.union}
    records = list(model.records())
    return {
        "decode.go": render(
            "decode.go",
            **frame,
            envelopes=[_reader(model, names, envelope) for envelope in model.envelopes.values()],
            records=[_reader(model, names, record) for record in records],
        ),
        "encode.go": render(
            "encode.go",
            **frame,
            envelopes=[_writer(model, names, envelope) for envelope in model.envelopes.values()],
            records=[_writer(model, names, record) for record in records],
            tags=", ".join(model.envelopes),
        ),
    }


def _reader(model: Model, names: Names, owner: Envelope | Record) -> _Reader:
    members = [
        _Member(index, quoted(member.name), list(_reading(names, owner, held(model, names, member))))
        for index, member in enumerate(owner.members)
    ]
    size = len(members) + isinstance(owner, Envelope)
    needed = [f"seen[{index}]" for index, member in enumerate(owner.members) if not member.optional]
    return _Reader(
        name=names.owner(owner),
        wire=quoted(owner.name),
        single=isinstance(owner, Envelope) and owner.duplicates is Duplicates.REJECTED,
        size=size,
        tag=len(members) if isinstance(owner, Envelope) else None,
        members=members,
        needed=" && ".join(needed),
    )


def _reading(names: Names, owner: Envelope | Record, how: Held) -> Iterator[str]:
    """The lines that read a member whose name has been read."""
    member = how.member
    field = f"to.{names.field(owner, member)}"
    if member.on_null is OnNull.ABSENT:
        yield from ("if d.null() {", "\tcontinue", "}")
    if member.many:
        yield from _reading_list(how, field)
    elif isinstance(how.type_, Record):
        if how.pointer:
            yield f"{field} = new({how.item})"
            yield f"d.read{how.item}({field})"
        else:
            yield f"d.read{how.item}(&{field})"
    elif how.base is Base.STRING:
        function = "readOptionalText" if how.pointer else "readText"
        least, most = lengths(how.type_)
        yield f"{function}(d, &{field}, {least}, {most})"
        if _closed(how):
            yield f"d.need({field}.Listed())"
    elif how.pointer:
        yield f"value := {_value(how)}"
        yield f"{field} = &value"
    else:
        yield f"{field} = {_value(how)}"


def _reading_list(how: Held, field: str) -> Iterator[str]:
    if isinstance(how.type_, Record):
        if how.keeps_empty:
            yield f"{field} = []{how.item}{{}}"
        yield "for d.enter('['); d.item(); {"
        yield f"\t{field} = append({field}, {how.item}{{}})"
        yield f"\td.read{how.item}(&{field}[len({field})-1])"
        yield "}"
    elif how.base is Base.STRING:
        least, most = lengths(how.type_)
        function = "readTexts" if how.keeps_empty else "readSomeTexts"
        yield f"{function}(d, &{field}, {least}, {most})"
        if _closed(how):
            yield f"for _, value := range {field} {{"
            yield "\td.need(value.Listed())"
            yield "}"
    else:
        if how.keeps_empty:
            yield f"{field} = []{how.item}{{}}"
        yield "for d.enter('['); d.item(); {"
        yield f"\t{field} = append({field}, {_value(how)})"
        yield "}"


def _closed(how: Held) -> bool:
    return isinstance(how.type_, Vocabulary) and how.type_.openness is Openness.CLOSED


def _value(how: Held) -> str:
    """The expression that reads a truth value or a number."""
    scalar = how.type_
    if not isinstance(scalar, Scalar) or scalar.base is Base.BOOLEAN:
        return "d.boolean()"
    if scalar.base is Base.NUMBER:
        low, high = number_range(scalar)
        return f"d.float({low!r}, {high!r})"
    least, most = integer_range(scalar)
    call = f"{'signed' if scalar.signed is not False else 'unsigned'}({least}, {most})"
    return f"{how.item}(d.{call})" if scalar.width == 32 else f"d.{call}"


def _writer(model: Model, names: Names, owner: Envelope | Record) -> _Writer:
    lines: list[str] = []
    for member in owner.members:
        lines += _writing(names, owner, held(model, names, member))
    tag = f"{json.dumps(model.protocol.tag, ensure_ascii=False)}:{json.dumps(owner.name, ensure_ascii=False)}"
    return _Writer(names.owner(owner), quoted(tag), lines)


def _writing(names: Names, owner: Envelope | Record, how: Held) -> Iterator[str]:
    """The lines that write a member, or nothing where it is left out."""
    member = how.member
    field = f"m.{names.field(owner, member)}"
    name = quoted(f"{json.dumps(member.name, ensure_ascii=False)}:")
    guard, value = _guard(how, field), f"*{field}" if how.pointer else field
    if how.defaulted and member.omit is Omit.NEVER:
        value = f"m.{names.default(owner, member)}()"
    lines: Sequence[str]
    if member.many:
        lines = [
            f"e.list({name}, {quoted(member.name)})",
            f"for index := range {field} {{",
            "\te.item(index)",
            f"\t{_written(how, f'{field}[index]')}",
            "}",
            "e.end()",
        ]
    elif isinstance(how.type_, Record):
        call = f"e.write{how.item}({field if how.pointer else f'&{field}'})"
        lines = [f"e.enter({name}, {quoted(member.name)})", call, "e.leave()"]
    else:
        lines = [f"e.name({name})", _written(how, value)]
    if not guard:
        yield from lines
        return
    yield f"if {guard} {{"
    yield from (f"\t{line}" for line in lines)
    yield "}"


def _guard(how: Held, field: str) -> str:
    """The condition under which a member is written; empty for always."""
    member = how.member
    if member.many:
        if how.absent:
            return f"{field} != nil" if member.omit is Omit.ABSENT else f"len({field}) > 0"
        return "" if member.omit in (Omit.NEVER, Omit.ABSENT) else f"len({field}) > 0"
    if how.absent:
        return f"{field} != nil"
    if member.omit is not Omit.DEFAULT or not member.has_default:
        return ""
    if how.pointer:
        return f"{field} != nil && *{field} != {literal(member.default)}"
    if how.base is Base.BOOLEAN:
        return field
    return f"{field} != {literal(member.default)}"


def _written(how: Held, value: str) -> str:
    type_ = how.type_
    match type_:
        case Record():
            return f"e.write{how.item}(&{value})"
        case Vocabulary():
            return f"e.text(string({value}))"
        case Scalar(base=Base.STRING):
            return f"e.text({value})"
        case Scalar(base=Base.BOOLEAN):
            return f"e.boolean({value})"
        case Scalar(base=Base.NUMBER):
            return f"e.float({value}, {LARGEST_FLOAT[type_.width or 64]!r}, {quoted(f'expected {expected(type_)}')})"
        case Scalar():
            signed = type_.signed is not False
            wide = f"{'' if signed else 'u'}int64"
            return f"e.{'signed' if signed else 'unsigned'}({value if type_.width != 32 else f'{wide}({value})'})"
