"""UTC timestamps as regular expressions, in the subset that every language reads alike.

A whole calendar is a regular language: months have their lengths, leap years follow from their digits, and second 60
stands only at 23:59:60.
"""

from __future__ import annotations

SHAPE = r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]+)?Z"
"""A timestamp by its looks alone."""

_LEAP_YEAR = "(?:[0-9]{2}(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)"
# The days that every month has come first: most timestamps are settled there.
_DAYS = (
    "(?:0[1-9]|1[0-2])-(?:[01][1-9]|10|2[0-8])",
    "(?:0[13-9]|1[0-2])-(?:29|30)",
    "(?:0[13578]|1[02])-31",
)
_DATE = f"(?:[0-9]{{4}}-(?:{'|'.join(_DAYS)})|{_LEAP_YEAR}-02-29)"
_TIME = "(?:(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]|23:59:60)"

INSTANT = rf"{_DATE}T{_TIME}(?:\.[0-9]+)?Z"
"""A timestamp of a date and time that exist; every text that it matches has the :data:`SHAPE`."""
