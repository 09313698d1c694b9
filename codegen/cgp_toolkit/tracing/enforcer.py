"""What enforces a requirement: by which means, what exactly does it, and where that is written."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType

from cgp_toolkit.model import Decider, Position


class Means(StrEnum):
    """How a requirement is kept, from what is refused at once to what nobody looks at.

    ``type``: every reader refuses what breaks it.  ``schema``: limits that bind authors.  ``rule``: an expression.
    ``lifecycle``: a row of the session.  ``reader``: what every reader makes of the malformed and the unknown.
    ``probe``: a talk of ``cgp inspect`` with a running peer; where a model has none, it is as the model says.
    The last two are always as the model says: nothing in a model can show them.
    """

    TYPE = "type"
    SCHEMA = "schema"
    RULE = "rule"
    LIFECYCLE = "lifecycle"
    READER = "reader"
    PROBE = "live probe"
    HOST_INTERNAL = "host-internal"
    NOTHING = "nothing yet"


COMPUTED = frozenset({Means.TYPE, Means.SCHEMA, Means.RULE, Means.LIFECYCLE, Means.READER})
"""The means that messages and sessions show, without a running peer."""

CLAIMED_AS: Mapping[Means, Decider] = MappingProxyType(
    {
        Means.TYPE: Decider.TYPE,
        Means.SCHEMA: Decider.TYPE,
        Means.RULE: Decider.RULE,
        Means.LIFECYCLE: Decider.LIFECYCLE,
        Means.READER: Decider.VECTOR,
        Means.PROBE: Decider.PROBE,
        Means.HOST_INTERNAL: Decider.HOST_INTERNAL,
        Means.NOTHING: Decider.NOTHING,
    }
)
"""The word of the model for each of the means: limits on readers and on authors are both ``type`` there."""


@dataclass(frozen=True, slots=True)
class Enforcer:
    """One thing that enforces a requirement.

    ``what`` is what is enforced, ``place`` the part of the model that does it, and ``position`` where that is written.
    ``direct``: it was made to decide the requirement.  Otherwise it only bears on it: what cites the requirement limits
    values, but perhaps for another reason.
    """

    means: Means
    place: str
    what: str
    direct: bool
    position: Position
