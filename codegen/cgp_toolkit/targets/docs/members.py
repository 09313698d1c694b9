"""The members of an object, each with a heading of its own to link to."""

from __future__ import annotations

import json
from collections.abc import Iterator

from cgp_toolkit.binding.expected import expected
from cgp_toolkit.explain import Kind
from cgp_toolkit.model import Envelope, Member, Omit, OnNull, Presence, Record, Scalar, Vocabulary
from cgp_toolkit.targets.docs.book import Book
from cgp_toolkit.targets.docs.markdown import blocks, code, heading, link, sentence

HABITS = (
    "A required member is always written and never null. An optional one that is null reads as absent, and one that is "
    "absent is left out. Where it is otherwise, the member says so."
)


def members(book: Book, owner: Envelope | Record, level: int = 3) -> str:
    """All of them, in the order of the wire; what holds of most of them is said once."""
    return blocks(HABITS, *(_member(book, owner, member, level) for member in owner.members))


def _member(book: Book, owner: Envelope | Record, member: Member, level: int) -> str:
    name = f"{owner.name}.{member.name}"
    habits = list(_habits(book, owner, member))
    return blocks(
        heading(level, code(member.name), name),
        "{.signature}\n" + " · ".join(_signature(book, member)),
        sentence(member.doc, book.atlas.find),
        "{.fine}\n" + " ".join(habits) if habits else "",
    )


def _signature(book: Book, member: Member) -> Iterator[str]:
    type_ = book.model.type_of(member)
    kind = link(code(member.type), book.atlas.types[member.type])
    words = (
        expected(type_) if isinstance(type_, Scalar) else "vocabulary" if isinstance(type_, Vocabulary) else "object"
    )
    yield f"list of {kind}" if member.many else kind
    yield words
    yield presence(member)


def presence(member: Member) -> str:
    """Whether a member must be there, in a word or two."""
    if member.read is Presence.REQUIRED:
        return "**required**"
    return "**required of authors**" if member.author is Presence.REQUIRED else "optional"


def _habits(book: Book, owner: Envelope | Record, member: Member) -> Iterator[str]:
    if member.has_default:
        yield f"Reads as {_value(book, member)} when missing."
    elif member.optional and member.author is Presence.REQUIRED:
        yield "Readers do without it; authors owe it."
    if member.optional and member.on_null is OnNull.ERROR:
        yield "Null is an error."
    written = {
        Omit.NEVER: "Always written." if member.optional else "",
        Omit.ABSENT: "",
        Omit.EMPTY: "Left out when empty.",
        Omit.DEFAULT: "Left out when it says what its absence says.",
    }[member.omit]
    if written:
        yield written
    if member.set_by is not None:
        yield f"Chosen by the {member.set_by}."
    rules = [rule.name for rule in book.model.rules.values() if _looks_at(book, rule.name, owner, member)]
    if rules:
        yield f"Checked by {book.atlas.cited(Kind.RULE, rules)}."
    if member.requirements:
        yield f"Serves {book.atlas.cited(Kind.REQUIREMENT, member.requirements)}."
    if member.decisions:
        yield f"See {book.atlas.cited(Kind.DECISION, member.decisions)}."
    if (member.since, member.stability) != (owner.since, owner.stability):
        yield f"Since {code(member.since)}, {member.stability}."


def _value(book: Book, member: Member) -> str:
    text = code(json.dumps(member.default, ensure_ascii=False))
    place = book.atlas.place(Kind.VALUE, f"{member.type}.{member.default}")
    listed = isinstance(book.model.type_of(member), Vocabulary) and isinstance(member.default, str)
    return link(text, place) if listed else text


def _looks_at(book: Book, name: str, owner: Envelope | Record, member: Member) -> bool:
    """Whether a rule is about this very member of its owner."""
    rule = book.model.rules[name]
    subjects = {subject.on or subject.reply for subject in rule.subjects}
    if owner.name not in subjects:
        return False
    if rule.each is not None:
        return rule.each.items.text.split(".")[-1] == member.name
    return rule.at.split("/")[1:2] == [member.name]
