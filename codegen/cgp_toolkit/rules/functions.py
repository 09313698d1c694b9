"""The functions that expressions can call: the one place that declares them.

Each has one small implementation a language (:mod:`cgp_toolkit.rules.printers`).  What a function needs to know of the
protocol, a divisor or a separator, comes from the model and is passed as its settings.  ``size`` counts items only:
engines disagree on what the size of a text is.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from cgp_toolkit.model import Model
from cgp_toolkit.rules.kinds import INTEGER, TEXT, TRUTH, Kind, Many


class Function(StrEnum):
    """What printers implement."""

    SIZE = "size"
    SUM = "sum"
    MEASURE = "measure"
    FAMILY = "family"
    SHA256 = "sha256"
    IS_INSTANT = "is_instant"
    PART_NUMBER = "part_number"


@dataclass(frozen=True, slots=True)
class Signature:
    """How expressions call a function.  ``settings`` go to its implementation before the arguments."""

    name: str
    function: Function
    parameters: tuple[Kind, ...]
    result: Kind
    doc: str
    settings: tuple[str | int, ...] = ()

    def __str__(self) -> str:
        parameters = ", ".join(map(str, self.parameters))
        return f"{self.name}({parameters}): {self.result}"


_FIXED: tuple[Signature, ...] = (
    Signature("size", Function.SIZE, (Many(None),), INTEGER, "How many items a list has."),
    Signature("sum", Function.SUM, (Many(INTEGER),), INTEGER, "The items of a list of integers added up; 0 of none."),
    Signature(
        "sha256",
        Function.SHA256,
        (TEXT,),
        TEXT,
        "The SHA-256 of a text's UTF-8 bytes, as 64 lowercase hexadecimal digits.",
    ),
    Signature(
        "is_instant",
        Function.IS_INSTANT,
        (TEXT,),
        TRUTH,
        "Whether a text is a UTC timestamp of a date and time that exist; second 60 only at 23:59:60.",
    ),
    Signature(
        "part_number",
        Function.PART_NUMBER,
        (TEXT, TEXT, INTEGER),
        INTEGER,
        "A text split at every separator, and of its parts, counted from 0, the one at an index, as an integer; "
        "-1 if there is no such part or if it is not 1 to 18 ASCII digits.",
    ),
)


def signatures(model: Model) -> Mapping[str, Signature]:
    """Every function by name: the fixed ones, and those that the protocol's own facts give."""
    protocol = model.protocol
    found = [*_FIXED]
    found.append(
        Signature(
            "family",
            Function.FAMILY,
            (TEXT,),
            TEXT,
            f"The family of a version: the text before the first {protocol.version.family_until!r}, "
            "all of it if there is none.",
            (protocol.version.family_until,),
        )
    )
    found += [
        Signature(
            measure.name,
            Function.MEASURE,
            (TEXT,),
            INTEGER,
            f"{measure.doc} The UTF-8 bytes of a text divided by {measure.divisor}, rounded up.",
            (measure.divisor,),
        )
        for measure in protocol.measures
    ]
    return {signature.name: signature for signature in found}
