"""Lines that are too long, broken from the outside in, before operators and after commas."""

from __future__ import annotations

_WIDTH = 120
_DEEPER = 8
_TERNARY = (" ? ", " : ")
# From the loosest up.
_OPERATORS = (_TERNARY, (" || ",), (" && ",), (" == ", " != "), (" <= ", " >= ", " < ", " > "), (" + ",), (" -> ",))
_QUOTED = -1


def laid_out(source: str) -> str:
    """``source`` with its long lines of code broken; comments are laid out already."""
    lines: list[str] = []
    for line in source.split("\n"):
        short = len(line) <= _WIDTH or line.lstrip().startswith(("*", "//", "/**"))
        lines += [line] if short else _broken(line)
    return "\n".join(lines)


def _broken(line: str) -> list[str]:
    """The line at its outermost place to break; its parts again where they are still too long."""
    operators, cuts = _cuts(line)
    if not cuts:
        return _split_text(line)
    indent = _indent(line)
    # What continues an operation stays in line with it.
    deeper = 0 if line.lstrip().startswith(tuple(operator.strip() + " " for operator in operators)) else _DEEPER
    first, *rest = _cut(line, cuts)
    further = [" " * (indent + deeper) + part.lstrip() for part in rest]
    return [piece for part in (first, *further) for piece in ([part] if len(part) <= _WIDTH else _broken(part))]


def _cuts(line: str) -> tuple[tuple[str, ...], list[int]]:
    """The operators before which a line is best broken, none for commas, and the places."""
    depths, indent = _depths(line), _indent(line)
    for level in range(max(depths) + 1):
        commas = _arguments(line, depths, level) if level else []
        if commas:
            return (), commas
        for operators in _OPERATORS:
            starts = indent + 1 if line.lstrip().startswith(tuple(o.strip() + " " for o in operators)) else indent
            if operators is _TERNARY and not any(depths[i] == level for i in _places(line, (" ? ",), starts)):
                continue
            cuts = [i + 1 for i in _places(line, operators, starts) if depths[i] == level]
            if operators == (" -> ",):
                cuts = [cut + 3 for cut in cuts]
            if cuts:
                return operators, cuts
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


def _arguments(line: str, depths: list[int], level: int) -> list[int]:
    """Where the arguments of the first call with several of them start, at a level of brackets."""
    comma = next((i for i, c in enumerate(line) if c == "," and depths[i] == level), None)
    if comma is None:
        return []
    opened = max(i for i in range(comma) if line[i] == "(" and depths[i] == level)
    closed = next((i for i in range(opened + 1, len(line)) if 0 <= depths[i] < level), len(line))
    return [opened + 1, *(i + 2 for i in range(opened, closed) if line[i] == "," and depths[i] == level)]


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def _depths(line: str) -> list[int]:
    """How many brackets are open at each place, those at brackets included; -1 inside of texts."""
    depths: list[int] = []
    depth, quoted, skip = 0, False, False
    for character in line:
        if quoted:
            depths.append(_QUOTED)
            quoted = skip or character != '"'
            skip = character == "\\" and not skip
        elif character == '"':
            depths.append(_QUOTED)
            quoted = True
        else:
            depth += character == "("
            depths.append(depth)
            depth -= character == ")"
    return depths


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
