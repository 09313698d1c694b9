"""The mock at work: over standard input and output, or as an HTTP server."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from cgp_toolkit.model import Deed, HttpBinding, HttpStatusName, Inspection, Misbehaviour, Model
from cgp_toolkit.oracle.jsons import spelt
from cgp_toolkit.probing import Problems, where
from cgp_toolkit.wire.errors import InputError
from cgp_toolkit.wire.mock.answering import Answering
from cgp_toolkit.wire.mock.erring import Erring
from cgp_toolkit.wire.mock.peer import Peer, Turn

_CHUNK = 1 << 16
_STATUS = 3
_DELAY = 0.05
_FOREVER = 3600.0
_NOISE = b"mock: a line of noise on standard error, as logs are made of\n" * 200


def serve_stdio(model: Model, misbehaviour: Misbehaviour | None = None, source: int = 0, out: int = 1) -> int:
    """Talk over two descriptors until the session is over; the exit status."""
    erring = _erring(model, misbehaviour)
    peer = Peer(model, Answering(model, erring.ignored), erring)
    for turn in _turns(peer, source):
        _write(turn, out)
        if turn.closing:
            return _leave(turn.deed)
    return 0


def _erring(model: Model, misbehaviour: Misbehaviour | None) -> Erring:
    return Erring(misbehaviour, None if misbehaviour is None else where(model, misbehaviour, Problems()))


def _turns(peer: Peer, source: int) -> Iterator[Turn]:
    rest = bytearray()
    while chunk := os.read(source, _CHUNK):
        *lines, tail = chunk.split(b"\n")
        for line in lines:
            rest += line + b"\n"
            yield from peer.line(bytes(rest))
            rest.clear()
        rest += tail
    if rest:
        # What stands behind the last line end is a line, too.
        yield from peer.line(bytes(rest) + b"\n")
    yield from peer.end()


def _write(turn: Turn, out: int) -> None:
    match turn.deed:
        case Deed.CRASH:
            os._exit(1)
        case Deed.HANG:
            time.sleep(_FOREVER)
        case Deed.NOISE:
            sys.stderr.buffer.write(_NOISE)
            sys.stderr.buffer.flush()
        case Deed.SLOW:
            time.sleep(_DELAY)
    data = b"".join(line + b"\n" for line in turn.lines)
    if turn.deed is Deed.DRIBBLE:
        for index in range(len(data)):
            os.write(out, data[index : index + 1])
    left = memoryview(data)
    while left and turn.deed is not Deed.DRIBBLE:
        left = left[os.write(out, left) :]


def _leave(deed: Deed | None) -> int:
    match deed:
        case Deed.LINGER:
            time.sleep(_FOREVER)
        case Deed.FAIL:
            return _STATUS
        case Deed.ORPHAN:
            quiet = subprocess.DEVNULL
            words = [sys.executable, "-S", "-c", f"import time; time.sleep({_FOREVER})"]
            subprocess.Popen(words, stdin=quiet, stdout=quiet, stderr=quiet)
    return 0


def serve_http(
    model: Model, port: int, misbehaviour: Misbehaviour | None = None, ready: Callable[[int], None] = lambda _: None
) -> None:
    """Serve on the loopback until interrupted; ``ready`` gets the port, :class:`InputError` if it is taken."""
    inspection, http = model.inspection, model.http
    if inspection is None:
        raise InputError("the model says nothing about inspections")
    if http is None:
        raise InputError("the model says nothing about HTTP")
    try:
        server = _Server(("127.0.0.1", port), _handler(model, inspection, http, misbehaviour))
    except OSError as error:
        raise InputError(f"port {port} can't be opened: {error.strerror}") from None
    with server:
        ready(server.server_port)
        server.serve_forever()


class _Server(ThreadingHTTPServer):
    """Many hosts at once."""

    daemon_threads = True
    request_queue_size = 128


def _handler(
    model: Model, inspection: Inspection, http: HttpBinding, misbehaviour: Misbehaviour | None
) -> type[BaseHTTPRequestHandler]:
    erring = _erring(model, misbehaviour)
    answering = Answering(model, erring.ignored)
    greeting = spelt(inspection.greeting).encode() + b"\n"
    limit = model.lines.max_line_bytes

    class Handler(BaseHTTPRequestHandler):
        def log_message(self, format: str, *args: object) -> None:  # noqa: A002
            """Nothing is logged."""

        def handle_one_request(self) -> None:
            """One request, of whatever method."""
            self.raw_requestline = self.rfile.readline(_CHUNK + 1)
            if not self.raw_requestline or not self.parse_request():
                self.close_connection = True
                return
            length = int(self.headers.get("Content-Length") or 0)
            if length > limit:
                # Who is cut off in the middle of a body sees no response.
                while length > 0 and (some := self.rfile.read(min(length, _CHUNK))):
                    length -= len(some)
                self._refuse(HttpStatusName.TOO_LARGE)
                return
            body = self.rfile.read(length)
            if self.command != http.method:
                self._refuse(HttpStatusName.OTHER_METHOD)
            elif self.headers.get_content_type() != http.media_type:
                self._refuse(HttpStatusName.OTHER_MEDIA_TYPE)
            else:
                self._answer(body)

        def _refuse(self, why: HttpStatusName) -> None:
            self.close_connection = True
            self._respond(http.number(why), b"")

        def _answer(self, body: bytes) -> None:
            reading = answering.oracle.read(body)
            peer = Peer(model, answering, Erring(None))
            if reading.envelope != model.protocol.opening:
                # Every exchange stands alone, so that the handshake counts as done.
                list(peer.line(greeting))
            peer = peer.erring(erring)
            turns = list(peer.line(body.replace(b"\n", b" ") + b"\n"))
            lines = [line for turn in turns for line in turn.lines]
            deed = next((turn.deed for turn in turns if turn.deed is not None), None)
            name = HttpStatusName.REPLY if lines else HttpStatusName.NO_REPLY
            if lines and not reading.accepted:
                name = HttpStatusName.MALFORMED
            # No model has this number for a success.
            status = http.number(name) if deed is not Deed.STATUS else HTTPStatus.INTERNAL_SERVER_ERROR
            if deed is Deed.CRASH:
                os._exit(1)
            if deed is Deed.HANG:
                time.sleep(_FOREVER)
            self._respond(status, b"\n".join(lines))

        def _respond(self, status: int, body: bytes) -> None:
            self.send_response_only(status)
            if body:
                self.send_header("Content-Type", http.media_type)
            if status != http.number(HttpStatusName.NO_REPLY):
                self.send_header("Content-Length", str(len(body)))
            if self.close_connection:
                self.send_header("Connection", "close")
            self.end_headers()
            self.wfile.write(body)

    return Handler
