"""What the runtime asks of the protocol: constants, faults, messages by tag, and the tables of the careful reader."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache

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
from cgp_toolkit.targets.java import docs
from cgp_toolkit.targets.java.names import Names
from cgp_toolkit.targets.java.rendering import render
from cgp_toolkit.targets.java.reserved import RUNTIME
from cgp_toolkit.targets.java.types import UNBOUNDED, bounds, number, reach
from cgp_toolkit.targets.stamp import commented

literal = docs.literal


@cache
def _raised() -> frozenset[str]:
    """The constants of faults that the runtime names."""
    return frozenset(
        name for path in RUNTIME.rglob("*.java") for name in re.findall(r"\bFault\.([A-Z_0-9]+)", path.read_text())
    )


def table_files(model: Model, names: Names) -> dict[str, str]:
    """Sources by class name; :class:`ValueError` if the model lacks a fault that the runtime raises."""
    missing = sorted(_raised() - set(names.faults.values()))
    if missing:
        wire = missing[0].lower().replace("_", "-")
        raise ValueError(f"the model lists no fault {wire!r}, but its Java binding has to raise it")
    base = {"stamp": commented(model, "java", "//"), "package": names.package, "union": names.union}
    files = {
        "Fault": render("fault.java", faults=list(_faults(model, names)), **base),
        "Protocol": render("protocol.java", **base, **_protocol(model)),
        "Message": render("message.java", **base),
        names.union: render("union.java", doc=_union_doc(model), permitted=list(names.senders.values()), **base),
        **{name: _sender(model, names, role, base) for role, name in names.senders.items()},
        "Codec": render("dispatch.java", **base, **_dispatch(model, names)),
        "Shapes": render("shapes.java", **base, **_shapes(model)),
    }
    if model.protocol.measures:
        files["Tokens"] = render("tokens.java", measures=list(_measures(model, names)), **base)
    return files


def _faults(model: Model, names: Names) -> Iterable[Mapping[str, str]]:
    for fault in model.lines.faults:
        yield {
            "name": names.faults[fault.name],
            "doc": docs.comment([fault.doc], 4),
            "id": literal(fault.name),
            "code": literal(fault.code),
            "author": "true" if fault.author else "false",
            "fix": literal(" ".join(fault.fix.split())),
            "requirements": strings(fault.requirements),
            "decisions": strings(fault.decisions),
        }


def strings(texts: Iterable[str]) -> str:
    """A list of texts."""
    return f"List.of({', '.join(map(literal, texts))})"


def _protocol(model: Model) -> Mapping[str, str]:
    protocol, lines = model.protocol, model.lines
    return {
        "doc": docs.comment([f"{protocol.title}: what its messages have in common.", protocol.doc], 0),
        "name": literal(protocol.name),
        "revision": literal(protocol.revision),
        "line_bytes": str(lines.max_line_bytes),
        "depth": str(lines.max_depth),
        "mismatch": literal(protocol.version.mismatch_code),
        "tag": literal(protocol.tag),
        "failure_id": literal(protocol.failure_id),
        "pattern": literal(protocol.version.pattern),
        "until": literal(protocol.version.family_until),
        "requirements": strings(protocol.version.requirements),
    }


def _union_doc(model: Model) -> str:
    protocol = model.protocol
    return docs.comment(
        [f"Any message of {protocol.title}, {protocol.revision}.", f"`{protocol.tag}` tells them apart on the wire."], 0
    )


def _sender(model: Model, names: Names, role: str, base: Mapping[str, str]) -> str:
    """What the messages of one role have in common."""
    permitted = [names.envelopes[e.name] for e in model.envelopes.values() if e.sender == role]
    doc = docs.comment([f"Any message that the {role} sends."], 0)
    text = render("sender.java", name=names.senders[role], doc=doc, permitted=permitted, **base)
    long = any(len(line) > 120 for line in text.splitlines())
    return text.replace(" permits ", "\n        permits ") if long else text


def _dispatch(model: Model, names: Names) -> Mapping[str, object]:
    return {
        "envelopes": [{"name": names.envelopes[name], "tag": literal(name)} for name in model.envelopes],
        "strict": [literal(e.name) for e in model.envelopes.values() if e.duplicates is Duplicates.REJECTED],
    }


def _shapes(model: Model) -> Mapping[str, object]:
    return {
        "closed": any(v.openness is Openness.CLOSED for v in model.vocabularies()),
        "types": [{"name": literal(name), "kind": _kind(type_)} for name, type_ in model.types.items()],
        "groups": [
            {"name": "records", "tagged": "false", "shapes": [_shape(record) for record in model.records()]},
            {"name": "envelopes", "tagged": "true", "shapes": [_shape(e) for e in model.envelopes.values()]},
        ],
    }


def _shape(owner: Envelope | Record) -> Mapping[str, object]:
    return {"name": literal(owner.name), "members": [_member(member) for member in owner.members]}


def _member(member: Member) -> str:
    facts_ = (
        member.many,
        not member.optional,
        member.on_null is OnNull.ABSENT,
        member.has_default and member.author is Presence.REQUIRED,
    )
    return ", ".join([literal(member.name), literal(member.type), *("true" if fact else "false" for fact in facts_)])


def _kind(type_: Type) -> str:
    words = literal(expected(type_))
    match type_:
        case Record():
            return f"Kind.object({words})"
        case Vocabulary():
            if type_.openness is Openness.CLOSED:
                return f"Kind.word({words}, Set.of({', '.join(literal(value.name) for value in type_.values)}))"
            return f"Kind.text({words}, 0, {UNBOUNDED})"
        case Scalar(base=Base.BOOLEAN):
            return f"Kind.flag({words})"
        case Scalar(base=Base.STRING):
            most = UNBOUNDED if type_.read.max_length is None else type_.read.max_length
            return f"Kind.text({words}, {type_.read.min_length or 0}, {most})"
        case Scalar(base=Base.INTEGER):
            least, greatest = bounds(type_)
            return f"Kind.integer({words}, {least}L, {greatest}L)"
        case Scalar():
            low, high = reach(type_)
            return f"Kind.number({words}, {number(low)}, {number(high)})"


def _measures(model: Model, names: Names) -> Iterable[Mapping[str, object]]:
    for measure in model.protocol.measures:
        about = [measure.doc, f"Requirements: {measure.requirement}."]
        counted = f"the bytes of the text in UTF-8, divided by {measure.divisor} and rounded up; 0 for null"
        yield {
            "name": names.measures[measure.name],
            "doc": docs.comment(about, 4, {"@param text": "the text, or null", "@return": counted}),
            "divisor": measure.divisor,
        }
