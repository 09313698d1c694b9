"""The target ``openrpc``: one OpenRPC document about the JSON-RPC binding; nothing for a model without one."""

from __future__ import annotations

from cgp_toolkit.model import Model
from cgp_toolkit.schema import indented
from cgp_toolkit.targets.base import Files
from cgp_toolkit.targets.openrpc.document import document
from cgp_toolkit.targets.stamp import stamp


def emit(model: Model) -> Files:
    """``openrpc.json``."""
    if model.rpc is None:
        return {}
    # OpenRPC allows no members of one's own but those that start so.
    value = {"x-comment": stamp(model, "openrpc"), **document(model, model.rpc)}
    return {"openrpc.json": indented(value)}
