"""What is made from the model: JSON Schemas, the Python package, what came when."""

from __future__ import annotations

import inspect
import json
import re
from collections.abc import Iterator
from functools import lru_cache

from cgp_toolkit.explain import Kind
from cgp_toolkit.model import Stability
from cgp_toolkit.targets.docs.atlas import CHANGES, PYTHON, SCHEMAS
from cgp_toolkit.targets.docs.book import Book
from cgp_toolkit.targets.docs.markdown import blocks, code, fence, heading, link, plain, prose, table
from cgp_toolkit.targets.docs.page import Page
from cgp_toolkit.targets.docs.python_api import Module, modules
from cgp_toolkit.targets.docs.shared import section
from cgp_toolkit.version import VERSION


def schemas(book: Book) -> Page:
    """The files, and what each is for."""
    rows = []
    for path, text in sorted(book.schemas.items()):
        if path.endswith(".schema.json") and not path.startswith("model/"):
            name = path.rsplit("/", 1)[-1].removesuffix(".schema.json")
            id_ = json.loads(text).get("$id", "")
            place = book.atlas.types.get(name) if "/" in path else None
            rows.append((link(code(path), place), code(str(id_)) if id_ else ""))
    bundles = [row for row in rows if "/" not in row[0].split("`")[1]]
    files = [row for row in rows if row not in bundles]
    return Page(
        SCHEMAS,
        "JSON Schemas",
        "schemas",
        "Which schemas there are, and which of them to use.",
        blocks(
            prose(book.text("schemas"), book.atlas.find),
            section("Bundles", table(("File", "Identifier"), bundles)),
            section("One file a type", table(("File", "Identifier"), files)),
        ),
        "JSON Schemas",
    )


def python(book: Book) -> Page:
    """The modules with what they offer."""
    package = book.model.protocol.packages.get("python")
    names = dict(package.names) if package is not None else {}
    found = tuple(modules(book.python))
    rows = [(link(code(module.name), f"{PYTHON}#{module.name}"), _said(module.doc, 1)) for module in found]
    install = f"pip install {names['distribution']}" if "distribution" in names else ""
    return Page(
        PYTHON,
        "Python",
        "python",
        "The generated Python package: modules, classes, functions.",
        blocks(
            prose(book.text("python"), book.atlas.find),
            fence(install, "text") if install else "",
            table(("Module", "What it is for"), rows),
            *(_module(module) for module in found),
        ),
        "Python",
    )


def _said(doc: str, most: int | None = None) -> str:
    """A docstring's first paragraphs; what Sphinx would link is code here, and examples keep their lines."""
    text = re.sub(r":[a-z:]+:`~?([^`]+)`", r"`\1`", doc)
    parts = [part for part in text.split("\n\n") if part.strip()][:most]
    return blocks(
        *(
            fence(inspect.cleandoc(part), "python") if part.startswith((" ", ">>>")) else prose(part, lambda name: None)
            for part in parts
        )
    )


@lru_cache(maxsize=64)
def _module(module: Module) -> str:
    parts = []
    for item in module.items:
        parts.append(
            blocks(
                heading(3, code(item.name), f"{module.name}.{item.name}"),
                fence(item.signature, "python"),
                _said(item.doc),
                *(blocks(fence(inner.signature, "python"), _said(inner.doc, 1)) for inner in item.items),
            )
        )
    return blocks(heading(2, code(module.name), module.name), _said(module.doc), *parts)


def changes(book: Book) -> Page:
    """What came with which version."""
    brought: dict[str, list[tuple[str, Stability]]] = {}
    for since, text, stability in _history(book):
        brought.setdefault(since, []).append((text, stability))
    parts = []
    for since, found in sorted(brought.items(), reverse=True):
        rows = [
            (stability.value, ", ".join(text for text, its in found if its is stability))
            for stability in Stability
            if any(its is stability for _, its in found)
        ]
        parts.append(section(f"Version {plain(since)}", table(("How settled", "What came"), rows)))
    return Page(
        CHANGES,
        "Changelog",
        "changes",
        "What each version of the protocol brought.",
        blocks(
            prose(book.text("changes"), book.atlas.find),
            *parts,
            heading(2, "The toolkit", "toolkit"),
            f"These pages were made by version {plain(VERSION)} of the toolkit, which has a changelog of its own.",
            "```{toolkit-changelog}\n```",
        ),
        "Changelog",
    )


def _history(book: Book) -> Iterator[tuple[str, str, Stability]]:
    """Envelopes, records, values; of members only those that came later than what they belong to."""
    model, atlas = book.model, book.atlas
    for envelope in model.envelopes.values():
        yield envelope.since, atlas.cited(Kind.ENVELOPE, [envelope.name]), envelope.stability
    for record in model.records():
        yield record.since, atlas.cited(Kind.TYPE, [record.name]), record.stability
    for owner in model.owners():
        for member in owner.members:
            if (member.since, member.stability) != (owner.since, owner.stability):
                yield member.since, atlas.cited(Kind.MEMBER, [f"{owner.name}.{member.name}"]), member.stability
    for words in model.vocabularies():
        if words.like is None:
            for value in words.values:
                yield value.since, atlas.cited(Kind.VALUE, [f"{words.name}.{value.name}"]), value.stability
