"""JSON values and texts: pointers, copies with one change, spelling, and parsing that keeps what values lose."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NoReturn, TypeAlias

from cgp_toolkit.model import Json

_SPACE = frozenset(" \t\r\n")
_ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), allow_nan=False)

Path: TypeAlias = tuple[str | int, ...]
Message: TypeAlias = dict[str, Json]


def token(step: str | int) -> str:
    """One step of a JSON pointer, with its slash."""
    return "/" + str(step).replace("~", "~0").replace("/", "~1")


def pointer(path: Path) -> str:
    """A JSON pointer (RFC 6901)."""
    return "".join(map(token, path))


def path_of(value: Json, at: str) -> Path:
    """The path that a pointer means in ``value``; steps into arrays are numbers."""
    path: list[str | int] = []
    here: Json = value
    for part in at.split("/")[1:]:
        name = part.replace("~1", "/").replace("~0", "~")
        if isinstance(here, list):
            path.append(int(name))
            here = here[int(name)]
        else:
            path.append(name)
            here = here.get(name) if isinstance(here, dict) else None
    return tuple(path)


def at_path(value: Json, path: Path) -> Json:
    """What stands at ``path``; ``LookupError`` if nothing does."""
    for step in path:
        value = _step(value, step)
    return value


def _step(value: Json, step: str | int) -> Json:
    if isinstance(value, list) and isinstance(step, int):
        return value[step]
    if isinstance(value, dict) and isinstance(step, str):
        return value[step]
    raise LookupError(step)


def has_path(value: Json, path: Path) -> bool:
    """Whether something stands at ``path``."""
    try:
        at_path(value, path)
    except LookupError:
        return False
    return True


def replaced(message: Mapping[str, Json], path: Path, value: Json) -> Message:
    """A copy with another value at ``path``, whose last step may be new; what is not on the way is shared."""
    return _message(_replaced(dict(message), path, value))


def _replaced(here: Json, path: Path, value: Json) -> Json:
    if not path:
        return value
    step, rest = path[0], path[1:]
    if isinstance(here, list) and isinstance(step, int):
        items = list(here)
        items[step : step + 1] = [_replaced(here[step] if step < len(here) else None, rest, value)]
        return items
    if isinstance(here, dict) and isinstance(step, str):
        return {**here, step: _replaced(here.get(step), rest, value)}
    raise LookupError(step)


def without(message: Mapping[str, Json], path: Path) -> Message:
    """A copy without the member or item at ``path``."""
    parent, last = path[:-1], path[-1]
    holder = at_path(dict(message), parent)
    kept: Json
    if isinstance(holder, list):
        kept = [item for index, item in enumerate(holder) if index != last]
    elif isinstance(holder, dict):
        kept = {name: item for name, item in holder.items() if name != last}
    else:
        raise LookupError(last)
    return _message(_replaced(dict(message), parent, kept))


def _message(value: Json) -> Message:
    if not isinstance(value, dict):
        raise TypeError("a message is an object")
    return value


def spelt(value: Json) -> str:
    """The compact JSON text of a value, members in the order that they have, no escapes beyond JSON's own."""
    return _ENCODER.encode(value)


@dataclass(frozen=True, slots=True)
class Parsed:
    """A value, and the pointers of members that stand twice in one object; the last of them is in the value."""

    value: Json
    doubled: tuple[str, ...]


class NotJson(ValueError):
    """The text is not one JSON value."""


class _Object(dict[str, Json]):
    """An object with members that stand twice, and their names."""

    doubled: tuple[str, ...] = ()


def parse(text: str) -> Parsed:
    """The value that ``text`` spells; :class:`NotJson` if it is none.  Integers and other numbers stay apart."""
    doubles: list[_Object] = []

    def collect(pairs: list[tuple[str, Json]]) -> Message:
        members = dict(pairs)
        if len(members) == len(pairs):
            return members
        doubles.append(_Object(members))
        doubles[-1].doubled = tuple(name for name, count in Counter(name for name, _ in pairs).items() if count > 1)
        return doubles[-1]

    decoder = json.JSONDecoder(object_pairs_hook=collect, parse_constant=_refuse)
    try:
        value = decoder.decode(text)
    except ValueError as error:
        raise NotJson(str(error)) from error
    if not doubles:
        return Parsed(value, ())
    found: list[str] = []
    return Parsed(_plain(value, "", found), tuple(found))


@dataclass(frozen=True, slots=True)
class Piece:
    """A member of an object as it is spelt: what its name means, and the texts of its name and of its value."""

    name: str
    key: str
    value: str


def pieces(text: str) -> list[Piece]:
    """The members of the object that ``text`` spells, as they are spelt; :class:`NotJson` if it spells none."""
    found: list[Piece] = []
    try:
        at = _after(text, 0, "{")
        while text[at] != "}":
            if found:
                at = _after(text, at, ",")
            name, end = _DECODER.raw_decode(text, at)
            start = _after(text, end, ":")
            _, stop = _DECODER.raw_decode(text, start)
            found.append(Piece(str(name), text[at:end], text[start:stop]))
            at = _skipped(text, stop)
    except (ValueError, IndexError) as error:
        raise NotJson(str(error)) from error
    return found


def _after(text: str, at: int, mark: str) -> int:
    """Where the next token begins, behind a ``mark``."""
    at = _skipped(text, at)
    if text[at] != mark:
        raise ValueError(mark)
    return _skipped(text, at + 1)


def _skipped(text: str, at: int) -> int:
    while text[at] in _SPACE:
        at += 1
    return at


def joined(found: Iterable[tuple[str, str]]) -> str:
    """The text of an object of such names and values, which are spelt already."""
    return "{" + ",".join(f"{key}:{value}" for key, value in found) + "}"


def _refuse(constant: str) -> NoReturn:
    raise ValueError(constant)


_DECODER = json.JSONDecoder(parse_constant=_refuse)


def _plain(value: Json, at: str, found: list[str]) -> Json:
    """``value`` in plain objects; the pointers of doubled members go to ``found``, in the order of the text."""
    if isinstance(value, _Object):
        found += [at + token(name) for name in value.doubled]
    if isinstance(value, dict):
        return {name: _plain(item, at + token(name), found) for name, item in value.items()}
    if isinstance(value, list):
        return [_plain(item, f"{at}/{index}", found) for index, item in enumerate(value)]
    return value


def depth(value: Json) -> int:
    """How many levels of arrays and objects there are."""
    deepest, layer = 0, [value]
    while layer := [item for item in layer if isinstance(item, dict | list)]:
        deepest += 1
        layer = [child for item in layer for child in (item.values() if isinstance(item, dict) else item)]
    return deepest


def strings(value: Json) -> list[str]:
    """Every text in a value, names of members included."""
    if isinstance(value, str):
        return [value]
    if isinstance(value, dict):
        return [*value, *(text for item in value.values() for text in strings(item))]
    if isinstance(value, list):
        return [text for item in value for text in strings(item)]
    return []
