"""Whether two JSON texts are the same bytes, numbers with a fraction or an exponent aside: those compare as values."""

from __future__ import annotations

import json
import math
import re
import struct

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|.', re.DOTALL)
_INTEGER = re.compile(r"-?\d+")
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?")


def same_spelling(expected: str, got: str) -> bool:
    """Whether ``got`` is what writers make of a message for which ``expected`` is one spelling.

    Integers, texts, names, their order and the absence of white space are compared byte for byte.  Other numbers have
    no single spelling; they are compared with the precision of a 32-bit float.
    """
    if expected == got:
        return True
    left, right = _TOKEN.findall(expected), _TOKEN.findall(got)
    return len(left) == len(right) and all(map(_same_token, left, right))


def _same_token(expected: str, got: str) -> bool:
    if expected == got:
        return True
    if _INTEGER.fullmatch(expected) or not (_NUMBER.fullmatch(expected) and _NUMBER.fullmatch(got)):
        return False
    return same_number(float(expected), float(got))


def same_number(expected: float, got: float) -> bool:
    """Whether two numbers are equal, or equal as 32-bit floats."""
    return expected == got or (math.isfinite(got) and _single(expected) == _single(got))


def _single(value: float) -> bytes:
    try:
        return struct.pack("<f", value)
    except OverflowError:
        return b""


def holds(expected: object, line: object) -> bool:
    """Whether a line is an object with these members; those that are ``None`` must be absent."""
    if not isinstance(expected, dict) or not isinstance(line, str):
        return False
    try:
        value = json.loads(line)
    except ValueError:
        return False
    if not isinstance(value, dict):
        return False
    return all(
        name not in value if wanted is None else name in value and _same(wanted, value[name])
        for name, wanted in expected.items()
    )


def _same(expected: object, got: object) -> bool:
    if isinstance(expected, dict) and isinstance(got, dict):
        return expected.keys() == got.keys() and all(_same(expected[name], got[name]) for name in expected)
    if isinstance(expected, list) and isinstance(got, list):
        return len(expected) == len(got) and all(map(_same, expected, got))
    if isinstance(expected, bool) or isinstance(got, bool):
        return expected is got
    if isinstance(expected, float) and isinstance(got, int | float):
        return same_number(expected, float(got))
    return type(expected) is type(got) and expected == got
