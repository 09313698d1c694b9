"""What every transport does with a session: send a reply, and note what came in wrong."""

from __future__ import annotations

from typing import Any

from ._classes import Envelope
from ._desk import Desk, log
from ._events import Dropped, Event, Rejected, Request
from ._sides import Answering
from .errors import EncodeError

_TOO_LONG = "the provider's reply was too long for one message"


def send(session: Answering[Any], desk: Desk, request: Request, reply: Envelope) -> bytes:
    """The bytes of ``reply``, or of the failure in its place if it is too long or can't be written."""
    try:
        return session.send(reply)
    except EncodeError as error:
        log.error("a reply can't be written: %s", error)
        return session.send(desk.fail(request, _TOO_LONG if error.rule == "line-too-long" else "no reply"))


def note(event: Event) -> None:
    """Log what the other party did wrong; never what it said."""
    if isinstance(event, Rejected):
        log.info("refused what came in: %s", event.error)
    elif isinstance(event, Dropped):
        log.info("ignored what came in: %s", event.reason)
