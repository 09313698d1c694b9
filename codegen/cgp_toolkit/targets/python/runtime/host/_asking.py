"""What a host does whatever the transport: open the session once, ask within a time, look at what comes back."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from typing import Any, Generic, Protocol, TypeVar

from msgspec import Struct

from ._auditing import Auditor, Checks, Report
from ._classes import Envelope
from ._host_errors import ConsentMissing
from ._sides import Asking
from .errors import WireError
from .failures import ProviderError

Answer = TypeVar("Answer", bound=Envelope)
"""The answer to the handshake."""

Reply = TypeVar("Reply", bound=Envelope)


class Facts(Struct, frozen=True):
    """What a host has to know of the protocol; ``words`` gives the code and the text of a failure."""

    session: type[Asking[Any]]
    opening: Envelope
    closing: Envelope
    failure: type[Envelope]
    words: Callable[[Any], tuple[str | None, str]]


class Options(Struct, frozen=True):
    """What a user of a host chooses; times in seconds."""

    timeout: float
    handshake_timeout: float
    checks: Checks
    consent: Callable[[Any], bool] | None
    on_report: Callable[[Report], None] | None


class Link(Protocol):
    """A way to one provider."""

    @property
    def dropped(self) -> Counter[str]:
        """What came in and was no reply to anything, by reason."""

    async def open(self, timeout: float) -> Envelope:
        """The answer to the handshake; a link that can't be opened lets go of everything."""

    async def exchange(self, make: Callable[[str | None], Envelope], timeout: float) -> tuple[Envelope, Envelope]:
        """The request that ``make`` gives for an id or for none, and its reply or the failure in its place.

        :class:`TimedOut` after ``timeout`` seconds, all waiting included.
        """

    async def close(self) -> None:
        """Say goodbye, and let go of everything."""


class AsyncCaller(Generic[Answer]):
    """The base of hosts.  ``dropped`` counts, by reason, what came in and was no reply to anything."""

    def __init__(self, link: Link, facts: Facts, options: Options) -> None:
        self._link = link
        self._facts = facts
        self._options = options
        self._auditor = Auditor(options.checks, options.on_report)
        self._answer: Answer | None = None
        self._agreed = options.consent is None
        self._opening = asyncio.Lock()

    @property
    def dropped(self) -> Counter[str]:
        return self._link.dropped

    async def _open(self, timeout: float | None) -> Answer:
        if self._answer is not None:
            return self._answer
        seconds = self._options.handshake_timeout if timeout is None else timeout
        async with self._opening:
            if self._answer is None:
                answer: Any = await self._link.open(seconds)
                try:
                    self._auditor.opened(self._facts.opening, answer)
                except WireError:
                    await self._link.close()
                    raise
                self._answer = answer
        found: Answer = self._answer
        return found

    async def _ask(self, make: Callable[[str | None], Envelope], of: type[Reply], timeout: float | None) -> Reply:
        """The reply to the request that ``make`` gives; :class:`ProviderError` for a failure in its place."""
        answer = await self._open(None)
        consent = self._options.consent
        if not self._agreed and consent is not None:
            if not consent(answer):
                raise ConsentMissing
            self._agreed = True
        self._auditor.leaves(make(None), answer)
        request, reply = await self._link.exchange(make, self._options.timeout if timeout is None else timeout)
        if isinstance(reply, self._facts.failure):
            code, text = self._facts.words(reply)
            raise ProviderError(code or "", text)
        if not isinstance(reply, of):
            raise AssertionError("a session takes nothing else for a reply")
        return self._auditor.comes(request, reply, answer)

    async def _close(self) -> None:
        await self._link.close()
