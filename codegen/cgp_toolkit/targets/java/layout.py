"""Lines that are too long, broken from the outside in, before operators and after commas."""

from __future__ import annotations

import re
from functools import lru_cache

_WIDTH = 120
_DEEPER = 8
_QUESTION = " ? "
_TERNARY, _ARROW = (_QUESTION, " : "), (" -> ",)
# From the loosest up.
_OPERATORS = (_TERNARY, (" || ",), (" && ",), (" == ", " != "), (" <= ", " >= ", " < ", " > "), (" + ",), _ARROW)
_QUOTED = -1
# A text, which may lack its end, or a bracket.
_SIGN = re.compile(r'"(?:\\.?|[^"\\])*(?:"|$)|[()]')


def laid_out(source: str) -> str:
    """``source`` with its long lines of code broken; comments are laid out already."""
    lines: list[str] = []
    for line in source.split("\n"):
        short = len(line) <= _WIDTH or line.lstrip().startswith(("*", "//", "/**"))
        lines += [line] if short else _broken(line)
    return "\n".join(lines)


@lru_cache(maxsize=4096)
def _broken(line: str) -> tuple[str, ...]:
    """The line at its outermost place to break; its parts again where they are still too long."""
    operators, cuts = _cuts(line)
    if not cuts:
        return tuple(_split_text(line))
    indent = _indent(line)
    # What continues an operation stays in line with it.
    deeper = 0 if _continues(line.lstrip(), operators) else _DEEPER
    first, *rest = _cut(line, cuts)
    further = [" " * (indent + deeper) + part.lstrip() for part in rest]
    return tuple(piece for part in (first, *further) for piece in ((part,) if len(part) <= _WIDTH else _broken(part)))


def _continues(text: str, operators: tuple[str, ...]) -> bool:
    """Whether a line starts with one of ``operators``."""
    return text.startswith(tuple(operator.strip() + " " for operator in operators))


def _cuts(line: str) -> tuple[tuple[str, ...], list[int]]:
    """The operators before which a line is best broken, none for commas, and the places."""
    depths, indent, text = _depths(line), _indent(line), line.lstrip()
    found = [
        (operators, _by_depth(_places(line, operators, indent + _continues(text, operators)), depths))
        for operators in _OPERATORS
    ]
    questions = _by_depth(_places(line, (_QUESTION,), indent), depths)
    commas = _by_depth(_places(line, (",",), 0), depths)
    for level in range(max(depths) + 1):
        if level and level in commas:
            return (), _arguments(line, depths, level, commas[level])
        for operators, places in found:
            if level not in places or (operators is _TERNARY and level not in questions):
                continue
            # An arrow ends its line.
            after = 4 if operators is _ARROW else 1
            return operators, [i + after for i in places[level]]
    # Builders and streams: the calls on the outermost level.
    dots = [i for i in _places(line, (".",), indent) if line[i - 1] == ")"]
    outermost = min((depths[i] for i in dots if depths[i] >= 0), default=0)
    return (), [i for i in dots if depths[i] == outermost]


def _places(line: str, texts: tuple[str, ...], start: int) -> list[int]:
    found: set[int] = set()
    for text in texts:
        place = line.find(text, start)
        while place >= 0:
            found.add(place)
            place = line.find(text, place + 1)
    return sorted(found)


def _by_depth(places: list[int], depths: list[int]) -> dict[int, list[int]]:
    found: dict[int, list[int]] = {}
    for place in places:
        found.setdefault(depths[place], []).append(place)
    return found


def _arguments(line: str, depths: list[int], level: int, commas: list[int]) -> list[int]:
    """Where the arguments of the first call with several of them start, at a level of brackets that has ``commas``."""
    opened = line.rindex("(", 0, commas[0])
    while depths[opened] != level:
        opened = line.rindex("(", 0, opened)
    closed = next((i for i in range(opened + 1, len(line)) if 0 <= depths[i] < level), len(line))
    return [opened + 1, *(i + 2 for i in commas if i < closed)]


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def _depths(line: str) -> list[int]:
    """How many brackets are open at each place, those at brackets included; -1 inside of texts."""
    depths: list[int] = []
    depth = 0
    for match in _SIGN.finditer(line):
        depths += [depth] * (match.start() - len(depths))
        depth += match[0] == "("
        depths += [depth if match[0] in "()" else _QUOTED] * len(match[0])
        depth -= match[0] == ")"
    return depths + [depth] * (len(line) - len(depths))


def _cut(line: str, cuts: list[int]) -> list[str]:
    return [line[start:end].rstrip() for start, end in zip([0, *cuts], [*cuts, len(line)], strict=True)]


def _split_text(line: str) -> list[str]:
    """A line that holds one long text, cut at a space of it."""
    depths = _depths(line)
    place = next(
        (i for i in range(min(_WIDTH - 4, len(line) - 1), 0, -1) if line[i] == " " and depths[i] == _QUOTED), None
    )
    if place is None or line[place - 1] == "\\":
        return [line]
    deeper = 0 if line.lstrip().startswith("+ ") else _DEEPER
    rest = f'{" " * (_indent(line) + deeper)}+ "{line[place + 1 :]}'
    return [f'{line[: place + 1]}"', *(_split_text(rest) if len(rest) > _WIDTH else [rest])]
