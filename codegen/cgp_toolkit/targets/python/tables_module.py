"""``_tables.py`` and ``_objects.py`` of the binding: all that the codec has to know of the protocol, as data."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Mapping

from cgp_toolkit.binding.depth import deepest
from cgp_toolkit.binding.expected import expected
from cgp_toolkit.model import (
    Base,
    Envelope,
    Fault,
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
from cgp_toolkit.model.widths import LARGEST_FLOAT
from cgp_toolkit.targets.python.rendering import render
from cgp_toolkit.targets.stamp import commented

RAISED = (
    "byte-order-mark",
    "duplicate-member",
    "line-too-long",
    "lone-surrogate",
    "missing-for-author",
    "missing-member",
    "not-an-object",
    "not-in-vocabulary",
    "not-json",
    "not-utf8",
    "null-member",
    "null-written",
    "out-of-range",
    "too-deep",
    "too-long",
    "too-short",
    "unknown-envelope",
    "unknown-member",
    "wrong-type",
)
"""The faults that the static modules of the binding raise by name."""


def tables_module(model: Model) -> str:
    """Unformatted source of the module; :class:`ValueError` if the model lacks a fault that the binding raises."""
    missing = sorted(set(RAISED) - {fault.name for fault in model.lines.faults})
    if missing:
        raise ValueError(f"the model lists no fault {missing[0]!r}, but its Python binding has to raise it")
    return render(
        "tables.py",
        stamp=commented(model, "python", "#"),
        constants=[(name, repr(value), doc) for name, value, doc in _constants(model)],
        faults=[(repr(fault.name), _fault(fault)) for fault in model.lines.faults],
    )


def objects_module(model: Model) -> str:
    """Unformatted source of ``_objects.py``."""
    return render(
        "objects.py",
        stamp=commented(model, "python", "#"),
        types=[(repr(name), _kind(type_)) for name, type_ in model.types.items()],
        records=[_shape(record, "") for record in model.records()],
        envelopes=[_shape(envelope, f", {model.protocol.tag!r}") for envelope in model.envelopes.values()],
    )


def _constants(model: Model) -> Iterable[tuple[str, object, str]]:
    protocol, lines = model.protocol, model.lines
    yield "REVISION", protocol.revision, "The revision that this package speaks."
    yield "TAG", protocol.tag, "The member that tells envelopes apart."
    yield "FAILURE_ID", protocol.failure_id, "The member for the correlation id."
    yield "MAX_LINE_BYTES", lines.max_line_bytes, "The most bytes of a message, its line end not counted."
    yield "MAX_DEPTH", lines.max_depth, "The most levels of arrays and objects."
    levels = deepest(model)
    spare = "How many levels an unknown member may add anywhere."
    yield "SPARE_DEPTH", int(max(lines.max_depth - levels, 0)), spare
    exact = "Whether the types refuse all that readers have to; if not, what they accept is looked at again."
    yield "TYPES_ARE_EXACT", levels <= lines.max_depth and not any(_loose(model)), exact
    yield "VERSION_PATTERN", protocol.version.pattern, "The version grammar, to be matched whole."
    yield "FAMILY_UNTIL", protocol.version.family_until, "What ends the family in the text of a version."
    yield "MISMATCH_CODE", protocol.version.mismatch_code, "The error code for a version of another family."
    yield "VERSION_REQUIREMENTS", protocol.version.requirements, "What a wrong version violates."


def _fault(fault: Fault) -> str:
    parts = [repr(fault.code), repr(fault.author), _text(fault.fix), repr(fault.requirements), repr(fault.decisions)]
    return f"Fault({', '.join(parts)})"


def _text(text: str) -> str:
    """A string literal in pieces that fit into a line."""
    return " ".join(repr(piece) for piece in textwrap.wrap(text, 80, drop_whitespace=False)) or repr(text)


def _shape(owner: Envelope | Record, tag: str) -> tuple[str, list[tuple[str, str]], str]:
    members = [(repr(member.name), f"Member({', '.join(_member(member))})") for member in owner.members]
    return repr(owner.name), members, tag


def _member(member: Member) -> Iterable[str]:
    yield repr(member.type)
    if member.many:
        yield "many=True"
    if not member.optional:
        yield "required=True"
    if member.on_null is OnNull.ABSENT:
        yield "nullable=True"
    if member.has_default and member.author is Presence.REQUIRED:
        yield "owed=True"


def _kind(type_: Type) -> str:
    arguments = [repr("object" if isinstance(type_, Record) else _base(type_).value), _text(expected(type_))]
    if isinstance(type_, Scalar):
        limits: Mapping[str, float | None] = {
            "minimum": type_.read.minimum,
            "maximum": type_.read.maximum,
            "largest": largest(type_),
            "min_length": type_.read.min_length,
            "max_length": type_.read.max_length,
        }
        if type_.base is Base.NUMBER:
            # Whatever its limits, a number is finite in its width.
            bound = LARGEST_FLOAT[type_.width or 64]
            limits = {"minimum": -bound, "maximum": bound} | _given(limits)
        arguments += [f"{name}={limit!r}" for name, limit in _given(limits).items()]
    if isinstance(type_, Vocabulary) and type_.openness is Openness.CLOSED:
        arguments.append(f"values={tuple(value.name for value in type_.values)!r}")
    return f"Kind({', '.join(arguments)})"


def _given(limits: Mapping[str, float | None]) -> dict[str, float]:
    return {name: limit for name, limit in limits.items() if limit is not None}


def largest(scalar: Scalar) -> float | None:
    """The largest magnitude that a number of this width has; ``None`` for what is no number."""
    return LARGEST_FLOAT[scalar.width or 64] if scalar.base is Base.NUMBER else None


def _base(type_: Scalar | Vocabulary) -> Base:
    return type_.base if isinstance(type_, Scalar) else Base.STRING


def _loose(model: Model) -> Iterable[Member | Scalar]:
    """What the types accept though no reader may: null for a missing value, numbers beyond 32 bits."""
    for owner in model.owners():
        yield from (m for m in owner.members if m.optional and not m.has_default and m.on_null is OnNull.ERROR)
    for scalar in model.scalars():
        if scalar.base is Base.NUMBER and scalar.width == 32 and None in (scalar.read.minimum, scalar.read.maximum):
            yield scalar


def omits_default(member: Member) -> bool:
    """Whether a writer leaves the member out when it has its default, and only the default itself is left out.

    Booleans, ``None`` and the empty tuple exist once, so an equal one is the default itself.
    """
    return member.omit is Omit.DEFAULT and not isinstance(member.default, (bool, list)) and member.default is not None
