"""What a name stands for, and where it is used."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path
from types import MappingProxyType

from rich.padding import Padding
from rich.text import Text

from cgp_toolkit.explain import Explanation, Fact, Use
from cgp_toolkit.model import Position
from cgp_toolkit.report.console import Printer, err, json_text, out, shortened
from cgp_toolkit.report.plain import place
from cgp_toolkit.report.requirements import Vectors, trace_data
from cgp_toolkit.tracing import Enforcer, Trace
from cgp_toolkit.workspace import shown

_INDENT = 2
_USES = 12
_NO_VECTORS: Vectors = MappingProxyType({})


def print_explanations(found: Sequence[Explanation], spec: Path, vectors: Vectors = _NO_VECTORS) -> None:
    """Each thing: its text, its facts, who uses it; of a requirement also what enforces and shows it."""
    printer = out()
    for number, explanation in enumerate(found):
        if number:
            printer.line()
        _print(explanation, spec, vectors, printer)


def _print(explanation: Explanation, spec: Path, vectors: Vectors, printer: Printer) -> None:
    thing = explanation.thing
    where = "the toolkit" if thing.position is None else str(shown(thing.position, spec))
    printer.line((thing.id, "bold cyan"), f"  {thing.kind}  ", (where, "dim"))
    printer.block(Padding.indent(Text(thing.text), _INDENT))
    facts = {label: value for label, value in thing.facts.items() if value}
    width = max(map(len, facts), default=0)
    for label, value in facts.items():
        text = Text.assemble((f"{label:<{width}}  ", "bold"), _fact(value))
        printer.block(Padding.indent(text, _INDENT))
    if explanation.trace is not None:
        _print_trace(explanation.trace, vectors, spec, printer)
    if explanation.used_by:
        printer.line("  ", ("used by", "bold"))
        for use in _uses(explanation.used_by, spec):
            printer.line("    ", use)


def _print_trace(traced: Trace, vectors: Vectors, spec: Path, printer: Printer) -> None:
    made = tuple(enforcer for enforcer in traced.enforcers if enforcer.direct)
    bearing = tuple(enforcer for enforcer in traced.enforcers if not enforcer.direct)
    printer.line("  ", ("enforced by", "bold"), f"  {', '.join(traced.means)}")
    for enforcer in made:
        printer.line("    ", _enforcer(enforcer, spec))
    if bearing:
        printer.line("  ", ("what bears on it", "bold"))
        for enforcer in bearing:
            printer.line("    ", _enforcer(enforcer, spec))
    known = vectors.get(traced.requirement.name, ())
    printer.line("  ", ("vectors", "bold"), f"  {len(known) or 'none'}")
    for name in shortened(known):
        printer.line("    ", name)


def _enforcer(enforcer: Enforcer, spec: Path) -> str:
    return f"{enforcer.means} {enforcer.place}: {enforcer.what}  {shown(enforcer.position, spec)}"


def _fact(value: Fact) -> str:
    return value if isinstance(value, str) else ", ".join(value)


def _uses(used_by: Sequence[Use], spec: Path) -> Iterator[str]:
    """A line a use; those of one kind together, and only the first of many."""
    ordered = sorted(used_by, key=lambda use: use.by)
    for kind, group in groupby(ordered, key=lambda use: use.by):
        uses = list(group)
        for use in uses[:_USES]:
            yield f"{kind} {use.by_id} {use.how}  {shown(use.position, spec)}"
        if len(uses) > _USES:
            yield f"… and {len(uses) - _USES} more of this kind; --json lists all"


def as_json(name: str, found: Sequence[Explanation], spec: Path, vectors: Vectors = _NO_VECTORS) -> str:
    """The same as one JSON object."""
    return json_text(
        {
            "name": name,
            "found": [
                {
                    "kind": str(explanation.thing.kind),
                    "id": explanation.thing.id,
                    "text": explanation.thing.text,
                    "facts": {label: value for label, value in explanation.thing.facts.items() if value},
                    "position": _place(explanation.thing.position, spec),
                    "used_by": [
                        {"kind": str(use.by), "id": use.by_id, "how": use.how, "position": _place(use.position, spec)}
                        for use in explanation.used_by
                    ],
                    **_trace(explanation.trace, vectors, spec),
                }
                for explanation in found
            ],
        }
    )


def _trace(traced: Trace | None, vectors: Vectors, spec: Path) -> dict[str, object]:
    return {} if traced is None else trace_data(traced, vectors, spec)


def _place(position: Position | None, spec: Path) -> object:
    return place(None if position is None else shown(position, spec))


def print_unknown(name: str, close: Sequence[str], *, json: bool, hint: str = "") -> None:
    """That nothing is called ``name``, and what may have been meant."""
    if json:
        print(json_text({"name": name, "found": [], "similar": close}))
        return
    meant = f"; did you mean {' or '.join(close)}?" if close else ""
    err().line(("cgp:", "bold red"), f" nothing in the model is called {name!r}{meant or hint}")
