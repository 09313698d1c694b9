"""``tables.go``: what the static part of the package has to know of the protocol, as data."""

from __future__ import annotations

from cgp_toolkit.binding.expected import expected
from cgp_toolkit.model import (
    Base,
    Duplicates,
    Envelope,
    Member,
    Model,
    OnNull,
    Openness,
    Presence,
    Record,
    Scalar,
    Type,
    Vocabulary,
)
from cgp_toolkit.targets.go.holding import integer_range, lengths, number_range
from cgp_toolkit.targets.go.names import Names
from cgp_toolkit.targets.go.rendering import quoted, quoted_list, render
from cgp_toolkit.targets.stamp import commented

_SORTS = {
    Base.STRING: "sortString",
    Base.BOOLEAN: "sortBoolean",
    Base.INTEGER: "sortInteger",
    Base.NUMBER: "sortNumber",
}


def tables_file(model: Model, names: Names) -> str:
    """The source."""
    protocol, lines = model.protocol, model.lines
    return render(
        "tables.go",
        stamp=commented(model, "go", "//"),
        package=names.package,
        protocol=quoted(protocol.name),
        revision=quoted(protocol.revision),
        tag=quoted(protocol.tag),
        failure_id=quoted(protocol.failure_id),
        max_line=lines.max_line_bytes,
        max_depth=lines.max_depth,
        family_until=quoted(protocol.version.family_until),
        mismatch=quoted(protocol.version.mismatch_code),
        version=quoted(rf"\A(?:{protocol.version.pattern})\z"),
        faults=[
            ", ".join(
                [
                    quoted(fault.name),
                    quoted(fault.code),
                    _truth(fault.author),
                    quoted(fault.fix),
                    quoted_list(fault.requirements),
                    quoted_list(fault.decisions),
                ]
            )
            for fault in lines.faults
        ],
        kinds=[", ".join(_kind(type_)) for type_ in model.types.values()],
        envelopes=[_shape(envelope) for envelope in model.envelopes.values()],
        records=[_shape(record) for record in model.records()],
    )


def _truth(value: bool) -> str:
    return "true" if value else "false"


def _kind(type_: Type) -> list[str]:
    short, long = lengths(type_)
    low, high, least, most = 0.0, 0.0, 0, 0
    listed: tuple[str, ...] = ()
    sort = "sortObject"
    match type_:
        case Scalar():
            sort = _SORTS[type_.base]
            if type_.base is Base.NUMBER:
                low, high = number_range(type_)
            elif type_.base is Base.INTEGER:
                least, most = integer_range(type_)
        case Vocabulary():
            sort = _SORTS[Base.STRING]
            if type_.openness is Openness.CLOSED:
                listed = tuple(value.name for value in type_.values)
        case Record():
            pass
    numbers = [str(short), str(long), repr(low), repr(high), str(least), str(most)]
    return [quoted(type_.name), sort, quoted(expected(type_)), *numbers, quoted_list(listed)]


def _shape(owner: Envelope | Record) -> tuple[str, str, list[str]]:
    single = isinstance(owner, Envelope) and owner.duplicates is Duplicates.REJECTED
    return quoted(owner.name), _truth(single), [", ".join(_member(member)) for member in owner.members]


def _member(member: Member) -> list[str]:
    owed = member.has_default and member.author is Presence.REQUIRED
    flags = (member.many, not member.optional, member.on_null is OnNull.ABSENT, owed)
    return [quoted(member.name), quoted(member.type), *map(_truth, flags)]
