"""Where reports go: coloured only on a terminal, and never wrapped, so that places can be clicked and piped."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence

from rich.console import Console
from rich.text import Text

_SHORT = 12


def out() -> Console:
    """Standard output."""
    return Console(highlight=False, markup=False, emoji=False, soft_wrap=True)


def err() -> Console:
    """Standard error."""
    return Console(stderr=True, highlight=False, markup=False, emoji=False, soft_wrap=True)


def counted(number: int, what: str) -> str:
    """``1 file``, ``1,234 files``."""
    return f"{number:,} {what}" if number == 1 else f"{number:,} {what}s"


def shortened(items: Sequence[str], most: int = _SHORT) -> Iterable[str]:
    """The first items, and how many more there are."""
    yield from items[:most]
    if len(items) > most:
        yield f"… and {len(items) - most:,} more"


def line(*parts: str | tuple[str, str]) -> Text:
    """One line from texts and (text, style) pairs."""
    return Text.assemble(*parts)


def json_line(value: object) -> str:
    """One line of JSON, for reports that come one after the other."""
    return json.dumps(value, ensure_ascii=False)


def json_text(value: object) -> str:
    """Indented JSON, for a report that comes alone."""
    return json.dumps(value, ensure_ascii=False, indent=2)
