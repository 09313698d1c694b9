"""Errors, rules, requirements, decisions: what is known beside the types."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from cgp_toolkit.explain import Kind
from cgp_toolkit.model import Fault, Level, Rule
from cgp_toolkit.targets.docs.atlas import DECISIONS, ERRORS, REQUIREMENTS, RULES
from cgp_toolkit.targets.docs.book import Book
from cgp_toolkit.targets.docs.markdown import blocks, bullets, code, fence, heading, link, plain, prose, sentence, table
from cgp_toolkit.targets.docs.page import Page
from cgp_toolkit.targets.docs.pages.vocabularies import told
from cgp_toolkit.targets.docs.shared import ENFORCED, NOTHING, PARTLY, badge, section, standing, used_by
from cgp_toolkit.tracing import COMPUTED, Enforcer, Means, Trace


def errors(book: Book) -> Page:
    """Codes with what to do about them, and which faults are answered with which."""
    model, atlas = book.model, book.atlas
    words = model.vocabulary(book.vocabulary_of_codes())
    numbers = {} if model.rpc is None else model.rpc.numbers
    heads = [trait.name.replace("_", " ").capitalize() for trait in words.traits]
    rows = [
        (
            link(code(value.name), atlas.place(Kind.VALUE, f"{words.name}.{value.name}")),
            sentence(value.doc, atlas.find),
            *(told(book, value.traits.get(trait.name)) for trait in words.traits),
            *([code(str(numbers[value.name]))] if value.name in numbers else [""] if numbers else []),
        )
        for value in words.values
    ]
    faults = [
        (
            atlas.cited(Kind.FAULT, [f.name]),
            sentence(f.doc, atlas.find),
            link(code(f.code), atlas.place(Kind.VALUE, f"{words.name}.{f.code}")),
        )
        for f in model.lines.faults
        if not f.author
    ]
    return Page(
        ERRORS,
        "Errors",
        "errors",
        "Every error code, and what to do about it.",
        blocks(
            prose(book.text("errors"), atlas.find),
            section("Codes", table(("Code", "Meaning", *heads, *(["JSON-RPC"] if numbers else [])), rows)),
            section("What readers refuse", table(("Fault", "What is wrong", "Answered with"), faults)),
            section("Used by", used_by(book, Kind.TYPE, words.name)),
        ),
        "Errors",
    )


def rules(book: Book) -> Page:
    """Rules and faults."""
    model = book.model
    return Page(
        RULES,
        "Rules and faults",
        "rules-and-faults",
        "What no type can say, and every way in which a message can be wrong.",
        blocks(
            prose(book.text("rules"), book.atlas.find),
            section("Rules", *(_rule(book, rule) for rule in model.rules.values())),
            heading(2, "Faults", "faults"),
            *(_fault(book, fault) for fault in model.lines.faults),
        ),
        "Rules and faults",
    )


def _rule(book: Book, rule: Rule) -> str:
    atlas = book.atlas
    about = [
        " and its reply ".join(
            link(code(name), atlas.owner(name)) for name in (s.on, s.request, s.reply) if name is not None
        )
        for s in rule.subjects
    ]
    level = rule.level or book.model.requirements[rule.requirement].level
    return blocks(
        heading(3, code(rule.name), f"rule-{rule.name}"),
        "{.signature}\n" + f"{', '.join(about)} · {level} · {atlas.cited(Kind.REQUIREMENT, [rule.requirement])}",
        sentence(rule.doc, atlas.find),
        fence(rule.check.text.strip(), "text"),
        bullets(
            [
                *([f"For each {code(rule.each.variable)} in {code(rule.each.items.text)}"] if rule.each else []),
                f"At {code(rule.at) if rule.at else 'the place itself'} it says: {plain(rule.message.text)}.",
                f"The way out: {plain(rule.fix)}",
                *(["Costs more than reading does, so it runs only when asked for."] if rule.thorough else []),
            ]
        ),
        used_by(book, Kind.RULE, rule.name),
    )


def _fault(book: Book, fault: Fault) -> str:
    codes = book.vocabulary_of_codes()
    answer = link(code(fault.code), book.atlas.place(Kind.VALUE, f"{codes}.{fault.code}"))
    whose = (
        "a fault for authors; readers read on" if fault.author else f"refused by every reader, answered with {answer}"
    )
    cited = book.atlas.cited(Kind.REQUIREMENT, fault.requirements)
    return blocks(
        heading(3, code(fault.name), f"fault-{fault.name}"),
        "{.signature}\n" + " · ".join(part for part in (whose, cited) if part),
        f"{sentence(fault.doc, book.atlas.find)} {plain(fault.fix)}",
        used_by(book, Kind.FAULT, fault.name, Kind.EXAMPLE),
    )


def requirements(book: Book) -> Page:
    """Every requirement with what enforces it, and a map of how well each is kept."""
    traces = list(book.traces.values())
    counts = Counter(standing(book, traced) for traced in traces)
    return Page(
        REQUIREMENTS,
        "Requirements",
        "requirements",
        "Every normative sentence, what enforces it, and how many vectors prove it.",
        blocks(
            prose(book.text("requirements"), book.atlas.find),
            "## At a glance",
            f"{len(traces)} requirements: {counts[ENFORCED]} enforced, {counts[PARTLY]} partly, {counts[NOTHING]} by "
            "nothing that is generated. *Enforced*: what is generated from the model decides it, and test vectors "
            "prove that. *Partly*: one of the two. The number is that of the vectors.",
            _heat(book, traces),
            *(
                section(
                    level.value, *(_requirement(book, traced) for traced in traces if traced.requirement.level is level)
                )
                for level in Level
            ),
        ),
        "Requirements",
    )


def _heat(book: Book, traces: list[Trace]) -> str:
    cells = []
    for traced in traces:
        name, state = traced.requirement.name, standing(book, traced)
        number = book.vectors.get(name, 0)
        said = f"{state}, {number} vectors" if number else state
        inside = f'{name}<span class="count">{number or "–"}</span><span class="aside">{state}</span>'
        cells.append(f'<li class="{state}"><a href="#{name}" title="{name}: {said}">{inside}</a></li>')
    return '<ul class="heat">\n' + "\n".join(cells) + "\n</ul>"


def _requirement(book: Book, traced: Trace) -> str:
    requirement, atlas = traced.requirement, book.atlas
    number = book.vectors.get(requirement.name, 0)
    facts = [
        f"**{requirement.level}**",
        f"binds the {' and the '.join(link(role, atlas.place(Kind.ROLE, role)) for role in requirement.binds)}",
        badge(standing(book, traced)),
        f"{number} vectors" if number else "no vector" if book.counted else "",
    ]
    shown = {enforcer.means for enforcer in traced.enforcers}
    means = [str(m) for m in traced.means if m not in COMPUTED and m not in shown]
    return blocks(
        heading(3, code(requirement.name), requirement.name),
        "{.signature}\n" + " · ".join(fact for fact in facts if fact),
        sentence(requirement.text, atlas.find),
        bullets(_enforced(book, enforcer) for enforcer in traced.enforcers if enforcer.means in traced.means),
        f"Left to others: {', '.join(means)}." if means else "",
        "{.fine}\n" + " ".join(_sources(book, traced)),
    )


def _sources(book: Book, traced: Trace) -> Iterator[str]:
    requirement, atlas = traced.requirement, book.atlas
    yield f"Source: {plain(requirement.source)}."
    if requirement.aliases:
        yield f"Also known as {', '.join(map(plain, requirement.aliases))}."
    cited = dict.fromkeys(atlas.of(use) for use in book.uses(Kind.REQUIREMENT, requirement.name) if use.by in _CITING)
    if cited:
        yield f"Cited by {', '.join(link(code(name), place) for name, place in cited)}."
    if traced.shown_by:
        shown = [
            link(code(name), atlas.place(Kind.SESSION if name in book.model.sessions else Kind.EXAMPLE, name))
            for name in traced.shown_by
        ]
        more = f" and {len(shown) - _MOST} more" if len(shown) > _MOST else ""
        yield f"Shown by {', '.join(shown[:_MOST])}{more}."


_MOST = 6
_CITING = (Kind.ENVELOPE, Kind.TYPE, Kind.MEMBER, Kind.DECISION, Kind.MEASURE)


def _enforced(book: Book, enforcer: Enforcer) -> str:
    model, atlas = book.model, book.atlas
    name = enforcer.place
    match enforcer.means:
        case Means.RULE:
            place = atlas.place(Kind.RULE, name)
        case Means.READER:
            place = atlas.types.get(name) or atlas.place(Kind.FAULT, name)
        case Means.LIFECYCLE:
            roles = {role.name for role in model.protocol.roles}
            first = name.split(" ")[0]
            place = atlas.place(Kind.ROLE if first in roles else Kind.MEMBER, first)
        case _:
            owner = name.split(",")[0]
            place = atlas.place(Kind.MEMBER, owner) if "." in owner else atlas.types.get(owner)
    return f"{enforcer.means}, {link(code(name), place)}: {plain(enforcer.what)}"


def decisions(book: Book) -> Page:
    """Every decision with its reason."""
    atlas = book.atlas
    parts = [
        blocks(
            heading(2, f"{code(decision.name)} {sentence(decision.topic, lambda name: None)}", decision.name),
            sentence(decision.decision, atlas.find),
            f"**Why.** {sentence(decision.why, atlas.find)}",
            "{.fine}\n" + " ".join(_ties(book, decision.name, decision.requirements)),
        )
        for decision in book.model.decisions.values()
    ]
    return Page(
        DECISIONS,
        "Decisions",
        "decisions",
        "Where sources disagree or stay silent: what holds, and why.",
        blocks(prose(book.text("decisions"), atlas.find), *parts),
        "Decisions",
    )


def _ties(book: Book, name: str, requirements_: tuple[str, ...]) -> Iterator[str]:
    atlas = book.atlas
    if requirements_:
        yield f"Bears on {atlas.cited(Kind.REQUIREMENT, requirements_)}."
    cited = dict.fromkeys(atlas.of(use) for use in book.uses(Kind.DECISION, name))
    yield f"Cited by {', '.join(link(code(user), place) for user, place in cited)}." if cited else "Cited nowhere yet."
