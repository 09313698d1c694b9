"""Vectors: what is asked of an implementation, and what it has to say; one JSON object each."""

from __future__ import annotations

import base64
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from cgp_toolkit.model import Envelope, Fault, Json, Member, Model, Type, Variant
from cgp_toolkit.oracle import ExchangeFinding, Finding, Reading, RpcReading
from cgp_toolkit.oracle.jsons import Message, spelt


class Kind(StrEnum):
    """What a vector is about; each kind has a file of its own."""

    MESSAGE = "message"
    FRAMING = "framing"
    EXCHANGE = "exchange"
    SESSION = "session"
    VOCABULARY = "vocabulary"
    JSONRPC = "jsonrpc"


@dataclass(frozen=True, slots=True)
class Cites:
    """The requirements and decisions that a vector shows, each once and in the order in which they are given."""

    requirements: tuple[str, ...] = ()
    decisions: tuple[str, ...] = ()

    def and_(self, *others: Citing) -> Cites:
        """These, and those of others."""
        parts = (self, *others)
        return Cites(
            tuple(dict.fromkeys(name for part in parts for name in part.requirements)),
            tuple(dict.fromkeys(name for part in parts for name in part.decisions)),
        )


Citing: TypeAlias = Cites | Member | Type | Envelope | Fault


def cites(*parts: Citing | Variant) -> Cites:
    """What the parts of a model cite."""
    known = [Cites((part.requirement,)) if isinstance(part, Variant) else part for part in parts]
    return Cites().and_(*known)


@dataclass(frozen=True, slots=True)
class MessageVector:
    """One message: what readers and authors make of it."""

    id: str
    line: bytes
    reading: Reading
    cites: Cites

    def record(self, model: Model) -> Message:
        """The vector as JSON."""
        roles = _roles(model)
        envelope = model.envelopes[self.reading.envelope] if self.reading.envelope is not None else None
        return {
            "id": self.id,
            "kind": Kind.MESSAGE.value,
            **in_json(self.line),
            **outcome(model, self.reading),
            "author": _verdict(self.reading.authored),
            "findings": [_finding(finding) for finding in sorted(self.reading.findings)],
            "value": self.reading.value,
            **_tail(self.cites, roles if envelope is None else (envelope.receiver,)),
        }


@dataclass(frozen=True, slots=True)
class FramingVector:
    """A stream of bytes, and what becomes of each of its lines; ``max_line`` is a limit that is not the default."""

    id: str
    stream: bytes
    readings: tuple[Reading, ...]
    cites: Cites
    max_line: int | None = None

    def record(self, model: Model) -> Message:
        """The vector as JSON."""
        return {
            "id": self.id,
            "kind": Kind.FRAMING.value,
            **in_json(self.stream),
            "max_line": self.max_line,
            "outcomes": [outcome(model, reading) for reading in self.readings],
            **_tail(self.cites, _roles(model)),
        }


@dataclass(frozen=True, slots=True)
class ExchangeVector:
    """A request, its reply, and the answer to the handshake if it matters: what is wrong with them together."""

    id: str
    request: Message
    reply: Message
    ack: Message | None
    findings: tuple[ExchangeFinding, ...]
    cites: Cites

    def record(self, model: Model) -> Message:
        """The vector as JSON."""
        return {
            "id": self.id,
            "kind": Kind.EXCHANGE.value,
            "request": spelt(self.request),
            "reply": spelt(self.reply),
            "ack": None if self.ack is None else spelt(self.ack),
            "author": _verdict(not any(finding.error for finding in self.findings)),
            "findings": [{"of": f.of, **_finding(f)} for f in sorted(self.findings)],
            **_tail(self.cites, _roles(model)),
        }


