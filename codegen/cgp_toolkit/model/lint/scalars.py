"""Scalars: width, limits, patterns and comparison must fit the kind of value, and each other."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from cgp_toolkit.model import portable
from cgp_toolkit.model.axes import Base, Compare
from cgp_toolkit.model.collect import Found
from cgp_toolkit.model.diagnostics import Diagnostic
from cgp_toolkit.model.entries import ReadEntry, ScalarEntry
from cgp_toolkit.model.lint.catalogue import Context
from cgp_toolkit.model.pattern_tree import characters
from cgp_toolkit.model.types import Scalar
from cgp_toolkit.model.widths import LARGEST_FLOAT
from cgp_toolkit.model.words import article

_NUMERIC = frozenset({Base.INTEGER, Base.NUMBER})
_WIDTHS = (32, 64)
# Which limits a kind of value can have.
_LIMITS: dict[Base, tuple[str, ...]] = {
    Base.STRING: ("min_length", "max_length", "pattern", "grammar", "calendar"),
    Base.BOOLEAN: (),
    Base.INTEGER: ("minimum", "maximum"),
    Base.NUMBER: ("minimum", "maximum"),
}


def _scalars(context: Context) -> Iterator[tuple[Found, ScalarEntry, Scalar]]:
    for scalar in context.model.scalars():
        found = context.entry(scalar)
        yield found, cast(ScalarEntry, found.entry), scalar


def scalar_number(context: Context) -> Iterator[Diagnostic]:
    """Numbers without width, sign or range, and ranges beyond the width."""
    for found, entry, scalar in _scalars(context):
        for key, message, fix in _number(entry):
            place = found.at(*key) if key else found.position
            yield Diagnostic(place, "scalar-number", f"{scalar.name!r} {message}", fix)


def _number(entry: ScalarEntry) -> Iterator[tuple[tuple[str, ...], str, str]]:
    if entry.base not in _NUMERIC:
        if entry.width is not None:
            yield ("width",), f"is {article(entry.base)} and has no width", "remove it"
    elif entry.width not in _WIDTHS:
        yield ("width",) if entry.width is not None else (), "has no width in bits", "write 'width: 32' or 'width: 64'"
    if entry.base is not Base.INTEGER:
        if entry.signed is not None:
            yield ("signed",), f"is {article(entry.base)}, whose sign goes without saying", "remove it"
    elif entry.signed is None:
        yield (), "does not say whether it may be negative", "add 'signed'"
    if entry.base is Base.INTEGER and (entry.read.minimum is None or entry.read.maximum is None):
        yield (), "has no range that readers enforce", "add 'read: {minimum: …, maximum: …}'"
    if entry.base in _NUMERIC and entry.width in _WIDTHS:
        low, high = _range(entry.base, entry.width, bool(entry.signed))
        for part, limits in (("read", entry.read), ("author", entry.author)):
            for key in ("minimum", "maximum"):
                value = getattr(limits, key)
                if value is not None and not low <= value <= high:
                    yield (part, key), f"has a {key} outside of {low} to {high}", "widen the type, or narrow the range"


def _range(base: Base, width: int, signed: bool) -> tuple[int | float, int | float]:
    if base is Base.NUMBER:
        return -LARGEST_FLOAT[width], LARGEST_FLOAT[width]
    return (-(2 ** (width - 1)), 2 ** (width - 1) - 1) if signed else (0, 2**width - 1)


def scalar_limits(context: Context) -> Iterator[Diagnostic]:
    """Limits that the kind of value does not have, that nothing can keep, or that let authors write too much."""
    for found, entry, scalar in _scalars(context):
        parts: tuple[tuple[str, ReadEntry], ...] = (("read", entry.read), ("author", entry.author))
        for part, limits in parts:
            for key in type(limits).model_fields:
                value = getattr(limits, key)
                if value is None:
                    continue
                message = _misfit(scalar.base, key, value)
                if message is not None:
                    yield Diagnostic(found.at(part, key, key=True), "scalar-limits", message, "remove it")
        for low, high in (("minimum", "maximum"), ("min_length", "max_length")):
            yield from _order(found, entry, low, high)


def _misfit(base: Base, key: str, value: object) -> str | None:
    if key not in _LIMITS[base]:
        return f"{article(base)} has no {key}"
    if key.endswith("length") and cast(int, value) < 0:
        return "no text has fewer than 0 characters"
    if base is Base.INTEGER and isinstance(value, float):
        return "a limit of an integer is an integer"
    return None


def _order(found: Found, entry: ScalarEntry, low: str, high: str) -> Iterator[Diagnostic]:
    """The limits of readers and authors, from the outside in."""
    least, most = getattr(entry.read, low), getattr(entry.read, high)
    for part, limits in (("read", entry.read), ("author", entry.author)):
        own_least, own_most = getattr(limits, low), getattr(limits, high)
        if own_least is not None and least is not None and own_least < least:
            message = f"the {low} for authors is below the one for readers"
            yield Diagnostic(found.at(part, low), "scalar-limits", message, "authors are bound more tightly")
        if own_most is not None and most is not None and own_most > most:
            message = f"the {high} for authors is above the one for readers"
            yield Diagnostic(found.at(part, high), "scalar-limits", message, "authors are bound more tightly")
        least = least if own_least is None else own_least
        most = most if own_most is None else own_most
        if least is not None and most is not None and least > most and (own_least, own_most) != (None, None):
            place = found.at(part, low if own_least is not None else high)
            yield Diagnostic(place, "scalar-limits", f"the {low} is above the {high}", "swap them")


def scalar_pattern(context: Context) -> Iterator[Diagnostic]:
    """Patterns outside of the portable subset, patterns that a line end passes, and two sources for one pattern."""
    for found, entry, scalar in _scalars(context):
        if entry.author.pattern is not None and entry.author.grammar is not None:
            place = found.at("author", "pattern", key=True)
            yield Diagnostic(place, "scalar-pattern", "the grammar gives the pattern already", "keep one of the two")
        if scalar.author.pattern is None or scalar.base is not Base.STRING:
            continue
        key = "pattern" if entry.author.pattern is not None else "grammar"
        try:
            tree = portable.parse(scalar.author.pattern)
        except portable.PatternFault as fault:
            if entry.author.pattern is not None:
                place = found.phrase(entry.author.pattern, "author", "pattern").at(fault.offset)
                fix = "write it with literals, [classes], (?:groups), |, * + ? and {n,m}"
                yield Diagnostic(place, "scalar-pattern", str(fault), fix)
            continue
        if any(one.match("\n") for one in characters(tree)):
            message = "a line feed would pass, and with it what a careless search lets through at the end"
            yield Diagnostic(found.at("author", key), "scalar-pattern", message, "add \\n to each negated class")


def scalar_calendar(context: Context) -> Iterator[Diagnostic]:
    """Calendar checks without a pattern that gives them their parts."""
    for found, _, scalar in _scalars(context):
        if scalar.author.calendar is not None and scalar.author.pattern is None:
            message = "a calendar check needs a pattern that says where its parts stand"
            yield Diagnostic(found.at("author", "calendar"), "scalar-calendar", message, "add a pattern")


def scalar_compare(context: Context) -> Iterator[Diagnostic]:
    """Comparisons that the kind of value does not have."""
    version = context.model.protocol.version.scalar
    known = version in context.model.types
    for found, _, scalar in _scalars(context):
        match scalar.compare:
            case Compare.NUMERIC if scalar.base not in _NUMERIC:
                message = f"{article(scalar.base)} is no number"
            case Compare.BYTES if scalar.base is not Base.STRING:
                message = f"{article(scalar.base)} has no bytes"
            case Compare.INSTANT if scalar.author.calendar is None:
                message = "only a scalar with a calendar check is an instant"
            case Compare.FAMILY if known and scalar.name != version:
                message = f"only the type of versions, {version!r}, has families"
            case _:
                continue
        yield Diagnostic(found.at("compare"), "scalar-compare", message, "'exact' fits every kind")
