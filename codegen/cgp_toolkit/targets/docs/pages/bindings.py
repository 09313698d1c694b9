"""How messages become bytes: the line, HTTP and JSON-RPC bindings, and the examples that are about bytes."""

from __future__ import annotations

from cgp_toolkit.explain import Kind
from cgp_toolkit.model import HttpBinding, Model, RpcBinding, Shape
from cgp_toolkit.targets.docs.atlas import BINDINGS, RULES
from cgp_toolkit.targets.docs.book import Book
from cgp_toolkit.targets.docs.examples import examples
from cgp_toolkit.targets.docs.markdown import anchor, blocks, code, heading, link, plain, prose, sentence, table
from cgp_toolkit.targets.docs.page import Page
from cgp_toolkit.targets.docs.shared import decisions, requirements, section


def page(book: Book) -> Page:
    """The page."""
    model, atlas = book.model, book.atlas
    lines = model.lines
    limits = [
        ("Bytes of a line, without its end", f"{lines.max_line_bytes:,}"),
        ("Levels of arrays and objects", str(lines.max_depth)),
    ]
    measures = [
        (
            f"{anchor(f'measure-{m.name}')}{code(m.name)}",
            sentence(m.doc, atlas.find),
            f"UTF-8 bytes / {m.divisor}, rounded up",
            atlas.cited(Kind.REQUIREMENT, [m.requirement]),
        )
        for m in model.protocol.measures
    ]
    return Page(
        BINDINGS,
        "Bindings",
        "bindings",
        f"How messages become bytes, {_ways(model)}.",
        blocks(
            prose(book.text("bindings"), atlas.find),
            blocks(
                heading(2, "NDJSON", "ndjson"),
                sentence(lines.doc, atlas.find),
                table(("Limit", "Default"), limits),
                f"What can be wrong with a line stands under {link('faults', f'{RULES}#faults')}.",
            ),
            "" if model.http is None else _http(book, model.http),
            "" if model.rpc is None else _rpc(book, model.rpc),
            section("Units", table(("Unit", "What it is for", "How it is counted", "Says"), measures)),
            section("Examples of bytes", examples(book, None)),
        ),
        "Bindings",
    )


def _ways(model: Model) -> str:
    """The bindings in words."""
    ways = ["one a line", *(["over HTTP"] if model.http else []), *(["as JSON-RPC"] if model.rpc else [])]
    return " or ".join(filter(None, [", ".join(ways[:-1]), ways[-1]]))


def _http(book: Book, binding: HttpBinding) -> str:
    find = book.atlas.find
    facts = [("Method", code(binding.method)), ("Media type", code(binding.media_type))]
    statuses = [
        (f"{anchor(f'status-{s.name}')}{code(s.name)}", code(str(s.number)), sentence(s.doc, find))
        for s in binding.statuses
    ]
    return blocks(
        heading(2, "HTTP", "http"),
        sentence(binding.doc, find),
        table(("Part of a request", "Is"), facts),
        "### Statuses",
        table(("Status", "Number", "What it says"), statuses),
        requirements(book, binding.requirements),
        decisions(book, binding.decisions),
    )


_HOW_TO_CHANGE = (
    "What is draft is this mapping alone: the names of methods, the shapes of params and results, the numbers of "
    "errors. Each stands in one line of the model's YAML for this binding; change it there and generate again, and "
    "codecs, documents, vectors and conversion follow. The first page shows a whole session in both encodings, the "
    "page of every envelope its messages."
)


def _rpc(book: Book, binding: RpcBinding) -> str:
    atlas, codes = book.atlas, book.vocabulary_of_codes()
    methods = []
    for method in binding.methods:
        reply = book.model.envelopes[method.envelope].reply
        methods.append(
            (
                code(method.name),
                atlas.cited(Kind.ENVELOPE, [method.envelope]),
                _shape(method.params),
                "none: a notification"
                if reply is None
                else f"{atlas.cited(Kind.ENVELOPE, [reply])}, {_shape(method.result)}",
            )
        )
    numbers = [
        (link(code(name), atlas.place(Kind.VALUE, f"{codes}.{name}")), code(str(number)))
        for name, number in binding.numbers.items()
    ]
    faults = [
        (
            f"{anchor(f'fault-{f.name}')}{code(f.name)}",
            f"{sentence(f.doc, atlas.find)} {plain(f.fix)}",
            code(str(f.number)),
        )
        for f in binding.faults
    ]
    return blocks(
        heading(2, "JSON-RPC", "jsonrpc"),
        "{.signature}\n" + str(binding.stability),
        sentence(binding.doc, atlas.find),
        _HOW_TO_CHANGE,
        table(("Method", "Calls", "Params", "Result"), methods),
        "### Error numbers",
        table(("Code", "Number"), numbers),
        "### Faults of its own",
        table(("Fault", "What is wrong, and the way out", "Number"), faults),
        decisions(book, binding.decisions),
    )


def _shape(shape: Shape | None) -> str:
    return "its members" if shape is Shape.MEMBERS else "its payload alone"
