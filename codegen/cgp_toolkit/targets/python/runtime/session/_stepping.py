"""Sessions, step by step: what a testee says of the sessions among test vectors."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, TypeAlias

from . import session
from ._events import Dropped, Event, Failed, HandshakeRefused, ProtocolViolation, Rejected
from ._reading import Message, UnknownEnvelope
from ._sides import Answering, Asking
from .errors import DecodeError, VersionError
from .ndjson import decode, encode

# A test says which role it is about; what that role sends is known when it runs.
Party: TypeAlias = Asking[Any] | Answering[Any]
Line: TypeAlias = tuple[str, bytes]
"""What is done, and the line that it is done with; empty if there is none."""

# Requests are sent at no particular time, and all of them run out of it together.
_DEADLINE, _LATER = 1.0, 2.0

PARTIES: Mapping[str, Callable[[], Party]] = {
    value.role: value
    for value in vars(session).values()
    if isinstance(value, type) and issubclass(value, (Asking, Answering)) and value not in (Asking, Answering)
}
"""A new session of each role."""


def take(role: str, steps: Iterable[Line]) -> Iterator[dict[str, object]]:
    """What becomes of each step of ``role``."""
    party = PARTIES[role]()
    for does, line in steps:
        sends = b""
        try:
            if does == "sends":
                envelope = decode(line)
                sends = _send(party, envelope)
                left = not isinstance(envelope, UnknownEnvelope) and encode(envelope) in sends
                outcome: dict[str, object] = {"outcome": "accept" if left else "drop"}
            else:
                outcome = _outcome(_happen(party, does, line))
                sends = party.data_to_send()
        except ProtocolViolation as violation:
            outcome = {"outcome": "breach", "requirement": violation.requirements[0]}
        yield {**outcome, "state": party.state, "sends": sends.decode().split("\n")[:-1]}


def see(steps: Iterable[Line]) -> Iterator[dict[str, object]]:
    """What an onlooker finds wrong with each message of a recording."""
    recording = session.recording()
    for _, line in steps:
        found = recording.see(_decoded(line))
        if found is None:
            yield {"outcome": "accept"}
        elif isinstance(found, DecodeError):
            yield {"outcome": "breach"}
        else:
            yield {"outcome": "breach", "state": found.state, "requirement": found.requirements[0]}


def _send(party: Party, envelope: Message) -> bytes:
    if isinstance(envelope, UnknownEnvelope):
        raise TypeError("a party sends envelopes of its own revision")
    return party.send(envelope, deadline=_DEADLINE) if isinstance(party, Asking) else party.send(envelope)


def _happen(party: Party, does: str, line: bytes) -> list[Event]:
    if does == "receives":
        return party.receive_data(line + b"\n")
    if does == "ends":
        return party.receive_eof()
    return party.time_out(_LATER) if isinstance(party, Asking) else []


def _outcome(events: list[Event]) -> dict[str, object]:
    for event in events:
        match event:
            case Dropped():
                return {"outcome": "drop"}
            case Rejected(error=error, code=code):
                answered = {"outcome": "answer", "code": code} if code else {"outcome": "breach"}
                named = error.requirements[0] if isinstance(error, ProtocolViolation) else None
                return {**answered, "requirement": named}
            case Failed(error=HandshakeRefused() as error):
                return {"outcome": "refusal", "requirement": error.requirements[0]}
            case Failed(error=VersionError()):
                return {"outcome": "mismatch"}
    return {"outcome": "accept"}


def _decoded(line: bytes) -> Message | DecodeError:
    try:
        return decode(line)
    except DecodeError as error:
        return error
