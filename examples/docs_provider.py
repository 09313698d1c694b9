"""Serves the sections of a folder's Markdown files as context.

python docs_provider.py FOLDER                                    as the child of a host
DOCS_FOLDER=FOLDER uvicorn --factory docs_provider:app            over HTTP
"""

from __future__ import annotations

import hashlib
import os
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

from msgspec import Struct

from cgp_wire import (
    Capabilities,
    ContextFrame,
    ContextQuery,
    ContextQueryResult,
    DataFlow,
    FrameId,
    FrameVerdict,
    Provenance,
    ProviderInfo,
    QueryCapability,
    VerifyRequest,
    VerifyResponse,
)
from cgp_wire.http import Application, application
from cgp_wire.provider import Provider, ProviderError
from cgp_wire.stdio import serve
from cgp_wire.tokens import budget_tokens
from cgp_wire.vocabularies import ErrorCode, FrameKind, VerdictStatus

HEADING = re.compile(r"#{1,6}[ \t]+(?P<title>.*?)[ \t#]*$")
# Lines end as verifiers of ranges count them, with LF alone.
LINE = re.compile(r"[^\n]*\n|[^\n]+")
FENCE = re.compile(r" {0,3}(```|~~~)")
# The title counts more than the text, and a document that is in focus more than any other.
TITLE_WEIGHT, ANCHOR_WEIGHT = 3.0, 0.5


class Section(Struct, frozen=True):
    """Some lines of a file, from one heading to the next; ``content`` is exactly these lines."""

    id: str
    title: str
    content: str
    digest: str
    uri: str
    lines: str
    label: str
    since: datetime


class Docs(Provider):
    """A folder of Markdown files.  They are read again when they have changed."""

    provider = ProviderInfo(
        name="docs",
        version="1.0",
        data_flow=DataFlow(reads=True, writes=False, egress=False, egress_scopes=("local-only",)),
    )
    capabilities = Capabilities(query=QueryCapability(kinds=(FrameKind.DOC,)), correlation=True, verify=True)

    def __init__(self, folder: str | Path) -> None:
        self.folder = Path(folder).resolve()
        if not self.folder.is_dir():
            raise NotADirectoryError(f"{folder} is no folder")
        self._read: dict[Path, tuple[tuple[int, int], tuple[Section, ...]]] = {}

    def query(self, query: ContextQuery) -> ContextQueryResult:
        if query.kinds and FrameKind.DOC not in query.kinds:
            raise ProviderError(ErrorCode.UNSUPPORTED_KIND, "Only documents are served.")
        as_of = instant(query.as_of) if query.as_of is not None else None
        found = [section for section in self.sections() if as_of is None or section.since <= as_of]
        score = relevance(query)
        ranked = sorted(((score(section), section) for section in found), key=lambda pair: -pair[0])
        # What has nothing to do with the query costs the budget of what has.
        ranked = [pair for pair in ranked if pair[0] > 0] or ranked
        frames: list[ContextFrame] = []
        left = query.max_tokens
        for relevant, section in ranked:
            cost = budget_tokens(section.content)
            if len(frames) < query.max_frames and cost <= left:
                frames.append(frame(section, relevant, cost))
                left -= cost
        dropped = len(ranked) - len(frames)
        return ContextQueryResult(frames=tuple(frames), truncated=dropped > 0, dropped_estimate=dropped or None)

    def verify(self, request: VerifyRequest) -> VerifyResponse:
        sections = {section.id: section for section in self.sections()}
        return VerifyResponse(verdicts=tuple(verdict(held, sections.get(held.frame_id)) for held in request.frames))

    def sections(self) -> Iterator[Section]:
        """All sections of all files, by path and line; what is no text, or leads out of the folder, is passed over."""
        for path in sorted(self.folder.rglob("*.md")):
            # Names are shown, so there has to be something to see.
            shown = str(path.relative_to(self.folder)).isprintable()
            if not shown or not path.resolve().is_relative_to(self.folder):
                continue
            try:
                state = path.stat()
                version = state.st_mtime_ns, state.st_size
                if path not in self._read or self._read[path][0] != version:
                    since = datetime.fromtimestamp(state.st_mtime, UTC).replace(microsecond=0)
                    self._read[path] = version, tuple(self._split(path, since))
            except (OSError, UnicodeDecodeError):
                continue
            yield from self._read[path][1]

    def _split(self, path: Path, since: datetime) -> Iterator[Section]:
        name = path.relative_to(self.folder).as_posix()
        seen: Counter[str] = Counter()
        for first, title, lines in headed(LINE.findall(path.read_bytes().decode())):
            content = "".join(lines)
            title = title or path.stem
            slug = re.sub(r"\W+", "-", title.lower()).strip("-")
            seen[slug] += 1
            span = f"L{first}-{first + len(lines) - 1}"
            yield Section(
                id=f"{name}#{slug}" + (f"-{seen[slug]}" if seen[slug] > 1 else ""),
                title=title,
                content=content,
                digest="sha256:" + hashlib.sha256(content.encode()).hexdigest(),
                uri=path.as_uri(),
                lines=span,
                label=f"{name} {span}",
                since=since,
            )


