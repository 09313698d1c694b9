"""What this documentation needs of Sphinx: anchors that are exactly what a page says, and the toolkit's changelog."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

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
        slugs = vars(self.document).setdefault("myst_slugs", {})
        self.env.metadata[self.env.docname]["myst_slugs"] = slugs
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
        return [
            node for part in re.split(r"\n\s*\n", file.read_text(encoding="utf-8")) for node in _block(part.strip())
        ]


def _block(text: str) -> list[nodes.Node]:
    """A heading, a list or a paragraph of the changelog; nothing in it is markup."""
    text = text.replace("`", "").replace("**", "")
    heading, _, rest = text.partition("\n")
    if heading.startswith("#"):
        above = [] if heading.startswith("# ") else [nodes.rubric("", heading.lstrip("# "))]
        return [*above, *(_block(rest) if rest.strip() else [])]
    if heading.startswith("- "):
        items = (" ".join(item.split()) for item in re.split(r"^- ", text, flags=re.MULTILINE) if item.strip())
        return [nodes.bullet_list("", *(nodes.list_item("", nodes.paragraph("", item)) for item in items))]
    return [nodes.paragraph("", " ".join(text.split()))] if text else []


def _level_captions(app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: nodes.document) -> None:
    """Say of which level the headings of the navigation are; the theme leaves it open."""
    tree = str(context.get("furo_navigation_tree", ""))
    context["furo_navigation_tree"] = tree.replace('role="heading"', 'role="heading" aria-level="2"')


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register all of it."""
    app.add_config_value("toolkit_changelog", "../../CHANGELOG.md", "env", str)
    app.add_transform(ExactAnchors)
    app.add_directive("toolkit-changelog", ToolkitChangelog)
    # After the theme has made the navigation.
    app.connect("html-page-context", _level_captions, priority=900)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
