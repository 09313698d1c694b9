"""``tables.ts``, ``objects.ts`` and ``tokens.ts``: all that the codec has to know of the protocol, as data."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from cgp_toolkit.binding.expected import expected
from cgp_toolkit.model import (
    Base,
    Duplicates,
    Envelope,
    Fault,
    Measure,
    Member,
    Model,
    Omit,
    OnNull,
    Openness,
    Presence,
    Record,
    Scalar,
    Type,
    Vocabulary,
)
from cgp_toolkit.model.faults import FaultName
from cgp_toolkit.model.widths import LARGEST_FLOAT
from cgp_toolkit.targets.stamp import commented
from cgp_toolkit.targets.typescript.names import Names, text
from cgp_toolkit.targets.typescript.numbers import is_wide, number
from cgp_toolkit.targets.typescript.rendering import WIDTH, Code, comment, listed, literal, render
from cgp_toolkit.targets.typescript.types_modules import default_of, owner_names


def emit(model: Model, names: Names) -> dict[str, str]:
    """The modules by file name; :class:`ValueError` if the model lacks a fault that the codec finds."""
    missing = sorted(set(FaultName) - {fault.name for fault in model.lines.faults})
    if missing:
        raise ValueError(f"the model lists no fault {missing[0].value!r}, but its TypeScript binding has to find it")
    stamp = commented(model, "typescript", "//")
    return {
        "tables.ts": render(
            "tables.ts",
            stamp=stamp,
            constants=[(_declared(name, value), doc) for name, value, doc in _constants(model, names)],
            faults=[_entry(fault.name, _fault(fault)) for fault in model.lines.faults],
        ),
        "objects.ts": render(
            "objects.ts",
            stamp=stamp,
            types=[_entry(name, _kind(type_)) for name, type_ in model.types.items()],
            records=[_entry(record.name, _shape(model, names, record)) for record in model.records()],
            envelopes=[_entry(name, _shape(model, names, e)) for name, e in model.envelopes.items()],
        ),
        "tokens.ts": render(
            "tokens.ts",
            stamp=stamp,
            measures=[(names.measures[m.name], comment(_measured(m)), m.divisor) for m in model.protocol.measures],
        ),
    }


def _entry(name: str, value: Code) -> str:
    return literal([text(name), value], 2, 79)


def _declared(name: str, value: str | list[str]) -> str:
    """The declaration of a constant: an expression, or a set of texts."""
    if isinstance(value, list):
        return listed(name, value)
    line = f"export const {name} = {value};"
    return line if "\n" in line or len(line) <= WIDTH else f"export const {name} =\n  {value};"


def _constants(model: Model, names: Names) -> Iterator[tuple[str, str | list[str], str]]:
    """Names, expressions or the texts of a set, and what they are."""
    protocol, lines = model.protocol, model.lines
    version = protocol.version
    yield "PROTOCOL", text(protocol.name), "/** The protocol's name. */"
    yield "REVISION", text(protocol.revision), "/** The revision of the protocol that this package speaks. */"
    yield "TAG", text(protocol.tag), "/** The member that tells envelopes apart. */"
    yield "TAG_KEY", text(names.tag), "/** The property that tells envelopes apart. */"
    yield "FAILURE_ID", text(protocol.failure_id), "/** The member for the correlation id. */"
    yield (
        "MAX_LINE_BYTES",
        str(lines.max_line_bytes),
        "/** The most bytes of a message, its line end not counted. */",
    )
    yield "MAX_DEPTH", str(lines.max_depth), "/** The most levels of arrays and objects. */"
    wins = [text(e.name) for e in model.envelopes.values() if e.duplicates is Duplicates.LAST_WINS]
    yield "LAST_WINS", wins, "/** The envelopes in which the last of two members counts. */"
    yield "VERSION_PATTERN", regex(version.pattern), "/** The version grammar. */"
    yield "FAMILY_UNTIL", text(version.family_until), "/** What ends the family in the text of a version. */"
    yield "MISMATCH_CODE", text(version.mismatch_code), "/** The error code for a version of another family. */"
    yield (
        "VERSION_REQUIREMENTS",
        literal([text(each) for each in version.requirements]),
        "/** What a wrong version violates. */",
    )


def regex(pattern: str) -> str:
    """A portable pattern as a literal that matches whole texts."""
    # Between brackets a slash stands for itself.
    parts = re.split(r"(\\.|\[(?:\\.|[^\]])*\])", pattern)
    return f"/^(?:{''.join(p.replace('/', chr(92) + '/') if i % 2 == 0 else p for i, p in enumerate(parts))})$/u"


def _fault(fault: Fault) -> Mapping[str, Code]:
    return {
        "code": text(fault.code),
        "author": "true" if fault.author else "false",
        "fix": text(fault.fix),
        "requirements": [text(each) for each in fault.requirements],
        "decisions": [text(each) for each in fault.decisions],
    }


def _kind(type_: Type) -> Mapping[str, Code]:
    found: dict[str, Code] = {"json": text(_json(type_)), "expected": text(expected(type_))}
    match type_:
        case Scalar():
            found |= {name: number(limit) for name, limit in _limits(type_).items()}
            if is_wide(type_):
                found["wide"] = "true"
        case Vocabulary() if type_.openness is Openness.CLOSED:
            found["values"] = [text(value.name) for value in type_.values]
    return found


def _json(type_: Type) -> str:
    match type_:
        case Scalar():
            return type_.base.value
        case Vocabulary():
            return Base.STRING.value
        case Record():
            return "object"


def _limits(scalar: Scalar) -> dict[str, int | float]:
    read = scalar.read
    limits: dict[str, int | float | None] = {
        "minimum": read.minimum,
        "maximum": read.maximum,
        "minLength": read.min_length,
        "maxLength": read.max_length,
    }
    found = {name: limit for name, limit in limits.items() if limit is not None}
    if scalar.base is Base.NUMBER:
        # Whatever its limits, a number is finite in its width.
        bound = LARGEST_FLOAT[scalar.width or 64]
        found = {"minimum": -bound, "maximum": bound, "largest": bound} | found
    return found


def _shape(model: Model, names: Names, owner: Envelope | Record) -> list[Code]:
    keys = owner_names(names, owner)[1]
    return [dict(_member(model, keys[member.name], member)) for member in owner.members]


def _member(model: Model, key: str, member: Member) -> Iterator[tuple[str, str]]:
    yield "name", text(member.name)
    yield "key", text(key)
    yield "type", text(member.type)
    if member.many:
        yield "many", "true"
    if not member.optional:
        yield "required", "true"
    if member.on_null is OnNull.ABSENT:
        yield "nullable", "true"
    if member.has_default:
        if member.author is Presence.REQUIRED:
            yield "owed", "true"
        yield "default", default_of(model, member)
        if member.omit is not Omit.NEVER:
            yield "skips", "true"


def _measured(measure: Measure) -> list[str]:
    return [
        measure.doc,
        f"The bytes of `text` in UTF-8, divided by {measure.divisor} and rounded up; 0 for `undefined`. Half of a "
        f"surrogate pair, which UTF-8 does not have, is a `RangeError`. Requirements: {measure.requirement}.",
    ]
