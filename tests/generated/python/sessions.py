"""Messages and sessions for the tests of sessions: short to write, and in any state."""

from __future__ import annotations

from cgp_wire import types as t
from cgp_wire.session import Event, HostSession, ProviderSession

OURS = "contextgraph/1.0-draft"
FOREIGN = "contextgraph/2.0"
NO_VERSION = "contextgraph"
MISMATCH = "incompatible_version"


def handshake(version: str = OURS) -> t.Handshake:
    """The opening."""
    return t.Handshake(protocol_version=version)


def ack(version: str = OURS, *, correlation: bool = True, verify: bool = True) -> t.HandshakeAck:
    """The answer, with capabilities."""
    return t.HandshakeAck(
        protocol_version=version,
        provider=t.ProviderInfo(name="docs", version="1", data_flow=t.DataFlow(reads=True, writes=False, egress=False)),
        capabilities=t.Capabilities(query=t.QueryCapability(kinds=("doc",)), correlation=correlation, verify=verify),
    )


def query(id: str | None = None, goal: str = "look") -> t.Query:  # noqa: A002
    """A request that may carry an id."""
    return t.Query(id=id, query=t.ContextQuery(goal=goal, max_frames=1, max_tokens=1))


def frames(id: str | None = None, dropped: int | None = None) -> t.Frames:  # noqa: A002
    """Its reply; ``dropped`` tells one from the other."""
    return t.Frames(id=id, result=t.ContextQueryResult(frames=(), truncated=False, dropped_estimate=dropped))


def verify() -> t.Verify:
    """A request that never carries an id, and needs a capability."""
    return t.Verify(request=t.VerifyRequest(frames=()))


def verified() -> t.Verified:
    """Its reply."""
    return t.Verified(response=t.VerifyResponse(verdicts=()))


def error(id: str | None = None, code: str | None = "internal") -> t.Error:  # noqa: A002
    """The failure."""
    return t.Error(id=id, code=code, message="It failed.")


def shutdown() -> t.Shutdown:
    """The goodbye."""
    return t.Shutdown()


def host(state: str = "ready", *, correlation: bool = True, verify: bool = True) -> HostSession:
    """A host in ``state``."""
    session = HostSession()
    if state in ("opening", "ready", "refused"):
        session.send(handshake(), deadline=1.0)
    if state == "ready":
        session.receive(ack(correlation=correlation, verify=verify))
    elif state == "refused":
        session.receive(error())
    elif state == "closed":
        session.send(shutdown())
    drain(session)
    assert session.state == state
    return session


def provider(state: str = "ready", *, correlation: bool = True, verify: bool = True) -> ProviderSession:
    """A provider in ``state``."""
    session = ProviderSession()
    if state in ("opening", "ready", "refused"):
        session.receive(handshake())
    if state == "ready":
        session.send(ack(correlation=correlation, verify=verify))
    elif state == "refused":
        session.send(error())
    elif state == "closed":
        session.receive(shutdown())
    drain(session)
    assert session.state == state
    return session


def drain(session: HostSession | ProviderSession) -> list[Event]:
    """The events that wait."""
    return list(session.events())


def pair(*, correlation: bool = True, verify: bool = True) -> tuple[HostSession, ProviderSession]:
    """Two parties that have met."""
    return host(correlation=correlation, verify=verify), provider(correlation=correlation, verify=verify)
