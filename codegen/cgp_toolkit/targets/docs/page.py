"""A page: where it stands, what it is called, what it says; and how pages become files."""

from __future__ import annotations

import json
import posixpath
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from cgp_toolkit.model import Model
from cgp_toolkit.targets.docs.markdown import MARK, blocks, fence, heading
from cgp_toolkit.targets.stamp import commented

_LINK = re.compile(rf"\({MARK}([^()\s#]*)(#[^()\s]*)?\)")


@dataclass(frozen=True, slots=True)
class Page:
    """One page.

    ``path`` is relative to the root of the documentation, ``title`` a text, ``anchor`` the name of the whole page.
    ``body`` is Markdown below the title.  ``inside`` are the pages below it, by the caption that they stand under.
    ``shown`` is the title as Markdown, where that is more than its text.
    """

    path: str
    title: str
    anchor: str
    summary: str
    body: str
    shown: str
    inside: tuple[tuple[str, tuple[str, ...]], ...] = ()

    def file(self, model: Model) -> str:
        """The file: front matter with the stamp, the title, the body, and which pages stand below this one."""
        description = " ".join(self.summary.split())
        front = (
            f"---\n{commented(model, 'docs', '#')}title: {json.dumps(self.title)}\n"
            f"myst:\n  html_meta:\n    description: {json.dumps(description)}\n---"
        )
        trees = (_tree(caption, paths, self.path) for caption, paths in self.inside)
        text = blocks(heading(1, self.shown, self.anchor), self.body, *trees)
        return f"{front}\n\n{relative(text, self.path)}\n"


def _tree(caption: str, paths: Sequence[str], start: str) -> str:
    folder = posixpath.dirname(start)
    options = [":hidden:", ":titlesonly:", *([f":caption: {caption}"] if caption else [])]
    names = [posixpath.relpath(path, folder or ".").removesuffix(".md") for path in paths]
    return fence("\n".join([*options, "", *names]), "{toctree}")


@lru_cache(maxsize=8192)
def _from(folder: str, page: str) -> str:
    return posixpath.relpath(page, folder)


@lru_cache(maxsize=128)
def relative(text: str, path: str) -> str:
    """``text`` with its links as they lead from ``path``."""
    folder = posixpath.dirname(path) or "."

    def target(match: re.Match[str]) -> str:
        page, place = match[1], match[2] or ""
        if "://" in page:
            return f"({page}{place})"
        if page == path:
            return f"({place or posixpath.basename(path)})"
        return f"({_from(folder, page)}{place})"

    return _LINK.sub(target, text)
