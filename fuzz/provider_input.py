"""Throws bytes at a provider: over stdio and over HTTP, as one session and in pieces.

``python fuzz/provider_input.py [--seconds N] [--corpus FOLDER]`` runs atheris, guided by coverage, from all lines of
the test vectors; ``nox -s fuzz`` sets it up.  :func:`over_stdio` and :func:`over_http` are what is tried, for any
fuzzer.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import logging
import sys
import tempfile
from collections.abc import Iterator
from contextlib import nullcontext
from importlib import import_module
from pathlib import Path
from typing import Any

try:
    atheris: Any = import_module("atheris")
except ModuleNotFoundError:
    atheris = None

# Coverage is watched in the binding only.
with atheris.instrument_imports(include=["cgp_wire"]) if atheris is not None else nullcontext():
    from cgp_wire import DecodeError, Shutdown, UnknownEnvelope, decode, encode
    from cgp_wire import types as t
    from cgp_wire._desk import Desk
    from cgp_wire.http import application
    from cgp_wire.ndjson import LineBuffer
    from cgp_wire.provider import Provider
    from cgp_wire.stdio import serve_in_turn

    for late in ("_careful", "_syntax", "_walk"):
        # These are imported with the first bad line otherwise.
        import_module(f"cgp_wire.{late}")

ROOT = Path(__file__).parents[1]
MAX_LINE = 4096
VERSION = "contextgraph/1.0-draft"
STATUSES = {200, 204, 400, 413}
PROBE = 4_294_967_295


class Target(Provider):
    """Answers everything; the estimate tells what it was asked for."""

    provider = t.ProviderInfo(name="target", version="1", data_flow=t.DataFlow(reads=True, writes=False, egress=False))
    capabilities = t.Capabilities(query=t.QueryCapability(kinds=("doc",)), correlation=True, verify=True)

    def query(self, query: t.ContextQuery) -> t.ContextQueryResult:
        return t.ContextQueryResult(frames=(), truncated=False, dropped_estimate=query.max_frames)

    async def verify(self, request: t.VerifyRequest) -> t.VerifyResponse:
        return t.VerifyResponse(verdicts=tuple(t.FrameVerdict(frame=f, status="unknown") for f in request.frames))


DESK = Desk(Target(), "refuse")
RUNNER = asyncio.Runner()
APP = application(Target(), max_body=MAX_LINE)
HELLO = encode(t.Handshake(protocol_version=VERSION))
# No id that the input has taken can be in its way.
LAST = encode(t.Query(query=t.ContextQuery(goal="still there?", max_frames=PROBE, max_tokens=0)))


def over_stdio(data: bytes) -> None:
    """One session: whatever comes in, all that leaves is envelopes, and a good query is answered after it."""
    size = data[0] + 1 if data else 1
    rest = data[1:]
    chunks = [HELLO, *(rest[n : n + size] for n in range(0, len(rest), size)), b"\n" + LAST, b""]
    coming: Iterator[bytes] = iter(chunks)
    out: list[bytes] = []
    serve_in_turn(DESK, lambda: next(coming), out.append, MAX_LINE)
    replies = [decode(line) for line in b"".join(out).splitlines()]
    assert all(isinstance(reply, t.HandshakeAck | t.Frames | t.Verified | t.Error) for reply in replies)
    if not any(isinstance(message, Shutdown) for message in messages(rest)):
        last = replies[-1]
        assert isinstance(last, t.Frames)
        assert (last.id, last.result.dropped_estimate) == (None, PROBE)


def messages(data: bytes) -> Iterator[object]:
    """What a reader sees in ``data``."""
    lines = LineBuffer(MAX_LINE)
    for line in (*lines.feed(data), *lines.close()):
        if isinstance(line, bytes):
            try:
                yield decode(line)
            except DecodeError as error:
                yield error


def over_http(data: bytes) -> None:
    """One request: a status that means something, and an envelope where there is a body."""
    sent: list[dict[str, Any]] = []
    body = iter([{"type": "http.request", "body": data}])

    async def receive() -> dict[str, Any]:
        return next(body)

    async def send(message: Any) -> None:
        sent.append(message)

    headers = [(b"content-type", b"application/json")]
    RUNNER.run(APP({"type": "http", "method": "POST", "headers": headers}, receive, send))
    start, end = sent
    assert start["status"] in STATUSES
    assert bool(end["body"]) is (start["status"] != 204)
    if end["body"]:
        assert not isinstance(decode(end["body"]), UnknownEnvelope)


def one_input(data: bytes) -> None:
    """What a fuzzer calls."""
    over_stdio(data)
    over_http(data[1:])


def seeds() -> Iterator[bytes]:
    """Every line that the test vectors have something to say about, and the steps of their sessions in a row."""
    for path in sorted((ROOT / "generated" / "vectors").glob("*.ndjson")):
        for line in path.read_text().splitlines():
            texts = [text for text in strings(json.loads(line)) if text.lstrip().startswith(("{", "["))]
            yield from (text.encode("utf-8", "surrogatepass") for text in texts)
            if len(texts) > 1:
                yield "\n".join(texts).encode("utf-8", "surrogatepass")


def strings(value: object) -> Iterator[str]:
    """All strings in a JSON value."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for part in value.values():
            yield from strings(part)
    elif isinstance(value, list):
        for part in value:
            yield from strings(part)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=int, default=60, help="how long to go on")
    parser.add_argument("--corpus", type=Path, help="a folder that keeps what was found interesting")
    arguments = parser.parse_args()
    if atheris is None:
        sys.exit("this needs atheris: pip install atheris")
    logging.disable()
    with tempfile.TemporaryDirectory() as temporary:
        corpus = arguments.corpus or Path(temporary)
        corpus.mkdir(exist_ok=True)
        for number, seed in enumerate(sorted({seed for seed in seeds() if len(seed) < MAX_LINE})):
            (corpus / f"seed-{number}").write_bytes(b"\x40" + seed)
        limits = [
            f"-max_total_time={arguments.seconds}",
            "-timeout=20",
            "-rss_limit_mb=2048",
            f"-max_len={2 * MAX_LINE}",
        ]
        atheris.Setup([sys.argv[0], *limits, str(corpus)], one_input)
        atheris.Fuzz()


if __name__ == "__main__":
    main()
