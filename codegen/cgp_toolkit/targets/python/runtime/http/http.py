"""A provider behind HTTP, as an ASGI application.

>>> app = application(MyProvider())

It runs under any ASGI server and mounts into any ASGI framework.  One envelope is the request body, one the response
body; nothing is kept between requests, so any number of workers may serve one provider, and a goodbye ends nothing.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any, TypeAlias

from ._classes import Envelope
from ._desk import Answers, Checks, Desk
from ._dialogue import note, send
from ._events import Rejected, Requested
from ._framing import too_long
from ._http_tables import MALFORMED, MEDIA_TYPE, METHOD, NO_REPLY, OTHER_MEDIA_TYPE, OTHER_METHOD, REPLY, TOO_LARGE
from ._reading import Message
from ._tables import MAX_LINE_BYTES
from ._threads import Workers
from .errors import DecodeError
from .ndjson import decode

__all__ = ["Application", "application"]

Scope: TypeAlias = MutableMapping[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send: TypeAlias = Callable[[MutableMapping[str, Any]], Awaitable[None]]
Response: TypeAlias = tuple[int, bytes]
"""Status and body."""

_METHOD = METHOD.encode()
_MEDIA_TYPE = MEDIA_TYPE.encode()
_MESSAGE = (b"content-type", _MEDIA_TYPE)
_TEXT = (b"content-type", b"text/plain; charset=utf-8")


def application(
    provider: Answers, *, checks: Checks = "refuse", concurrency: int = 32, max_body: int = MAX_LINE_BYTES
) -> Application:
    """The ASGI application of ``provider``.

    ``async`` methods run on the server's event loop, plain ones in up to ``concurrency`` threads.  ``checks`` is as for
    :func:`.stdio.serve`; ``max_body`` is the most bytes of a body, in both directions.

    :class:`.Misdeclared` if the provider is not complete.
    """
    if concurrency < 1:
        raise ValueError("concurrency is at least 1")
    return Application(Desk(provider, checks), concurrency, max_body)


class Application:
    """One provider as an ASGI application; made by :func:`application`.

    Each response has the status that the protocol's HTTP binding has for it: one for a reply, coded failures included,
    one where no reply is due, one for what is no envelope, and one each for another method, another media type, and a
    body that is too large.
    """

    def __init__(self, desk: Desk, concurrency: int, max_body: int) -> None:
        self._desk = desk
        self._calls = Workers(concurrency, "cgp-call")
        self._max_body = max_body

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await _live(receive, send)
        elif scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close"})
        elif scope["type"] == "http":
            await self._respond(scope, receive, send)

    async def _respond(self, scope: Scope, receive: Receive, send: Send) -> None:
        # Nobody has looked at the body by then, so it is no envelope that refuses it: that would lack the body's id.
        if scope["method"] != METHOD:
            await _start(send, OTHER_METHOD, b"Use %s.\n" % _METHOD, _TEXT, (b"allow", _METHOD))
        elif not _is_message(_header(scope, b"content-type")):
            words = b"Send %s, in UTF-8.\n" % _MEDIA_TYPE
            await _start(send, OTHER_MEDIA_TYPE, words, _TEXT, (b"accept", _MEDIA_TYPE))
        elif (body := await self._body(scope, receive)) is not None:
            await _start(send, *await self._answer(body), _MESSAGE)

    async def _body(self, scope: Scope, receive: Receive) -> bytes | DecodeError | None:
        """The body, why it is none, or nothing if nobody waits any more."""
        length = _header(scope, b"content-length")
        if length.isdigit() and int(length) > self._max_body:
            return too_long(self._max_body)
        body = bytearray()
        while True:
            message = await receive()
            if message["type"] == "http.disconnect":
                return None
            body += message.get("body", b"")
            if len(body) > self._max_body:
                return too_long(self._max_body)
            if not message.get("more_body", False):
                return bytes(body)

    async def _answer(self, body: bytes | DecodeError) -> Response:
        """What becomes of one message: the session is opened as far as the message takes it to be."""
        desk = self._desk
        message = self._read(body)
        session = desk.plan.session(max_line=self._max_body)
        if type(message) is not type(desk.plan.opening):
            session.receive(desk.plan.opening)
            session.send(desk.answer)
        data = b""
        for event in session.receive(message):
            if isinstance(event, Requested):
                reply: Envelope = await desk.call_async(event.request, self._calls.run)
                data += send(session, desk, event.request, reply)
            else:
                note(event)
                data += session.data_to_send()
                if isinstance(event, Rejected) and event.message is None:
                    too_much = isinstance(message, DecodeError) and message.rule == "line-too-long"
                    return TOO_LARGE if too_much else MALFORMED, data[:-1]
        return (REPLY, data[:-1]) if data else (NO_REPLY, b"")

    def _read(self, body: bytes | DecodeError) -> Message | DecodeError:
        if isinstance(body, DecodeError):
            return body
        try:
            return decode(body, max_line=self._max_body)
        except DecodeError as error:
            return error.with_traceback(None)


async def _live(receive: Receive, send: Send) -> None:
    """The server starts and stops; there is nothing to set up and nothing to tear down."""
    while True:
        message = await receive()
        await send({"type": f"{message['type']}.complete"})
        if message["type"] == "lifespan.shutdown":
            return


async def _start(send: Send, status: int, body: bytes, *headers: tuple[bytes, bytes]) -> None:
    # A response without content has no type and no length.
    headers = (*headers, (b"content-length", str(len(body)).encode())) if status != NO_REPLY else ()
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


def _header(scope: Scope, name: bytes) -> bytes:
    return next((value for key, value in scope["headers"] if key.lower() == name), b"")


def _is_message(media_type: bytes) -> bool:
    kind, *parameters = (part.strip().lower() for part in media_type.split(b";"))
    sets = [part.partition(b"=")[2].strip(b'"') for part in parameters if part.startswith(b"charset=")]
    return kind == _MEDIA_TYPE and all(charset == b"utf-8" for charset in sets)
