"""The calendar of UTC timestamps, counted out."""

from __future__ import annotations

import re

_SHAPE = re.compile(r"([0-9]{4})-([0-9]{2})-([0-9]{2})T([0-9]{2}):([0-9]{2}):([0-9]{2})(?:\.[0-9]+)?Z")
_DAYS = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


def is_instant(text: str) -> bool:
    """Whether ``text`` names a date and time that exist; second 60 only at 23:59:60."""
    match = _SHAPE.fullmatch(text)
    if match is None:
        return False
    year, month, day, hour, minute, second = map(int, match.groups())
    if not 1 <= month <= 12 or not 1 <= day <= _days(year, month):
        return False
    return (hour < 24 and minute < 60 and second < 60) or (hour, minute, second) == (23, 59, 60)


def _days(year: int, month: int) -> int:
    leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    return _DAYS[month - 1] + (leap and month == 2)
