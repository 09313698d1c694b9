"""Where reports go: coloured only on a terminal, and in lines that are never wrapped, so that places can be clicked.

rich is imported only where there are colours or a layout: a report in a pipe costs no more than its text.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, TextIO, TypeAlias

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

Part: TypeAlias = str | tuple[str, str]
"""A text, or a text and its style."""

_SHORT = 12
_ENDLESS = 10_000


class Printer:
    """Prints to a stream that may be a terminal; ``NO_COLOR`` and ``FORCE_COLOR`` are heeded."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._plain = not stream.isatty() and not os.environ.get("FORCE_COLOR")
        self._rich: Console | None = None

    def line(self, *parts: Part) -> None:
        """One line, however long."""
        if self._plain:
            self._stream.write("".join(part if isinstance(part, str) else part[0] for part in parts) + "\n")
            return
        from rich.text import Text

        self._console().print(Text.assemble(*parts), soft_wrap=True)

    def block(self, layout: RenderableType) -> None:
        """Something laid out in lines: wrapped on a terminal, as wide as it needs to be elsewhere."""
        self._console().print(layout)

    def table(self, columns: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
        """A row a line under the names of the columns; on a terminal the last column is cut to what fits."""
        if self._plain:
            widths = [max(map(len, cells)) for cells in zip(columns, *rows, strict=True)]
            for cells in (columns, *rows):
                aligned = [f"{cell:<{width}}" for cell, width in zip(cells, widths, strict=True)]
                self._stream.write("  ".join(aligned).rstrip() + "\n")
            return
        from rich.box import SIMPLE_HEAD
        from rich.table import Table

        table = Table(box=SIMPLE_HEAD, pad_edge=False)
        for column in columns[:-1]:
            table.add_column(column)
        table.add_column(columns[-1], no_wrap=True, overflow="ellipsis")
        for cells in rows:
            table.add_row(*cells)
        self._console().print(table)

    def _console(self) -> Console:
        if self._rich is None:
            from rich.console import Console

            self._rich = Console(file=self._stream, highlight=False, markup=False, emoji=False)
            if not self._stream.isatty():
                self._rich.width = _ENDLESS
        return self._rich


def out() -> Printer:
    """Standard output."""
    return Printer(sys.stdout)


def err() -> Printer:
    """Standard error."""
    return Printer(sys.stderr)


def counted(number: int, what: str) -> str:
    """``1 file``, ``1,234 files``."""
    return f"{number:,} {what}" if number == 1 else f"{number:,} {what}s"


def shortened(items: Sequence[str], most: int = _SHORT) -> Iterable[str]:
    """The first items, and how many more there are."""
    yield from items[:most]
    if len(items) > most:
        yield f"… and {len(items) - most:,} more"


def print_json(value: object) -> None:
    """One line of JSON on standard output, at once: another may follow later."""
    print(json.dumps(value, ensure_ascii=False), flush=True)


def json_text(value: object) -> str:
    """Indented JSON, for a report that comes alone."""
    return json.dumps(value, ensure_ascii=False, indent=2)
