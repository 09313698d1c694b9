"""The YAML entries behind the protocol, its envelopes and the line binding."""

from __future__ import annotations

from enum import StrEnum

from pydantic import Field, StrictInt

from cgp_toolkit.model.axes import Duplicates, Origin, Stability
from cgp_toolkit.model.entries.base import Entry, Name, Names, Text
from cgp_toolkit.model.entries.types import MemberEntry, WireName


class RoleEntry(Entry):
    """A party."""

    doc: Text
    """What it does."""


class HandshakeEntry(Entry):
    """Which envelopes open a session."""

    opening: Name
    """The first envelope."""
    answer: Name
    """Its reply."""
    capabilities: WireName
    """The member of the answer that gates look into."""


class FailureEntry(Entry):
    """How a request fails."""

    envelope: Name
    """The envelope that may answer any request instead of its reply."""
    code: WireName
    """Its member that holds the error code."""
    id: WireName
    """Its member that holds the correlation id."""
    text: WireName | None = None
    """Its member that says in words what happened; needed where a session answers on its own."""


class VersionEntry(Entry):
    """How versions are written and compared."""

    scalar: Name
    """The type of a version on the wire."""
    rule: Name
    """The ABNF rule of a whole version."""
    abnf: Text
    """The grammar, RFC 5234 with case-sensitive literals."""
    family_until: Text
    """A version's family is the text before the first of these."""
    mismatch_code: Name
    """The error code for a foreign family."""
    requirements: Names = ()
    """Requirement ids that it serves."""


class MeasureEntry(Entry):
    """A way to count content: UTF-8 bytes over a divisor, rounded up."""

    doc: Text
    """What it is for."""
    divisor: StrictInt = Field(gt=0)
    """Bytes a unit."""
    requirement: Name
    """The requirement that says so."""


class ProtocolEntry(Entry):
    """The identity of the protocol."""

    name: Name
    """A short name, used in identifiers."""
    title: Text
    """The name as people write it."""
    revision: Text
    """The version that this model describes."""
    doc: Text
    """What it is, in a sentence or two."""
    tag: WireName
    """The member that tells envelopes apart."""
    union: Name
    """What the union of all envelopes is called in code."""
    roles: dict[Name, RoleEntry]
    """The parties."""
    handshake: HandshakeEntry
    """Which envelopes open a session."""
    failure: FailureEntry
    """How a request fails."""
    closing: Name
    """The envelope that ends a session."""
    version: VersionEntry
    """How versions are written and compared."""
    measures: dict[Name, MeasureEntry] = Field(default_factory=dict)
    """Units that content is counted in."""
    packages: dict[Name, dict[Name, Text]]
    """What the generated package of each language is called."""


class CorrelationEntry(Entry):
    """Where the correlation id stands."""

    member: WireName
    """The member that holds it."""
    when: Text
    """The capability, as a path from the handshake's answer, that allows it."""
    requirement: Name
    """The requirement that says so."""


class EnvelopeEntry(Entry):
    """One message type; its members stand in wire order, after the tag."""

    doc: Text
    """What it says."""
    from_: Name = Field(alias="from")
    """The role that sends it."""
    to: Name
    """The role that receives it."""
    reply: Name | None = None
    """The envelope that answers it; none: no answer is due."""
    correlation: CorrelationEntry | None = None
    """Where its correlation id stands, if it may have one."""
    requires: Text | None = None
    """The capability, as a path from the handshake's answer, without which it may not be sent."""
    duplicates: Duplicates
    """What a reader does with a member that stands twice."""
    since: Text
    """The version that introduced it."""
    stability: Stability
    """How settled it is."""
    origin: Origin
    """Where it was first written."""
    requirements: Names = ()
    """Requirement ids that it serves."""
    decisions: Names = ()
    """Decision ids that shaped it."""
    members: dict[WireName, MemberEntry]
    """The members, in wire order."""


class LimitsEntry(Entry):
    """Defaults that a receiver may change."""

    line_bytes: StrictInt = Field(gt=0)
    """The most bytes of one message."""
    depth: StrictInt = Field(gt=0)
    """The most levels of arrays and objects."""


class LineEntry(Entry):
    """The newline-delimited binding."""

    doc: Text
    """The framing in words."""
    limits: LimitsEntry
    """Defaults that a receiver may change."""


class FaultParty(StrEnum):
    """Who a fault is a fault for."""

    READER = "reader"
    AUTHOR = "author"


class FaultEntry(Entry):
    """One way in which a message can be wrong."""

    for_: FaultParty = Field(alias="for")
    """Who refuses it: any reader, or only a check of what an author wrote."""
    code: Name
    """The error code with which a receiver answers."""
    doc: Text
    """What is wrong."""
    fix: Text
    """The way out."""
    requirements: Names = ()
    """Requirement ids that it serves."""
    decisions: Names = ()
    """Decision ids that shaped it."""
