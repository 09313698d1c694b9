"""What all YAML entries share: closed keys, strict kinds, documented fields."""

from __future__ import annotations

import math
from typing import Annotated

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StrictBool, StrictFloat, StrictInt

from cgp_toolkit.model.yaml_document import PlainNumber


class Entry(BaseModel):
    """One mapping of the YAML, as written.  Unknown keys are refused."""

    # Most are only ever looked at inside of others, and need no validator of their own.
    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True)


def _number(value: object) -> object:
    if not isinstance(value, PlainNumber):
        return value
    number = float(value)
    # What no double holds stays text, and text is no number.
    return number if math.isfinite(number) else str(value)


def _not_number(value: object) -> object:
    # A plain 1.10 is text wherever text is wanted.
    return str(value) if isinstance(value, PlainNumber) else value


Number = Annotated[StrictInt | StrictFloat, BeforeValidator(_number)]
Text = Annotated[str, BeforeValidator(_not_number), Field(min_length=1)]
Name = Annotated[str, BeforeValidator(_not_number), Field(pattern=r"^[A-Za-z_][A-Za-z0-9_.:-]*$")]
Names = tuple[Name, ...]
Flag = StrictBool
Whole = StrictInt
