"""Conditions as Rust statements: what may be absent is bound by a pattern before its value is asked for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from cgp_toolkit.rules.kinds import TRUTH
from cgp_toolkit.rules.printers.rust import RustPrinter, bound
from cgp_toolkit.rules.tree import And, Expression, Not, Or
from cgp_toolkit.targets.rust.layout import chain, is_plain

_STEP = 4


@dataclass
class Code:
    """Lines as rustfmt lays them out; ``doubtful`` if it might lay out one of them in another way."""

    indent: int
    lines: list[str] = field(default_factory=list)
    doubtful: bool = False

    def add(self, text: str) -> None:
        """A statement, or lines of one; all but the first have their indentation."""
        self.lines.append(" " * self.indent + text)

    def open(self, text: str) -> None:
        """The head of a block."""
        self.add(text)
        self.indent += _STEP

    def close(self) -> None:
        """The end of a block."""
        self.indent -= _STEP
        self.add("}")

    def chain(self, before: str, operands: Sequence[str], sign: str, after: str) -> None:
        """A line, or a few, with operands."""
        self.doubtful |= not all(map(is_plain, operands))
        self.add(chain(before, operands, sign, after, self.indent))

    @property
    def text(self) -> str:
        """All lines."""
        return "\n".join(self.lines)


def answer(code: Code, printer: RustPrinter, condition: Expression) -> None:
    """The body of a function that tells whether ``condition`` holds."""
    conjunction = isinstance(condition, And)
    terms = list(condition.terms) if isinstance(condition, And | Or) else [condition]
    settled = "false" if conjunction else "true"
    waiting: list[Expression] = []
    for index, term in enumerate(terms):
        asked = bound(term, terms[index + 1 :], present=conjunction)
        if asked is None or asked in printer.known:
            waiting.append(term)
            continue
        _leave(code, printer, waiting, settled, conjunction=conjunction)
        waiting = []
        value = printer.optional(asked)
        name, printer = printer.bind(asked)
        _let_else(code, name, value, settled)
    if len(waiting) == 1 and isinstance(waiting[0], And | Or) and waiting[0] is not condition:
        answer(code, printer, waiting[0])
        return
    texts = _operands(printer, waiting, conjunction=conjunction)
    if len(texts) > 1:
        code.chain("", texts, "&&" if conjunction else "||", "")
        # Behind the first line, operands stand further in.
        return
    code.doubtful |= not is_plain(texts[0])
    code.add(texts[0])


def _operands(printer: RustPrinter, terms: Sequence[Expression], *, conjunction: bool) -> list[str]:
    if len(terms) == 1:
        return [printer.print(terms[0])]
    strength = 3 if conjunction else 2
    return [printer.at(term, strength) for term in terms]


def _leave(code: Code, printer: RustPrinter, terms: Sequence[Expression], settled: str, *, conjunction: bool) -> None:
    """Returns early where one of ``terms`` settles the answer."""
    if not terms:
        return
    asked = [Not(TRUTH, term) for term in terms] if conjunction else list(terms)
    code.chain("if ", _operands(printer, asked, conjunction=False), "||", " {")
    code.indent += _STEP
    code.add(f"return {settled};")
    code.close()


def _let_else(code: Code, name: str, value: str, settled: str) -> None:
    code.doubtful |= not is_plain(value)
    code.open(f"let Some({name}) = {value} else {{")
    code.add(f"return {settled};")
    code.indent -= _STEP
    code.add("};")


def where(code: Code, printer: RustPrinter, conditions: Sequence[Expression]) -> tuple[RustPrinter, int]:
    """Blocks that are entered where all ``conditions`` hold; the printer inside, and how many blocks there are."""
    blocks = 0
    terms = [each for condition in conditions for each in _terms(condition)]
    waiting: list[str] = []
    for index, term in enumerate(terms):
        asked = bound(term, terms[index + 1 :], present=True)
        if asked is None or asked in printer.known:
            waiting.append(printer.at(term, 3))
            continue
        if waiting:
            code.chain("if ", waiting, "&&", " {")
            code.indent += _STEP
            blocks += 1
            waiting = []
        value = printer.optional(asked)
        name, printer = printer.bind(asked)
        code.doubtful |= not is_plain(value)
        code.open(f"if let Some({name}) = {value} {{")
        blocks += 1
    if waiting:
        if len(waiting) == 1:
            waiting = [waiting[0]]
        code.chain("if ", waiting, "&&", " {")
        code.indent += _STEP
        blocks += 1
    return printer, blocks


def _terms(condition: Expression) -> list[Expression]:
    """A condition as terms that all have to hold."""
    match condition:
        case And():
            return [each for term in condition.terms for each in _terms(term)]
        case Not(_, Or(_, terms)):
            return [each for term in terms for each in _terms(Not(TRUTH, term))]
        case Not(_, Not(_, inner)):
            return _terms(inner)
        case _:
            return [condition]
