"""Every entry of a model with all that is in it, whatever section it belongs to."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from cgp_toolkit.model.collect import Collection, Found
from cgp_toolkit.model.entries import Entry
from cgp_toolkit.model.source import Position
from cgp_toolkit.model.yaml_document import Path


@dataclass(frozen=True, slots=True)
class Field:
    """One value of an entry: its key, the name of the thing that has it, and where it stands."""

    found: Found
    name: str
    key: str
    value: object
    path: Path

    def at(self, *parts: str | int) -> Position:
        """Where the value, or a part of it, stands."""
        return self.found.at(*self.path, *parts)


def fields(collection: Collection) -> Iterator[Field]:
    """Every key that is written, in every entry; the free JSON of messages is left out."""
    for section in collection.found:
        for found in collection.of(section):
            yield from _fields(found, found.name, found.entry, ())


def _fields(found: Found, name: str, entry: Entry, path: Path) -> Iterator[Field]:
    for attribute, info in type(entry).model_fields.items():
        if attribute not in entry.model_fields_set:
            continue
        key = info.alias or attribute
        value: object = getattr(entry, attribute)
        yield Field(found, name, key, value, (*path, key))
        if isinstance(value, Entry):
            yield from _fields(found, name, value, (*path, key))
        elif isinstance(value, dict):
            for inner, item in value.items():
                for place, one in _entries(item):
                    yield from _fields(found, inner, one, (*path, key, inner, *place))
        else:
            for place, one in _entries(value):
                yield from _fields(found, name, one, (*path, key, *place))


def _entries(value: object) -> Iterator[tuple[Path, Entry]]:
    """An entry, or the entries of a list, each with the way to it."""
    if isinstance(value, Entry):
        yield (), value
    elif isinstance(value, tuple):
        for index, item in enumerate(value):
            if isinstance(item, Entry):
                yield (index,), item
