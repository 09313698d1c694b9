"""A host and a provider behind a URL: what may leave the machine, what comes back, and where the token is not."""

from __future__ import annotations

import asyncio
import logging
import pickle
import ssl
import subprocess
import traceback
from pathlib import Path

import httpx
import pytest

from cgp_wire import Error, Frames, encode
from cgp_wire import types as t
from cgp_wire.errors import DecodeError
from cgp_wire.host import (
    ConnectionFailed,
    HandshakeRefused,
    InsecureTransport,
    ProtocolViolation,
    ProviderError,
    SessionClosed,
    TimedOut,
    VersionMismatch,
    connect_http,
    connect_http_async,
)
from cgp_wire.http import application
from tests.conftest import need
from tests.generated.python import sessions as s
from tests.generated.python.live_provider import Correlating, Live, result
from tests.generated.python.servers import Canned, free_port, process, serving
from tests.generated.python.test_host_stdio import want

TOKEN = "c3dvcmRmaXNo"


@pytest.mark.parametrize("provider", [Live(), Correlating()], ids=["lock-step", "correlating"])
def test_a_host_asks_over_http(provider: Live) -> None:
    with serving(application(provider)) as url, connect_http(url) as host:
        assert host.handshake().provider.name == "live"
        assert host.query(want("count 7")).dropped_estimate == 7
        assert host.verify(t.VerifyRequest(frames=())).verdicts == ()
        with pytest.raises(ProviderError) as caught:
            host.query(want("refuse"))
        assert (caught.value.code, caught.value.retry) == ("unavailable", True)
        assert host.query(want("count 8")).dropped_estimate == 8


@pytest.mark.parametrize("provider", [Live(), Correlating()], ids=["lock-step", "correlating"])
def test_any_number_of_exchanges_run_at_once(provider: Live) -> None:
    async def ask(url: str) -> list[int | None]:
        async with connect_http_async(url) as host:
            return [
                found.dropped_estimate
                for found in await asyncio.gather(*(host.query(want(f"nap {n % 9}")) for n in range(200)))
            ]

    with serving(application(provider)) as url:
        assert asyncio.run(ask(url)) == [n % 9 for n in range(200)]


@pytest.mark.parametrize(
    "url", ["http://example.com/", "http://10.0.0.1/", "http://localhost.example.com", "http://127.0.0.1.example.com/"]
)
def test_plain_text_is_for_the_loopback_interface_only(url: str) -> None:
    with pytest.raises(InsecureTransport):
        connect_http(url)


@pytest.mark.parametrize("url", ["http://localhost:1/", "http://LOCALHOST:1", "http://127.9.9.9:1/", "http://[::1]:1/"])
def test_plain_text_is_fine_on_the_loopback_interface(url: str) -> None:
    connect_http(url).close()


@pytest.mark.parametrize("url", ["ftp://localhost/", "localhost", "", "http://", "https://u:p@localhost/"])
def test_other_addresses_are_refused(url: str) -> None:
    with pytest.raises(ConnectionFailed) as caught:
        connect_http(url)
    assert "u:p" not in str(caught.value)


def test_a_redirect_is_not_followed() -> None:
    elsewhere = Canned(200, encode(s.ack()))
    with serving(elsewhere) as there:
        for status in (301, 302, 303, 307, 308):
            moved = Canned(status, b"", ((b"location", there.encode()),))
            with serving(moved) as url, connect_http(url, token=TOKEN) as host:
                with pytest.raises(ConnectionFailed, match="redirect") as caught:
                    host.handshake()
                assert caught.value.status == status
    assert elsewhere.requests == []


def test_a_provider_with_tls_is_reached_if_its_certificate_is_trusted(tmp_path: Path) -> None:
    key, certificate = tmp_path / "key.pem", tmp_path / "cert.pem"
    subprocess.run(
        [
            *(need("openssl"), "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost"),
            *("-addext", "subjectAltName=IP:127.0.0.1", "-keyout", str(key), "-out", str(certificate)),
        ],
        check=True,
        capture_output=True,
    )
    app = "tests.generated.python.live_app:app"
    files = ["--ssl-keyfile", str(key), "--ssl-certfile", str(certificate)]
    with process(lambda port: ["uvicorn", app, "--port", str(port), *files]) as plain:
        url = plain.replace("http:", "https:")
        trusting = ssl.create_default_context(cafile=str(certificate))
        with connect_http(url, verify=trusting) as host:
            assert host.query(want("count 3")).dropped_estimate == 3
        with connect_http(url) as host, pytest.raises(ConnectionFailed, match=r"(?i)certificate"):
            host.query(want("count 3"))


def test_what_is_no_reply_is_an_error_with_a_name() -> None:
    ack = encode(s.ack())
    for status, body, error in (
        (200, b"garbage", DecodeError),
        (200, b"", ProtocolViolation),
        (204, b"", ProtocolViolation),
        (200, encode(Frames(result=result())), ProtocolViolation),
        (200, b'{"type":"news"}', ProtocolViolation),
        (200, encode(s.handshake()), ProtocolViolation),
        (200, encode(s.ack(s.FOREIGN)), VersionMismatch),
        (200, encode(s.error(code=s.MISMATCH)), VersionMismatch),
        (200, encode(s.error(code="unavailable")), HandshakeRefused),
        (400, encode(s.error(code="bad_request")), ConnectionFailed),
        (401, b"who are you", ConnectionFailed),
        (500, ack, ConnectionFailed),
    ):
        with serving(Canned(status, body)) as url, connect_http(url) as host, pytest.raises(error) as caught:
            host.handshake()
        if isinstance(caught.value, ConnectionFailed):
            assert caught.value.status == status


