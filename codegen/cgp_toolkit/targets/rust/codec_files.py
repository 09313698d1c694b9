"""The tables of the codec: kinds, the members of every object, constants and faults."""

from __future__ import annotations

from cgp_toolkit.binding.depth import deepest
from cgp_toolkit.binding.expected import expected
from cgp_toolkit.model import (
    Base,
    Duplicates,
    Envelope,
    Fault,
    Member,
    Model,
    Openness,
    Record,
    Scalar,
    Type,
    Vocabulary,
)
from cgp_toolkit.model.widths import LARGEST_FLOAT
from cgp_toolkit.targets.rust import docs
from cgp_toolkit.targets.rust.layout import array
from cgp_toolkit.targets.rust.members import Typing, owed, presence, written
from cgp_toolkit.targets.rust.names import Names
from cgp_toolkit.targets.rust.rendering import render
from cgp_toolkit.targets.stamp import commented


def codec_files(model: Model, names: Names) -> dict[str, str]:
    """Sources by path below ``src``."""
    stamp = commented(model, "rust", "//")
    typing = Typing.of(model, names)
    tag = docs.quoted(model.protocol.tag)
    used = {member.type for owner in model.owners() for member in owner.members}
    used |= {vocabulary.name for vocabulary in model.vocabularies()}
    return {
        "codec.rs": render("codec.rs", stamp=stamp, union=names.union),
        "codec/kinds.rs": render(
            "kinds.rs",
            stamp=stamp,
            records=any(record.name in used for record in model.records()),
            kinds=[
                (names.statics[name], _kind(names, type_), _expected(type_))
                for name, type_ in model.types.items()
                if name in used
            ],
        ),
        "codec/records.rs": render(
            "records.rs",
            stamp=stamp,
            words=[
                (names.types[v.name], names.statics[v.name], "closed" if v.openness is Openness.CLOSED else "open")
                for v in model.vocabularies()
            ],
            records=[
                (
                    names.types[record.name],
                    names.statics[record.name],
                    [_member(typing, record, m) for m in record.members],
                )
                for record in model.records()
            ],
        ),
        "codec/envelopes.rs": render(
            "envelopes.rs",
            stamp=stamp,
            tag=tag,
            union=names.union,
            envelopes=[
                {
                    "name": names.envelopes[name],
                    "shape": names.shapes[name],
                    "tag": docs.quoted(name),
                    "duplicates": "last_wins" if envelope.duplicates is Duplicates.LAST_WINS else "rejected",
                    "members": [_member(typing, envelope, m) for m in envelope.members],
                }
                for name, envelope in model.envelopes.items()
            ],
        ),
        "codec/tables.rs": render("tables.rs", stamp=stamp, constants=list(_constants(model))),
        "faults.rs": render(
            "faults.rs",
            stamp=stamp,
            faults=[_fault(names, fault) for fault in model.lines.faults],
            listed=array("&[", [f"&{names.faults[f.name]}" for f in model.lines.faults], "];", 0),
        ),
    }


def _member(typing: Typing, owner: Envelope | Record, member: Member) -> str:
    names = typing.names
    many = "many " if member.many else ""
    parts = [
        f"{many}[{names.statics[member.type]}]",
        presence(typing, member),
        written(member),
        *(["owed"] if owed(member) else []),
    ]
    field = names.fields[names.owner(owner), member.name]
    return f"{field} = {docs.quoted(member.name)}: {', '.join(parts)};"


def _kind(names: Names, type_: Type) -> str:
    match type_:
        case Record():
            return f"Json::Object(&records::{names.statics[type_.name]})"
        case Vocabulary():
            if type_.openness is not Openness.CLOSED:
                return _text(0, None, "None")
            values = [docs.quoted(value.name) for value in type_.values]
            return _text(0, None, array("Some(&[", values, "])", 8))
        case Scalar():
            return _scalar(type_)


