"""For whom a schema is written, and in which draft of JSON Schema."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from cgp_toolkit.model import Constraint, Member, Presence, Scalar


class Profile(StrEnum):
    """``strict`` is what an author must write, ``wire`` what a reader must accept."""

    STRICT = "strict"
    WIRE = "wire"

    def limits(self, scalar: Scalar) -> Constraint:
        """The limits of a scalar that count in this profile."""
        return scalar.author if self is Profile.STRICT else scalar.read

    def requires(self, member: Member) -> bool:
        """Whether an object without the member is wrong in this profile."""
        presence = member.author if self is Profile.STRICT else member.read
        return presence is Presence.REQUIRED


@dataclass(frozen=True, slots=True)
class Dialect:
    """A draft: its metaschema, where definitions stand, and whether a ``$ref`` may have neighbours."""

    metaschema: str
    definitions: str
    siblings: bool


DRAFT_2020_12 = Dialect("https://json-schema.org/draft/2020-12/schema", "$defs", siblings=True)
DRAFT_07 = Dialect("http://json-schema.org/draft-07/schema#", "definitions", siblings=False)
