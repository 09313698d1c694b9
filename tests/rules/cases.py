"""For every rule messages that keep it and messages that break it, with the pointers of what is wrong."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from cgp_toolkit.model import Json

Message = dict[str, Json]


@dataclass(frozen=True)
class Case:
    """A message alone, with what was agreed, or a request and its reply; ``at`` says what is wrong, nothing if fine."""

    at: tuple[str, ...]
    this: Message | None = None
    ack: Message | None = None
    request: Message | None = None
    reply: Message | None = None

    def messages(self) -> list[Message]:
        """All messages of the case."""
        return [message for message in (self.this, self.ack, self.request, self.reply) if message is not None]


def frame(content: str | None = "text", **changes: Json) -> Message:
    """A frame whose author kept every rule, but for the changes; ``None`` takes a member out."""
    value: Message = {"id": "f", "kind": "doc", "title": "A title", "content": content, "score": 0.5}
    value |= {"token_cost": -(-len((content or "").encode()) // 4), "citation_label": "A label", **changes}
    return {name: item for name, item in value.items() if item is not None}


def reference(**changes: Json) -> Message:
    """A frame without content of its own."""
    return frame(
        None,
        representation="reference",
        canonical_content_hash="sha256:" + "0" * 64,
        content_ref={"provider_id": "docs", "uri": "ref:1"},
        **changes,
    )


def digest(content: str) -> str:
    """The digest of a content."""
    return "sha256:" + hashlib.sha256(content.encode()).hexdigest()


def frames(*items: Message, **changes: Json) -> Message:
    """A reply of frames."""
    return {"type": "frames", "result": {"frames": list(items), "truncated": False}, **changes}


def query(id: str | None = None, **changes: Json) -> Message:  # noqa: A002
    """A request for frames."""
    message: Message = {"type": "query", "query": {"goal": "look", "max_frames": 2, "max_tokens": 9, **changes}}
    return message if id is None else {**message, "id": id}


def error(**changes: Json) -> Message:
    """A failure."""
    return {"type": "error", "message": "It failed.", **changes}


def ack(flow: Message | None = None, version: str = "contextgraph/1.0", **capabilities: Json) -> Message:
    """The answer to a handshake."""
    data_flow: Message = {"reads": True, "writes": False, "egress": False, **(flow or {})}
    return {
        "type": "handshake_ack",
        "protocol_version": version,
        "provider": {"name": "docs", "version": "1", "data_flow": data_flow},
        "capabilities": {"query": {"kinds": ["doc"]}, **capabilities},
    }


def handshake(version: str) -> Message:
    """The opening."""
    return {"type": "handshake", "protocol_version": version}


def identity(frame_id: str, content_digest: str | None = None) -> Message:
    """A frame as the host knows it."""
    value: Message = {"provider_id": "docs", "frame_id": frame_id}
    return value if content_digest is None else {**value, "content_digest": content_digest}


def verify(*held: Message) -> Message:
    """A request for verdicts."""
    return {"type": "verify", "request": {"frames": list(held)}}


def verified(*verdicts: Message) -> Message:
    """Verdicts."""
    return {"type": "verified", "response": {"verdicts": list(verdicts)}}


def verdict(frame_id: str, status: str = "valid", content_digest: str | None = None, **changes: Json) -> Message:
    """One verdict."""
    return {"frame": identity(frame_id, content_digest), "status": status, **changes}


_COST = "/result/frames/{}/token_cost"
_DIGEST = "/result/frames/0/content_digest"
_VECTOR: list[Json] = [0.5, 0.25]

REAL: dict[str, tuple[Case, ...]] = {
    "token-cost-is-bytes": (
        Case((), frames(frame(""), frame("abcd"), frame("abcde"), frame("é€😀"), frame(None, token_cost=0))),
        Case((), frames(reference(token_cost=7))),
        Case((_COST.format(0),), frames(frame("abcd", token_cost=2))),
        Case((_COST.format(1),), frames(frame("abcd"), frame("é€😀", token_cost=1))),
        Case((_COST.format(0),), frames(frame(None, token_cost=1))),
        Case((_COST.format(0),), frames(frame("abcde", token_cost=1))),
    ),
    "reference-costs-nothing": (
        Case((), frames(reference(token_cost=0), frame("abcd"))),
        Case((_COST.format(1),), frames(frame("abcd"), reference(token_cost=1))),
    ),
    "digest-is-content": (
        Case((), frames(frame("é", content_digest=digest("é")), frame("a"))),
        Case((), frames(reference(content_digest=digest("x")))),
        Case((_DIGEST,), frames(frame("a", content_digest=digest("a\n")))),
    ),
    "no-reference-frames": (
        Case((), frames(frame("a"), frame("a", representation="compact"), frame("a", representation="other"))),
        Case(("/result/frames/0/representation",), frames(reference())),
    ),
    "scope-needs-egress": (
        Case((), ack({"egress": False, "egress_scopes": ["local-only"]})),
        Case((), ack({"egress": True, "egress_scopes": ["third-party-index", "acme:cloud"]})),
        Case(
            ("/provider/data_flow/egress_scopes/1", "/provider/data_flow/egress_scopes/2"),
            ack({"egress": False, "egress_scopes": ["local-only", "org-tenant", "acme:cloud"]}),
        ),
    ),
    "compact-needs-resolve": (
        Case((), ack(representations=["full"])),
        Case((), ack(representations=["full", "compact", "reference"], resolve=True)),
        Case(("/capabilities/representations",), ack(representations=["full", "compact"])),
        Case(("/capabilities/representations",), ack(representations=["reference"], resolve=False)),
    ),
    "verify-needs-digests": (
        Case((), verify(identity("a", "etag:1"))),
        Case(("/request/frames/1",), verify(identity("a", "etag:1"), identity("b"))),
    ),
    "replacement-needs-stale": (
        Case((), verified(verdict("a", "stale", replacement_digest=digest("x")), verdict("b", "valid"))),
        Case(
            ("/response/verdicts/0/replacement_digest",),
            verified(verdict("a", "gone", replacement_digest=digest("x"))),
        ),
    ),
    "id-needs-correlation": (
        Case((), query("q1"), ack(correlation=True)),
        Case((), query(), ack(correlation=False)),
        Case(("/id",), query("q1"), ack(correlation=False)),
        Case(("/id",), query("q1"), ack()),
    ),
    "embedding-needs-fingerprint": (
        Case((), query(embedding=_VECTOR), ack(embeddings_fingerprint="m/2")),
        Case((), query(), ack()),
        Case(("/query/embedding",), query(embedding=_VECTOR), ack()),
    ),
    "embedding-has-declared-length": (
        Case((), query(embedding=_VECTOR), ack(embeddings_fingerprint="m/2/l2")),
        Case((), query(embedding=_VECTOR), ack()),
        Case(("/query/embedding",), query(embedding=_VECTOR), ack(embeddings_fingerprint="m/3")),
        Case(("/query/embedding",), query(embedding=[]), ack(embeddings_fingerprint="m")),
    ),
    "preference-was-offered": (
        Case((), query(representation_preferences=["full"]), ack()),
        Case((), query(representation_preferences=["compact"]), ack(representations=["full", "compact"])),
        Case(("/query/representation_preferences/1",), query(representation_preferences=["full", "compact"]), ack()),
        Case(
            ("/query/representation_preferences/0",),
            query(representation_preferences=["full"]),
            ack(representations=["compact"]),
        ),
    ),
    "family-matches": (
        Case((), request=handshake("contextgraph/1.0-draft"), reply=ack(version="contextgraph/1.7")),
        Case(
            ("/protocol_version",), request=handshake("contextgraph/1.0-draft"), reply=ack(version="contextgraph/10.0")
        ),
    ),
    "id-is-echoed": (
        Case((), ack=ack(correlation=True), request=query("q1"), reply=frames(id="q1")),
        Case((), ack=ack(correlation=False), request=query("q1"), reply=frames()),
        Case(("/id",), ack=ack(correlation=True), request=query("q1"), reply=frames()),
        Case(("/id",), ack=ack(correlation=True), request=query("q1"), reply=error()),
    ),
    "id-is-verbatim": (
        Case((), request=query("q1"), reply=error(id="q1")),
        Case(("/id",), request=query("q1"), reply=frames(id="Q1")),
        Case(("/id",), request=query("q1"), reply=error(id="q1 ")),
    ),
    "id-was-asked-for": (
        Case((), request=query(), reply=frames()),
        Case(("/id",), request=query(), reply=frames(id="q1")),
        Case(("/id",), request=query(), reply=error(id="q1")),
    ),
    "budget-is-kept": (
        Case((), request=query(), reply=frames(frame("x" * 16), frame("x" * 20))),
        Case(("/result/frames",), request=query(), reply=frames(frame("x" * 17), frame("x" * 20))),
    ),
    "frame-count-is-kept": (
        Case((), request=query(), reply=frames(frame(), frame())),
        Case(("/result/frames",), request=query(), reply=frames(frame(), frame(), frame())),
        Case(("/result/frames",), request=query(max_frames=0), reply=frames(frame())),
    ),
    "kind-was-asked-for": (
        Case((), request=query(), reply=frames(frame(), frame(kind="fact"))),
        Case((), request=query(kinds=["doc", "fact"]), reply=frames(frame(), frame(kind="fact"))),
        Case(("/result/frames/1/kind",), request=query(kinds=["doc"]), reply=frames(frame(), frame(kind="fact"))),
    ),
    "representation-was-offered": (
        Case((), ack=ack(representations=["compact"]), request=query(), reply=frames(frame(representation="compact"))),
        Case((), ack=ack(), request=query(), reply=frames(frame())),
        Case(
            ("/result/frames/1/representation",),
            ack=ack(),
            request=query(),
            reply=frames(frame(), frame(representation="compact")),
        ),
    ),
    "wrong-length-is-refused": (
        Case((), ack=ack(embeddings_fingerprint="m/2"), request=query(embedding=_VECTOR), reply=frames()),
        Case((), ack=ack(), request=query(embedding=_VECTOR), reply=frames()),
        Case(("",), ack=ack(embeddings_fingerprint="m/3"), request=query(embedding=_VECTOR), reply=frames()),
    ),
    "wrong-length-is-a-bad-request": (
        Case(
            (), ack=ack(embeddings_fingerprint="m/3"), request=query(embedding=_VECTOR), reply=error(code="bad_request")
        ),
        Case((), ack=ack(embeddings_fingerprint="m/2"), request=query(embedding=_VECTOR), reply=error()),
        Case(("/code",), ack=ack(embeddings_fingerprint="m/3"), request=query(embedding=_VECTOR), reply=error()),
        Case(
            ("/code",),
            ack=ack(embeddings_fingerprint="m/3"),
            request=query(embedding=_VECTOR),
            reply=error(code="internal"),
        ),
    ),
    "verdict-was-asked-for": (
        Case(
            (),
            request=verify(identity("a", "x"), identity("b")),
            reply=verified(verdict("b"), verdict("a", "gone", "x")),
        ),
        Case(("/response/verdicts/0/frame",), request=verify(identity("a", "x")), reply=verified(verdict("a"))),
        Case(
            ("/response/verdicts/1/frame",),
            request=verify(identity("a", "x")),
            reply=verified(verdict("a", content_digest="x"), verdict("b", content_digest="x")),
        ),
    ),
}
