"""A peer behind a URL: one request, one response, within a time and without redirects."""

from __future__ import annotations

import contextlib
import http.client
import ssl
import time
from dataclasses import dataclass
from urllib.parse import urlsplit

from cgp_toolkit.wire.errors import InputError

_CHUNK = 1 << 16
_LOOPBACK = ("localhost", "127.", "[::1]", "::1")


@dataclass(frozen=True, slots=True)
class Response:
    """A response: its status, its media type without parameters, and its body."""

    status: int
    media_type: str
    body: bytes


class NoResponse(Exception):
    """Why no response came, in words."""


@dataclass(frozen=True, slots=True)
class Address:
    """Where a peer is; ``token`` is sent as a bearer token and never shown."""

    url: str
    token: str | None = None

    def __post_init__(self) -> None:
        parts = urlsplit(self.url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise InputError(f"{self.url!r} is no address: write http://HOST:PORT/PATH")
        if self.token is not None and parts.scheme == "http" and not parts.hostname.startswith(_LOOPBACK):
            raise InputError("a token goes to another machine over https only")

    def __repr__(self) -> str:
        return f"Address({self.url!r})"

    @property
    def shown(self) -> str:
        """The address without what may be secret in it."""
        parts = urlsplit(self.url)
        port = f":{parts.port}" if parts.port is not None else ""
        return f"{parts.scheme}://{parts.hostname}{port}{parts.path}"


def ask(address: Address, method: str, media_type: str, body: bytes, longest: int, seconds: float) -> Response:
    """One exchange on a connection of its own; :class:`NoResponse` if none comes in time."""
    until = time.monotonic() + seconds
    parts = urlsplit(address.url)
    connect = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
    connection = connect(parts.hostname or "", parts.port, timeout=seconds)
    headers = {"Content-Type": media_type, "Accept": "*/*"}
    if address.token is not None:
        headers["Authorization"] = f"Bearer {address.token}"
    target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    try:
        # Whoever refuses a body may stop reading it; the response is there all the same.
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):
            connection.request(method, target, body, headers)
        response = connection.getresponse()
        content = _read(response, connection, longest, until)
    except TimeoutError:
        raise NoResponse(f"no response came within {seconds:g} s") from None
    except ssl.SSLError as error:
        raise NoResponse(f"there is no TLS connection: {error.reason}") from None
    except (OSError, http.client.HTTPException) as error:
        raise NoResponse(f"the connection failed: {type(error).__name__}") from None
    finally:
        connection.close()
    kind = (response.getheader("Content-Type") or "").split(";")[0].strip().lower()
    return Response(response.status, kind, content)


def _read(
    response: http.client.HTTPResponse, connection: http.client.HTTPConnection, longest: int, until: float
) -> bytes:
    """The body, ``longest`` bytes and one at most; a peer that sends it bit by bit has no more time than another."""
    found = bytearray()
    while len(found) <= longest:
        left = until - time.monotonic()
        if left <= 0:
            raise TimeoutError
        if connection.sock is not None:
            connection.sock.settimeout(left)
        chunk = response.read1(_CHUNK)
        if not chunk:
            break
        found += chunk
    return bytes(found)
