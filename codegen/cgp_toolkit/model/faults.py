"""The faults that readers and checkers can find; a model gives each its code, its text and its way out."""

from __future__ import annotations

from enum import StrEnum


class FaultName(StrEnum):
    """The name of a fault, which is a rule id."""

    LINE_TOO_LONG = "line-too-long"
    NOT_UTF8 = "not-utf8"
    BYTE_ORDER_MARK = "byte-order-mark"
    NOT_JSON = "not-json"
    LONE_SURROGATE = "lone-surrogate"
    TOO_DEEP = "too-deep"
    DUPLICATE_MEMBER = "duplicate-member"
    NOT_AN_OBJECT = "not-an-object"
    MISSING_MEMBER = "missing-member"
    NULL_MEMBER = "null-member"
    WRONG_TYPE = "wrong-type"
    OUT_OF_RANGE = "out-of-range"
    TOO_SHORT = "too-short"
    TOO_LONG = "too-long"
    NOT_IN_VOCABULARY = "not-in-vocabulary"
    UNKNOWN_ENVELOPE = "unknown-envelope"
    UNKNOWN_MEMBER = "unknown-member"
    UNLISTED_VALUE = "unlisted-value"
    NULL_WRITTEN = "null-written"
    MISSING_FOR_AUTHOR = "missing-for-author"
    BAD_FORMAT = "bad-format"
    NO_SUCH_INSTANT = "no-such-instant"
    MISSING_IN_VARIANT = "missing-in-variant"
    FORBIDDEN_IN_VARIANT = "forbidden-in-variant"

    @property
    def author(self) -> bool:
        """Whether it is a fault only for authors: a receiver reads on."""
        return self in _FOR_AUTHORS

    @property
    def absence(self) -> bool:
        """Whether it points at a member that is not there."""
        return self in _OF_ABSENCE


_FOR_AUTHORS = frozenset(
    {
        FaultName.UNKNOWN_ENVELOPE,
        FaultName.UNKNOWN_MEMBER,
        FaultName.UNLISTED_VALUE,
        FaultName.NULL_WRITTEN,
        FaultName.MISSING_FOR_AUTHOR,
        FaultName.BAD_FORMAT,
        FaultName.NO_SUCH_INSTANT,
        FaultName.MISSING_IN_VARIANT,
        FaultName.FORBIDDEN_IN_VARIANT,
    }
)
_OF_ABSENCE = frozenset({FaultName.MISSING_MEMBER, FaultName.MISSING_FOR_AUTHOR, FaultName.MISSING_IN_VARIANT})
