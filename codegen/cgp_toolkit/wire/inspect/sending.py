"""What is sent to a peer, and what came of it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from cgp_toolkit.model import Answer, Envelope, Json, Writing
from cgp_toolkit.wire.inspect.judge import Arrival

_SPACE = b" "


class Lack(StrEnum):
    """Why nothing came: nothing was due, the time was over, the peer had ended, or there was no response."""

    NOTHING = "nothing"
    SILENCE = "silence"
    ENDED = "ended"
    NO_RESPONSE = "no response"


@dataclass(slots=True)
class Sending:
    """A message on its way, as the bytes of its line without their end.

    ``request`` is the message with its defaults filled in, if readers take it; ``reply`` the envelope that answers it.
    ``readable`` is whether readers accept it, as a message of this revision or of another.
    ``arrival`` is what came, or else ``lack`` says why nothing did and ``words`` how that was noticed.
    ``status`` is that of the HTTP response.
    """

    line: bytes
    envelope: Envelope | None
    request: dict[str, Json] | None
    id: Json
    reply: str | None
    expect: tuple[Answer, ...]
    readable: bool = True
    written: Writing = Writing.LINE
    method: str | None = None
    media_type: str | None = None
    arrival: Arrival | None = None
    lack: Lack = Lack.NOTHING
    words: str = ""
    seconds: float = 0.0
    status: int | None = None

    @property
    def waits(self) -> bool:
        """Whether something has to come and has not yet."""
        return self.arrival is None and Answer.NOTHING not in self.expect

    def takes(self, envelope: str, failure: str) -> int:
        """How well an envelope answers it: 2 as expected, 1 though unexpected, 0 not at all."""
        if envelope == failure:
            return 2 if Answer.FAILURE in self.expect else 1
        if envelope == self.reply:
            return 2 if Answer.REPLY in self.expect else 1
        return 0


def matching(waiting: Iterable[Sending], arrival: Arrival, failure: str, *, ids: bool = True) -> Sending | None:
    """The sending that a message answers: by its id, else the first that it suits best.

    ``ids``: the peer can be trusted to write ids where they are due, so that a message without one answers a request
    without one.  ``None`` if it suits none, or repeats the id of one that is answered already.
    """
    name = arrival.envelope.name if arrival.envelope is not None else ""
    sendings = [sending for sending in waiting if sending.takes(name, failure)]
    if arrival.id is not None:
        same = [sending for sending in sendings if sending.id == arrival.id]
        if same:
            return next((sending for sending in same if sending.arrival is None), None)
    left = [sending for sending in sendings if sending.arrival is None]

    def suits(sending: Sending) -> tuple[int, int]:
        fits, alike = sending.takes(name, failure), int((sending.id is None) == (arrival.id is None))
        return (alike, fits) if ids else (fits, alike)

    return max(left, key=suits, default=None)


def laid_out(sending: Sending, limit: int) -> bytes:
    """The bytes that go over stdio."""
    line = sending.line
    match sending.written:
        case Writing.CRLF:
            return line + b"\r\n"
        case Writing.AFTER_BLANK_LINES:
            return b"\n \n\t\r\n" + line + b"\n"
        case Writing.AT_THE_LIMIT | Writing.BEYOND_THE_LIMIT:
            return filled(sending, limit) + b"\n"
        case Writing.LAST_LINE:
            return line
        case _:
            return line + b"\n"


def filled(sending: Sending, limit: int) -> bytes:
    """The line, filled up with white space before its last bracket where that is what it is about."""
    over = {Writing.AT_THE_LIMIT: 0, Writing.BEYOND_THE_LIMIT: 1}.get(sending.written)
    if over is None:
        return sending.line
    return sending.line[:-1] + _SPACE * (limit + over - len(sending.line)) + sending.line[-1:]
