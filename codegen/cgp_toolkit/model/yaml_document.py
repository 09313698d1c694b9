"""What is read from one YAML file: plain data, and where each part of it stands."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from cgp_toolkit.model.source import Position

Path: TypeAlias = tuple[str | int, ...]
Data: TypeAlias = bool | int | str | list["Data"] | dict[str, "Data"] | None


class PlainNumber(str):
    """A plain scalar that reads as a JSON number with fraction or exponent; the text is kept."""

    __slots__ = ()


@dataclass(slots=True)
class Document:
    """One file as plain data, with the position of each value and each mapping key.

    ``lost`` holds the places of values that could not be read and stand as ``None``, ``partial`` those of mappings
    some members of which could not be read.  ``unread`` is true of a file of which nothing could be read, ``end`` its
    last place.
    """

    file: str
    text: str = ""
    data: Data = None
    values: dict[Path, Position] = field(default_factory=dict)
    keys: dict[Path, Position] = field(default_factory=dict)
    lost: set[Path] = field(default_factory=set)
    partial: set[Path] = field(default_factory=set)
    unread: bool = False
    end: Position = field(init=False)

    def __post_init__(self) -> None:
        self.end = Position(self.file, self.text.count("\n") + 1, len(self.text) - self.text.rfind("\n"))

    def place(self, line: int, column: int) -> Position:
        """A place of the file, counted from 0; what a parser counts beyond the end is the end."""
        place = Position(self.file, line + 1, column + 1)
        return place if place.line < self.end.line else min(place, self.end)

    def at(self, path: Path, *, key: bool = False) -> Position:
        """The position of the value (or the key) at ``path``, or of the closest parent that has one."""
        if key and path in self.keys:
            return self.keys[path]
        while path and path not in self.values:
            path = path[:-1]
        return self.values.get(path, Position(self.file, 1, 1))

    def value(self, path: Path) -> Data:
        """The value at ``path``; :class:`LookupError` if there is none."""
        value = self.data
        for part in path:
            value = child(value, part)
        return value

    def gaps(self, path: Path) -> bool:
        """Whether something at or below ``path`` could not be read."""
        return any(place[: len(path)] == path for place in self.lost | self.partial)


def child(value: Data, part: str | int) -> Data:
    """A member of a mapping or an item of a list; :class:`LookupError` if there is none."""
    match value, part:
        case dict(), str():
            return value[part]
        case list(), int():
            return value[part]
        case _:
            raise LookupError(part)
