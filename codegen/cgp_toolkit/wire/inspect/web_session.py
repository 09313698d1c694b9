"""Sessions with a peer behind a URL: every message is an exchange of its own, and nothing is kept between them."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor

from cgp_toolkit.model import HttpBinding, Json, Leaving, Watch
from cgp_toolkit.wire.inspect.judge import Judge
from cgp_toolkit.wire.inspect.results import Evidence
from cgp_toolkit.wire.inspect.sending import Lack, Sending, filled
from cgp_toolkit.wire.inspect.showing import shown
from cgp_toolkit.wire.inspect.web import Address, NoResponse, Response, ask

_HOSTS = 16

Recording = Callable[[bytes], None]


class WebSession:
    """A peer that serves; ``ack`` is the settled answer to the handshake, once it has come."""

    def __init__(self, address: Address, judge: Judge, http: HttpBinding, timeout: float, record: Recording) -> None:
        self._address = address
        self._judge = judge
        self._http = http
        self._limit = judge.model.lines.max_line_bytes
        self._timeout = timeout
        self._record = record
        self.ack: dict[str, Json] | None = None
        self.well = True
        self.noise: tuple[str, ...] = ()

    def exchange(self, sendings: Sequence[Sending], *, marked: bool) -> None:
        """Send all, many at once, and take the response of each."""
        if len(sendings) == 1:
            responses = [self._ask(sendings[0])]
        else:
            with ThreadPoolExecutor(_HOSTS) as hosts:
                responses = list(hosts.map(self._ask, sendings))
        for sending, (response, seconds) in zip(sendings, responses, strict=True):
            sending.seconds = seconds
            self._record(sending.line)
            if isinstance(response, str):
                sending.lack, sending.words = Lack.NO_RESPONSE, response
                self.well = False
            else:
                self._take(sending, response)

    def pause(self, seconds: float) -> None:
        """Nothing comes that was not asked for."""

    def leave(self, how: Leaving, goodbye: bytes) -> list[Evidence]:
        """A server stays, whoever leaves; a probe says what it expects of that as of any message."""
        return []

    def close(self) -> None:
        """Nothing is kept open."""
        self.well = False

    def _ask(self, sending: Sending) -> tuple[Response | str, float]:
        start = time.monotonic()
        body = filled(sending, self._limit)
        method, media_type = sending.method or self._http.method, sending.media_type or self._http.media_type
        try:
            response = ask(self._address, method, media_type, body, self._limit, self._timeout)
        except NoResponse as problem:
            return str(problem), time.monotonic() - start
        return response, time.monotonic() - start

    def _take(self, sending: Sending, response: Response) -> None:
        sending.status = response.status
        body = response.body.strip()
        if not body:
            return
        unusual = sending.method is not None or sending.media_type is not None
        if unusual and response.media_type != self._http.media_type:
            # Who refuses a method or a media type may do so in words of HTTP.
            return
        self._record(body)
        arrival = self._judge.read(body)
        self._judge.judge(arrival, sending.line, self.ack)
        if arrival.envelope is not None or arrival.reading.unknown is not None:
            if response.media_type != self._http.media_type:
                what = f"a message came as {response.media_type or 'no media type'} instead of {self._http.media_type}"
                self._judge.watched(Watch.STATUSES, Evidence(what, (shown(sending.line),), (shown(body),)))
            sending.arrival = arrival
        else:
            sending.lack, sending.words = Lack.NO_RESPONSE, f"the response {response.status} holds no message"
        if sending.request is not None:
            self._judge.exchange(sending.request, sending.line, arrival, self.ack)
