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

    mutants: str
    why: str

    def covers(self, id: str) -> bool:  # noqa: A002
        """Whether this is about the mutant called ``id``."""
        return re.fullmatch(".*".join(map(re.escape, self.mutants.split("*"))), id, re.DOTALL) is not None


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
        if isinstance(mutants, str) and isinstance(why, str) and mutants and why:
            return Equivalent(mutants, " ".join(why.split()))
    raise TableError(f"entry {number} of {path} is not made of two texts, 'mutants' and 'why'")


def equivalent(table: Iterable[Equivalent], id: str) -> Equivalent | None:  # noqa: A002
    """The first entry about the mutant called ``id``."""
    return next((entry for entry in table if entry.covers(id)), None)
