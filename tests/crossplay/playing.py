"""The play itself: every language reads every line and writes what it has read, and every other one reads that."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from tests.crossplay.asking import Answer, Reader
from tests.crossplay.shrinking import smallest

# So many disagreements of each pair are made small and shown; there may be many of one cause.
_SHOWN = 3


@dataclass(frozen=True, slots=True)
class Disagreement:
    """Two languages that differ on ``line``, which ``writer`` wrote, or which came from outside (``None``)."""

    writer: str | None
    one: str
    other: str
    line: bytes
    answers: tuple[Answer, Answer]


@dataclass
class Grid:
    """Of so many lines by each writer, how many each reader reads as the writer does."""

    lines: int
    refused: int = 0
    written: dict[str, int] = field(default_factory=dict)
    agreed: dict[tuple[str, str], int] = field(default_factory=dict)
    disagreements: list[Disagreement] = field(default_factory=list)


def play(
    readers: Mapping[str, Reader], lines: Sequence[bytes], progress: Callable[[int], None] = lambda done: None
) -> Grid:
    """Let all ``readers`` read ``lines``, and what each of them makes of those."""
    names = list(readers)
    grid = Grid(len(lines), written=dict.fromkeys(names, 0))
    grid.agreed = {(writer, reader): 0 for writer in names for reader in names}
    shown: dict[tuple[str | None, str, str], int] = {}
    for done, line in enumerate(lines):
        progress(done)
        answers = {name: readers[name](line) for name in names}
        first = names[0]
        for name in names[1:]:
            if answers[name] != answers[first]:
                _note(grid, readers, shown, None, first, name, line)
        grid.refused += all(answer.get("verdict") == "refuses" for answer in answers.values())
        for writer in names:
            written = answers[writer].get("canonical")
            if isinstance(written, str):
                grid.written[writer] += 1
                _pass_on(grid, readers, shown, writer, written.encode())
    return grid


def _pass_on(
    grid: Grid,
    readers: Mapping[str, Reader],
    shown: dict[tuple[str | None, str, str], int],
    writer: str,
    line: bytes,
) -> None:
    """What ``writer`` wrote goes to all readers, the writer included: it has to come back as it is."""
    own = readers[writer](line)
    for reader in readers:
        answer = readers[reader](line)
        if answer == own and answer.get("canonical") == line.decode():
            grid.agreed[writer, reader] += 1
        else:
            _note(grid, readers, shown, writer, writer, reader, line)


def _note(
    grid: Grid,
    readers: Mapping[str, Reader],
    shown: dict[tuple[str | None, str, str], int],
    writer: str | None,
    one: str,
    other: str,
    line: bytes,
) -> None:
    count = shown.get((writer, one, other), 0)
    shown[writer, one, other] = count + 1
    if count >= _SHOWN:
        return

    def differs(candidate: bytes) -> bool:
        if one == other:
            return _returns(readers[one], candidate) is False
        return readers[one](candidate) != readers[other](candidate)

    small = smallest(line, differs) if differs(line) else line
    found = Disagreement(writer, one, other, small, (readers[one](small), readers[other](small)))
    if found not in grid.disagreements:
        grid.disagreements.append(found)


def _returns(reader: Reader, line: bytes) -> bool | None:
    """Whether a line that was read comes back as it was written the first time; ``None`` if it is not read."""
    once = reader(line).get("canonical")
    if not isinstance(once, str):
        return None
    return reader(once.encode()).get("canonical") == once


def missing(grid: Grid) -> Iterable[tuple[str, str]]:
    """The pairs of writer and reader that do not agree on everything."""
    return [(w, r) for (w, r), agreed in grid.agreed.items() if agreed != grid.written[w]]
