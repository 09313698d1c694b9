"""What the benchmarks measure with: messages as real ones are, and a long session file."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path

from cgp_wire import ndjson
from cgp_wire.tokens import budget_tokens
from cgp_wire.types import (
    ContextFrame,
    ContextQuery,
    ContextQueryResult,
    Envelope,
    Frames,
    Provenance,
    Query,
    Relation,
)

_SOURCE = """\
pub fn retry<T>(policy: &RetryPolicy, mut attempt: impl FnMut() -> Result<T, Error>) -> Result<T, Error> {
    let mut delay = policy.backoff_ms;
    for turn in 1..=policy.max_attempts {
        match attempt() {
            Ok(value) => return Ok(value),
            Err(error) if turn == policy.max_attempts => return Err(error.context("gave up")),
            // The delay doubles; see "Retry policy" in docs/retry.md.
            Err(_) => { sleep(Duration::from_millis(delay)); delay *= 2; }
        }
    }
    unreachable!("max_attempts is at least 1")
}

"""
"""Source code, as most content is: lines, indentation, quotes now and then."""


def small() -> Query:
    """The seed's realistic query, compact."""
    return Query(
        id="q1",
        query=ContextQuery(
            goal="why does the retry loop give up",
            query_text="retry loop",
            kinds=("snippet",),
            anchors=("file:///repo/src/net.rs",),
            max_frames=8,
            max_tokens=2000,
            as_of="2026-07-01T00:00:00Z",
        ),
    )


def reply(count: int, content_bytes: int) -> Frames:
    """A reply of ``count`` frames with so many bytes of content each."""
    frames = tuple(_frame(index, content_bytes) for index in range(count))
    return Frames(id="q1", result=ContextQueryResult(frames=frames, truncated=False))


def _frame(index: int, content_bytes: int) -> ContextFrame:
    start = 97 * index % len(_SOURCE)
    content = (_SOURCE * (content_bytes // len(_SOURCE) + 2))[start : start + content_bytes]
    digest = "sha256:" + hashlib.sha256(content.encode()).hexdigest()
    uri = f"file:///repo/src/retry_{index}.rs"
    return ContextFrame(
        id=f"repo:retry_{index}",
        kind="snippet",
        title=f"retry_{index}.rs, the loop",
        content=content,
        content_digest=digest,
        uri=uri,
        score=round(0.99 - index / 100, 2),
        token_cost=budget_tokens(content),
        recorded_at=f"2026-07-20T18:{index % 60:02}:00Z",
        provenance=(Provenance(type="file", uri=uri, range="L1-40", digest=digest, method="file-read", by="repo"),),
        citation_label=f"retry_{index}.rs L1-40",
        relations=(Relation(rel="code.calls", target_uri="file:///repo/src/time.rs", display_name="sleep"),),
    )


def session(lines: int) -> Iterator[bytes]:
    """``lines`` lines of a session: queries and replies of one to three frames in turn."""
    messages: list[Envelope] = [small(), reply(1, 1200), small(), reply(3, 1200)]
    encoded = [ndjson.encode(message) for message in messages]
    return (encoded[number % len(encoded)] for number in range(lines))


def write_session(path: Path, lines: int) -> int:
    """Write a session file; its size in bytes."""
    with path.open("wb") as file:
        file.writelines(session(lines))
    return path.stat().st_size
