"""Versions: the grammar, as ABNF and as railroad diagrams, and which versions fit together."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain

from cgp_toolkit.explain import Kind
from cgp_toolkit.model import Envelope, Json, Record
from cgp_toolkit.targets.docs.atlas import VERSIONING
from cgp_toolkit.targets.docs.book import Book
from cgp_toolkit.targets.docs.drawings.railroad import diagrams
from cgp_toolkit.targets.docs.markdown import anchor, blocks, code, fence, link, prose, table
from cgp_toolkit.targets.docs.page import Page
from cgp_toolkit.targets.docs.shared import requirements, section


def page(book: Book) -> Page:
    """The page."""
    version = book.model.protocol.version
    codes = book.vocabulary_of_codes()
    mismatch = link(code(version.mismatch_code), book.atlas.place(Kind.VALUE, f"{codes}.{version.mismatch_code}"))
    drawn = (
        f"<figure>\n{drawing}\n<figcaption>{name}</figcaption>\n</figure>" for name, drawing in diagrams(version.abnf)
    )
    return Page(
        VERSIONING,
        "Versioning",
        "versioning",
        "How versions are written, and which of them fit together.",
        blocks(
            prose(book.text("versioning"), book.atlas.find),
            blocks(
                f"## {anchor('grammar')}Grammar",
                fence(version.abnf, "abnf"),
                *drawn,
                f"Literals are read case-sensitively. As a regular expression, which has to match the whole text: "
                f"{code(version.pattern)}. On the wire a version is a {book.atlas.cited(Kind.TYPE, [version.scalar])}.",
            ),
            section(
                "Families",
                f"The family of a version is its text before the first {code(version.family_until)}. Two versions "
                f"interoperate if and only if their families are equal. A foreign family is answered with {mismatch}.",
                table(("A version of the examples", "Family", "With this revision"), _pairs(book)),
            ),
            section("Requirements", requirements(book, version.requirements)),
        ),
        "Versioning",
    )


def _pairs(book: Book) -> Iterator[tuple[str, ...]]:
    protocol = book.model.protocol
    until, ours = protocol.version.family_until, protocol.revision.split(protocol.version.family_until)[0]
    for found in dict.fromkeys([protocol.revision, *_versions(book)]):
        if re.fullmatch(protocol.version.pattern, found):
            family = found.split(until)[0]
            yield code(found), code(family), "interoperates" if family == ours else "does not"
        else:
            yield code(found), "none: it is no version", "does not"


def _versions(book: Book) -> Iterator[str]:
    """Every text of the examples that stands where a version does."""
    model = book.model
    messages: Iterator[dict[str, Json]] = chain(
        (example.message for example in model.examples.values() if example.message is not None),
        (message for session in model.sessions.values() for message in session.messages),
    )
    for message in messages:
        tag = message.get(model.protocol.tag)
        if isinstance(tag, str) and tag in model.envelopes:
            yield from _within(book, model.envelopes[tag], message)


def _within(book: Book, owner: Envelope | Record, value: dict[str, Json]) -> Iterator[str]:
    for member in owner.members:
        held = value.get(member.name)
        if member.type == book.model.protocol.version.scalar and isinstance(held, str):
            yield held
