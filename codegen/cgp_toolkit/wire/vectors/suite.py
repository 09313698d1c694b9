"""Files of vectors, read and chosen from."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeAlias

from cgp_toolkit.model.words import suggestion
from cgp_toolkit.wire.errors import InputError

Object: TypeAlias = Mapping[str, object]

_SUFFIX = ".ndjson"
KINDS = ("message", "framing", "exchange", "session", "vocabulary", "jsonrpc")
"""The kinds of vectors, in the order in which they run."""


@dataclass(frozen=True, slots=True)
class Vector:
    """One vector: its id and kind, what it shows, and the whole of it."""

    id: str
    kind: str
    requirements: tuple[str, ...]
    data: Object

    def request(self) -> dict[str, object]:
        """What a testee is told of it."""
        given = {name: self.data[name] for name in _GIVEN[self.kind] if name in self.data}
        if self.kind == "session":
            steps = self.data["steps"]
            given["steps"] = [
                {name: step[name] for name in _STEP if name in step}
                for step in (steps if isinstance(steps, list) else ())
            ]
        return {"id": self.id, "kind": self.kind, **given}


_GIVEN: Mapping[str, tuple[str, ...]] = {
    "message": ("bytes", "base64"),
    "framing": ("bytes", "base64", "max_line"),
    "exchange": ("request", "reply", "ack"),
    "session": ("role",),
    "vocabulary": ("vocabulary", "value"),
    "jsonrpc": ("bytes", "base64", "answers"),
}
_STEP = ("does", "bytes", "base64")


@dataclass(frozen=True, slots=True)
class Suite:
    """Vectors to run, and the revision of the protocol that they are about."""

    revision: str
    vectors: tuple[Vector, ...]

    def chosen(self, kinds: Iterable[str] = (), only: Iterable[str] = ()) -> Suite:
        """The vectors of these kinds and ids, all if none are named.

        An id that no vector has stands for all ids that hold it.  :class:`InputError` if that leaves nothing.
        """
        vectors = self.vectors
        wanted_kinds, wanted = tuple(kinds), tuple(only)
        if wanted_kinds:
            vectors = tuple(vector for vector in vectors if vector.kind in wanted_kinds)
        if wanted:
            vectors = tuple({found.id: found for text in wanted for found in _called(vectors, text)}.values())
        if not vectors:
            raise InputError("there is no vector to run")
        return replace(self, vectors=vectors)


def _called(vectors: tuple[Vector, ...], text: str) -> Iterator[Vector]:
    exact = [vector for vector in vectors if vector.id == text]
    found = exact or [vector for vector in vectors if text.lower() in vector.id.lower()]
    if not found:
        ids = [vector.id for vector in vectors]
        raise InputError(f"no vector is called like {text!r}{suggestion(text, ids)}")
    yield from found


def suite_of(files: Mapping[str, str]) -> Suite:
    """The vectors in texts by file name, those of other files left out; :class:`InputError` if they can't be used."""
    revision, vectors = "", list[Vector]()
    seen: dict[str, str] = {}
    for name in sorted(files, key=_order):
        if not name.endswith(_SUFFIX):
            continue
        for number, line in enumerate(files[name].split("\n"), 1):
            place = f"{name}:{number}"
            if not line:
                continue
            data = _object(line, place)
            if number == 1:
                revision = _stamp(data, place)
                continue
            vector = _vector(data, place)
            if vector.id in seen:
                raise InputError(f"{place}: the id {vector.id!r} is that of {seen[vector.id]}, too")
            seen[vector.id] = place
            vectors.append(vector)
    if not vectors:
        raise InputError("there is no vector to run")
    return Suite(revision, tuple(vectors))


def read_folder(folder: Path) -> Suite:
    """The vectors in the files of a folder; :class:`InputError` if they can't be read."""
    try:
        files = {path.name: path.read_text(encoding="utf-8") for path in sorted(folder.glob(f"*{_SUFFIX}"))}
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"the vectors in {folder} can't be read: {error}") from None
    if not files:
        raise InputError(f"there is no file of vectors in {folder}; cgp generate writes them")
    return suite_of(files)


def _order(name: str) -> tuple[int, str]:
    """Files in the order of the kinds that they are named after."""
    return next((index for index, kind in enumerate(KINDS) if name.startswith(kind[:-1])), len(KINDS)), name


def _object(line: str, place: str) -> dict[str, object]:
    try:
        data = json.loads(line)
    except ValueError:
        raise InputError(f"{place}: this is no JSON") from None
    if not isinstance(data, dict):
        raise InputError(f"{place}: a vector is an object")
    return data


def _stamp(data: Object, place: str) -> str:
    if not isinstance(data.get("stamp"), str):
        raise InputError(f"{place}: the first line of a file of vectors is its stamp; cgp generate writes it")
    return str(data.get("revision", ""))


def _vector(data: Object, place: str) -> Vector:
    id_, kind, requirements = data.get("id"), data.get("kind"), data.get("requirements")
    if not isinstance(id_, str) or not id_:
        raise InputError(f"{place}: the vector has no id")
    if kind not in KINDS:
        raise InputError(f"{place}: the vector is of no known kind{suggestion(str(kind), KINDS)}")
    if not isinstance(requirements, list):
        raise InputError(f"{place}: the vector does not say which requirements it shows")
    missing = [name for name in _NEEDED[str(kind)] if name not in data]
    if missing:
        raise InputError(f"{place}: the vector has no {missing[0]!r}")
    return Vector(id_, str(kind), tuple(map(str, requirements)), data)


_NEEDED: Mapping[str, tuple[str, ...]] = {
    "message": ("reader", "author", "findings"),
    "framing": ("outcomes",),
    "exchange": ("request", "reply", "author", "findings"),
    "session": ("role", "steps"),
    "vocabulary": ("vocabulary", "value", "listed", "reads_as", "traits"),
    "jsonrpc": ("answers", "reader", "rule", "pointer", "number", "code", "due", "echo", "canonical", "written"),
}
