"""Our own templates, and the two things that every source needs: comments and literals, laid out as they stay."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TypeAlias

from cgp_toolkit.binding.templates import renderer
from cgp_toolkit.targets.typescript.names import quoted

WIDTH = 80

Code: TypeAlias = "str | Call | Sequence[Code] | Mapping[str, Code]"
"""An expression as it is written, or a call, an array or an object of such."""


@dataclass(frozen=True, slots=True)
class Call:
    """A call of a function with one argument."""

    function: str
    argument: Code


_MARKUP = re.compile(r"(`[^`]*`)|[@{}<>]")


render = renderer(Path(__file__).parent / "templates")


def comment(paragraphs: Iterable[str], indent: int = 0) -> str:
    """A TSDoc comment of ``paragraphs``, without the indent of its first line and without a line end."""
    blocks = [_escaped(" ".join(paragraph.split())) for paragraph in paragraphs]
    blocks = [block for block in blocks if block]
    if len(blocks) == 1 and len(blocks[0]) + indent + 7 <= WIDTH:
        return f"/** {blocks[0]} */"
    room = WIDTH - indent - 3
    filled = "\n\n".join(_filled(block, room) for block in blocks)
    pad = " " * indent
    lines = "\n".join(f"{pad} * {line}".rstrip() for line in filled.split("\n"))
    return f"/**\n{lines}\n{pad} */"


@lru_cache(maxsize=4096)
def _filled(text: str, room: int) -> str:
    return textwrap.fill(text, room, break_long_words=False, break_on_hyphens=False)


def _escaped(text: str) -> str:
    text = _MARKUP.sub(lambda match: match[1] or f"\\{match[0]}", text)
    return text.replace("*/", "*\\/")


def literal(value: Code, indent: int = 0, room: int = WIDTH) -> str:
    """``value`` as source whose first line starts at ``indent``, in one line if that fits into ``room`` columns."""
    if isinstance(value, str):
        return value
    if isinstance(value, Call):
        around = len(value.function) + 2
        return f"{value.function}({literal(value.argument, indent, room - around)})"
    flat = _flat(value)
    if flat is not None and indent + len(flat) <= room:
        return flat
    pad, inner = " " * indent, " " * (indent + 2)
    if isinstance(value, Mapping):
        lines = [f"{inner}{quoted(name)}:{_held(name, held, indent + 2)}," for name, held in value.items()]
        return "\n".join(["{", *lines, f"{pad}}}"])
    lines = [f"{inner}{literal(item, indent + 2, room - 1)}," for item in value]
    return "\n".join(["[", *lines, f"{pad}]"])


def _held(name: str, held: Code, indent: int) -> str:
    before = len(quoted(name)) + 2
    if isinstance(held, str):
        # What follows a short name gains nothing by a line of its own.
        fits = indent + before + len(held) + 1 <= WIDTH or len(quoted(name)) < 5 or held[0] not in "\"'"
        return f" {held}" if fits else f"\n{' ' * (indent + 2)}{held}"
    return " " + literal(held, indent, WIDTH - before - 1)


def _flat(value: Code) -> str | None:
    """The value in one line; ``None`` if it never stands in one."""
    if isinstance(value, str):
        return value
    if isinstance(value, Call):
        flat = _flat(value.argument)
        return None if flat is None else f"{value.function}({flat})"
    if isinstance(value, Mapping):
        parts = [(name, _flat(held)) for name, held in value.items()]
        if any(part is None for _, part in parts):
            return None
        inside = ", ".join(f"{quoted(name)}: {part}" for name, part in parts)
        return f"{{ {inside} }}" if inside else "{}"
    if len(value) > 1 and all(
        isinstance(item, Mapping | Sequence) and not isinstance(item, str) and len(item) > 1 for item in value
    ):
        return None
    items = [_flat(item) for item in value]
    return None if any(item is None for item in items) else f"[{', '.join(map(str, items))}]"


def listed(name: str, values: Sequence[str]) -> str:
    """The declaration of a set of texts."""
    made = "/* @__PURE__ */ new Set<string>("
    head = f"export const {name} = {made}"
    if len(head) < WIDTH:
        return f"{head}{literal(values, 0, WIDTH - len(head) - 2)});"
    return f"export const {name} =\n  {made}{literal(values, 2, WIDTH - len(made) - 2)});"


def signature(head: str, parameters: Sequence[str], result: str, indent: int = 0) -> str:
    """The head of a function, its brace included; a parameter a line where it is too long for one."""
    line = f"{head}({', '.join(parameters)}): {result} {{"
    if indent + len(line) <= WIDTH:
        return line
    pad = " " * indent
    return "\n".join([f"{head}(", *(f"{pad}  {each}," for each in parameters), f"{pad}): {result} {{"])
