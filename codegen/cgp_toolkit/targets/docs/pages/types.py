"""A page for each object and scalar."""

from __future__ import annotations

from collections.abc import Iterator

from cgp_toolkit.binding.expected import expected
from cgp_toolkit.explain import Kind
from cgp_toolkit.model import Compare, Constraint, Record, Scalar
from cgp_toolkit.targets.docs.atlas import TYPES, VERSIONING
from cgp_toolkit.targets.docs.book import Book
from cgp_toolkit.targets.docs.markdown import blocks, bullets, code, fence, link, prose, sentence, table
from cgp_toolkit.targets.docs.members import members
from cgp_toolkit.targets.docs.page import Page
from cgp_toolkit.targets.docs.shared import decisions, requirements, rules, rules_about, section, used_by, variants

_COMPARED = {
    Compare.EXACT: "character for character",
    Compare.BYTES: "by its bytes",
    Compare.NUMERIC: "as a number",
    Compare.INSTANT: "as an instant, whatever its spelling",
    Compare.FAMILY: "by its family",
}


def pages(book: Book) -> Iterator[Page]:
    """The list of types, and a page for each."""
    model, atlas = book.model, book.atlas
    objects = [(atlas.cited(Kind.TYPE, [r.name]), sentence(r.doc, atlas.find)) for r in model.records()]
    scalars = [(atlas.cited(Kind.TYPE, [s.name]), expected(s), sentence(s.doc, atlas.find)) for s in model.scalars()]
    others: list[Record | Scalar] = [*model.records(), *model.scalars()]
    yield Page(
        TYPES,
        "Types",
        "types",
        f"Every object, string and number of the {model.protocol.title}.",
        blocks(
            prose(book.text("types"), atlas.find),
            section("Objects", table(("Type", "What it is"), objects)),
            section("Strings, numbers, flags", table(("Type", "Readers expect", "What it is"), scalars)),
        ),
        "Types",
        (("", tuple(atlas.types[type_.name] for type_ in others)),),
    )
    for type_ in others:
        yield Page(
            atlas.types[type_.name],
            type_.name,
            f"type-{type_.name}",
            type_.doc,
            _record(book, type_) if isinstance(type_, Record) else _scalar(book, type_),
            code(type_.name),
        )


def _record(book: Book, record: Record) -> str:
    names = [*record.requirements, *(name for member in record.members for name in member.requirements)]
    names += [variant.requirement for variant in record.variants]
    looking = rules_about(book, record.name)
    names += [rule.requirement for rule in looking]
    settled = [*record.decisions, *(name for member in record.members for name in member.decisions)]
    return blocks(
        "{.lead}\n" + sentence(record.doc, book.atlas.find),
        "{.signature}\n" + f"object · since {code(record.since)}, {record.stability}",
        section("Members", "In the order of the wire.", members(book, record)) if record.members else "",
        section("What depends on what", variants(book, record)),
        section("Rules", rules(book, looking)),
        section("Requirements", requirements(book, names)),
        section("Decisions", decisions(book, settled)),
        section("Used by", used_by(book, Kind.TYPE, record.name, Kind.RULE)),
        section("JSON Schema", schema(book, record.name)),
    )


def _scalar(book: Book, scalar: Scalar) -> str:
    width = "" if scalar.width is None else f", {scalar.width} bits"
    rows = [
        ("Readers accept", expected(scalar)),
        *(("Authors write", text) for text in _limits(scalar.author) if text not in set(_limits(scalar.read))),
        *([("Unit", sentence(scalar.unit, book.atlas.find))] if scalar.unit else []),
        *([("Grammar", link(code(scalar.grammar), f"{VERSIONING}#grammar"))] if scalar.grammar else []),
        ("Compared", _COMPARED[scalar.compare]),
    ]
    return blocks(
        "{.lead}\n" + sentence(scalar.doc, book.atlas.find),
        "{.signature}\n" + f"{scalar.base}{width}",
        table(("", ""), rows, "plain"),
        section("Used by", used_by(book, Kind.TYPE, scalar.name)),
        section("Requirements", requirements(book, scalar.requirements)),
        section("Decisions", decisions(book, scalar.decisions)),
        section("JSON Schema", schema(book, scalar.name)),
    )


def _limits(limits: Constraint) -> tuple[str, ...]:
    said = {
        "at least": limits.minimum,
        "at most": limits.maximum,
        "length at least": limits.min_length,
        "length at most": limits.max_length,
    }
    texts = [f"{label} {value}" for label, value in said.items() if value is not None]
    if limits.pattern is not None:
        texts.append(f"the form {code(limits.pattern)}")
    if limits.calendar is not None:
        texts.append("an instant that exists")
    return tuple(texts)


def schema(book: Book, name: str) -> str:
    """The strict schema of a type, to be unfolded."""
    text = next((t for path, t in book.schemas.items() if path == f"strict/{name}.schema.json"), None)
    if text is None:
        return ""
    return blocks("<details>\n<summary>What authors write, as JSON Schema</summary>", fence(text, "json"), "</details>")


__all__ = ["bullets", "pages", "schema"]
