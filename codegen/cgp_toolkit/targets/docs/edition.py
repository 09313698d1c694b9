"""The documentation for programs: all of it in one Markdown file, and the list that says where to look."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from cgp_toolkit.model import Model
from cgp_toolkit.targets.docs.markdown import MARK, anchor, blocks, bullets, plain
from cgp_toolkit.targets.docs.page import Page
from cgp_toolkit.targets.docs.shared import SCHEMA_HEAD
from cgp_toolkit.targets.docs.wire import LINE, RPC
from cgp_toolkit.targets.stamp import stamp

FILE = "reference.md"
_LINK = re.compile(rf"\({MARK}([^()\s#]*)(#[^()\s]*)?\)")
_CLASSES = re.compile(r"^\{((?:\.[\w-]+ ?)+)\}\n", re.MULTILINE)
_DRAWING = re.compile(r"<(svg|figure)[ >].*?</\1>\n*", re.DOTALL)
_NAMES = {f".{LINE}": "NDJSON:\n\n", f".{RPC}": "JSON-RPC:\n\n"}


def single(model: Model, pages: Sequence[Page]) -> str:
    """One file; links lead within it, drawings are left out, and what each was drawn from stays."""
    anchors = tuple((page.path, page.anchor) for page in pages)
    contents = bullets(f"[{page.shown}](#{page.anchor})" for page in pages)
    parts = [
        blocks(f"## {anchor(page.anchor)}{page.shown}", _linked(_deeper(_without_files(page.body)), anchors))
        for page in pages
    ]
    text = blocks(
        f"<!-- {stamp(model, 'docs')} -->",
        f"# {plain(model.protocol.title)}",
        plain(model.protocol.doc),
        contents,
        *parts,
    )
    return f"{text}\n"


@lru_cache(maxsize=128)
def _linked(text: str, anchors: tuple[tuple[str, str], ...]) -> str:
    """``text`` with its links as they lead within the file; ``anchors`` are those of whole pages, by their paths."""
    known = dict(anchors)

    def target(match: re.Match[str]) -> str:
        page, place = match[1], match[2] or ""
        return f"({page}{place})" if "://" in page else f"({place or '#' + known[page]})"

    return _LINK.sub(target, text)


def _without_files(body: str) -> str:
    """A page without what programs had better read from its own file."""
    return body.split(SCHEMA_HEAD)[0].rstrip("\n")


@lru_cache(maxsize=128)
def _deeper(body: str) -> str:
    """A page with its headings one level down, without what only a site can show."""
    kept = []
    for fenced, text in _split(body):
        if not fenced:
            text = re.sub(r"^(#{1,5}) ", r"#\1 ", text, flags=re.MULTILINE)
            text = _CLASSES.sub(lambda match: _NAMES.get(match[1], ""), _DRAWING.sub("", text))
        elif text.startswith("```{"):
            continue
        kept.append(text)
    return "".join(kept)


def _split(body: str) -> list[tuple[bool, str]]:
    """The parts of a page: whether each is a block of code, and its text."""
    parts: list[tuple[bool, str]] = []
    end = 0
    for match in re.finditer(r"^(`{3,})[^\n]*\n.*?^\1$\n?", body, re.DOTALL | re.MULTILINE):
        parts += [(False, body[end : match.start()]), (True, match[0])]
        end = match.end()
    return [*parts, (False, body[end:])]


def index(model: Model, pages: Sequence[Page]) -> str:
    """``llms.txt``: the title, what it is, and a link to each page."""
    protocol = model.protocol
    lines = bullets(
        f"[{page.title}]({page.path.removesuffix('.md')}.html): {' '.join(page.summary.split())}" for page in pages
    )
    return (
        blocks(
            f"# {plain(protocol.title)}",
            f"> {plain(protocol.doc)}",
            f"Revision {protocol.revision}. Everything below is also in one file: [{FILE}]({FILE}).",
            "## Pages",
            lines,
            f"<!-- {stamp(model, 'docs')} -->",
        )
        + "\n"
    )