def _text(least: int, most: int | None, values: str) -> str:
    limit = "usize::MAX" if most is None else repr(most)
    return f"Json::String {{\n        least: {least},\n        most: {limit},\n        listed: {values},\n    }}"


def _scalar(scalar: Scalar) -> str:
    low, high = scalar.read.minimum, scalar.read.maximum
    match scalar.base:
        case Base.BOOLEAN:
            return "Json::Boolean"
        case Base.STRING:
            return _text(scalar.read.min_length or 0, scalar.read.max_length, "None")
        case Base.INTEGER:
            low_text = "i128::MIN" if low is None else repr(int(low))
            high_text = "i128::MAX" if high is None else repr(int(high))
            return f"Json::Integer {{\n        least: {low_text},\n        most: {high_text},\n    }}"
        case Base.NUMBER:
            # Whatever its limits, a number is finite in its width.
            bound = LARGEST_FLOAT[scalar.width or 64]
            least, most = (
                float(given) if given is not None else edge for given, edge in ((low, -bound), (high, bound))
            )
            return (
                f"Json::Number {{\n        least: {number(least)},\n        most: {number(most)},\n"
                f"        largest: {number(bound)},\n    }}"
            )


def number(value: float) -> str:
    """A float as a literal."""
    return repr(value).replace("e+", "e")


def _expected(type_: Type) -> str:
    return docs.quoted(expected(type_))


def _constants(model: Model) -> list[tuple[str, str, str, str, bool]]:
    protocol, lines = model.protocol, model.lines
    levels = deepest(model)
    spare = int(max(lines.max_depth - levels, 0))
    requirements = [docs.quoted(name) for name in protocol.version.requirements]
    found = [
        ("REVISION", "&str", docs.quoted(protocol.revision), "The revision that this package speaks.", True),
        ("TAG", "&str", docs.quoted(protocol.tag), "The member that tells envelopes apart.", False),
        ("FAILURE_ID", "&str", docs.quoted(protocol.failure_id), "The member for the correlation id.", False),
        (
            "MAX_LINE_BYTES",
            "usize",
            f"{lines.max_line_bytes:_}",
            "The most bytes of a message, its line end not counted.",
            True,
        ),
        ("MAX_DEPTH", "usize", repr(lines.max_depth), "The most levels of arrays and objects.", True),
        ("SPARE_DEPTH", "usize", repr(spare), "How many levels an unknown member may add anywhere.", False),
        (
            "DEPTH_IS_BOUNDED",
            "bool",
            "true" if levels <= lines.max_depth else "false",
            "Whether no message of known members is deeper than allowed.",
            False,
        ),
        (
            "VERSION_PATTERN",
            "&str",
            docs.quoted(protocol.version.pattern),
            "The version grammar, to be matched whole.",
            False,
        ),
        (
            "FAMILY_UNTIL",
            "&str",
            docs.quoted(protocol.version.family_until),
            "What ends the family in the text of a version.",
            False,
        ),
        (
            "MISMATCH_CODE",
            "&str",
            docs.quoted(protocol.version.mismatch_code),
            "The error code for a version of another family.",
            False,
        ),
        ("VERSION_REQUIREMENTS", "&[&str]", f"&[{', '.join(requirements)}]", "What a wrong version violates.", False),
    ]
    return [(name, type_, value, docs.comment([doc]), public) for name, type_, value, doc, public in found]


def _fault(names: Names, fault: Fault) -> dict[str, object]:
    return {
        "name": names.faults[fault.name],
        "doc": docs.comment([fault.doc]),
        "rule": docs.quoted(fault.name),
        "said": docs.quoted(fault.doc),
        "code": docs.quoted(fault.code),
        "author": "true" if fault.author else "false",
        "fix": docs.quoted(fault.fix),
        "requirements": _names(fault.requirements),
        "decisions": _names(fault.decisions),
    }


def _names(ids: tuple[str, ...]) -> str:
    return array("&[", [docs.quoted(name) for name in ids], "]", 4)
