"""Grammars as railroad diagrams, drawn by the package of that name."""

from __future__ import annotations

from functools import lru_cache
from io import StringIO

import railroad
from abnf import Rule
from abnf.parser import Alternation, Concatenation, Literal, Option, Parser, Repetition

from cgp_toolkit.model.grammar import rules


@lru_cache(maxsize=8)
def diagrams(abnf: str) -> tuple[tuple[str, str], ...]:
    """Each rule of a grammar by its name, in the grammar's order, as SVG."""
    return tuple((name, _drawn(name, rule)) for name, rule in rules(abnf).items())


def _drawn(name: str, rule: Rule) -> str:
    diagram = railroad.Diagram(_item(rule.definition), type="complex")
    diagram.attrs |= {"role": "img", "aria-label": f"Railroad diagram of {name}", "class": "drawing railroad"}
    diagram.format(8)
    out = StringIO()
    diagram.writeSvg(out.write)
    return _compact(out.getvalue(), diagram)


def _compact(text: str, diagram: railroad.Diagram) -> str:
    """The drawing without empty lines, which would end it within Markdown, and no wider than it is."""
    wide = float(diagram.attrs["width"])
    lines = [line for line in text.splitlines() if line.strip()]
    return "\n".join(lines).replace("<svg ", f'<svg style="max-width:{wide:g}px" ', 1)


def _item(parser: Parser) -> railroad.DiagramItem:
    match parser:
        case Rule():
            return railroad.NonTerminal(parser.name)
        case Literal():
            return railroad.Terminal(_literal(parser.value))
        case Concatenation():
            return railroad.Sequence(*map(_item, parser.parsers))
        case Alternation():
            return railroad.Choice(0, *map(_item, parser.parsers))
        case Option():
            return railroad.Optional(_item(parser.alternation))
        case Repetition():
            return _repeated(_item(parser.element), parser.repeat.min, parser.repeat.max)
        case _:
            return railroad.Comment(type(parser).__name__)


def _repeated(item: railroad.DiagramItem, low: int, high: int | None) -> railroad.DiagramItem:
    if (low, high) == (1, 1):
        return item
    if (low, high) == (0, 1):
        return railroad.Optional(item)
    if high is None and low in (0, 1):
        return railroad.OneOrMore(item) if low else railroad.ZeroOrMore(item)
    times = f"{low} times" if low == high else f"{low} to {high} times" if high is not None else f"{low} times or more"
    return railroad.OneOrMore(item, railroad.Comment(times))


def _literal(value: str | tuple[str, str]) -> str:
    return f"{value[0]} to {value[1]}" if isinstance(value, tuple) else value
