"""The limits of each scalar, at their ends and just beyond, and every odd spelling of a value."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from cgp_toolkit.model import Base as Kind
from cgp_toolkit.model import Calendar, Json, Scalar
from cgp_toolkit.model.faults import FaultName
from cgp_toolkit.targets.vectors.material.instances import texts
from cgp_toolkit.targets.vectors.material.stock import Base
from cgp_toolkit.targets.vectors.material.texts import misfits, near
from cgp_toolkit.targets.vectors.messages.building import Builder, a, spelt_with
from cgp_toolkit.targets.vectors.vector import MessageVector, cites

_CALENDAR: dict[Calendar, tuple[tuple[str, str, bool], ...]] = {
    Calendar.UTC_INSTANT: (
        ("2024-02-29T00:00:00Z", "is the last of February in a leap year", True),
        ("2000-02-29T00:00:00Z", "is the last of February in a year that 400 divides", True),
        ("2016-12-31T23:59:60Z", "is a leap second", True),
        ("2016-12-31T23:59:60.5Z", "is within a leap second", True),
        ("0001-01-01T00:00:00Z", "is in the first year", True),
        ("9999-12-31T23:59:59.999999999999Z", "is as late as can be, with many fraction digits", True),
        ("2026-02-29T00:00:00Z", "is a day of February that is not there", False),
        ("1900-02-29T00:00:00Z", "is a leap day in a year that only 100 divides", False),
        ("2026-02-30T00:00:00Z", "is the thirtieth of February", False),
        ("2026-04-31T00:00:00Z", "is a day that April does not have", False),
        ("2026-00-10T00:00:00Z", "is in the month 0", False),
        ("2026-13-01T00:00:00Z", "is in the month 13", False),
        ("2026-01-00T00:00:00Z", "is on the day 0", False),
        ("2026-01-32T00:00:00Z", "is on the day 32", False),
        ("2026-01-01T24:00:00Z", "is at the hour 24", False),
        ("2026-01-01T23:60:00Z", "is at the minute 60", False),
        ("2026-01-01T12:00:60Z", "is at a second 60 that is no leap second", False),
        ("2026-01-01T23:59:61Z", "is at the second 61", False),
    )
}
_ODD = "\U0001f600\u2028\u0085\u007f é"


def vectors(builder: Builder) -> Iterator[MessageVector]:
    """Every scalar that some message can show."""
    seen: set[Kind] = set()
    for scalar in builder.model.scalars():
        usages = tuple(builder.stock.usages(scalar))
        if usages:
            yield from _Scalar(builder, scalar, usages, first=scalar.base not in seen).vectors()
            seen.add(scalar.base)


class _Scalar:
    def __init__(self, builder: Builder, scalar: Scalar, usages: tuple[Base, ...], *, first: bool) -> None:
        self.builder = builder
        self.scalar = scalar
        self.usages = usages
        self.first = first
        self.cited = cites(scalar)
        self.name = a(scalar.name)

    def vectors(self) -> Iterator[MessageVector]:
        match self.scalar.base:
            case Kind.STRING:
                yield from self.texts()
            case Kind.BOOLEAN:
                yield from self.truths()
            case Kind.INTEGER:
                yield from self.integers()
            case Kind.NUMBER:
                yield from self.numbers()

    def right(self, text: str, words: str) -> MessageVector:
        """A value that fits, as raw JSON, where possible in a member about which no rule has anything to say."""
        found = []
        for usage in self.usages:
            line = spelt_with(usage.message, usage.path, text)
            found.append(self.builder.vector(f"{self.name} {words}.", line, self.cited))
            if found[-1].reading.clean:
                return found[-1]
        return found[0]

    def wrong(self, text: str, words: str, fault: FaultName) -> MessageVector:
        """A value that does not fit, as raw JSON, where possible with nothing else wrong."""
        name = f"{self.name} {words}."
        found = []
        for usage in self.usages:
            line = spelt_with(usage.message, usage.path, text)
            found.append(self.builder.wrong(name, line, fault, usage.path, self.cited))
            if len(found[-1].reading.findings) == 1:
                return found[-1]
        return found[0]

    def texts(self) -> Iterator[MessageVector]:
        limits, read = self.scalar.author, self.scalar.read
        if limits.pattern is None and limits.max_length is None:
            yield self.right(_json(_ODD * (1 + (limits.min_length or 0))), "has characters of many kinds")
        if limits.pattern is None and limits.min_length:
            yield self.right(_json("x" * limits.min_length), "is as short as authors may write it")
        if read.min_length:
            yield self.wrong(_json("x" * (read.min_length - 1)), "is a character too short", FaultName.TOO_SHORT)
        if read.max_length is not None:
            # Four bytes and two UTF-16 units each: the length counts characters.
            longest = "\U0001f600" * read.max_length
            yield self.right(_json(longest), "is as long as readers allow, counted in characters")
            yield self.wrong(_json(longest + "x"), "is a character too long", FaultName.TOO_LONG)
        sample = texts(self.scalar)[0]
        if limits.pattern is not None:
            for text in texts(self.scalar)[:3]:
                yield self.right(_json(text), f"is {text!r}")
            for change, text in misfits(sample, limits.pattern, limits.min_length or 0, limits.max_length):
                yield self.wrong(_json(text), f"that {change}", FaultName.BAD_FORMAT)
            yield from self.near(limits.pattern)
        for text, words, exists in _CALENDAR[limits.calendar] if limits.calendar is not None else ():
            if limits.pattern is not None and re.fullmatch(limits.pattern, text):
                yield (
                    self.right(_json(text), words)
                    if exists
                    else self.wrong(_json(text), words, FaultName.NO_SUCH_INSTANT)
                )

    def near(self, pattern: str) -> Iterator[MessageVector]:
        """Texts that show each part of the pattern, on both sides of its border."""
        least, most = self.scalar.author.min_length or 0, self.scalar.author.max_length
        for text in near(pattern):
            if text in texts(self.scalar)[:3] or not least <= len(text) <= (most or len(text)):
                continue
            if re.fullmatch(pattern, text):
                yield self.right(_json(text), f"is {text!r}")
            else:
                yield self.wrong(_json(text), f"is {text!r}, which is not its form", FaultName.BAD_FORMAT)

    def truths(self) -> Iterator[MessageVector]:
        yield self.right("true", "is true")
        yield self.right("false", "is false")
        for text, words in (("0", "is 0"), ('"true"', "is a text"), ("[]", "is an array"), ("{}", "is an object")):
            yield self.wrong(text, words, FaultName.WRONG_TYPE)

    def integers(self) -> Iterator[MessageVector]:
        read, author = self.scalar.read, self.scalar.author
        for limit, words in ((author.minimum, "the least"), (author.maximum, "the largest")):
            if limit is not None:
                yield self.right(str(int(limit)), f"is {words} that authors may write")
        for limit, step, words in ((read.minimum, -1, "below the least"), (read.maximum, 1, "above the largest")):
            if limit is not None:
                yield self.wrong(str(int(limit) + step), f"is one {words}", FaultName.OUT_OF_RANGE)
        for beyond, step in ((author.minimum, -1), (author.maximum, 1)):
            if beyond is not None and beyond not in (read.minimum, read.maximum):
                yield self.wrong(str(int(beyond) + step), f"is {int(beyond) + step}", FaultName.OUT_OF_RANGE)
        if read.maximum is not None:
            yield self.wrong("1" + "0" * 30, "has thirty digits too many", FaultName.OUT_OF_RANGE)
        for text in ("1.0", "1e2", "0.5", "-0.5", '"1"', "true", "[1]"):
            yield self.wrong(text, f"is spelt {text}", FaultName.WRONG_TYPE)
        yield from self.not_json("01", "+1", "0x1", "1_0")

    def numbers(self) -> Iterator[MessageVector]:
        read, author = self.scalar.read, self.scalar.author
        for limit, words in ((author.minimum, "the least"), (author.maximum, "the largest")):
            if limit is not None:
                yield self.right(repr(float(limit)), f"is {words} that authors may write")
        for limit, sign, words in ((read.minimum, -1, "below the least"), (read.maximum, 1, "above the largest")):
            if limit is not None:
                beyond = limit + sign * max(1, abs(limit)) / 4
                yield self.wrong(repr(float(beyond)), f"is {words}", FaultName.OUT_OF_RANGE)
        for text in ("1", "1e0", "10E-1", "0.25", "1E-2", "0.0"):
            if _within(float(text), self.scalar):
                yield self.right(text, f"is spelt {text}")
        yield self.wrong("1e400", "is larger than any number", FaultName.OUT_OF_RANGE)
        for text in ('"0.5"', "true", "[0.5]"):
            yield self.wrong(text, f"is spelt {text}", FaultName.WRONG_TYPE)
        yield from self.not_json("NaN", "Infinity", "-Infinity", ".5", "1.")

    def not_json(self, *spellings: str) -> Iterator[MessageVector]:
        """Spellings that JSON does not have, shown by the first scalar of a base."""
        usage = self.usages[0]
        for text in spellings if self.first else ():
            line = spelt_with(usage.message, usage.path, text)
            name = f"{self.name} is spelt {text}, which is no JSON."
            yield self.builder.wrong(name, line, FaultName.NOT_JSON, (), self.cited)


def _json(value: Json) -> str:
    return json.dumps(value, ensure_ascii=False)


def _within(value: float, scalar: Scalar) -> bool:
    low, high = scalar.author.minimum, scalar.author.maximum
    return (low is None or value >= low) and (high is None or value <= high)
