"""Runs test vectors against any implementation: a child process that speaks the line protocol, or a Python binding.

Nothing here knows a protocol or imports a binding: what is asked and what is expected stands in the vectors.
"""

from __future__ import annotations

from cgp_toolkit.wire.vectors.asking import ask_module, judge, run_in_process
from cgp_toolkit.wire.vectors.child import Command
from cgp_toolkit.wire.vectors.results import Difference, Result, Status
from cgp_toolkit.wire.vectors.running import run
from cgp_toolkit.wire.vectors.suite import Suite, Vector, read_folder, suite_of

__all__ = [
    "Command",
    "Difference",
    "Result",
    "Status",
    "Suite",
    "Vector",
    "ask_module",
    "judge",
    "read_folder",
    "run",
    "run_in_process",
    "suite_of",
]
