"""The first page: what the protocol is, one session line by line, and the way on."""

from __future__ import annotations

from cgp_toolkit.explain import Kind
from cgp_toolkit.targets.docs import atlas as places
from cgp_toolkit.targets.docs import wire
from cgp_toolkit.targets.docs.book import Book
from cgp_toolkit.targets.docs.drawings.sequence import sequence
from cgp_toolkit.targets.docs.markdown import blocks, bullets, code, link, plain, prose, sentence
from cgp_toolkit.targets.docs.page import Page
from cgp_toolkit.targets.docs.shared import section


def page(book: Book, inside: tuple[tuple[str, tuple[str, ...]], ...]) -> Page:
    """The page; ``inside`` is everything else."""
    protocol = book.model.protocol
    roles = bullets(
        f"{link(f'The {role.name}', book.atlas.place(Kind.ROLE, role.name))}: {sentence(role.doc, book.atlas.find)}"
        for role in protocol.roles
    )
    return Page(
        places.HOME,
        protocol.title,
        "start",
        protocol.doc,
        blocks(
            "{.lead}\n" + sentence(protocol.doc, book.atlas.find),
            f"This is revision {code(protocol.revision)}.",
            prose(book.text("start"), book.atlas.find),
            roles,
            _walk(book),
            section("Reading on", bullets(_ways(book))),
        ),
        plain(protocol.title),
        inside,
    )


def _walk(book: Book) -> str:
    guide, session = book.model.guide, book.session()
    if guide is None or guide.walk is None or session is None:
        return ""
    messages = list(zip(session.messages, wire.of_session(book.model, session), guide.walk.steps, strict=True))
    steps = []
    for number, (message, (line, rpc), text) in enumerate(messages, 1):
        envelope = book.model.envelopes[str(message[book.model.protocol.tag])]
        steps.append(
            blocks(
                f"### {number}. {link(code(envelope.name), book.atlas.envelopes[envelope.name])}"
                f" {envelope.sender} → {envelope.receiver}",
                sentence(text, book.atlas.find),
                wire.both(line, rpc),
            )
        )
    return section(
        "One session, line by line", sentence(session.doc, book.atlas.find), sequence(book.model, session), *steps
    )


def _ways(book: Book) -> list[str]:
    ways = {
        "Every message": places.ENVELOPES,
        "Every type": places.TYPES,
        "Every word": places.VOCABULARIES,
        "Who may say what when": places.LIFECYCLE,
        "Which versions fit together": places.VERSIONING,
        "What to do about an error": places.ERRORS,
        "What is checked beyond types": places.RULES,
        "What is required, and what enforces it": places.REQUIREMENTS,
        "What was decided, and why": places.DECISIONS,
        "How messages become bytes": places.BINDINGS,
    }
    return [link(text, path) for text, path in ways.items()]