class Does(StrEnum):
    """What happens in a step of a session."""

    SENDS = "sends"
    RECEIVES = "receives"
    SEES = "sees"
    ENDS = "ends"
    DEADLINE = "deadline"


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a session, and what becomes of it.

    ``line`` is what is sent, received or seen, if anything.  ``outcome`` is a word of the lifecycle, ``state`` where
    the role stands afterwards (of a recording: where the sender stood that made a mistake), ``requirement`` what is
    broken, where that has to be said.  ``sends`` are the messages that leave in this step: members that are ``None``
    must be absent, and there may be others.
    """

    does: Does
    line: bytes | None
    outcome: str
    state: str | None
    requirement: str | None = None
    code: str | None = None
    sends: tuple[Message, ...] = ()


@dataclass(frozen=True, slots=True)
class SessionVector:
    """The steps of one role, or (without a role) of an onlooker who sees what both say."""

    id: str
    role: str | None
    steps: tuple[Step, ...]
    cites: Cites

    def record(self, model: Model) -> Message:
        """The vector as JSON."""
        return {
            "id": self.id,
            "kind": Kind.SESSION.value,
            "role": self.role,
            "steps": [_step(step) for step in self.steps],
            **_tail(self.cites, _roles(model) if self.role is None else (self.role,)),
        }


@dataclass(frozen=True, slots=True)
class VocabularyVector:
    """What a value of a vocabulary means; ``None`` is a value that is absent."""

    id: str
    vocabulary: str
    value: str | None
    listed: bool
    reads_as: str
    traits: Message
    cites: Cites

    def record(self, model: Model) -> Message:
        """The vector as JSON."""
        return {
            "id": self.id,
            "kind": Kind.VOCABULARY.value,
            "vocabulary": self.vocabulary,
            "value": self.value,
            "listed": self.listed,
            "reads_as": self.reads_as,
            "traits": self.traits,
            **_tail(self.cites, _roles(model)),
        }


@dataclass(frozen=True, slots=True)
class RpcVector:
    """A JSON-RPC message without framing, and what its reader makes of it.

    ``answers`` is the method of the request that waits with the same id, if one does.  ``of`` is the id of the vector
    of the line that says the same, if there is one.
    """

    id: str
    message: bytes
    answers: str | None
    of: str | None
    reading: RpcReading
    cites: Cites

    def record(self, model: Model) -> Message:
        """The vector as JSON."""
        found = self.reading
        refused = found.refused
        envelope = None if found.envelope is None else model.envelopes[found.envelope]
        return {
            "id": self.id,
            "kind": Kind.JSONRPC.value,
            **in_json(self.message),
            "answers": self.answers,
            "of": self.of,
            "reader": _verdict(refused is None),
            "rule": None if refused is None else refused.rule,
            "pointer": None if refused is None else refused.at,
            "number": found.number,
            "code": found.code,
            "due": found.due,
            "echo": None if refused is None else found.id,
            "envelope": found.envelope,
            "canonical": found.canonical,
            "written": found.written,
            **_tail(self.cites, _roles(model) if envelope is None else (envelope.receiver,)),
        }


Vector: TypeAlias = MessageVector | FramingVector | ExchangeVector | SessionVector | VocabularyVector | RpcVector


def in_json(data: bytes) -> Message:
    """Bytes as text, where they are UTF-8, else in base64."""
    try:
        return {"bytes": data.decode()}
    except UnicodeDecodeError:
        return {"base64": base64.b64encode(data).decode()}


def outcome(model: Model, reading: Reading) -> Message:
    """What a reader makes of one line."""
    refused, unknown = reading.refused, reading.unknown
    return {
        "reader": _verdict(refused is None),
        "rule": None if refused is None else refused.rule,
        "pointer": None if refused is None else refused.at,
        "code": None if refused is None else model.lines.fault(refused.rule).code,
        "echo": reading.echo if refused is not None else None,
        "envelope": reading.envelope,
        "unknown": None if unknown is None else {"tag": unknown.tag, "id": unknown.id, "bare": unknown.bare},
        "canonical": reading.canonical,
    }


def _verdict(fine: bool) -> str:
    return "accepts" if fine else "refuses"


def _finding(finding: Finding | ExchangeFinding) -> Message:
    return {"rule": finding.rule, "pointer": finding.at, "severity": "error" if finding.error else "warning"}


def _step(step: Step) -> Message:
    sends: list[Json] = [dict(message) for message in step.sends]
    return {
        "does": step.does.value,
        **({} if step.line is None else in_json(step.line)),
        "outcome": step.outcome,
        "state": step.state,
        "requirement": step.requirement,
        "code": step.code,
        "sends": sends,
    }


def _roles(model: Model) -> tuple[str, ...]:
    return tuple(role.name for role in model.protocol.roles)


def _tail(cited: Cites, roles: Iterable[str]) -> Message:
    return {
        "requirements": list(cited.requirements),
        "decisions": list(cited.decisions),
        "applies_to": list(roles),
    }
