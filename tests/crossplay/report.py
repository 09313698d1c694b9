"""What is printed: the vectors by language, the grid of writers and readers, the disagreements."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping

from tests.crossplay.playing import Disagreement, Grid

Scores = Mapping[str, Mapping[str, tuple[int, int]]]
"""By language and kind of vector: how many passed, of how many."""


def scores_text(scores: Scores) -> Iterator[str]:
    """The vectors, a row a language."""
    kinds = list(dict.fromkeys(kind for found in scores.values() for kind in found))
    rows = [["vectors", *kinds]]
    for language, found in scores.items():
        rows.append([language, *(f"{found[kind][0]}/{found[kind][1]}" for kind in kinds)])
    yield from _table(rows)


def grid_text(grid: Grid) -> Iterator[str]:
    """The grid: a row a writer, a column a reader."""
    names = list(grid.written)
    rows = [["written by \\ read by", *names]]
    for writer in names:
        rows.append([writer, *(f"{grid.agreed[writer, reader]}/{grid.written[writer]}" for reader in names)])
    yield from _table(rows)
    yield f"{grid.lines} lines, of which all refuse {grid.refused} for the same rule at the same place"


def disagreement_text(found: Disagreement) -> Iterator[str]:
    """One disagreement, with the smallest message that shows it."""
    if found.one == found.other:
        yield f"{found.one} does not read what it wrote as it wrote it:"
    else:
        what = "a line" if found.writer is None else f"what {found.writer} wrote"
        yield f"{found.one} and {found.other} differ on {what}:"
    yield f"  {found.line!r}"
    one, other = found.answers
    for name in dict.fromkeys([*one, *other]):
        if one.get(name) != other.get(name):
            yield f"  {name}: {found.one} {_shown(one.get(name))}, {found.other} {_shown(other.get(name))}"


def _shown(value: object) -> str:
    return "nothing" if value is None else json.dumps(value, ensure_ascii=False)


def _table(rows: list[list[str]]) -> Iterator[str]:
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    for row in rows:
        first, *rest = row
        cells = [cell.rjust(width) for cell, width in zip(rest, widths[1:], strict=True)]
        yield "  ".join([first.ljust(widths[0]), *cells]).rstrip()
