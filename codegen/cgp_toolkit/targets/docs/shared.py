"""What several pages show alike: uses, requirements, decisions, variants, badges."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cgp_toolkit.explain import Kind, Use
from cgp_toolkit.model import Record, Rule
from cgp_toolkit.targets.docs.book import Book
from cgp_toolkit.targets.docs.markdown import blocks, bullets, code, link, plain, sentence, table
from cgp_toolkit.tracing import Trace

_SAID = {"is of it": "Is of this type", "is a list of it": "Is a list of this type"}

SCHEMA_HEAD = "## JSON Schema\n"
"""How the last section of a type's page starts."""

ENFORCED, PARTLY, NOTHING = "enforced", "partly", "nothing"


def standing(book: Book, traced: Trace) -> str:
    """How well a requirement is kept.

    ``enforced``: something that is generated decides it, and vectors show it.  ``partly``: one of the two.
    """
    shown = bool(book.vectors.get(traced.requirement.name)) or (not book.counted and bool(traced.shown_by))
    return (NOTHING, PARTLY, ENFORCED)[int(traced.enforced) + int(shown)]


def badge(state: str) -> str:
    """A word for how well a requirement is kept, coloured where colours are shown."""
    return f'<span class="badge {state}">{state}</span>'


def requirements(book: Book, names: Iterable[str]) -> str:
    """Requirements with their sentences, and how well each is kept."""
    rows = []
    for name in dict.fromkeys(names):
        traced = book.traces[name]
        rows.append(
            (
                book.atlas.cited(Kind.REQUIREMENT, [name]),
                f"**{traced.requirement.level}** {sentence(traced.requirement.text, book.atlas.find)}",
                badge(standing(book, traced)),
            )
        )
    return table(("Id", "Sentence", "Kept"), rows, "requirements")


def decisions(book: Book, names: Iterable[str]) -> str:
    """Decisions with their topics."""
    atlas, known = book.atlas, book.model.decisions
    return bullets(
        f"{atlas.cited(Kind.DECISION, [name])}: {sentence(known[name].topic, atlas.find)}"
        for name in dict.fromkeys(names)
    )


def rules(book: Book, found: Sequence[Rule]) -> str:
    """Rules with what they say."""
    atlas = book.atlas
    return bullets(f"{atlas.cited(Kind.RULE, [rule.name])}: {sentence(rule.doc, atlas.find)}" for rule in found)


def rules_about(book: Book, name: str) -> tuple[Rule, ...]:
    """The rules that look at an envelope or record."""
    return tuple(
        rule for rule in book.model.rules.values() if any(name in (s.on, s.request, s.reply) for s in rule.subjects)
    )


def used_by(book: Book, kind: Kind, name: str, *others: Kind) -> str:
    """Where a thing is used, by how; ``others`` are kinds of users that the page shows in another way."""
    groups: dict[str, list[Use]] = {}
    for use in book.uses(kind, name):
        if use.by not in others:
            groups.setdefault(use.how, []).append(use)
    lines = []
    for how, found in groups.items():
        names = dict.fromkeys(book.atlas.of(use) for use in found)
        said = _SAID.get(how, how[0].upper() + how[1:])
        lines.append(f"{plain(said)}: {', '.join(link(code(user), place) for user, place in names)}")
    return bullets(lines)


def variants(book: Book, record: Record) -> str:
    """What the value of one member asks of the others."""
    parts = []
    for variant in record.variants:
        place = book.atlas.place(Kind.VALUE, f"{record.member(variant.member).type}.{variant.value}")
        said = [
            f"requires {_own(book, record, variant.require)}" if variant.require else "",
            f"forbids {_own(book, record, variant.forbid)}" if variant.forbid else "",
            *(
                f"makes {_own(book, record, [name])} a {book.atlas.cited(Kind.TYPE, [scalar])}"
                for name, scalar in variant.refine.items()
            ),
        ]
        parts.append(
            f"Where {_own(book, record, [variant.member])} is {link(code(variant.value), place)}: "
            + "; ".join(text for text in said if text)
            + f". {sentence(variant.doc, book.atlas.find)} "
            + f"({book.atlas.cited(Kind.REQUIREMENT, [variant.requirement])})"
        )
    return bullets(parts)


def _own(book: Book, record: Record, names: Iterable[str]) -> str:
    return ", ".join(link(code(name), book.atlas.place(Kind.MEMBER, f"{record.name}.{name}")) for name in names)


def section(title: str, *parts: str | None) -> str:
    """A heading and what is below it; nothing if nothing is."""
    text = blocks(*parts)
    return blocks(f"## {title}", text) if text else ""
