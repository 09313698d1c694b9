"""ABNF (RFC 5234) to the portable regular expressions of the model.

The grammar is parsed by the ``abnf`` package; what is written here is the walk over its rules.  Literals are taken
case-sensitively.  Recursive rules have no regular expression and are refused.
"""

from __future__ import annotations

import re

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

_SPECIAL = re.compile(r"([\\^$.|?*+()\[\]{}/-])")


class GrammarFault(ValueError):
    """The grammar can't be used; the text says why."""


def to_pattern(abnf: str, rule: str) -> str:
    """The pattern, without anchors, that matches exactly the texts of ``rule``; :class:`GrammarFault` if none does."""

    # Rules are registered on the class: a class of its own keeps grammars apart.
    class Grammar(Rule):
        pass

    try:
        Grammar.load_grammar(abnf.strip().replace("\r\n", "\n").replace("\n", "\r\n") + "\r\n")
    except (ParseError, GrammarError) as error:
        raise GrammarFault("the grammar is not ABNF as RFC 5234 has it") from error
    if rule not in {r.name for r in Grammar.rules()}:
        raise GrammarFault(f"the grammar has no rule {rule!r}")
    return _expression(Grammar(rule), ())


def _expression(parser: Parser, above: tuple[str, ...]) -> str:
    if isinstance(parser, Rule):
        if parser.name in above:
            raise GrammarFault(f"the rule {parser.name!r} is recursive")
        try:
            definition = parser.definition
        except AttributeError as error:
            raise GrammarFault(f"the rule {parser.name!r} is not defined") from error
        return _expression(definition, (*above, parser.name))
    if isinstance(parser, Literal):
        return _literal(parser)
    if isinstance(parser, Concatenation):
        return "".join(_grouped(part, above) for part in parser.parsers)
    if isinstance(parser, Alternation):
        parts = [_expression(part, above) for part in parser.parsers]
        if all(len(part) == 1 or _is_class(part) for part in parts):
            return "[" + "".join(part[1:-1] if _is_class(part) else part for part in parts) + "]"
        return "|".join(parts)
    if isinstance(parser, Option):
        return _quantified(parser.alternation, above, "?")
    if isinstance(parser, Repetition):
        low, high = parser.repeat.min, parser.repeat.max
        return _quantified(parser.element, above, _quantifier(low, high))
    raise GrammarFault(f"{type(parser).__name__} is not supported in a version grammar")


def _literal(parser: Literal) -> str:
    value = parser.value
    if isinstance(value, tuple):
        return f"[{_escape(value[0])}-{_escape(value[1])}]"
    return _escape(value)


def _escape(text: str) -> str:
    # Only what is special in a pattern: "/" and "-" stay as they are outside of classes.
    return "".join(c if c in "/-" else _SPECIAL.sub(r"\\\1", c) for c in text)


def _is_class(text: str) -> bool:
    return text.startswith("[") and text.endswith("]") and text.count("[") == 1


def _single(text: str) -> bool:
    return len(text) == 1 or (len(text) == 2 and text[0] == "\\") or _is_class(text)


def _grouped(parser: Parser, above: tuple[str, ...]) -> str:
    text = _expression(parser, above)
    return f"(?:{text})" if "|" in re.sub(r"\\.|\[[^\]]*\]|\(\?:[^)]*\)", "", text) else text


def _quantified(parser: Parser, above: tuple[str, ...], quantifier: str) -> str:
    text = _expression(parser, above)
    return (text if _single(text) else f"(?:{text})") + quantifier


def _quantifier(low: int, high: int | None) -> str:
    match low, high:
        case 0, None:
            return "*"
        case 1, None:
            return "+"
        case _, None:
            return f"{{{low},}}"
        case 1, 1:
            return ""
        case _ if low == high:
            return f"{{{low}}}"
        case _:
            return f"{{{low},{high}}}"
