"""Ids: what is one, and what requests, notifications and responses do with it."""

from __future__ import annotations

from collections.abc import Iterator

from cgp_toolkit.model import Json
from cgp_toolkit.model.jsonrpc import RpcFaultName
from cgp_toolkit.targets.vectors.jsonrpc.building import RpcBuilder, changed, without
from cgp_toolkit.targets.vectors.vector import RpcVector

_AT = "/id"
_MOST, _LEAST = (1 << 63) - 1, -(1 << 63)
_TEXTS = (
    ("1", "a text of digits, which is another id than the number"),
    ("null", "a text that spells null"),
    ('"', "a quotation mark"),
    ("\\", "a backslash"),
    ("\n", "a line feed"),
    ("\u2028", "a line separator"),
    ("\U0001f600", "a character beyond 16 bits"),
)
_GOOD: tuple[tuple[Json, str], ...] = (
    (0, "zero"),
    (-1, "negative"),
    ((1 << 53) + 1, "an integer that no 64-bit float holds"),
    (_MOST, "the largest integer of 64 bits"),
    (_LEAST, "the smallest integer of 64 bits"),
)
_BAD: tuple[tuple[str, str], ...] = (
    (str(_MOST + 1), "one more than the largest integer of 64 bits"),
    (str(_LEAST - 1), "one less than the smallest integer of 64 bits"),
    ("1" + 40 * "0", "huge"),
    ("1.5", "a number with a fraction"),
    ("1.0", "an integer with a fraction of zero"),
    ("1e2", "an integer with an exponent"),
    ('""', "an empty text"),
    ("null", "null"),
    ("true", "true"),
    ("[]", "an array"),
    ("{}", "an object"),
)


def vectors(builder: RpcBuilder) -> Iterator[RpcVector]:
    """Of requests, of notifications, of responses."""
    method = builder.method
    call, result = builder.call(), builder.result()
    for id_, words in _TEXTS:
        # What texts correlation ids may be is up to the model.
        yield builder.any(f"The id of a request is {words}.", changed(call, id=id_))
        yield builder.any(f"The id of a response is {words}.", changed(result, id=id_), method)
    for value, words in _GOOD:
        yield builder.fine(f"The id of a request is {words}.", changed(call, id=value))
        yield builder.fine(f"The id of a response is {words}.", changed(result, id=value), method)
    for text, words in _BAD:
        yield builder.wrong(f"The id of a request is {words}.", _with(builder, call, text), RpcFaultName.BAD_ID, _AT)
        yield builder.wrong(f"The id of a response is {words}.", _with(builder, result, text), RpcFaultName.BAD_ID, _AT)
    yield builder.wrong("A request has no id.", without(call, "id"), RpcFaultName.NEEDS_ID, _AT)
    yield builder.wrong("A result has no id.", without(result, "id"), RpcFaultName.BAD_ID, _AT)
    yield builder.wrong("An error has no id.", without(builder.error(), "id"), RpcFaultName.BAD_ID, _AT)
    for other in builder.others:
        yield builder.fine(f"A call of {other.name} has a text as id.", changed(builder.call(other), id="a"))
        yield builder.fine(f"A result of {other.name} has a text as id.", changed(builder.result(other), id="a"), other)
    if builder.notification is not None:
        yield from _notifications(builder)


def _notifications(builder: RpcBuilder) -> Iterator[RpcVector]:
    assert builder.notification is not None, "there is one"
    plain = builder.call(builder.notification)
    for value in (1, "a"):
        name = f"A notification has the id {value!r}, though no reply is due to it."
        yield builder.wrong(name, changed(plain, id=value), RpcFaultName.TAKES_NO_ID, _AT)
    yield builder.wrong("A notification has null as its id.", changed(plain, id=None), RpcFaultName.BAD_ID, _AT)


def _with(builder: RpcBuilder, message: dict[str, Json], text: str) -> bytes:
    """``message`` with this text as its id."""
    return builder.spelt(changed(message, id="\0"), "\0", text)
