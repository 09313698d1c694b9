"""What the pydantic models share: their settings, and when a member is left out.

Reading is strict (``true`` and ``1.0`` are no integers) but for members that nobody listed, which are dropped.
Writing gives the wire names and leaves out what the codec leaves out.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, Strict

T = TypeVar("T")

# Strict mode would refuse the lists that JSON parsers make; the items stay strict.
Many = Annotated[tuple[T, ...], Strict(False)]


class Model(BaseModel):
    """An immutable message or part of one."""

    model_config = ConfigDict(
        frozen=True,
        strict=True,
        extra="ignore",
        allow_inf_nan=False,
        validate_by_alias=True,
        validate_by_name=True,
        serialize_by_alias=True,
        use_attribute_docstrings=True,
    )


def is_absent(value: object) -> bool:
    """Whether a member has no value."""
    return value is None


def is_empty(value: object) -> bool:
    """Whether a member has no value or an empty one."""
    return not value


def is_default(default: object) -> Callable[[object], bool]:
    """Whether a member has its default."""
    return lambda value: value == default


def null_reads_as(default: object) -> BeforeValidator:
    """Read an explicit ``null`` as a missing member, which has a default."""
    return BeforeValidator(lambda value: default if value is None else value)
