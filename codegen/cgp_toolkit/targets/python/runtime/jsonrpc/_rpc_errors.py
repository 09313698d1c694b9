"""What can go wrong with a message of JSON-RPC, and the error object that answers it."""

from __future__ import annotations

from typing import Final

import msgspec

from ._rpc_shapes import INVALID_PARAMS, INVALID_REQUEST, PARSE_ERROR, Id
from ._rpc_tables import FAILURE_CODE, RPC_FAULTS
from ._tables import FAULTS
from .errors import DecodeError, EncodeError, WireError

_SYNTAX: Final = frozenset(("byte-order-mark", "line-too-long", "lone-surrogate", "not-json", "not-utf8", "too-deep"))
"""The faults whose breach leaves no message at all."""

_PARAMS: Final = "/params"


class RpcError(DecodeError):
    """What was read is no JSON-RPC message of this protocol.

    It has all that a :class:`DecodeError` has; ``pointer`` leads through the JSON-RPC object.  ``number`` is the code
    of the error object that answers it, ``rpc_id`` the id of the message, as far as it could be read.  An answer is
    ``due`` unless the message was a notification or a response.
    """

    def __init__(self, rule: str, pointer: str, detail: str, rpc_id: Id | None = None, due: bool = True) -> None:
        WireError.__init__(self, rule, pointer, detail, rpc_id, due)
        self.rule = rule
        self.pointer = pointer
        self.detail = detail
        self.rpc_id = rpc_id
        self.id = rpc_id if isinstance(rpc_id, str) else None
        self.due = due
        known = RPC_FAULTS.get(rule)
        if known is not None:
            self.number = known.number
            self.code = known.code
            self.fix = known.fix
            self.requirements: tuple[str, ...] = ()
            self.decisions: tuple[str, ...] = ()
            return
        fault = FAULTS[rule]
        in_params = pointer == _PARAMS or pointer.startswith(f"{_PARAMS}/")
        self.number = PARSE_ERROR if rule in _SYNTAX else INVALID_PARAMS if in_params else INVALID_REQUEST
        self.code = fault.code
        self.fix = fault.fix
        self.requirements = fault.requirements
        self.decisions = fault.decisions

    def response(self) -> bytes | None:
        """The response that is due; ``None`` if none is."""
        if not self.due:
            return None
        error = {"code": self.number, "message": str(self), "data": {FAILURE_CODE: self.code}}
        return msgspec.json.encode({"jsonrpc": "2.0", "id": self.rpc_id, "error": error})


class UnaskedError(EncodeError):
    """A reply that answers no request that waits; nothing was written."""

    def __init__(self, reply: str) -> None:
        WireError.__init__(self, reply)
        known = RPC_FAULTS["unasked"]
        self.rule = "unasked"
        self.pointer = ""
        self.detail = f"no request waits for {reply}"
        self.code = known.code
        self.fix = known.fix
        self.requirements = ()
        self.decisions = ()
