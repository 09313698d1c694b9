"""A provider behind a URL: one request, one response, and nothing between them that the next one would need."""

from __future__ import annotations

import asyncio
import re
import ssl
from collections import Counter
from collections.abc import Callable, Generator
from contextlib import suppress
from ipaddress import ip_address
from typing import Any

try:
    import httpx
except ModuleNotFoundError as error:
    raise ModuleNotFoundError("connecting over HTTP needs httpx: pip install httpx", name=error.name) from None

from ._asking import Facts
from ._auditing import log
from ._classes import Envelope
from ._encoding import encode
from ._events import Dropped, Event, Failed, ProtocolViolation, Rejected, Replied, SessionClosed, TimedOut
from ._framing import too_long
from ._host_errors import ConnectionFailed, InsecureTransport
from ._http_tables import MEDIA_TYPE, METHOD
from ._reading import Message
from ._sides import Asking
from .errors import DecodeError, WireError
from .ndjson import decode

# RFC 6750, section 2.1.
_TOKEN = re.compile(r"[A-Za-z0-9._~+/-]+=*")
_HEADERS = {"content-type": MEDIA_TYPE, "accept": MEDIA_TYPE, "accept-encoding": "identity"}
# How long a goodbye over HTTP may take, in seconds; nothing depends on it.
_GOODBYE = 2.0


class _Bearer(httpx.Auth):
    """Adds the token to each request, and keeps it out of everything that prints itself."""

    def __init__(self, token: str) -> None:
        if _TOKEN.fullmatch(token) is None:
            raise ValueError("the token has characters that no bearer token has")
        self._token = token

    def __repr__(self) -> str:
        return "Bearer(...)"

    def auth_flow(self, request: httpx.Request) -> Generator[httpx.Request, httpx.Response, None]:
        request.headers["authorization"] = f"Bearer {self._token}"
        yield request

    def is_in(self, body: bytes) -> bool:
        """Whether somebody sends the token back."""
        return self._token.encode() in body

    def without(self, text: str) -> str:
        """``text`` without the token."""
        return text.replace(self._token, "...")


