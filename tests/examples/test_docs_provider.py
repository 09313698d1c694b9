"""The example: a folder of Markdown files as context, over stdio and over HTTP, held to every rule there is."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

import pytest

from cgp_wire import ContextFrame, ContextQuery, Frames, Query, VerifyRequest
from cgp_wire import types as t
from cgp_wire.host import Host, ProviderError, Report, connect_http, connect_stdio
from cgp_wire.rules import check, check_exchange
from tests.generated.python.servers import process

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples" / "docs_provider.py"
RETRY = """\
Before any heading.

# Retry policy

The retry loop gives up after five attempts — ça suffit.

```python
# No heading
retry(5)
```

## Backoff

The delay doubles.
"""
INSTALL = "# Install\r\n\r\nRun the installer.\r\n"
THEN = 1_700_000_000
LATER = 1_800_000_000


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two documents, one older than the other, and what is none."""
    docs = tmp_path / "docs"
    (docs / "more").mkdir(parents=True)
    (docs / "retry.md").write_bytes(RETRY.encode())
    (docs / "more" / "install.md").write_bytes(INSTALL.encode())
    (docs / "broken.md").write_bytes(b"# \xff\n")
    (docs / "two\nlines.md").write_text("# Retry twice\n")
    (docs / "notes.txt").write_text("# Retry retry retry\n")
    (tmp_path / "secret.md").write_text("# Retry outside\n")
    (docs / "link.md").symlink_to(tmp_path / "secret.md")
    os.utime(docs / "retry.md", (THEN, THEN))
    os.utime(docs / "more" / "install.md", (LATER, LATER))
    return docs


Transport = Literal["stdio", "http"]


@pytest.fixture(params=["stdio", "http"])
def host(request: pytest.FixtureRequest, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Host]:
    """A host of the example; any report fails the test."""
    reports: list[Report] = []
    if request.param == "stdio":
        with connect_stdio([sys.executable, str(EXAMPLE), str(folder)], on_report=reports.append) as connected:
            yield connected
    else:
        monkeypatch.setenv("DOCS_FOLDER", str(folder))
        server = ["uvicorn", "--factory", "examples.docs_provider:app"]
        with (
            process(lambda port: [*server, "--port", str(port)]) as url,
            connect_http(url, on_report=reports.append) as connected,
        ):
            yield connected
    assert reports == []


def query(goal: str, *, frames: int = 20, tokens: int = 5000, **more: object) -> ContextQuery:
    """A query with room for everything, unless it says otherwise."""
    return ContextQuery(goal=goal, max_frames=frames, max_tokens=tokens, **more)  # type: ignore[arg-type]


def ids(frames: tuple[ContextFrame, ...]) -> list[str]:
    """The ids of frames, in their order."""
    return [frame.id for frame in frames]


