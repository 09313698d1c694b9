"""A page for each envelope: direction, bytes, members, when it may be sent, errors, requirements, examples."""

from __future__ import annotations

from collections.abc import Iterator

from cgp_toolkit.explain import Kind
from cgp_toolkit.model import Duplicates, Envelope, Happening, Row
from cgp_toolkit.model.lifecycle import REST
from cgp_toolkit.oracle.jsons import spelt
from cgp_toolkit.targets.docs import wire
from cgp_toolkit.targets.docs.atlas import ENVELOPES, ERRORS, LIFECYCLE
from cgp_toolkit.targets.docs.book import Book
from cgp_toolkit.targets.docs.examples import examples, exchanges
from cgp_toolkit.targets.docs.markdown import blocks, bullets, code, fence, link, prose, sentence, table
from cgp_toolkit.targets.docs.members import members
from cgp_toolkit.targets.docs.page import Page
from cgp_toolkit.targets.docs.shared import decisions, requirements, rules, rules_about, section, used_by


def pages(book: Book) -> Iterator[Page]:
    """The list of envelopes, and a page for each."""
    atlas, known = book.atlas, book.model.envelopes
    rows = [
        (
            atlas.cited(Kind.ENVELOPE, [envelope.name]),
            _direction(envelope),
            "" if envelope.reply is None else atlas.cited(Kind.ENVELOPE, [envelope.reply]),
            sentence(envelope.doc, atlas.find),
        )
        for envelope in known.values()
    ]
    yield Page(
        ENVELOPES,
        "Envelopes",
        "envelopes",
        f"Every message of the {book.model.protocol.title}.",
        blocks(
            prose(book.text("envelopes"), atlas.find), table(("Envelope", "Direction", "Reply", "What it says"), rows)
        ),
        "Envelopes",
        (("", tuple(atlas.envelopes[name] for name in known)),),
    )
    for envelope in known.values():
        yield Page(
            atlas.envelopes[envelope.name],
            envelope.name,
            f"envelope-{envelope.name}",
            envelope.doc,
            _body(book, envelope),
            code(envelope.name),
        )


def _direction(envelope: Envelope) -> str:
    return f"{envelope.sender} → {envelope.receiver}"


def _body(book: Book, envelope: Envelope) -> str:
    names = list(envelope.requirements)
    names += [name for member in envelope.members for name in member.requirements]
    looking = rules_about(book, envelope.name)
    names += [rule.requirement for rule in looking]
    settled = [*envelope.decisions, *(name for member in envelope.members for name in member.decisions)]
    return blocks(
        "{.lead}\n" + sentence(envelope.doc, book.atlas.find),
        "{.signature}\n" + " · ".join(_facts(book, envelope)),
        _bytes(book, envelope),
        section("Members", _order(book, envelope), members(book, envelope) if envelope.members else ""),
        section("When", _when(book, envelope)),
        section("Errors", _errors(book, envelope)),
        section("Rules", rules(book, looking)),
        section("Requirements", requirements(book, names)),
        section("Examples", examples(book, envelope.name)),
        section("Exchanges", exchanges(book, book.exchanges(envelope.name))),
        section("Decisions", decisions(book, settled)),
        section(
            "Used by",
            used_by(book, Kind.ENVELOPE, envelope.name, Kind.ROW, Kind.EXAMPLE, Kind.EXCHANGE, Kind.RULE),
        ),
    )


def _facts(book: Book, envelope: Envelope) -> Iterator[str]:
    atlas = book.atlas
    yield f"**{_direction(envelope)}**"
    if envelope.reply is not None:
        replies = (envelope.reply, book.model.protocol.failure)
        yield f"answered by {' or '.join(atlas.cited(Kind.ENVELOPE, [name]) for name in replies)}"
    else:
        asks = [other.name for other in book.model.envelopes.values() if other.reply == envelope.name]
        yield f"answers {atlas.cited(Kind.ENVELOPE, asks)}" if asks else "no reply is due"
    if envelope.requires is not None:
        yield f"needs {link(code(envelope.requires), atlas.find(envelope.requires))}"
    if envelope.correlation is not None:
        when = envelope.correlation.when
        yield f"correlated by {code(envelope.correlation.member)} under {link(code(when), atlas.find(when))}"
    yield f"since {code(envelope.since)}, {envelope.stability}"


