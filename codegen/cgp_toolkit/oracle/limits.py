"""The limits of scalars and the words of vocabularies: what a value of the right kind breaks."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeAlias

from cgp_toolkit.model import Base, Calendar, Constraint, Json, Model, Openness, Scalar, Vocabulary
from cgp_toolkit.model.faults import FaultName
from cgp_toolkit.oracle.instants import is_instant

Limit: TypeAlias = Callable[[Json], tuple[FaultName, ...]]
"""The limits that a value of the right kind breaks."""

_LARGEST = 1.7976931348623157e308


def limits(model: Model, type_: Scalar | Vocabulary) -> tuple[Limit, Limit]:
    """What stops readers, and what binds authors."""
    if isinstance(type_, Vocabulary):
        words = _words(model, type_)
        return (words, no_limit) if type_.openness is Openness.CLOSED else (no_limit, words)
    if type_.base is Base.STRING:
        return _text_limit(type_.read), _text_limit(type_.author)
    if type_.base is Base.BOOLEAN:
        return no_limit, no_limit
    return _number_limit(type_, type_.read), _number_limit(type_, type_.author)


def no_limit(_: Json) -> tuple[FaultName, ...]:
    """That of values which may be whatever they like."""
    return ()


def _words(model: Model, vocabulary: Vocabulary) -> Limit:
    listed = {value.name for value in vocabulary.values}
    closed = vocabulary.openness is Openness.CLOSED
    fault = FaultName.NOT_IN_VOCABULARY if closed else FaultName.UNLISTED_VALUE
    form = model.scalar(vocabulary.form).author.pattern if vocabulary.form is not None else None
    new = re.compile(form) if form is not None else None
    if vocabulary.openness is Openness.OPEN:
        return no_limit

    def limit(held: Json) -> tuple[FaultName, ...]:
        return () if held in listed or (new is not None and new.fullmatch(str(held))) else (fault,)

    return limit


def _text_limit(limits: Constraint) -> Limit:
    """Of a text that is too short, the form is not asked for, and of one without the form not the calendar."""
    if limits == Constraint():
        return no_limit
    least, most = limits.min_length or 0, limits.max_length
    pattern = re.compile(limits.pattern) if limits.pattern is not None else None
    instant = limits.calendar is Calendar.UTC_INSTANT

    def limit(held: Json) -> tuple[FaultName, ...]:
        text = str(held)
        if len(text) < least:
            return (FaultName.TOO_SHORT,)
        long = (FaultName.TOO_LONG,) if most is not None and len(text) > most else ()
        if pattern is not None and pattern.fullmatch(text) is None:
            return (*long, FaultName.BAD_FORMAT)
        return (*long, FaultName.NO_SUCH_INSTANT) if instant and not is_instant(text) else long

    return limit


def _number_limit(scalar: Scalar, limits: Constraint) -> Limit:
    low, high = limits.minimum, limits.maximum
    if scalar.base is Base.NUMBER:
        # Whatever its limits, a number is finite.
        low, high = -_LARGEST if low is None else low, _LARGEST if high is None else high
    if low is None and high is None:
        return no_limit

    def limit(held: Json) -> tuple[FaultName, ...]:
        if not isinstance(held, int | float):
            return ()
        beyond = (low is not None and held < low) or (high is not None and held > high)
        return (FaultName.OUT_OF_RANGE,) if beyond else ()

    return limit
