"""Markdown, built from parts: whatever comes from a model is text, and never becomes markup.

Texts of a model are plain, but for `code` in back quotes.  Everything that CommonMark, MyST or HTML would take for more
is escaped, so that a model can hold anything and the page still says exactly that.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache

Link = Callable[[str], str | None]
"""Where a name leads, if anywhere: a path from the root of the documentation, perhaps with an anchor."""

MARK = "\ue000"
"""What stands before the target of a link until the page is put together; no text of a model keeps it."""

_SPECIAL = re.compile(r"[\\`*\[\]{}<>&|~^$@]|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])|!(?=\[)|:(?=:)|/(?=/)")
_STARTS = re.compile(r"^(?:[-+=#:%>(]|\d+(?=[.)]))")
_CODE = re.compile(r"(`+)(?!`)(.+?)(?<!`)\1(?!`)", re.DOTALL)
_ESCAPED = r"\\\g<0>"


@lru_cache(maxsize=8192)
def plain(text: str) -> str:
    """``text`` on one line, with nothing in it that is markup."""
    text = " ".join(text.replace(MARK, "").split())
    escaped = _SPECIAL.sub(_ESCAPED, text)
    return _STARTS.sub(lambda match: match[0] + "\\" if match[0][-1].isdigit() else "\\" + match[0], escaped)


@lru_cache(maxsize=8192)
def code(text: str) -> str:
    """``text`` on one line as a code span."""
    text = " ".join(text.replace(MARK, "").split()) or " "
    ticks = "`" * (_run(text) + 1)
    pad = " " if text[0] in "` " or text[-1] in "` " else ""
    return f"{ticks}{pad}{text}{pad}{ticks}"


def _run(text: str) -> int:
    """The length of the longest run of back quotes."""
    return max(map(len, re.findall("`+", text))) if "`" in text else 0


def link(text: str, target: str | None) -> str:
    """``text``, which is Markdown already, as a link if there is a target: a path from the root, or a whole address.

    The path is marked, so that whoever puts a page together can tell it from what a model says.
    """
    return text if target is None else f"[{text}]({MARK}{target})"


def prose(text: str, find: Link) -> str:
    """Paragraphs of a model, each on a line; code spans are links where ``find`` knows the name."""
    paragraphs = (part for part in re.split(r"\n\s*\n", text) if part.strip())
    return "\n\n".join(_inline(" ".join(part.split()), find) for part in paragraphs)


def sentence(text: str, find: Link) -> str:
    """The same on a single line, for tables and lists."""
    return _inline(" ".join(text.split()), find)


def _inline(text: str, find: Link) -> str:
    return "".join([made if name is None else link(made, find(name)) for made, name in _pieces(text)])


@lru_cache(maxsize=4096)
def _pieces(text: str) -> tuple[tuple[str, str | None], ...]:
    """The parts of a line as Markdown, each that is code with the name in it: links may change, texts rarely do."""
    pieces: list[tuple[str, str | None]] = []
    end = 0
    for match in _CODE.finditer(text):
        before = text[end : match.start()]
        pieces.append((_spaced(before, plain(before) if end == 0 else _middle(before)), None))
        pieces.append((code(match[2]), match[2]))
        end = match.end()
    rest = text[end:]
    pieces.append((_spaced(rest, plain(rest) if end == 0 else _middle(rest)), None))
    return tuple(pieces)


def _middle(text: str) -> str:
    return _SPECIAL.sub(_ESCAPED, " ".join(text.replace(MARK, "").split()))


def _spaced(text: str, made: str) -> str:
    """``made`` with the spaces that ``text`` has at its ends."""
    if not text.strip():
        return " " if text else ""
    return (" " if text[0].isspace() else "") + made + (" " if text[-1].isspace() else "")


def anchor(name: str) -> str:
    """A place that can be linked to, exactly by this name."""
    return f'<a id="{html.escape(name)}"></a>'


def heading(level: int, text: str, name: str | None = None) -> str:
    """A heading, whose ``text`` is Markdown already."""
    return f"{'#' * level} {anchor(name) if name is not None else ''}{text}"


def fence(text: str, language: str, *classes: str) -> str:
    """A block of code, exactly as it stands."""
    ticks = "`" * max(3, _run(text) + 1)
    attributes = "{" + " ".join(f".{name}" for name in classes) + "}\n" if classes else ""
    return f"{attributes}{ticks}{language}\n{text.rstrip(chr(10))}\n{ticks}"


def table(head: Sequence[str], rows: Iterable[Sequence[str]], *classes: str) -> str:
    """A table of cells that are Markdown already; nothing without rows."""
    lines = [_row(row) for row in rows]
    if not lines:
        return ""
    attributes = "{" + " ".join(f".{name}" for name in classes) + "}\n" if classes else ""
    return attributes + "\n".join([_row(head), "|" + "---|" * len(head), *lines])


def _row(cells: Sequence[str]) -> str:
    # A bar inside of a code span ends the cell unless it is escaped; one that is escaped already stays so.
    escaped = (re.sub(r"(?<!\\)\|", r"\\|", cell) if "|" in cell else cell for cell in cells)
    return "| " + " | ".join(cell or " " for cell in escaped) + " |"


def bullets(items: Iterable[str]) -> str:
    """A list of items that are Markdown already, each on one line."""
    return "\n".join(f"- {item}" for item in items)


def blocks(*parts: str | None) -> str:
    """Parts of a page with empty lines between them; those that are empty are left out."""
    return "\n\n".join(part.strip("\n") for part in parts if part)