def _bytes(book: Book, envelope: Envelope) -> str:
    message = book.sample(envelope.name)
    if message is None:
        return ""
    rpc = wire.alone(book.model, message)
    line = blocks("{.binding}\nNDJSON", fence(spelt(message), "json"))
    if rpc is None:
        return section("On the wire", line)
    other = blocks("{.binding}\nJSON-RPC", fence(rpc, "json"))
    return section(
        "On the wire",
        blocks('<div class="beside"><div>', line, "</div><div>", other, "</div></div>"),
    )


def _order(book: Book, envelope: Envelope) -> str:
    if not envelope.members:
        return f"None but the tag {code(book.model.protocol.tag)}."
    doubles = "refused" if envelope.duplicates is Duplicates.REJECTED else "read as the last of the two"
    tag = code(book.model.protocol.tag)
    return f"In the order of the wire, after the tag {tag}. A member that stands twice is {doubles}."


def _when(book: Book, envelope: Envelope) -> str:
    lifecycle = book.model.lifecycle
    if lifecycle is None:
        return ""
    parts = []
    for role, happening in ((envelope.sender, Happening.SENDS), (envelope.receiver, Happening.RECEIVES)):
        own = [row for row in lifecycle.rows if row.role == role and row.happening is happening]
        named = [row for row in own if envelope.name in row.names]
        covered = {(state, row.when) for row in named for state in row.states}
        rest = [
            row for row in own if REST in row.names and any((state, row.when) not in covered for state in row.states)
        ]
        rows = [_row(book, row) for row in (*named, *rest)]
        text = table(("In state", "If", "What becomes of it", "Why"), rows)
        if text:
            place = link(f"the {role}", book.atlas.place(Kind.ROLE, role))
            parts.append(blocks(f"What {place} makes of it when it {happening} it:", text))
    return blocks(*parts, f"The whole table stands under {link('lifecycle', LIFECYCLE)}.") if parts else ""


def _row(book: Book, row: Row) -> tuple[str, ...]:
    atlas = book.atlas
    code_ = f" with {code(row.code)}" if row.code is not None else ""
    to = f", then {link(code(row.to), atlas.place(Kind.STATE, row.to))}" if row.to is not None else ""
    why = sentence(row.doc, atlas.find)
    cited = atlas.cited(Kind.REQUIREMENT, row.requirements)
    return (
        ", ".join(link(code(state), atlas.place(Kind.STATE, state)) for state in row.states),
        ", ".join(code(str(condition)) for condition in row.when),
        f"{row.outcome}{code_}{to}",
        f"{why} ({cited})" if cited else why,
    )


def _errors(book: Book, envelope: Envelope) -> str:
    model, atlas = book.model, book.atlas
    protocol, codes = model.protocol, book.vocabulary_of_codes()
    refusing = dict.fromkeys(fault.code for fault in model.lines.faults if not fault.author)
    named = [
        row.code
        for row in (model.lifecycle.rows if model.lifecycle is not None else ())
        if row.code is not None and row.happening is Happening.RECEIVES and envelope.name in row.names
    ]

    def listed(names: list[str]) -> str:
        return ", ".join(link(code(name), atlas.place(Kind.VALUE, f"{codes}.{name}")) for name in dict.fromkeys(names))

    answers = envelope.receiver == model.envelopes[protocol.failure].sender
    if not answers:
        return f"The {envelope.receiver} sends no errors: a malformed one is reported where it arrives."
    lines = [f"Malformed: answered with {listed(list(refusing))}."]
    if named:
        lines.append(f"At the wrong time: answered with {listed(named)}.")
    if envelope.reply is not None:
        lines.append(
            f"Sound, but not to be answered: any code of {link('the list', ERRORS)}, each with what to do next."
        )
    return bullets(lines)
