"""The vocabulary of the JSON-RPC tables, and what JSON-RPC 2.0 itself fixes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from msgspec import Struct

VERSION: Final = b'"2.0"'
PARSE_ERROR: Final = -32700
INVALID_REQUEST: Final = -32600
INVALID_PARAMS: Final = -32602

INTEGERS: Final = range(-(1 << 63), 1 << 63)
"""The integers that can be ids."""

Id: TypeAlias = str | int
"""What ties a response to its request."""


class Method(Struct, frozen=True, gc=False):
    """A method, or notification.

    ``request`` is the envelope that calls it, ``reply`` the one that answers it, if any does.  ``request_id`` and
    ``reply_id`` are their members for the correlation id.  ``params`` is the member whose value is all of the params,
    ``result`` the one whose value is the result; ``None`` where that is an object of members.
    """

    name: str
    request: str
    reply: str | None = None
    request_id: str | None = None
    reply_id: str | None = None
    params: str | None = None
    result: str | None = None


class RpcFault(Struct, frozen=True, gc=False):
    """A rule that only a JSON-RPC message can break: the number and the code of the error that answers it."""

    number: int
    code: str
    fix: str


class Loss(Struct, frozen=True, gc=False):
    """Something that the other encoding has no place for.

    ``pointer`` is its JSON pointer in the message that is converted, ``detail`` one sentence about why it is left out.
    """

    pointer: str
    detail: str


Lose: TypeAlias = Callable[[Loss], None]
"""Told of each loss, before the message without it is there; an exception of it stops the conversion."""


def ignore(loss: Loss) -> None:
    """Lose it silently."""
