"""Mutants that no vector can tell from the model, each with a reason."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import yaml


class TableError(Exception):
    """The table of equivalent mutants can't be read."""


@dataclass(frozen=True, slots=True)
class Equivalent:
    """Some mutants, by their ids (``*`` stands for any text), and why nothing shows them."""

    mutants: tuple[str, ...]
    why: str

    def covers(self, id: str) -> bool:  # noqa: A002
        """Whether this is about the mutant called ``id``."""
        return any(likened(pattern, id) for pattern in self.mutants)


def likened(pattern: str, id: str) -> bool:  # noqa: A002
    """Whether ``pattern`` stands for ``id``; only ``*`` is special in it."""
    return re.fullmatch(".*".join(map(re.escape, pattern.split("*"))), id, re.DOTALL) is not None


def read_table(path: Path) -> tuple[Equivalent, ...]:
    """The table in a YAML file: a list of objects with ``mutants`` and ``why``; :class:`TableError` if it is none."""
    try:
        entries = yaml.safe_load(path.read_bytes())
    except (OSError, yaml.YAMLError) as error:
        raise TableError(f"{path} can't be read: {error}") from error
    if not isinstance(entries, list):
        raise TableError(f"{path} is no list")
    return tuple(_entry(entry, number, path) for number, entry in enumerate(entries, 1))


def _entry(entry: object, number: int, path: Path) -> Equivalent:
    if isinstance(entry, dict) and entry.keys() == {"mutants", "why"}:
        mutants, why = entry["mutants"], entry["why"]
        named = isinstance(mutants, list) and mutants and all(isinstance(name, str) and name for name in mutants)
        if named and isinstance(why, str) and why:
            return Equivalent(tuple(mutants), " ".join(why.split()))
    raise TableError(f"entry {number} of {path} is not made of a list of 'mutants' and a text 'why'")


def equivalent(table: Iterable[Equivalent], id: str) -> Equivalent | None:  # noqa: A002
    """The first entry about the mutant called ``id``."""
    return next((entry for entry in table if entry.covers(id)), None)
