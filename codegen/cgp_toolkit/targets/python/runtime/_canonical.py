"""What the encoder does beside msgspec's: numbers that JSON does not have, defaults that are not written."""

from __future__ import annotations

from math import hypot

from msgspec import Struct
from msgspec.structs import force_setattr


def are_finite(vector: tuple[float, ...], largest: float) -> bool:
    """Whether no number of ``vector`` is NaN, infinite or beyond ``largest``."""
    # No component exceeds the length of its vector, so one call settles it for all but the longest vectors.
    return hypot(*vector) <= largest or all(-largest <= component <= largest for component in vector)


def default_of(owner: type[Struct], attribute: str) -> object:
    """The very object that is the default of ``attribute``."""
    fields = owner.__struct_fields__
    default: object = owner.__struct_defaults__[fields.index(attribute) - len(fields)]
    return default


def settle(owner: Struct, attribute: str, default: object) -> bool:
    """Put the default itself in place of an equal value; true.

    msgspec leaves out what is the default, not what is equal to it, as a value that was read is.
    """
    force_setattr(owner, attribute, default)
    return True
