"""From a line that shows a disagreement to the smallest one that still does."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator

from cgp_toolkit.model import Json

_MOST = 2_000


def smallest(line: bytes, shows: Callable[[bytes], bool]) -> bytes:
    """A line that ``shows`` what ``line`` does, and of which no part can be left out or made simpler.

    Asks at most two thousand times.
    """
    left = _MOST
    while True:
        for candidate in _simpler(line):
            if left == 0:
                return line
            left -= 1
            if shows(candidate):
                line = candidate
                break
        else:
            return line


def _simpler(line: bytes) -> Iterator[bytes]:
    try:
        value: Json = json.loads(line)
    except ValueError:
        yield from _shorter(line)
        return
    compact = _line(value)
    # A member that stands twice, an escape or a spelling may be what it is about: then only bytes can be left out.
    if len(compact) < len(line):
        yield compact
        yield from _shorter(line)
    for candidate in _parts(value):
        simpler = _line(candidate)
        if len(simpler) < len(line):
            yield simpler


def _line(value: Json) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass")


def _shorter(line: bytes) -> Iterator[bytes]:
    size = len(line) // 2
    while size:
        for start in range(0, len(line), size):
            yield line[:start] + line[start + size :]
        size //= 2


def _parts(value: Json) -> Iterator[Json]:
    """The value with one thing less in it, large things first."""
    match value:
        case dict():
            yield from value.values()
            for name in value:
                yield {other: held for other, held in value.items() if other != name}
            for name, held in value.items():
                for less in _parts(held):
                    yield {**value, name: less}
        case list():
            yield from value
            for index in range(len(value)):
                yield [*value[:index], *value[index + 1 :]]
            for index, item in enumerate(value):
                for less in _parts(item):
                    yield [*value[:index], less, *value[index + 1 :]]
        case str() if value:
            yield ""
            yield value[: len(value) // 2]
            yield value[1:]
            yield value[:-1]
        case bool() | None:
            pass
        case int() | float() if value != 0:
            yield 0
            yield int(value) // 10
