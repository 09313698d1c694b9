"""What this documentation needs of Sphinx: anchors that are exactly what a page says, and the toolkit's changelog."""

from __future__ import annotations

import re
from pathlib import Path

from docutils import nodes
from docutils.parsers.rst import Directive
from sphinx.application import Sphinx
from sphinx.transforms import SphinxTransform
from sphinx.util.typing import ExtensionMetadata

_ANCHOR = re.compile(r'<a id="([^"]*)">')


class ExactAnchors(SphinxTransform):
    """Give a section the name that stands in its heading, letter for letter, and let links find all such names."""

    # Before MyST looks for the targets of links within a page.
    default_priority = 870

    def apply(self) -> None:
        slugs = getattr(self.document, "myst_slugs", {})
        self.document.myst_slugs = self.env.metadata[self.env.docname]["myst_slugs"] = slugs
        for raw in list(self.document.findall(nodes.raw)):
            match = _ANCHOR.search(raw.astext())
            if match is None:
                continue
            name = nodes.unescape(match[1]) if "&" in match[1] else match[1]
            slugs[name] = (1, name, name)
            title = raw.parent
            if isinstance(title, nodes.title) and isinstance(title.parent, nodes.section):
                self._name(title, raw, name)

    def _name(self, title: nodes.title, raw: nodes.raw, name: str) -> None:
        section = title.parent
        end = raw.next_node(nodes.raw, descend=False, siblings=True)
        section["ids"] = [name]
        title.remove(raw)
        if end is not None and end.parent is title and end.astext() == "</a>":
            title.remove(end)


class ToolkitChangelog(Directive):
    """The changelog of the toolkit, where the documentation is built beside it."""

    def run(self) -> list[nodes.Node]:
        env = self.state.document.settings.env
        file = Path(env.srcdir) / env.config.toolkit_changelog
        if not file.is_file():
            return []
        env.note_dependency(str(file))
        section = nodes.section(ids=["toolkit"], names=["toolkit"])
        section += nodes.title("", "The toolkit")
        for line in file.read_text(encoding="utf-8").splitlines():
            _append(section, line)
        return [section]


def _append(section: nodes.section, line: str) -> None:
    """One line of the changelog: a heading, an item, the rest of one, or a paragraph; nothing in it is markup."""
    text = line.strip().replace("`", "").replace("**", "")
    last = section[-1]
    if not text or text.startswith("# "):
        section += nodes.comment()
    elif text.startswith("#"):
        section += nodes.rubric("", text.lstrip("# "))
    elif text.startswith("- "):
        if not isinstance(last, nodes.bullet_list):
            section += nodes.bullet_list()
        section[-1] += nodes.list_item("", nodes.paragraph("", text[2:]))
    elif isinstance(last, nodes.bullet_list):
        paragraph = last[-1][0]
        paragraph += nodes.Text(" " + text)
    elif isinstance(last, nodes.paragraph):
        last += nodes.Text(" " + text)
    else:
        section += nodes.paragraph("", text)


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register both."""
    app.add_config_value("toolkit_changelog", "../../CHANGELOG.md", "env", str)
    app.add_transform(ExactAnchors)
    app.add_directive("toolkit-changelog", ToolkitChangelog)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