class Post:
    """The link to a provider over HTTP.  Exchanges do not share a session, so any number may run at once."""

    def __init__(
        self,
        url: str,
        facts: Facts,
        *,
        token: str | None,
        verify: ssl.SSLContext | bool,
        transport: httpx.AsyncBaseTransport | None,
        max_body: int,
    ) -> None:
        self._url = _safe(url)
        self._facts = facts
        self._max_body = max_body
        self._auth = _Bearer(token) if token is not None else None
        self._connect: Callable[[], httpx.AsyncClient] = lambda: httpx.AsyncClient(
            auth=self._auth,
            headers=_HEADERS,
            # Without TLS there are no certificates to load.
            verify=verify if self._url.scheme == "https" else False,
            transport=transport,
            follow_redirects=False,
            timeout=None,
            # A proxy would carry what must not leave the machine.
            trust_env=self._url.scheme == "https",
        )
        self._client: httpx.AsyncClient | None = None
        self._ids = facts.session()
        self._answer: Envelope | None = None
        self._over = False
        self.dropped: Counter[str] = Counter()

    async def open(self, timeout: float) -> Envelope:
        """Shake hands; the answer holds for all exchanges."""
        session = self._facts.session(max_line=self._max_body)
        _, self._answer = await self._post(session, self._facts.opening, timeout)
        return self._answer

    async def exchange(self, make: Callable[[str | None], Envelope], timeout: float) -> tuple[Envelope, Envelope]:
        """A request and its reply."""
        session = self._facts.session(max_line=self._max_body)
        answer = self._answer
        if answer is not None:
            session.send(self._facts.opening)
            session.receive(answer)
        request = make(None)
        kind = session._lifecycle.kinds[type(request)]
        if kind.declares is not None and answer is not None and kind.declares(answer):
            request = make(self._ids.next_id())
        return await self._post(session, request, timeout)

    async def close(self) -> None:
        """Say goodbye, if there was a handshake; whether it arrives does not matter."""
        client, self._client, self._over = self._client, None, True
        if client is None:
            return
        if self._answer is not None:
            with suppress(TimeoutError, httpx.HTTPError):
                async with asyncio.timeout(_GOODBYE):
                    await client.request(METHOD, self._url, content=encode(self._facts.closing)[:-1])
        await client.aclose()

    async def _post(self, session: Asking[Any], request: Envelope, timeout: float) -> tuple[Envelope, Envelope]:
        if self._over:
            raise SessionClosed("the host was closed", "")
        data = session.send(request)
        failure: WireError | None = None
        try:
            async with asyncio.timeout(timeout):
                status, body = await self._fetch(data[:-1])
        except TimeoutError:
            failure = TimedOut("")
        except (httpx.HTTPError, httpx.InvalidURL, ssl.SSLError, OSError) as error:
            failure = ConnectionFailed(
                f"the provider can't be reached: {self._clean(str(error)) or type(error).__name__}"
            )
        if failure is not None:
            # Raised out here, it has no context: what httpx raises holds the request, and that the token.
            raise failure
        return request, self._reply(session, status, body)

    async def _fetch(self, data: bytes) -> tuple[int, bytes]:
        """Status and body of the response to ``data``."""
        if self._client is None:
            self._client = self._connect()
        async with self._client.stream(METHOD, self._url, content=data) as response:
            if 300 <= response.status_code < 400:
                return response.status_code, b""
            body = bytearray()
            async for chunk in response.aiter_bytes():
                body += chunk
                if len(body) > self._max_body:
                    break
            return response.status_code, bytes(body)

    def _reply(self, session: Asking[Any], status: int, body: bytes) -> Envelope:
        message = self._read(body)
        outcome: Envelope | WireError | None = None
        for event in session.receive(message) if body else ():
            outcome = self._heard(event) or outcome
        if isinstance(outcome, Envelope) and (status < 300 or isinstance(outcome, self._facts.failure)):
            return outcome
        if status >= 300:
            reason = "redirects, which is not followed" if status < 400 else f"answers with the status {status}"
            raise ConnectionFailed(f"the provider's address {reason}", status)
        if isinstance(outcome, WireError):
            raise outcome
        raise ProtocolViolation(
            session.role, session.state, "received no reply", None, "", "A response holds the reply to its request."
        )

    def _heard(self, event: Event) -> Envelope | WireError | None:
        match event:
            case Replied(_, reply):
                return reply
            case Failed(_, error) if not isinstance(error, SessionClosed):
                return error
            case Rejected(_, error, _):
                log.warning("the provider broke the protocol: %s", error)
                return error
            case Dropped(_, reason):
                self.dropped[reason] += 1
                log.info("dropped what the provider sent: %s", reason)
        return None

    def _read(self, body: bytes) -> Message | DecodeError:
        if len(body) > self._max_body:
            return too_long(self._max_body)
        try:
            message = decode(body, max_line=self._max_body)
            if (
                self._auth is not None
                and isinstance(message, self._facts.failure)
                and self._auth.is_in(encode(message))
            ):
                # Its words go into an error, and the token must not.
                message = decode(self._auth.without(encode(message).decode()).encode())
        except DecodeError as error:
            return error.with_traceback(None)
        return message

    def _clean(self, text: str) -> str:
        return text if self._auth is None else self._auth.without(text)


def _safe(url: str) -> httpx.URL:
    """``url``, if what is sent to it can't be read on the way."""
    try:
        parsed = httpx.URL(url)
    except (httpx.InvalidURL, ValueError, TypeError):
        parsed = httpx.URL("")
    if parsed.scheme not in ("http", "https") or not parsed.host:
        raise ConnectionFailed("the address is no http or https URL")
    if parsed.userinfo:
        raise ConnectionFailed("an address with a user or a password ends up in logs; pass a token instead")
    if parsed.scheme == "http" and not _is_loopback(parsed.host):
        raise InsecureTransport
    return parsed


def _is_loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False
