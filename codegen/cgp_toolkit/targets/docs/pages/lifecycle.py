"""The session: states, what becomes of every message in each, and recorded sessions."""

from __future__ import annotations

from cgp_toolkit.explain import Kind
from cgp_toolkit.lifecycle.diagram import states as mermaid
from cgp_toolkit.model import Lifecycle, Row
from cgp_toolkit.model.lifecycle import QUESTIONS, REST
from cgp_toolkit.targets.docs import wire
from cgp_toolkit.targets.docs.atlas import LIFECYCLE
from cgp_toolkit.targets.docs.book import Book
from cgp_toolkit.targets.docs.drawings.sequence import sequence
from cgp_toolkit.targets.docs.drawings.states import states
from cgp_toolkit.targets.docs.markdown import (
    anchor,
    blocks,
    bullets,
    code,
    fence,
    heading,
    link,
    prose,
    sentence,
    table,
)
from cgp_toolkit.targets.docs.page import Page
from cgp_toolkit.targets.docs.shared import section


def page(book: Book) -> Page:
    """The page."""
    lifecycle = book.model.lifecycle
    return Page(
        LIFECYCLE,
        "Lifecycle",
        "lifecycle",
        "Who may say what when, and what becomes of everything else.",
        blocks(
            prose(book.text("lifecycle"), book.atlas.find),
            _table(book, lifecycle) if lifecycle is not None else "This protocol has no session.",
            _sessions(book),
        ),
        "Lifecycle",
    )


def _table(book: Book, lifecycle: Lifecycle) -> str:
    rows = [
        (
            f"{anchor(f'state-{state.name}')}{code(state.name)}",
            sentence(state.doc, book.atlas.find) + (" A session starts here." if state.initial else ""),
        )
        for state in lifecycle.states
    ]
    return blocks(
        sentence(lifecycle.doc, book.atlas.find),
        section("States", table(("State", "What it is"), rows)),
        *(_role(book, lifecycle, role.name, role.doc) for role in book.model.protocol.roles),
        section("Conditions", "Each set is a question, and exactly one of its answers holds.", _conditions(lifecycle)),
    )


def _role(book: Book, lifecycle: Lifecycle, role: str, doc: str) -> str:
    rows = [_row(book, row) for row in lifecycle.rows if row.role == role]
    return blocks(
        heading(2, f"The {role}", f"role-{role}"),
        sentence(doc, book.atlas.find),
        states(book.model, lifecycle, role),
        blocks(
            "<details>\n<summary>The diagram as Mermaid source</summary>",
            fence(mermaid(book.model, lifecycle, role), "text"),
            "</details>",
        ),
        table(("In state", "What happens", "What becomes of it", "Why"), rows),
    )


def _row(book: Book, row: Row) -> tuple[str, ...]:
    atlas, codes = book.atlas, book.vocabulary_of_codes()
    named = ["any other" if name == REST else link(code(name), atlas.envelopes.get(name)) for name in row.names]
    when = f" ({', '.join(link(code(c), f'{LIFECYCLE}#condition-{c}') for c in row.when)})" if row.when else ""
    answer = f" with {link(code(row.code), atlas.place(Kind.VALUE, f'{codes}.{row.code}'))}" if row.code else ""
    to = f", then {link(code(row.to), atlas.place(Kind.STATE, row.to))}" if row.to is not None else ""
    cited = atlas.cited(Kind.REQUIREMENT, row.requirements)
    return (
        ", ".join(link(code(state), atlas.place(Kind.STATE, state)) for state in row.states),
        f"{row.happening} {', '.join(named)}{when}",
        f"**{row.outcome}**{answer}{to}",
        sentence(row.doc, atlas.find) + (f" ({cited})" if cited else ""),
    )


def _conditions(lifecycle: Lifecycle) -> str:
    used = {condition for row in lifecycle.rows for condition in row.when}
    return bullets(
        f"{anchor(f'condition-{condition}')}{code(condition.value)}: {doc}"
        for conditions in QUESTIONS.values()
        for condition, doc in conditions.items()
        if condition in used
    )


def _sessions(book: Book) -> str:
    parts = []
    for session in book.model.sessions.values():
        lines = list(wire.of_session(book.model, session))
        parts.append(
            blocks(
                heading(3, code(session.name), f"session-{session.name}"),
                sentence(session.doc, book.atlas.find),
                sequence(book.model, session),
                "<details>\n<summary>The messages</summary>",
                *(wire.both(line, rpc) for line, rpc in lines),
                "</details>",
            )
        )
    return section("Recorded sessions", *parts)
