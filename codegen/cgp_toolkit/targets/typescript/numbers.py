"""Which numbers of the model JavaScript's own can hold, and how limits are written."""

from __future__ import annotations

from cgp_toolkit.model import Base, Scalar

_SAFE = 2**53 - 1


def is_wide(scalar: Scalar) -> bool:
    """Whether an integer needs ``bigint``: its range goes beyond what a ``number`` holds exactly."""
    if scalar.base is not Base.INTEGER:
        return False
    low, high = scalar.read.minimum, scalar.read.maximum
    return low is None or high is None or low < -_SAFE or high > _SAFE


def number(value: int | float) -> str:
    """A number as a literal; an integer that is too large for one is a ``bigint``."""
    if isinstance(value, int):
        return str(value) if abs(value) <= _SAFE else f"{value}n"
    shortest = repr(value).removesuffix(".0")
    return shortest.replace("e+", "e")
