"""What the testee makes of a JSON-RPC message."""

from __future__ import annotations

import json

from . import ndjson
from ._classes import CLASSES
from .jsonrpc import METHODS, Decoder, Pending, RpcError, encode


def read(message: bytes, answers: str | None) -> dict[str, object]:
    """The answer about a message; ``answers`` is the method of the request that waits with its id, if one does."""
    try:
        received = Decoder(_waiting(message, answers)).decode(message)
    except RpcError as error:
        return {
            "verdict": "refuses",
            "rule": error.rule,
            "pointer": error.pointer,
            "number": error.number,
            "code": error.code,
            "due": error.due,
            "echo": error.rpc_id,
        }
    return {
        "verdict": "accepts",
        "envelope": next(name for name, class_ in CLASSES.items() if isinstance(received.envelope, class_)),
        "canonical": ndjson.encode(received.envelope).decode().removesuffix("\n"),
        "written": encode(received.envelope, received.id).decode(),
    }


def _waiting(message: bytes, answers: str | None) -> Pending:
    """The requests in flight: one, if the message has an id that could be its."""
    pending = Pending()
    try:
        value = json.loads(message)
    except ValueError:
        return pending
    id_ = value.get("id") if isinstance(value, dict) else None
    if answers is not None and isinstance(id_, str | int):
        pending.add(id_, METHODS[answers], in_turn=False)
    return pending