def test_a_reply_to_another_request_is_dropped_and_counted() -> None:
    class Mixed(Canned):
        async def __call__(self, scope, receive, send):  # type: ignore[no-untyped-def]
            self.body = encode(s.ack()) if not self.requests else encode(Frames(id="zz", result=result()))
            await super().__call__(scope, receive, send)

    with serving(Mixed(200, b"")) as url, connect_http(url) as host:
        host.handshake()
        with pytest.raises(ProtocolViolation):
            host.query(want("x"))
        assert host.dropped["unsolicited"] == 1


def test_a_coded_failure_counts_whatever_its_status() -> None:
    class Failing(Canned):
        async def __call__(self, scope, receive, send):  # type: ignore[no-untyped-def]
            self.status, self.body = (200, encode(s.ack(correlation=False))) if not self.requests else (503, failing)
            await super().__call__(scope, receive, send)

    failing = encode(Error(code="unavailable", message="Later."))
    with serving(Failing(200, b"")) as url, connect_http(url) as host, pytest.raises(ProviderError) as caught:
        host.query(want("x"))
    assert caught.value.retry


def test_a_response_that_is_too_large_is_not_read_to_its_end() -> None:
    with serving(Canned(200, b" " * 5_000_000)) as url, connect_http(url, max_body=1000) as host:
        with pytest.raises(DecodeError) as caught:
            host.handshake()
        assert caught.value.rule == "line-too-long"


def test_nobody_there_is_an_error_and_silence_a_timeout() -> None:
    with connect_http(f"http://127.0.0.1:{free_port()}/") as host, pytest.raises(ConnectionFailed):
        host.handshake()
    with serving(application(Correlating())) as url, connect_http(url, timeout=0.2) as host:
        with pytest.raises(TimedOut):
            host.query(want("nap 1500"))
        assert host.query(want("count 1")).dropped_estimate == 1


def test_a_closed_host_asks_nothing() -> None:
    with serving(application(Correlating())) as url:
        host = connect_http(url)
        host.handshake()
        host.close()
        host.close()
        with pytest.raises(SessionClosed):
            host.query(want("count 1"))


def test_a_goodbye_is_said_and_ends_nothing() -> None:
    server = Canned(200, encode(s.ack()))
    with serving(server) as url:
        with connect_http(url) as host:
            host.handshake()
        assert [body for _, body in server.requests] == [encode(s.handshake())[:-1], encode(s.shutdown())[:-1]]
        with connect_http(url):
            pass
        assert len(server.requests) == 2


def test_the_token_is_sent_and_stands_nowhere_else(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    echo = encode(Error(code="internal", message=f"I do not know {TOKEN}")).replace(b"internal", b"unavailable")
    errors: list[BaseException] = []
    plain = TOKEN.encode()
    for status, body in ((200, encode(s.ack())), (200, echo), (401, plain), (500, echo), (200, plain)):
        server = Canned(status, body)
        with serving(server) as url, connect_http(url, token=TOKEN) as host:
            try:
                host.handshake()
                host.query(want("x"))
            except Exception as error:
                errors.append(error)
            for thing in (host, host._caller, host._caller._link, vars(host._caller), vars(host._caller._link)):
                assert TOKEN not in repr(thing)
        assert dict(server.requests[0][0]["headers"])[b"authorization"] == f"Bearer {TOKEN}".encode()
    with connect_http(f"http://127.0.0.1:{free_port()}/", token=TOKEN) as host:
        try:
            host.handshake()
        except ConnectionFailed as error:
            errors.append(error)
    assert len(errors) == 6
    for caught in errors:
        assert caught.__context__ is None
        assert TOKEN.encode() not in pickle.dumps(caught)
        assert TOKEN not in "".join(traceback.format_exception(caught))
        assert TOKEN not in repr(caught)
    assert TOKEN not in caplog.text


@pytest.mark.parametrize("token", ["", "a b", "a\r\nx: y", "é"])
def test_a_token_that_is_none_is_refused_without_being_shown(token: str) -> None:
    with pytest.raises(ValueError, match="bearer token") as caught:
        connect_http("http://localhost/", token=token)
    assert not token or token not in str(caught.value)


def test_a_proxy_is_not_asked_on_the_loopback_interface(monkeypatch: pytest.MonkeyPatch) -> None:
    proxy = Canned(200, encode(s.ack()))
    with serving(proxy) as there, serving(application(Live())) as url:
        monkeypatch.setenv("HTTP_PROXY", there)
        monkeypatch.setenv("ALL_PROXY", there)
        with connect_http(url) as host:
            assert host.query(want("count 2")).dropped_estimate == 2
    assert proxy.requests == []


def test_an_application_can_be_asked_without_a_network() -> None:
    transport = httpx.ASGITransport(app=application(Correlating()))
    with connect_http("http://localhost/", transport=transport) as host:
        assert host.query(want("count 4")).dropped_estimate == 4