def headed(lines: list[str]) -> Iterator[tuple[int, str, list[str]]]:
    """Number of the first line, title and lines of each section that has any text; headings in code are code."""
    first, title, fenced = 1, "", False
    for number, line in enumerate([*lines, "# end"], start=1):
        fenced ^= FENCE.match(line) is not None
        heading = HEADING.match(line)
        if number <= len(lines) and (fenced or heading is None):
            continue
        part = lines[first - 1 : number - 1]
        if "".join(part).strip():
            yield first, title, part
        first, title = number, heading["title"].strip() if heading is not None else ""


def relevance(query: ContextQuery) -> Callable[[Section], float]:
    """How much a section has to do with a query, from 0 to 1."""
    wanted = words(f"{query.goal} {query.query_text or ''}")
    anchors = {anchor.partition("#")[0] for anchor in query.anchors}

    def score(section: Section) -> float:
        title, text = words(section.title), words(section.content)
        hits = sum(TITLE_WEIGHT if word in title else 1.0 for word in wanted if word in text)
        share = hits / (TITLE_WEIGHT * len(wanted)) if wanted else 0.0
        near = ANCHOR_WEIGHT if section.uri in anchors else 0.0
        return round(near + share * (1 - ANCHOR_WEIGHT), 4)

    return score


def words(text: str) -> set[str]:
    """The words of a text that tell anything."""
    return {word for word in re.findall(r"\w+", text.lower()) if len(word) > 3}


def frame(section: Section, score: float, cost: int) -> ContextFrame:
    """A section, as a host gets it."""
    return ContextFrame(
        id=section.id,
        kind=FrameKind.DOC,
        title=section.title,
        content=section.content,
        content_digest=section.digest,
        uri=section.uri,
        score=score,
        token_cost=cost,
        valid_from=section.since.strftime("%Y-%m-%dT%H:%M:%SZ"),
        provenance=(Provenance(type="file", uri=section.uri, range=section.lines, digest=section.digest),),
        citation_label=section.label,
    )


def verdict(held: FrameId, section: Section | None) -> FrameVerdict:
    """Whether what the host holds is still what the file says."""
    if section is None:
        # An id of our form names a section that was there once.
        gone = ".md#" in held.frame_id
        return FrameVerdict(frame=held, status=VerdictStatus.GONE if gone else VerdictStatus.UNKNOWN)
    if held.content_digest is None:
        return FrameVerdict(frame=held, status=VerdictStatus.UNKNOWN)
    if held.content_digest == section.digest:
        return FrameVerdict(frame=held, status=VerdictStatus.VALID)
    return FrameVerdict(frame=held, status=VerdictStatus.STALE, replacement_digest=section.digest)


def instant(text: str) -> datetime:
    """The instant that ``text`` spells; a leap second counts as the one before it."""
    try:
        return datetime.fromisoformat(text.replace(":60", ":59", 1) if ":59:60" in text else text)
    except ValueError:
        raise ProviderError(ErrorCode.BAD_REQUEST, "as_of is no instant.") from None


def app() -> Application:
    """The provider as an ASGI application; its folder is the environment's ``DOCS_FOLDER``."""
    return application(Docs(os.environ["DOCS_FOLDER"]))


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: python docs_provider.py FOLDER")
    try:
        docs = Docs(sys.argv[1])
    except NotADirectoryError as error:
        sys.exit(str(error))
    serve(docs, concurrency=8)
