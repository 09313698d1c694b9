"""A provider behind HTTP: real servers, real requests, and what each status means."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator

import fastapi
import httpx
import pytest
import starlette.applications

from cgp_wire import Envelope, Error, Frames, HandshakeAck, Verified, decode, encode
from cgp_wire import types as t
from cgp_wire.host import connect_http_async
from cgp_wire.http import application
from cgp_wire.provider import Misdeclared, Provider
from tests.generated.python import sessions as s
from tests.generated.python.live_provider import SECRET, Correlating, Live
from tests.generated.python.servers import process, serving
from tests.generated.python.test_provider_stdio import failure, goal

JSON = {"content-type": "application/json"}
APP = "tests.generated.python.live_app:app"


@pytest.fixture(scope="module")
def client() -> Iterator[httpx.Client]:
    """A client whose requests go to a correlating provider under uvicorn."""
    with serving(application(Correlating(), max_body=100_000)) as url, httpx.Client(base_url=url) as client:
        yield client


def post(client: httpx.Client, message: Envelope | bytes, **headers: str) -> httpx.Response:
    """The response to one message."""
    body = message if isinstance(message, bytes) else encode(message)
    return client.post("", content=body, headers={**JSON, **headers})


def reply(response: httpx.Response) -> Envelope:
    """The one envelope in a response."""
    assert response.headers["content-type"] == "application/json"
    message = decode(response.content)
    assert isinstance(message, t.Envelope)
    return message


def test_each_request_stands_alone(client: httpx.Client) -> None:
    response = post(client, goal("count 7", "a"))
    assert response.status_code == 200
    frames = reply(response)
    assert isinstance(frames, Frames)
    assert (frames.id, frames.result.dropped_estimate) == ("a", 7)
    assert isinstance(reply(post(client, s.handshake())), HandshakeAck)
    assert isinstance(reply(post(client, t.Verify(request=t.VerifyRequest(frames=())))), Verified)


def test_a_coded_failure_has_the_status_200(client: httpx.Client) -> None:
    for word, code in (
        ("refuse", "unavailable"),
        *((w, "internal") for w in ("raise", "exit 3", "cancel", "abort", "stop", "none")),
    ):
        response = post(client, goal(word, "x"))
        assert response.status_code == 200
        assert failure(reply(response)) == (code, "x")
        assert SECRET.encode() not in response.content


def test_a_foreign_version_is_a_coded_failure(client: httpx.Client) -> None:
    response = post(client, s.handshake(s.FOREIGN))
    assert response.status_code == 200
    assert failure(reply(response)) == (s.MISMATCH, None)


def test_what_has_no_reply_has_no_content_and_a_goodbye_ends_nothing(client: httpx.Client) -> None:
    for message in (encode(s.shutdown()), b'{"type":"news"}', encode(s.frames("a"))):
        response = post(client, message)
        assert (response.status_code, response.content) == (204, b"")
    assert post(client, goal("count 1", "a")).status_code == 200


def test_an_unknown_request_is_answered_with_its_id(client: httpx.Client) -> None:
    response = post(client, b'{"type":"news","id":"n","x":1}')
    assert response.status_code == 200
    assert failure(reply(response)) == ("bad_request", "n")


@pytest.mark.parametrize(
    "body", [b"", b"  ", b"garbage", b"[1]", b"{}", b"\xff", b'{"type":"query","id":"i"}', encode(s.handshake()) * 2]
)
def test_a_body_that_is_no_envelope_is_a_bad_request(client: httpx.Client, body: bytes) -> None:
    response = post(client, body)
    assert response.status_code == 400
    assert failure(reply(response)) == ("bad_request", "i" if b'"i"' in body else None)


def test_an_envelope_over_several_lines_is_one(client: httpx.Client) -> None:
    response = post(client, b'\n{\n  "type": "handshake",\r\n "protocol_version": "contextgraph/1.0"\n}\n')
    assert isinstance(reply(response), HandshakeAck)


def test_other_methods_are_not_allowed(client: httpx.Client) -> None:
    for method in ("GET", "PUT", "DELETE", "OPTIONS"):
        response = client.request(method, "", headers=JSON)
        assert response.status_code == 405
        assert response.headers["allow"] == "POST"
        assert response.text == "Use POST.\n"
    assert client.head("").status_code == 405


def test_other_media_types_are_not_supported(client: httpx.Client) -> None:
    body = encode(s.handshake())
    for wrong in ("text/plain", "application/xml", "application/json; charset=latin-1", ""):
        response = client.post("", content=body, headers={"content-type": wrong})
        assert response.status_code == 415, wrong
        assert response.headers["content-type"].startswith("text/plain")
    assert client.post("", content=body).status_code == 415
    for right in ("application/json; charset=utf-8", 'Application/JSON; charset="UTF-8"', "application/json;v=1"):
        assert client.post("", content=body, headers={"content-type": right}).status_code == 200, right


def test_a_body_that_is_too_large_is_refused_however_it_comes(client: httpx.Client) -> None:
    big = encode(goal("x" * 200_000, "a"))
    response = post(client, big)
    assert response.status_code == 413
    assert failure(reply(response)) == ("bad_request", None)
    chunks = (big[n : n + 5000] for n in range(0, len(big), 5000))
    response = client.post("", content=chunks, headers=JSON)
    assert response.status_code == 413
    assert post(client, goal("count 1", "a")).status_code == 200


def test_an_id_without_the_capability_is_refused() -> None:
    with serving(application(Live())) as url, httpx.Client(base_url=url) as client:
        assert failure(reply(post(client, goal("count 1", "a")))) == ("bad_request", "a")
        frames = reply(post(client, goal("count 1")))
        assert isinstance(frames, Frames)


def test_a_method_that_blocks_does_not_block_the_others() -> None:
    async def ask(url: str) -> list[int | None]:
        async with connect_http_async(url) as host:
            await host.handshake()
            asked = (host.query(t.ContextQuery(goal=f"sleep {n}", max_frames=1, max_tokens=1)) for n in (300, 1))
            order = []
            for done in asyncio.as_completed(list(asked)):
                order.append((await done).dropped_estimate)
            return order

    with serving(application(Correlating())) as url:
        assert asyncio.run(ask(url)) == [1, 300]


_FRAMEWORKS: dict[str, Callable[[], starlette.applications.Starlette]] = {
    "fastapi": fastapi.FastAPI,
    "starlette": starlette.applications.Starlette,
}


@pytest.mark.parametrize("framework", _FRAMEWORKS)
def test_it_mounts_into_a_framework(framework: str) -> None:
    app = _FRAMEWORKS[framework]()
    app.mount("/context", application(Correlating()))
    with serving(app) as url, httpx.Client(base_url=url) as client:
        response = client.post("context/", content=encode(s.handshake()), headers=JSON)
        assert isinstance(reply(response), HandshakeAck)
        assert client.post("other", content=encode(s.handshake()), headers=JSON).status_code == 404


_SERVERS = {
    "uvicorn": lambda port: ["uvicorn", APP, "--port", str(port), "--workers", "2"],
    "hypercorn": lambda port: ["hypercorn", APP, "--bind", f"127.0.0.1:{port}", "--workers", "2"],
    "granian": lambda port: ["granian", APP, "--interface", "asgi", "--port", str(port), "--workers", "2"],
}


@pytest.mark.parametrize("server", _SERVERS)
def test_it_runs_under_any_server_with_several_workers(server: str) -> None:
    async def ask(url: str) -> list[int | None]:
        async with connect_http_async(url) as host:
            asked = (host.query(t.ContextQuery(goal=f"count {n}", max_frames=1, max_tokens=1)) for n in range(40))
            return [found.dropped_estimate for found in await asyncio.gather(*asked)]

    with process(_SERVERS[server]) as url:
        assert asyncio.run(ask(url)) == list(range(40))
        with httpx.Client(base_url=url) as client:
            assert client.get("").status_code == 405
            assert post(client, encode(s.shutdown())).status_code == 204
            assert post(client, b"garbage").status_code == 400


def test_a_provider_that_is_not_complete_is_no_application() -> None:
    class Nameless(Provider):
        capabilities = Live.capabilities

    class Mute(Provider):
        provider = Live.provider
        capabilities = t.Capabilities(query=t.QueryCapability(kinds=()))

    class Lying(Mute):
        provider = t.ProviderInfo(
            name="p", version="1", data_flow=t.DataFlow(reads=True, writes=False, egress=False, egress_scopes=("a:b",))
        )

        def query(self, query: t.ContextQuery) -> t.ContextQueryResult:
            return t.ContextQueryResult(frames=(), truncated=False)

    for wrong, why in ((Nameless(), "no attribute 'provider'"), (Mute(), "has to define query"), (Lying(), "C5")):
        with pytest.raises(Misdeclared, match=why):
            application(wrong)


def test_an_error_is_an_envelope(client: httpx.Client) -> None:
    assert isinstance(reply(post(client, b"garbage")), Error)
