"""What the encoder does beside msgspec's: numbers that JSON does not have, integers, defaults that are not written."""

from __future__ import annotations

from math import hypot

from msgspec import Struct
from msgspec.structs import force_setattr


def make_float(owner: Struct, attribute: str) -> bool:
    """Put a float in the place of an integer that serves as one; whether there is a number at all.

    msgspec writes an integer without the fraction that it comes back with.
    """
    value = getattr(owner, attribute)
    if not isinstance(value, (float, int)):
        return False
    force_setattr(owner, attribute, float(value))
    return True


def make_floats(owner: Struct, attribute: str, largest: float) -> bool:
    """The same for a vector; whether no number of it is NaN, infinite or beyond ``largest``."""
    vector = getattr(owner, attribute)
    # No component exceeds the length of its vector, so one call settles it for all but the longest vectors.
    if not (hypot(*vector) <= largest or all(-largest <= component <= largest for component in vector)):
        return False
    # To convert floats takes less time than to look whether they are some.
    force_setattr(owner, attribute, tuple(map(float, vector)))
    return True


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
