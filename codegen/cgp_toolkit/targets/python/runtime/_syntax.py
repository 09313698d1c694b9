"""From the bytes of one message to plain JSON values, with every fault of framing and syntax.

The untyped decoder of msgspec comes first: it is fast, checks all of the UTF-8 and refuses half surrogate pairs.
What it refuses is read again with the standard library's parser, which is slower and tells more.
"""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain, islice
from json import JSONDecodeError
from typing import NoReturn

import msgspec

from ._pointers import token
from ._tables import FAILURE_ID, MAX_DEPTH
from .errors import DecodeError

_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
# Longer integers are beyond every width and float.  Python's limit on converting them can't be set any lower.
_LONG = 640
_BEYOND: int = 10**_LONG

_HALF_PAIR = re.compile(
    r"\\u[dD](?:[89abAB][0-9a-fA-F]{2}(?!\\u[dD][c-fC-F])|(?<!\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD])[c-fC-F])"
)
"""The escape of a surrogate without its other half, in a text where each backslash starts an escape."""

_TOKENS = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"?|[\[{]+|[\]}]+', re.DOTALL)
"""Strings and runs of brackets.  A string without an end matches too, or each quote in it would be tried anew."""

MOST_FAULTS = 100
"""So many are found in one message, unless asked for fewer."""

_LOOK = 10_000
# So many of them are read to find the id of a message that no parser can hold.

plain = msgspec.json.Decoder().decode
"""The plain value of a message; ``msgspec.MsgspecError`` or ``RecursionError`` if the careful way has to be gone."""


class Parsed(msgspec.Struct, frozen=True):
    """A plain value, no deeper than allowed, and what is wrong with its spelling.

    ``half_pair``: a string escape names half of a surrogate pair.  ``doubled`` has the pointers of the first members
    that stand twice in one object; the last of each two is in the value.
    """

    value: object
    half_pair: bool
    doubled: tuple[str, ...]


def parse(line: bytes, most: int = MOST_FAULTS) -> Parsed | DecodeError:
    """The careful way, with up to ``most`` doubled members; the one error there is if there is no value at all.

    Errors are returned, not raised, so that they hold neither the line nor a traceback.
    """
    if line.startswith(_BYTE_ORDER_MARK):
        return DecodeError("byte-order-mark", "", "expected no byte order mark")
    try:
        text = line.decode()
    except UnicodeDecodeError as error:
        return DecodeError("not-utf8", "", f"expected UTF-8, found something else at byte {error.start}")
    doubled: dict[int, tuple[object, list[str]]] = {}
    try:
        value = _decode(text, doubled)
    except RecursionError:
        # A parser that gives up has read more levels than it can hold, and that is more than are allowed.
        return _too_deep(_echo_of_deep(text))
    except JSONDecodeError as error:
        return DecodeError("not-json", "", f"expected one JSON value, found something else at character {error.pos}")
    except _NotAFiniteNumber:
        return DecodeError("not-json", "", "expected one JSON value, found a number that JSON does not have")
    if is_deeper([value], MAX_DEPTH):
        return _too_deep(echo(value))
    # Escaped backslashes go first: each of those that are left starts an escape.
    half_pair = "\\u" in text and _HALF_PAIR.search(text.replace("\\\\", "  ")) is not None
    return Parsed(value, half_pair, tuple(islice(_pointers(value, doubled), most)) if doubled else ())


def _decode(text: str, doubled: dict[int, tuple[object, list[str]]]) -> object:
    """The value of ``text``; objects with members that stand twice go to ``doubled`` with these names, by id."""

    def collect(pairs: list[tuple[str, object]]) -> dict[str, object]:
        members = dict(pairs)
        if len(members) != len(pairs):
            counts = Counter(name for name, _ in pairs)
            # The object is kept beside its doubled names, so that no other one can get its id.
            doubled[id(members)] = members, [name for name, count in counts.items() if count > 1]
        return members

    # Without Python's limit, converting the longest integers takes for ever; with it, it is refused.
    if sys.get_int_max_str_digits():
        try:
            return json.JSONDecoder(object_pairs_hook=collect, parse_constant=_refuse).decode(text)
        except JSONDecodeError:
            raise
        except ValueError:
            doubled.clear()
    return json.JSONDecoder(object_pairs_hook=collect, parse_constant=_refuse, parse_int=_integer).decode(text)


def is_deeper(values: Iterable[object], levels: int) -> bool:
    """Whether arrays and objects among ``values`` nest more than ``levels`` deep."""
    layer = _containers(values)
    for _ in range(levels):
        if not layer:
            return False
        layer = _containers(chain.from_iterable(p.values() if isinstance(p, dict) else p for p in layer))
    return bool(layer)


def _containers(values: Iterable[object]) -> list[dict[str, object] | list[object]]:
    return [value for value in values if isinstance(value, (dict, list))]


def echo(value: object) -> str | None:
    """The correlation id that an error about the message ``value`` has to echo (DEC-18)."""
    found = value.get(FAILURE_ID) if isinstance(value, dict) else None
    return found if isinstance(found, str) and found and is_unicode(found) else None


def is_unicode(text: str) -> bool:
    """Whether ``text`` has no half of a surrogate pair, which can be read but not be sent back."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _pointers(value: object, doubled: dict[int, tuple[object, list[str]]]) -> Iterator[str]:
    """The pointers of all doubled members in the order of the message."""
    # Steps are joined only where something is doubled: far down, a pointer is longer than the object it leads to.
    path: list[str] = []
    levels: list[Iterator[tuple[str | int, object]]] = [iter([("", value)])]
    while levels:
        for name, child in levels[-1]:
            if isinstance(child, (dict, list)):
                path.append(token(name) if len(levels) > 1 else "")
                if id(child) in doubled:
                    at = "".join(path)
                    yield from (at + token(double) for double in doubled[id(child)][1])
                levels.append(iter(child.items() if isinstance(child, dict) else enumerate(child)))
                break
        else:
            levels.pop()
            del path[-1:]


def _echo_of_deep(text: str) -> str | None:
    """The id of an object that no parser can hold: its first top-level member of that name, if it is a string."""
    depth, end, key = 0, 0, ""
    for match in islice(_TOKENS.finditer(text), _LOOK):
        part = match.group()
        if part[0] == '"':
            if depth == 1 and key and text[end : match.start()].strip() == ":":
                if key == FAILURE_ID:
                    return _string(part) or None
                key = ""
            elif depth == 1:
                key = _string(part)
        else:
            depth += len(part) if part[0] in "[{" else -len(part)
            key = key if depth == 1 else ""
        end = match.end()
    return None


def _string(part: str) -> str:
    try:
        value: str = plain(part.encode())
    except msgspec.MsgspecError:
        return ""
    return value


def _integer(digits: str) -> int:
    if len(digits) < _LONG:
        return int(digits)
    return -_BEYOND if digits[0] == "-" else _BEYOND


class _NotAFiniteNumber(Exception):  # not a ValueError, which is what int() raises
    """The parser met one of the constants that JSON does not have."""


def _refuse(constant: str) -> NoReturn:
    raise _NotAFiniteNumber(constant)


def _too_deep(id: str | None) -> DecodeError:  # noqa: A002
    return DecodeError("too-deep", "", f"expected at most {MAX_DEPTH} levels of arrays and objects", id)
