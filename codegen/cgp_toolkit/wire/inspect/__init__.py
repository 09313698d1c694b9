"""The inspector: talks to a running peer as the model's probes say, and holds what comes to its limits and rules.

Nothing here knows a protocol: what is sent, and what may come of it, stands in the model.
"""

from __future__ import annotations

from cgp_toolkit.wire.inspect.recording import Recorder
from cgp_toolkit.wire.inspect.results import Check, Evidence, Group, Inspected, Peer, Result, Status
from cgp_toolkit.wire.inspect.running import Inspector, Watcher, Wishes, checks_of
from cgp_toolkit.wire.inspect.web import Address

__all__ = [
    "Address",
    "Check",
    "Evidence",
    "Group",
    "Inspected",
    "Inspector",
    "Peer",
    "Recorder",
    "Result",
    "Status",
    "Watcher",
    "Wishes",
    "checks_of",
]
