"""Validation of recorded messages with the generated binding: every fault, with its place in the file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from cgp_toolkit.wire.elements import BrokenArray
from cgp_toolkit.wire.errors import InputError
from cgp_toolkit.wire.findings import Finding, Tally, Wishes
from cgp_toolkit.wire.inputs import Input
from cgp_toolkit.wire.pieces import Format, Piece, pieces
from cgp_toolkit.wire.places import line_and_column, place, syntax_place
from cgp_wire.ndjson import MAX_LINE_BYTES, DecodeError, UnknownEnvelope, examine
from cgp_wire.rules import Violation, check

_BROKEN = "not-json"
"""The fault of an array that is no array."""

_ADVANCE = 1024


def validate(
    source: Input,
    wishes: Wishes,
    *,
    format: Format,  # noqa: A002
    report: Callable[[Finding], None],
    advance: Callable[[], None],
) -> Tally:
    """Examine every message of ``source``.

    ``report`` gets each finding as soon as it is made, ``advance`` is called now and then.  :class:`InputError` if
    there is no message at all.
    """
    tally = Tally()
    counts: Counter[Any] = Counter()

    def found(finding: Finding) -> None:
        tally.findings += 1
        report(finding)

    try:
        _examine_all(pieces(source.stream, format, MAX_LINE_BYTES), wishes, counts, found, advance)
    except BrokenArray as broken:
        found(from_fault(DecodeError(_BROKEN, "", str(broken)), broken.line, broken.column))
    tally.messages = sum(counts.values())
    tally.unreadable = counts.pop(type(None), 0)
    tally.unknown = counts.pop(UnknownEnvelope, 0)
    # Every other class is that of an envelope, and a tagged Struct knows its tag.
    tally.envelopes = {kind.__struct_config__.tag: number for kind, number in counts.items()}
    if not tally.messages and not tally.findings:
        raise InputError(f"{source.name} holds no message")
    return tally


def _examine_all(
    source: Iterator[Piece],
    wishes: Wishes,
    counts: Counter[type],
    found: Callable[[Finding], None],
    advance: Callable[[], None],
) -> None:
    """The loop.  A sound message costs one call, or two if ``strict``; all else waits until something is wrong."""
    strict, thorough = wishes.strict, wishes.thorough
    for number, piece in enumerate(source, 1):
        if not number % _ADVANCE:
            advance()
        examined = examine(piece[0], strict=strict)
        message = examined.message
        counts[message.__class__] += 1
        if examined.faults:
            for fault in examined.faults:
                found(from_fault(fault, *placed(piece, fault.pointer, text=message is None)))
        if strict and message is not None and not isinstance(message, UnknownEnvelope):
            for violation in check(message, thorough=thorough):
                found(from_violation(violation, *placed(piece, violation.pointer)))


def placed(piece: Piece, pointer: str, *, text: bool = False) -> tuple[int, int]:
    """Line and column of what ``pointer`` names; ``text``: without a pointer, those of the error in the text."""
    data, line, column = piece
    offset = syntax_place(data) if text and not pointer else place(data, pointer)
    return line_and_column(data, offset, line, column)


def from_fault(fault: DecodeError, line: int, column: int) -> Finding:
    """What a reader finds."""
    return Finding(line, column, fault.rule, fault.pointer, fault.requirements, "error", fault.detail, fault.fix)


def from_violation(violation: Violation, line: int, column: int) -> Finding:
    """What the rules find."""
    requirements = () if violation.requirement is None else (violation.requirement,)
    return Finding(
        line,
        column,
        violation.rule,
        violation.pointer,
        requirements,
        violation.severity,
        violation.message,
        violation.fix,
    )
