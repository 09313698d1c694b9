"""A user of the binding: every message is told apart, every member has a type.  Checked by mypy, and run."""

from __future__ import annotations

from typing import assert_never, assert_type

from cgp_wire import (
    Capabilities,
    ContextFrame,
    ContextQuery,
    ContextQueryResult,
    DataFlow,
    Envelope,
    Error,
    Frames,
    Handshake,
    HandshakeAck,
    ProviderInfo,
    Query,
    QueryCapability,
    Shutdown,
    UnknownEnvelope,
    Verified,
    Verify,
    VerifyRequest,
    VerifyResponse,
    decode,
    encode,
)
from cgp_wire.host import AsyncHost, Host, connect_http_async
from cgp_wire.http import Application, application
from cgp_wire.provider import Provider, ProviderError
from cgp_wire.vocabularies import ErrorCode, FrameKind


def handle(message: Envelope) -> str:
    """What one message says."""
    match message:
        case Handshake():
            assert_type(message, Handshake)
            assert_type(message.protocol_version, str)
            return message.protocol_version
        case HandshakeAck():
            assert_type(message, HandshakeAck)
            assert_type(message.provider, ProviderInfo)
            assert_type(message.capabilities, Capabilities)
            assert_type(message.capabilities.correlation, bool)
            return message.provider.name
        case Query(query=query):
            assert_type(message, Query)
            assert_type(query, ContextQuery)
            assert_type(query.max_tokens, int)
            assert_type(query.embedding, tuple[float, ...] | None)
            assert_type(message.id, str | None)
            return query.goal
        case Frames():
            assert_type(message, Frames)
            assert_type(message.result, ContextQueryResult)
            assert_type(message.result.frames, tuple[ContextFrame, ...])
            return ", ".join(frame.title for frame in message.result.frames if frame.kind == FrameKind.SNIPPET)
        case Verify():
            assert_type(message, Verify)
            assert_type(message.request, VerifyRequest)
            return message.request.frames[0].frame_id
        case Verified():
            assert_type(message, Verified)
            assert_type(message.response, VerifyResponse)
            return message.response.verdicts[0].status
        case Error():
            assert_type(message, Error)
            assert_type(ErrorCode.retry(message.code), bool)
            return ErrorCode.reads_as(message.code)
        case Shutdown():
            assert_type(message, Shutdown)
            return ""
        case _:
            assert_never(message)


def echo(line: bytes) -> bytes:
    """The line again, if its message is known."""
    message = decode(line)
    if isinstance(message, UnknownEnvelope):
        return b""
    assert_type(message, Envelope)
    return encode(message)


class Notes(Provider):
    """A provider, as its author writes it."""

    provider = ProviderInfo(name="notes", version="1", data_flow=DataFlow(reads=True, writes=False, egress=False))
    capabilities = Capabilities(query=QueryCapability(kinds=("doc",)), verify=True)

    def query(self, query: ContextQuery) -> ContextQueryResult:
        if query.max_frames == 0:
            raise ProviderError(ErrorCode.BUDGET_UNSATISFIABLE, "Nothing fits.")
        return ContextQueryResult(frames=(), truncated=False)

    async def verify(self, request: VerifyRequest) -> VerifyResponse:
        return VerifyResponse(verdicts=())


def served(notes: Notes) -> Application:
    """The provider, behind HTTP."""
    app = application(notes, checks="warn")
    assert_type(app, Application)
    return app


def ask(host: Host, query: ContextQuery) -> int:
    """A host, as its user calls it."""
    assert_type(host.handshake(), HandshakeAck)
    try:
        result = host.query(query, timeout=1.5)
    except ProviderError as error:
        assert_type(error.retry, bool)
        assert_type(error.advice, str)
        return 0
    assert_type(result, ContextQueryResult)
    assert_type(host.verify(VerifyRequest(frames=())), VerifyResponse)
    return len(result.frames)


async def ask_async(url: str, query: ContextQuery) -> int:
    """The same, on an event loop."""
    async with connect_http_async(url) as host:
        assert_type(host, AsyncHost)
        return len((await host.query(query)).frames)


if __name__ == "__main__":
    print(handle(Handshake(protocol_version="contextgraph/1.0-draft")))
    print(echo(b'{"type":"shutdown"}').decode(), end="")
