"""What an error says that it expected, in the words of a person who has never seen the model."""

from __future__ import annotations

from cgp_toolkit.model import Base, Constraint, Openness, Record, Scalar, Type, Vocabulary
from cgp_toolkit.model.widths import LARGEST_FLOAT


def expected(type_: Type) -> str:
    """What is expected where ``type_`` stands: ``a non-empty string``, ``a number from 0 to 1``."""
    match type_:
        case Record():
            return f"an object ({type_.name})"
        case Vocabulary():
            if type_.openness is Openness.CLOSED:
                return f"one of {', '.join(value.name for value in type_.values)}"
            return "a string"
        case Scalar():
            return _expected_scalar(type_)


def _expected_scalar(scalar: Scalar) -> str:
    low, high = scalar.read.minimum, scalar.read.maximum
    match scalar.base:
        case Base.BOOLEAN:
            return "true or false"
        case Base.STRING:
            return _expected_text(scalar.read)
        case Base.INTEGER:
            if scalar.width is not None and (low, high) == _integer_range(scalar.width, bool(scalar.signed)):
                return f"{'a signed' if scalar.signed else 'an unsigned'} {scalar.width}-bit integer"
            return "an integer" + _range(low, high)
        case Base.NUMBER:
            bound = LARGEST_FLOAT[scalar.width or 64]
            if (low, high) in {(None, None), (-bound, bound)}:
                return f"a finite {scalar.width or 64}-bit number"
            return "a number" + _range(low, high)


def _expected_text(limits: Constraint) -> str:
    least, most = limits.min_length or 0, limits.max_length
    if least > 1:
        return (
            f"a string of at least {least} characters" if most is None else f"a string of {least} to {most} characters"
        )
    text = "a non-empty string" if least else "a string"
    return text if most is None else f"{text} of at most {most} characters"


def _integer_range(width: int, signed: bool) -> tuple[int, int]:
    return (-(1 << width - 1), (1 << width - 1) - 1) if signed else (0, (1 << width) - 1)


def _range(low: float | None, high: float | None) -> str:
    if low is not None and high is not None:
        return f" from {low} to {high}"
    if low is not None:
        return f" of at least {low}"
    return f" of at most {high}" if high is not None else ""
