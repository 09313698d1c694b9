"""The axes of the semantic model: each enumeration is one thing that the YAML says explicitly.

Nothing here belongs to a particular protocol.  A value's text is the word that is written in ``spec/``.
"""

from __future__ import annotations

from enum import StrEnum


class Base(StrEnum):
    """The JSON kind behind a named scalar."""

    STRING = "string"
    BOOLEAN = "boolean"
    INTEGER = "integer"
    NUMBER = "number"


class Presence(StrEnum):
    """Whether a member must be there: asked once for readers and once for authors."""

    REQUIRED = "required"
    OPTIONAL = "optional"


class OnNull(StrEnum):
    """What a reader makes of an explicit JSON ``null``."""

    ABSENT = "absent"
    ERROR = "error"


class Omit(StrEnum):
    """When a writer leaves a member out."""

    NEVER = "never"
    ABSENT = "absent"
    EMPTY = "empty"
    DEFAULT = "default"


class Openness(StrEnum):
    """Who may use a value that a vocabulary does not list.

    ``closed``: nobody.  ``tolerated``: no author, but a reader keeps it.  ``open``: anybody.
    ``namespaced``: a reader keeps any, an author writes new ones in the namespaced form.
    """

    CLOSED = "closed"
    TOLERATED = "tolerated"
    OPEN = "open"
    NAMESPACED = "namespaced"


class Compare(StrEnum):
    """How two values of a scalar are compared."""

    EXACT = "exact"
    BYTES = "bytes"
    NUMERIC = "numeric"
    INSTANT = "instant"
    FAMILY = "family"


class Calendar(StrEnum):
    """A check that no regular expression can do."""

    UTC_INSTANT = "utc-instant"


class Stability(StrEnum):
    """How settled a part of the protocol is."""

    CORE = "core"
    ADDITIVE = "additive"
    DRAFT = "draft"
    DEPRECATED = "deprecated"


class Origin(StrEnum):
    """Where a fact was first written."""

    SEED = "seed"
    PUBLIC = "public"
    PROJECT = "project"


class Level(StrEnum):
    """The strength of a requirement, as RFC 2119 has it."""

    MUST = "MUST"
    SHOULD = "SHOULD"
    MAY = "MAY"


class Decider(StrEnum):
    """What can decide whether a requirement is met."""

    TYPE = "type"
    RULE = "rule"
    LIFECYCLE = "lifecycle"
    VECTOR = "vector"
    PROBE = "probe"
    HOST_INTERNAL = "host-internal"
    NOTHING = "nothing"


class Duplicates(StrEnum):
    """What a reader does with a member that stands twice in one object of an envelope."""

    REJECTED = "rejected"
    LAST_WINS = "last-wins"


class Verdict(StrEnum):
    """What an example is: fine, readable though no author may write it, or refused by readers."""

    VALID = "valid"
    READABLE = "readable"
    INVALID = "invalid"