def test_the_most_relevant_sections_come_first_and_are_what_the_file_says(host: Host, folder: Path) -> None:
    result = host.query(query("why does the retry loop give up"))
    assert ids(result.frames) == ["retry.md#retry-policy"]
    (frame,) = result.frames
    assert frame.content == "".join(RETRY.splitlines(keepends=True)[2:11])
    assert frame.title == "Retry policy"
    assert frame.uri == (folder / "retry.md").as_uri()
    (origin,) = frame.provenance
    assert (origin.type, origin.range) == ("file", "L3-11")
    digest = "sha256:" + hashlib.sha256(frame.content.encode()).hexdigest()
    assert origin.digest == frame.content_digest == digest
    assert frame.token_cost == -(-len(frame.content.encode()) // 4)
    assert (frame.valid_from, frame.citation_label) == ("2023-11-14T22:13:20Z", "retry.md L3-11")
    assert not result.truncated


def test_every_reply_keeps_every_rule_even_the_costly_ones(host: Host) -> None:
    for goal in ("retry", "install", "nothing that is there"):
        for frames, tokens in ((20, 5000), (1, 5000), (20, 1), (20, 20), (0, 0)):
            asked = query(goal, frames=frames, tokens=tokens)
            reply = Frames(result=host.query(asked))
            assert check(reply, thorough=True) == ()
            assert check_exchange(Query(query=asked), reply, ack=host.handshake()) == ()
            left = len(reply.result.frames) < len(host.query(query(goal)).frames)
            assert reply.result.truncated is left


def test_line_ends_of_files_are_left_alone(host: Host) -> None:
    (frame,) = host.query(query("installer")).frames
    assert (frame.content, frame.provenance[0].range) == (INSTALL, "L1-3")


def test_kinds_that_are_not_served_are_refused(host: Host) -> None:
    assert host.query(query("retry", kinds=("snippet", "doc"))).frames
    with pytest.raises(ProviderError) as caught:
        host.query(query("retry", kinds=("snippet",)))
    assert caught.value.code == "unsupported_kind"


def test_what_was_written_later_is_not_served_for_an_earlier_instant(host: Host) -> None:
    everything = "zzz"
    assert len(host.query(query(everything)).frames) == 4
    assert host.query(query(everything, as_of="2023-11-14T22:13:19.999Z")).frames == ()
    for instant in ("2023-11-14T22:13:20Z", "2023-11-14T22:13:20.0001Z", "2024-12-31T23:59:60Z"):
        assert len(host.query(query(everything, as_of=instant)).frames) == 3


def test_a_document_in_focus_comes_first(host: Host, folder: Path) -> None:
    anchor = (folder / "more" / "install.md").as_uri()
    found = host.query(query("retry", anchors=(anchor,))).frames
    assert ids(found)[0] == "more/install.md#install"
    assert ids(host.query(query("retry")).frames)[0] != "more/install.md#install"


def test_frames_are_verified_by_their_digests(host: Host, folder: Path) -> None:
    frame = host.query(query("backoff delay")).frames[0]

    def held(id: str, digest: str | None) -> t.FrameId:  # noqa: A002
        return t.FrameId(provider_id="docs", frame_id=id, content_digest=digest)

    def statuses(*identities: t.FrameId) -> list[str]:
        verdicts = host.verify(VerifyRequest(frames=identities)).verdicts
        assert tuple(v.frame for v in verdicts) == identities
        return [v.status for v in verdicts]

    mutated = held(frame.id, f"{frame.content_digest}-mutated")
    asked = [held(frame.id, frame.content_digest), mutated, held("odd", "x"), held("gone.md#it", "x")]
    assert statuses(*asked) == ["valid", "stale", "unknown", "gone"]
    text = RETRY.replace("doubles", "triples")
    (folder / "retry.md").write_text(text)
    stale = host.verify(VerifyRequest(frames=(held(frame.id, frame.content_digest),))).verdicts[0]
    assert stale.status == "stale"
    now = host.query(query("backoff delay")).frames[0]
    assert stale.replacement_digest == now.content_digest != frame.content_digest
    assert now.content is not None
    assert "triples" in now.content
    (folder / "retry.md").unlink()
    assert statuses(held(frame.id, frame.content_digest)) == ["gone"]


def test_what_is_no_folder_is_refused_in_words(tmp_path: Path) -> None:
    for arguments, words in (([str(tmp_path / "none")], "is no folder"), ([], "usage")):
        done = subprocess.run([sys.executable, str(EXAMPLE), *arguments], capture_output=True, text=True, check=False)
        assert done.returncode == 1
        assert words in done.stderr
        assert "Traceback" not in done.stderr


def test_an_empty_folder_has_nothing_to_say(folder: Path) -> None:
    shutil.rmtree(folder)
    folder.mkdir()
    with connect_stdio([sys.executable, str(EXAMPLE), str(folder)]) as host:
        result = host.query(query("anything"))
    assert (result.frames, result.truncated) == ((), False)
