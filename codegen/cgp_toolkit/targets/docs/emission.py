"""The target ``docs``: reference documentation as Markdown for Sphinx, and all of it in one file for programs.

What pages tell of other outputs (how many vectors show a requirement, the schema of a type, what the Python package
offers) is read from what those targets give; without them it is left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import files as resources

import jinja2

from cgp_toolkit.model import Model
from cgp_toolkit.targets.base import Files, Others
from cgp_toolkit.targets.docs import atlas as places
from cgp_toolkit.targets.docs import edition
from cgp_toolkit.targets.docs.book import Book
from cgp_toolkit.targets.docs.page import Page
from cgp_toolkit.targets.docs.pages import (
    bindings,
    envelopes,
    knowledge,
    lifecycle,
    start,
    types,
    uses,
    versioning,
    vocabularies,
)
from cgp_toolkit.targets.stamp import commented, stamp

_SITE = ("_extensions/reference.py", "_static/reference.css", "_static/reference.js")
_TREES = (
    ("Messages", (places.ENVELOPES, places.TYPES, places.VOCABULARIES)),
    ("Behaviour", (places.LIFECYCLE, places.VERSIONING, places.ERRORS, places.RULES, places.BINDINGS)),
    ("Reasons", (places.REQUIREMENTS, places.DECISIONS)),
    ("Outputs", (places.SCHEMAS, places.PYTHON, places.CHANGES)),
)


def pages(book: Book) -> Iterator[Page]:
    """Every page, in reading order."""
    yield start.page(book, _TREES)
    yield from envelopes.pages(book)
    yield from types.pages(book)
    yield from vocabularies.pages(book)
    yield lifecycle.page(book)
    yield versioning.page(book)
    yield knowledge.errors(book)
    yield knowledge.rules(book)
    yield bindings.page(book)
    yield knowledge.requirements(book)
    yield knowledge.decisions(book)
    yield uses.schemas(book)
    yield uses.python(book)
    yield uses.changes(book)


def compose(model: Model, others: Others) -> Files:
    """A Markdown file a page, what Sphinx needs to build them, ``llms.txt`` and the single-file edition."""
    made = tuple(pages(Book(model, others)))
    return {
        **{page.path: page.file(model) for page in made},
        "_extra/llms.txt": edition.index(model, made),
        f"_extra/{edition.FILE}": edition.single(model, made),
        "conf.py": _configuration(model),
        **{path: _site(model, path) for path in _SITE},
    }


def emit(model: Model) -> Files:
    """The same without what other targets would tell."""
    return compose(model, {})


def _configuration(model: Model) -> str:
    template = resources(__package__).joinpath("templates/conf.py.jinja2").read_text(encoding="utf-8")
    # Everything from the model is a Python literal there.
    environment = jinja2.Environment(undefined=jinja2.StrictUndefined, keep_trailing_newline=True, autoescape=False)
    return environment.from_string(template).render(
        stamp=commented(model, "docs", "#"),
        title=repr(model.protocol.title),
        revision=repr(model.protocol.revision),
    )


def _site(model: Model, path: str) -> str:
    text = resources(__package__).joinpath("site", path.rsplit("/", 1)[-1]).read_text(encoding="utf-8")
    if path.endswith(".py"):
        return commented(model, "docs", "#") + text
    return f"/* {stamp(model, 'docs')} */\n{text}"
