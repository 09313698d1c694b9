"""From a JSON pointer, or a syntax error, to a place in the text of a message."""

from __future__ import annotations

import json

from cgp_toolkit.wire.scanning import STRING, WHITE_SPACE, end_of_value


def place(data: bytes, pointer: str) -> int:
    """The offset of what ``pointer`` names in ``data``: the name of a member, or an item of an array.

    Where a member stands twice, its last name.  What is not there has the place of the closest parent that is.
    """
    at = _past_space(data, 0)
    named = at
    for step in pointer.split("/")[1:]:
        name = step.replace("~1", "/").replace("~0", "~")
        found = _member(data, at, name) if data[at : at + 1] == b"{" else _item(data, at, name)
        if found is None:
            break
        named, at = found
    return named


def syntax_place(data: bytes) -> int:
    """The offset of what is not JSON in ``data``; 0 if nothing more is known, its end if something is missing."""
    data = data.rstrip(WHITE_SPACE)
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        return error.start
    try:
        json.loads(text)
    except json.JSONDecodeError as error:
        return len(text[: error.pos].encode())
    except (RecursionError, ValueError):
        return 0
    return 0


def line_and_column(data: bytes, offset: int, line: int, column: int) -> tuple[int, int]:
    """Where ``offset`` is, if ``data`` starts at ``line`` and ``column``; columns count characters."""
    start = data.rfind(b"\n", 0, offset) + 1
    characters = len(data[start:offset].decode(errors="replace"))
    if start == 0:
        return line, column + characters
    return line + data.count(b"\n", 0, offset), 1 + characters


def _past_space(data: bytes, at: int) -> int:
    while data[at : at + 1] in (b" ", b"\t", b"\r", b"\n"):
        at += 1
    return at


def _member(data: bytes, at: int, name: str) -> tuple[int, int] | None:
    """The offsets of the name and of the value of a member of the object that starts at ``at``."""
    found = None
    plain = json.dumps(name, ensure_ascii=False).encode(errors="surrogatepass")
    at = _past_space(data, at + 1)
    while match := STRING.match(data, at):
        value = _past_space(data, _past_space(data, match.end()) + 1)
        # The name as it is mostly written, or spelt with other escapes.
        if match[0] == plain or (b"\\" in match[0] and _text(match[0]) == name):
            found = at, value
        at = _past_space(data, end_of_value(data, value))
        if data[at : at + 1] != b",":
            break
        at = _past_space(data, at + 1)
    return found


def _item(data: bytes, at: int, index: str) -> tuple[int, int] | None:
    """The offset of an item of the array that starts at ``at``, twice."""
    if data[at : at + 1] != b"[" or not index.isdecimal():
        return None
    at = _past_space(data, at + 1)
    for _ in range(int(index)):
        at = _past_space(data, end_of_value(data, at))
        if data[at : at + 1] != b",":
            return None
        at = _past_space(data, at + 1)
    return at, at


def _text(string: bytes) -> str | None:
    try:
        text = json.loads(string)
    except ValueError:
        return None
    return text if isinstance(text, str) else None
