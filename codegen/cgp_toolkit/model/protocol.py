"""The protocol itself: identity, versions, roles, envelopes, and what the line binding says."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from cgp_toolkit.model.axes import Duplicates, Origin, Stability
from cgp_toolkit.model.source import Position
from cgp_toolkit.model.types import Member


@dataclass(frozen=True, slots=True)
class Package:
    """What a generated package is called in one language; ``extra`` holds that language's own keys."""

    language: str
    names: Mapping[str, str]
    position: Position


@dataclass(frozen=True, slots=True)
class Role:
    """A party of the protocol."""

    name: str
    doc: str
    position: Position


@dataclass(frozen=True, slots=True)
class VersionRule:
    """How versions are spelt and which interoperate.

    ``abnf`` is the grammar as written, ``rule`` its start rule, ``scalar`` the type of a version on the wire,
    ``pattern`` the regular expression derived from it.  Two versions interoperate when the texts before the
    first ``family_until`` are equal.  ``mismatch_code`` is the error code for a foreign family.
    """

    abnf: str
    rule: str
    scalar: str
    pattern: str
    family_until: str
    mismatch_code: str
    requirements: tuple[str, ...]
    position: Position


@dataclass(frozen=True, slots=True)
class Correlation:
    """The member that carries the correlation id, and the capability path that allows it."""

    member: str
    when: str
    requirement: str
    position: Position


@dataclass(frozen=True, slots=True)
class Envelope:
    """One message type.

    ``reply`` names the envelope that answers it, if any.  ``requires`` is the capability path (from the
    envelope that ``Protocol.answer`` names) without which it may not be sent.
    """

    name: str
    doc: str
    sender: str
    receiver: str
    reply: str | None
    correlation: Correlation | None
    requires: str | None
    duplicates: Duplicates
    members: tuple[Member, ...]
    requirements: tuple[str, ...]
    decisions: tuple[str, ...]
    origin: Origin
    since: str
    stability: Stability
    position: Position

    def member(self, name: str) -> Member:
        """The member called ``name`` on the wire; ``KeyError`` if there is none."""
        for member in self.members:
            if member.name == name:
                return member
        raise KeyError(name)


@dataclass(frozen=True, slots=True)
class Fault:
    """A way in which a message can be wrong; its name is a rule id of every generated reader and checker.

    ``code`` is the error code with which a receiver answers, ``fix`` the way out for the author.
    ``author`` faults are only faults for authors: a receiver reads on.
    """

    name: str
    doc: str
    fix: str
    code: str
    author: bool
    requirements: tuple[str, ...]
    decisions: tuple[str, ...]
    position: Position


@dataclass(frozen=True, slots=True)
class LineBinding:
    """The newline-delimited binding: limits in bytes and levels, and the faults of a message."""

    doc: str
    max_line_bytes: int
    max_depth: int
    faults: tuple[Fault, ...]
    position: Position

    def fault(self, name: str) -> Fault:
        """The fault called ``name``; ``KeyError`` if there is none."""
        for fault in self.faults:
            if fault.name == name:
                return fault
        raise KeyError(name)


@dataclass(frozen=True, slots=True)
class Measure:
    """How budget units are counted: UTF-8 bytes divided by ``divisor``, rounded up."""

    name: str
    doc: str
    divisor: int
    requirement: str
    position: Position


@dataclass(frozen=True, slots=True)
class Protocol:
    """The identity of a protocol.

    ``tag`` is the member that tells envelopes apart.  ``opening`` and ``answer`` are the envelopes of the
    handshake, ``capabilities`` the member of ``answer`` that gates look into, ``closing`` the envelope that ends
    a session.  ``failure`` is the envelope that may answer any request; ``failure_code``, ``failure_id`` and
    ``failure_text`` are its members for the code, the correlation id and, if it is named, the words.
    """

    name: str
    title: str
    revision: str
    doc: str
    tag: str
    union: str
    opening: str
    answer: str
    failure: str
    failure_code: str
    failure_id: str
    failure_text: str | None
    closing: str
    capabilities: str
    roles: tuple[Role, ...]
    version: VersionRule
    measures: tuple[Measure, ...]
    packages: Mapping[str, Package]
    position: Position
