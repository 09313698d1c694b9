"""ABNF (RFC 5234) to the portable regular expressions of the model.

The grammar is parsed by the ``abnf`` package; what is written here is the walk over its rules.  Literals are taken
case-sensitively.  Recursive rules have no regular expression and are refused.
"""

from __future__ import annotations

import re
from functools import lru_cache

from abnf import ParseError, Rule
from abnf.parser import (
    Alternation,
    Concatenation,
    GrammarError,
    Literal,
    Option,
    Parser,
    Repetition,
)

from cgp_toolkit.model import portable
from cgp_toolkit.model.pattern_tree import Characters, Choice, Node, Repeat, Sequence, render

# What may hold digits without being a count of repetitions.
_NO_COUNT = re.compile(r'"[^"]*"|%[bdxBDX][0-9A-Fa-f.-]+|;[^\n]*|[A-Za-z][A-Za-z0-9-]*')


class GrammarFault(ValueError):
    """The grammar can't be used; the text says why."""


@lru_cache(maxsize=32)
def to_pattern(abnf: str, rule: str) -> str:
    """The pattern, without anchors, that matches exactly the texts of ``rule``; :class:`GrammarFault` if none does."""
    # Names of rules are the same in any case.
    start = next((found for name, found in rules(abnf).items() if name.casefold() == rule.casefold()), None)
    if start is None:
        raise GrammarFault(f"the grammar has no rule {rule!r}")
    pattern = render(_expression(start, ()))
    try:
        portable.parse(pattern)
    except portable.PatternFault as fault:
        raise GrammarFault(f"the rule {rule!r} has no portable pattern: {fault}") from fault
    return pattern


def rules(abnf: str) -> dict[str, Rule]:
    """The rules of a grammar by their names, in its order, without the core rules of ABNF; :class:`GrammarFault` if it
    is none.
    """

    # Rules are registered on the class: a class of its own keeps grammars apart.
    class Grammar(Rule):
        pass

    # The package writes minimal counts out, item by item.
    if re.search("[0-9]{5}", _NO_COUNT.sub(" ", abnf)):
        raise GrammarFault("the grammar repeats something more than 9999 times")
    try:
        Grammar.load_grammar("\r\n".join(abnf.strip().splitlines()) + "\r\n")
    except (ParseError, GrammarError) as error:
        raise GrammarFault("the grammar is not ABNF as RFC 5234 has it") from error
    except RecursionError as error:
        raise GrammarFault("the grammar is nested too deeply") from error
    # The package leaves this one without types.
    known: list[Rule] = Grammar.rules()  # type: ignore[no-untyped-call]
    return {rule.name: rule for rule in known if type(rule) is Grammar}


def _expression(parser: Parser, above: tuple[str, ...]) -> Node:
    match parser:
        case Rule():
            if parser.name in above:
                raise GrammarFault(f"the rule {parser.name!r} is recursive")
            try:
                definition = parser.definition
            except AttributeError as error:
                raise GrammarFault(f"the rule {parser.name!r} is not defined") from error
            return _expression(definition, (*above, parser.name))
        case Literal():
            return _literal(parser.value)
        case Concatenation():
            return _sequence([_expression(part, above) for part in parser.parsers])
        case Alternation():
            return _choice([_expression(part, above) for part in parser.parsers])
        case Option():
            return _repeat(_expression(parser.alternation, above), 0, 1)
        case Repetition():
            return _repeat(_expression(parser.element, above), parser.repeat.min, parser.repeat.max)
        case _:
            raise GrammarFault(f"{type(parser).__name__} is not supported in a version grammar")


def _literal(value: str | tuple[str, str]) -> Node:
    if isinstance(value, tuple):
        return Characters((value,))
    return _sequence([Characters(((character, character),)) for character in value])


def _sequence(items: list[Node]) -> Node:
    flat: list[Node] = []
    for item in items:
        flat += item.items if isinstance(item, Sequence) else (item,)
    return flat[0] if len(flat) == 1 else Sequence(tuple(flat))


def _choice(options: list[Node]) -> Node:
    flat: list[Node] = []
    for option in options:
        flat += option.options if isinstance(option, Choice) else (option,)
    single = [option for option in flat if isinstance(option, Characters)]
    if len(single) == len(flat):
        return Characters(tuple(dict.fromkeys(bounds for option in single for bounds in option.ranges)))
    return Choice(tuple(flat))


def _repeat(item: Node, low: int, high: int | None) -> Node:
    if (low, high) == (1, 1):
        return item
    if high == 0:
        return Sequence(())
    return Repeat(item, low, high)
