"""A page for each vocabulary: its values, and what a value outside of it means."""

from __future__ import annotations

from collections.abc import Iterator

from cgp_toolkit.explain import Kind
from cgp_toolkit.model import JsonScalar, Openness, Vocabulary
from cgp_toolkit.targets.docs.atlas import VOCABULARIES
from cgp_toolkit.targets.docs.book import Book
from cgp_toolkit.targets.docs.markdown import anchor, blocks, code, link, prose, sentence, table
from cgp_toolkit.targets.docs.page import Page
from cgp_toolkit.targets.docs.pages.types import schema
from cgp_toolkit.targets.docs.shared import decisions, requirements, section, used_by

_OPENNESS = {
    Openness.CLOSED: ("closed", "Nobody uses a value that it does not list; a message with another one is refused."),
    Openness.TOLERATED: ("tolerated", "Authors write listed values only; readers keep any other."),
    Openness.OPEN: ("open", "Authors may write any value, and readers keep it."),
    Openness.NAMESPACED: ("open by namespace", "Authors may add values in a form of their own; readers keep any."),
}


def pages(book: Book) -> Iterator[Page]:
    """The list of vocabularies, and a page for each."""
    atlas, known = book.atlas, tuple(book.model.vocabularies())
    rows = [
        (
            atlas.cited(Kind.TYPE, [words.name]),
            _OPENNESS[words.openness][0],
            _unknown(book, words, short=True),
            sentence(words.doc, atlas.find),
        )
        for words in known
    ]
    yield Page(
        VOCABULARIES,
        "Vocabularies",
        "vocabularies",
        f"Every set of words of the {book.model.protocol.title}, and what an unlisted one means.",
        blocks(
            prose(book.text("vocabularies"), atlas.find),
            table(("Vocabulary", "Openness", "An unlisted value", "What it tells"), rows),
        ),
        "Vocabularies",
        (("", tuple(atlas.types[words.name] for words in known)),),
    )
    for words in known:
        yield Page(
            atlas.types[words.name],
            words.name,
            f"type-{words.name}",
            words.doc,
            _body(book, words),
            code(words.name),
        )


def _body(book: Book, words: Vocabulary) -> str:
    atlas = book.atlas
    kind, meaning = _OPENNESS[words.openness]
    more = []
    if words.form is not None:
        more.append(f"New values have the form of {atlas.cited(Kind.TYPE, [words.form])}.")
    if words.like is not None:
        more.append(f"Its values are those of {atlas.cited(Kind.TYPE, [words.like])}.")
    return blocks(
        "{.lead}\n" + sentence(words.doc, atlas.find),
        "{.signature}\n" + f"vocabulary · **{kind}**",
        " ".join([meaning, *more]),
        section("Values", values(book, words)),
        section("A value that is not listed", _unknown(book, words)),
        section("Used by", used_by(book, Kind.TYPE, words.name)),
        section("Requirements", requirements(book, words.requirements)),
        section("Decisions", decisions(book, words.decisions)),
        section("JSON Schema", schema(book, words.name)),
    )


def values(book: Book, words: Vocabulary) -> str:
    """The values with what each means and what is known of it."""
    traits = words.traits
    rows = [
        (
            f"{anchor(f'{words.name}.{value.name}')}{code(value.name)}",
            sentence(value.doc, book.atlas.find),
            *(told(book, value.traits.get(trait.name)) for trait in traits),
            f"{code(value.since)}, {value.stability}",
        )
        for value in words.values
    ]
    heads = [sentence(trait.name.replace("_", " ").capitalize(), lambda name: None) for trait in traits]
    notes = " ".join(
        f"{head}: {sentence(trait.doc, book.atlas.find)}" for head, trait in zip(heads, traits, strict=True)
    )
    return blocks(table(("Value", "Meaning", *heads, "Since"), rows), "{.fine}\n" + notes if notes else "")


def told(book: Book, value: JsonScalar) -> str:
    """What a trait of a value is."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "" if value is None else sentence(str(value), book.atlas.find)


def _unknown(book: Book, words: Vocabulary, *, short: bool = False) -> str:
    """What a receiver makes of a value outside of the list."""
    if words.openness is Openness.CLOSED:
        return "is refused" if short else "Readers refuse the message."
    reads = words.unknown_reads_as
    if reads is not None:
        value = link(code(reads), book.atlas.place(Kind.VALUE, f"{words.name}.{reads}"))
        if short:
            return f"reads as {value}"
        text = f"It reads as {value}."
    else:
        if short:
            return "is kept as it is"
        text = ""
    traits = [
        f"{sentence(trait.name.replace('_', ' '), lambda name: None)}: {told(book, trait.unknown)}"
        for trait in words.traits
        if reads is None and trait.unknown is not None
    ]
    return " ".join(
        part
        for part in (text, sentence(words.unknown_doc, book.atlas.find), f"({'; '.join(traits)})" if traits else "")
        if part
    )
