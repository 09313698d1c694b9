"""One session of the mock: a line in, the lines that leave and what it does beside."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass

from cgp_toolkit.model import Condition, Deed, Json, Model, Signal
from cgp_toolkit.oracle.jsons import spelt
from cgp_toolkit.wire.mock.answering import Answering
from cgp_toolkit.wire.mock.erring import Erring
from cgp_wire.errors import DecodeError, VersionMismatch
from cgp_wire.ndjson import UnknownEnvelope, decode
from cgp_wire.session import Closed, Event, Failed, ProtocolViolation, ProviderSession, Rejected, Requested

_TEXT = b"listening on stdin ..."


@dataclass(frozen=True, slots=True)
class Turn:
    """What comes of one line: lines without their ends, and the deed that goes with them, if any."""

    lines: tuple[bytes, ...]
    deed: Deed | None = None
    closing: bool = False


class Peer:
    """A session; ``answering`` may be shared by many."""

    def __init__(self, model: Model, answering: Answering, erring: Erring) -> None:
        self._model = model
        self._answering = answering
        self._erring = erring
        self._session = ProviderSession()

    def erring(self, erring: Erring) -> Peer:
        """The same session, from now on with ``erring``."""
        self._erring = erring
        return self

    def line(self, line: bytes) -> Iterator[Turn]:
        """A line has come, with its end."""
        self._session.feed(line)
        yield from self._turns(line)

    def end(self) -> Iterator[Turn]:
        """The input has ended."""
        self._session.feed_eof()
        yield from self._turns(b"", ended=True)

    def _turns(self, line: bytes, *, ended: bool = False) -> Iterator[Turn]:
        for event in self._session.events():
            if isinstance(event, Failed):
                continue
            moment, conditions = self._moment(event, line, ended=ended)
            if not moment:
                continue
            wanted, shows = self._erring.looks_for(), True
            if self._erring.picky or (wanted is not None and wanted not in conditions and line.strip()):
                reading = self._answering.oracle.read(line.strip(b"\r\n"))
                conditions |= {finding.rule for finding in reading.findings} & {wanted}
                shows = self._fits(moment) and self._erring.shows(reading.settled or None)
            honest = self._honest(event, line)
            deed = self._erring.deed(moment, conditions) if shows else None
            lines = self._done(deed, moment, honest, line)
            left = tuple(self._left(each) for each in lines) if shows else lines
            yield Turn(left, deed, isinstance(event, Closed))

    def _moment(self, event: Event, line: bytes, *, ended: bool) -> tuple[str, frozenset[str]]:
        """What has come in, and what is special about it."""
        if isinstance(event, Closed):
            return Signal.END_OF_INPUT if ended else self._model.protocol.closing, frozenset()
        if isinstance(event, Requested):
            return _name(event.request.envelope), frozenset({Condition.ALLOWED.value})
        message = getattr(event, "message", None)
        error = getattr(event, "error", None)
        condition = error.condition if isinstance(error, ProtocolViolation) else getattr(event, "reason", None)
        state = error.state if isinstance(error, ProtocolViolation) else None
        known = frozenset(filter(None, (condition, state)))
        if isinstance(error, DecodeError):
            return Signal.MALFORMED_LINE, frozenset({error.rule})
        if isinstance(message, UnknownEnvelope):
            unknown = self._answering.oracle.read(line.strip(b"\r\n")).unknown
            bare = unknown is not None and unknown.bare
            return Signal.UNKNOWN_ENVELOPE, frozenset({(Condition.BARE if bare else Condition.WITH_MEMBERS).value})
        if isinstance(event, Rejected) and message is not None and not isinstance(error, ProtocolViolation):
            kind = Condition.FOREIGN_FAMILY if isinstance(error, VersionMismatch) else Condition.NO_VERSION
            return _name(message), frozenset({kind.value})
        return ("" if message is None else _name(message)), known

    def _honest(self, event: Event, line: bytes) -> tuple[bytes, ...]:
        if isinstance(event, Requested):
            made = self._answering.answer(self._request(line))
            answer = made if isinstance(made, dict) else self._failure(made, line)
            data = spelt(answer).encode()
            self._session.send(decode(data))  # type: ignore[arg-type]
            return (data,)
        return tuple(filter(None, self._session.data_to_send().split(b"\n")))

    def _done(self, deed: Deed | None, moment: str, honest: tuple[bytes, ...], line: bytes) -> tuple[bytes, ...]:
        extra = self._erring.message
        said = () if extra is None else (spelt(extra).encode(),)
        match deed:
            case Deed.SILENCE | Deed.CRASH | Deed.HANG:
                return ()
            case Deed.TWICE:
                return (*honest, *honest)
            case Deed.LOG:
                return (_TEXT, *honest)
            case Deed.GLUE:
                return tuple(each + each for each in honest)
            case Deed.REFUSE:
                return (spelt(self._failure(self._erring.code, line)).encode(),)
            case Deed.ACCEPT:
                return (spelt(self._answering.anyhow(moment, self._id(line))).encode(),)
            case Deed.SAY:
                return tuple(self._echoing(each, line) for each in said)
            case Deed.ADD:
                return (*honest, *said)
            case _:
                return honest

    def _left(self, line: bytes) -> bytes:
        """A line as it leaves."""
        try:
            message = json.loads(line)
        except ValueError:
            return line
        spoilt = self._erring.spoilt(str(message.get(self._model.protocol.tag)), message)
        return line if spoilt is message else spelt(spoilt).encode()

    def _request(self, line: bytes) -> dict[str, Json]:
        """The request, as JSON; the session has read the line already."""
        reading = self._answering.oracle.read(line.strip(b"\r\n"))
        return reading.value or {}

    def _echoing(self, said: bytes, line: bytes) -> bytes:
        """What is said instead of an answer carries the id that the answer would carry."""
        message = self._answering.with_id(json.loads(said), self._id(line))
        return spelt(message).encode()

    def _fits(self, moment: str) -> bool:
        """Whether the expression about requests can be asked about what has come in."""
        return not self._erring.picky or self._erring.asks_about(self._model, moment)

    def _id(self, line: bytes) -> Json:
        """The id in a line, if it can be known."""
        if len(line.rstrip(b"\r\n")) > self._model.lines.max_line_bytes:
            return None
        try:
            message = json.loads(line)
        except ValueError:
            return None
        return message.get(self._model.protocol.failure_id) if isinstance(message, dict) else None

    def _failure(self, code: str, line: bytes) -> dict[str, Json]:
        protocol, id_ = self._model.protocol, self._id(line)
        text = {} if protocol.failure_text is None else {protocol.failure_text: "The mock refuses this."}
        echo: dict[str, Json] = {} if not isinstance(id_, str) else {protocol.failure_id: id_}
        return {protocol.tag: protocol.failure, **echo, protocol.failure_code: code, **text}


def _name(envelope: object) -> str:
    config = getattr(envelope, "__struct_config__", None)
    tag = getattr(config, "tag", None)
    return tag if isinstance(tag, str) else ""
