"""Examples with what the command says about them."""

from __future__ import annotations

from collections.abc import Sequence

from cgp_toolkit.explain import Kind
from cgp_toolkit.model import Example, ExchangeExample, Verdict
from cgp_toolkit.oracle.jsons import spelt
from cgp_toolkit.oracle.wording import Told
from cgp_toolkit.targets.docs import wire
from cgp_toolkit.targets.docs.book import Book, line_of
from cgp_toolkit.targets.docs.markdown import anchor, blocks, bullets, code, plain, sentence

_HEADS = {
    Verdict.VALID: "Valid",
    Verdict.READABLE: "Readable, but not to be written",
    Verdict.INVALID: "Refused",
}


def examples(book: Book, envelope: str | None) -> str:
    """All examples of an envelope, or those that are of none, by verdict."""
    parts = []
    for verdict, head in _HEADS.items():
        found = book.examples(envelope, verdict)
        if found:
            parts += [f"### {head}", *(_example(book, example) for example in found)]
    return blocks(*parts)


def exchanges(book: Book, found: Sequence[ExchangeExample]) -> str:
    """Requests with their replies."""
    return blocks(*(_exchange(book, example) for example in found))


def _example(book: Book, example: Example) -> str:
    reading, found = book.told(example)
    rpc = wire.alone(book.model, example.message) if example.message is not None and reading.envelope else None
    shows = book.atlas.cited(Kind.REQUIREMENT, example.requirements)
    decisions = book.atlas.cited(Kind.DECISION, example.decisions)
    return _unfolding(
        f"example-{example.name}",
        example.name,
        sentence(example.doc, lambda name: None),
        wire.both(line_of(example), rpc),
        findings(book, found),
        "{.fine}\n"
        + " ".join(
            text for text in (f"Shows {shows}." if shows else "", f"See {decisions}." if decisions else "") if text
        )
        if shows or decisions
        else "",
    )


def _exchange(book: Book, example: ExchangeExample) -> str:
    model, tag = book.model, book.model.protocol.tag
    request, reply = (wire.alone(model, part) for part in (example.request, example.reply))
    parts = []
    if example.ack is not None:
        parts += [
            f"What {code(str(example.ack[tag]))} agreed:",
            wire.both(spelt(example.ack), wire.alone(model, example.ack)),
        ]
    return _unfolding(
        f"exchange-{example.name}",
        example.name,
        sentence(example.doc, lambda name: None),
        *parts,
        "Request and reply:" if parts else "",
        wire.both(spelt(example.request), request),
        wire.both(spelt(example.reply), reply),
        findings(book, book.told_of_exchange(example)),
    )


def findings(book: Book, found: Sequence[Told]) -> str:
    """What is said, each with its rule, its place, what it breaks and the way out."""
    return bullets(_finding(book, each) for each in found)


def _finding(book: Book, each: Told) -> str:
    kind = Kind.RULE if each.rule in book.model.rules else Kind.FAULT
    place = f" at {code(each.at)}" if each.at else ""
    of = f" of the {each.of}" if each.of != "message" else ""
    reasons = f" ({book.atlas.cited(Kind.REQUIREMENT, each.requirements)})" if each.requirements else ""
    said = plain(each.message) + ("" if each.message.endswith((".", "!", "?")) else ".")
    weak = "" if each.error else "warning: "
    return f"{weak}{book.atlas.cited(kind, [each.rule])}{place}{of}{reasons}: {said} {plain(each.fix)}"


def _unfolding(name: str, title: str, doc: str, *parts: str) -> str:
    """Something that opens when asked for; its summary says what it is."""
    summary = f"<summary>{anchor(name)}\n\n{code(title)} {doc}\n\n</summary>"
    return blocks(f"<details>\n{summary}", *parts, "</details>")
