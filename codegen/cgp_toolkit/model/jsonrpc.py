"""The JSON-RPC binding of a protocol, where a model has one: methods, numbers of errors, limits, faults."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from cgp_toolkit.model.axes import Stability
from cgp_toolkit.model.source import Position

PREDEFINED = {
    -32700: "The message is not JSON.",
    -32600: "The message is no request.",
    -32601: "There is no such method.",
    -32602: "The params do not fit the method.",
    -32603: "The callee failed.",
}
"""The numbers of errors that JSON-RPC 2.0 itself gives a meaning."""

SERVER_NUMBERS = range(-32099, -31999)
"""The numbers that JSON-RPC 2.0 leaves to protocols."""


@dataclass(frozen=True, slots=True)
class ConversionRule:
    """A rule that only a conversion between the encodings can break."""

    name: str
    doc: str
    fix: str


NOT_CARRIED = ConversionRule(
    "not-carried",
    "A part of a message, or a whole message, has no place in the other encoding, so that conversion leaves it out.",
    "Leave it out, or take the loss: without --strict it is only counted.",
)


class Shape(StrEnum):
    """What ``params`` or ``result`` holds: an object of the envelope's members, or its one payload member alone."""

    MEMBERS = "members"
    PAYLOAD = "payload"


class RpcFaultName(StrEnum):
    """The name of a fault that only JSON-RPC knows, which is a rule id."""

    NO_JSONRPC = "no-jsonrpc"
    BATCH = "batch"
    NO_REQUEST = "no-request"
    BAD_ID = "bad-id"
    NEEDS_ID = "needs-id"
    TAKES_NO_ID = "takes-no-id"
    NO_SUCH_METHOD = "no-such-method"
    POSITIONAL_PARAMS = "positional-params"
    BAD_ERROR = "bad-error"
    UNASKED = "unasked"
    BAD_HEADER = "bad-header"
    CUT_OFF = "cut-off"


@dataclass(frozen=True, slots=True)
class Method:
    """A method: the envelope that calls it, and how its params and the result of its reply are laid out.

    ``name`` is whole, with the prefix of the binding.  ``result`` is ``None`` for a notification.
    """

    name: str
    envelope: str
    params: Shape
    result: Shape | None
    position: Position


@dataclass(frozen=True, slots=True)
class RpcFault:
    """A way in which a message is no message of this binding: the number and the code of the error that answers it."""

    name: str
    doc: str
    fix: str
    number: int
    code: str
    position: Position


@dataclass(frozen=True, slots=True)
class RpcBinding:
    """The binding.

    ``numbers`` has the number that is written for each error code, ``reads`` the code that a number means to a reader
    who finds no code beside it.  Limits are those of the line binding and what JSON-RPC adds around a message: bytes
    of a message, bytes of the headers before it.
    """

    doc: str
    stability: Stability
    prefix: str
    methods: tuple[Method, ...]
    numbers: Mapping[str, int]
    reads: Mapping[int, str]
    max_message_bytes: int
    max_header_bytes: int
    faults: tuple[RpcFault, ...]
    decisions: tuple[str, ...]
    position: Position

    def calls(self, envelope: str) -> Method:
        """The method that ``envelope`` calls; ``KeyError`` if it calls none."""
        for method in self.methods:
            if method.envelope == envelope:
                return method
        raise KeyError(envelope)
