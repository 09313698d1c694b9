"""Mutants of scalars: bounds, lengths, patterns, calendars and widths."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from cgp_toolkit.model import Base, Constraint, Model, Scalar
from cgp_toolkit.mutation.mutant import Mutant, with_type
from cgp_toolkit.mutation.patterns import loosened, tightened
from cgp_toolkit.mutation.subjects import Subjects

_WIDTHS = (32, 64)


def mutants(model: Model, subjects: Subjects) -> Iterator[Mutant]:
    """Every mutant of every scalar, in the order of the model."""
    for scalar in model.scalars():
        requirements = subjects.type(scalar)
        for change, other in _changed(scalar):
            yield Mutant(scalar.name, change, requirements, partial(_with_scalar, model, other))


def _with_scalar(model: Model, scalar: Scalar) -> Model:
    """``model`` with another scalar of the same name; that of versions and the rule about versions have one grammar."""
    result = with_type(model, scalar)
    version = model.protocol.version
    if scalar.name != version.scalar or scalar.author.pattern is None:
        return result
    return replace(result, protocol=replace(model.protocol, version=replace(version, pattern=scalar.author.pattern)))


def _changed(scalar: Scalar) -> Iterator[tuple[str, Scalar]]:
    step = 1 if scalar.base is Base.INTEGER else 0.5
    for bound, sign in (("minimum", -1), ("maximum", 1)):
        limit: float | None = getattr(scalar.author, bound)
        if limit is not None:
            # Beyond the width of its type a number would move without a trace.
            distance = step if abs(limit) < 2**53 else abs(limit) / 2
            yield f"{bound} {limit - sign * distance}", _both(scalar, bound, limit - sign * distance)
            yield f"{bound} {limit + sign * distance}", _both(scalar, bound, limit + sign * distance)
            yield f"no {bound}", _both(scalar, bound, None)
    shortest = scalar.author.min_length
    if shortest is not None:
        yield "no min_length", _both(scalar, "min_length", None)
        yield f"min_length {shortest + 1}", _both(scalar, "min_length", shortest + 1)
        yield "no min_length for readers", replace(scalar, read=replace(scalar.read, min_length=None))
    longest = scalar.author.max_length
    if longest is not None:
        yield "no max_length", _both(scalar, "max_length", None)
        for other in (longest - 1, longest + 1):
            yield f"max_length {other}", _both(scalar, "max_length", other)
    if scalar.author.pattern is not None:
        yield from _patterns(scalar, scalar.author.pattern)
    if scalar.author.calendar is not None:
        yield "no calendar", replace(scalar, author=replace(scalar.author, calendar=None))
    if scalar.base is Base.NUMBER:
        for width in _WIDTHS:
            if width != scalar.width:
                yield f"width {width}", replace(scalar, width=width)


def _patterns(scalar: Scalar, pattern: str) -> Iterator[tuple[str, Scalar]]:
    yield "no pattern", replace(scalar, author=replace(scalar.author, pattern=None))
    for other in dict.fromkeys((*loosened(pattern), *tightened(pattern))):
        yield f"pattern {other}", replace(scalar, author=replace(scalar.author, pattern=other))


def _both(scalar: Scalar, limit: str, value: float | None) -> Scalar:
    """``scalar`` with another limit for readers and authors."""

    def changed(limits: Constraint, given: bool) -> Constraint:
        return replace(limits, **{limit: value}) if given else limits  # type: ignore[arg-type]

    given = getattr(scalar.read, limit) is not None or getattr(scalar.author, limit) == getattr(scalar.read, limit)
    return replace(scalar, read=changed(scalar.read, given), author=changed(scalar.author, True))
