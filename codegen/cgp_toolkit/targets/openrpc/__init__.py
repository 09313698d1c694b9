"""The target ``openrpc``: one OpenRPC document about the JSON-RPC binding; nothing for a model without one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cgp_toolkit.targets.base import Target

if TYPE_CHECKING:
    from cgp_toolkit.model import Model
    from cgp_toolkit.targets.base import Files


def emit(model: Model) -> Files:
    """What :mod:`.emission` gives, which is imported when it is asked for: most runs need a part of the targets."""
    from cgp_toolkit.targets.openrpc import emission

    return emission.emit(model)


TARGET = Target("openrpc", "openrpc", "An OpenRPC document of the JSON-RPC binding, a draft.", emit)
