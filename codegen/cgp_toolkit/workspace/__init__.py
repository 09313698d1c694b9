"""Generate and check: the only room that touches the disk.

Everything is computed in memory first, then compared with what is there; only what differs is written.
"""

from __future__ import annotations

from cgp_toolkit.workspace.disk import write
from cgp_toolkit.workspace.errors import TargetError, WorkspaceError
from cgp_toolkit.workspace.laying_out import lay_out
from cgp_toolkit.workspace.outputs import Change, Difference, Output, compare, emit
from cgp_toolkit.workspace.runs import Run, Works, check, follow, generate, regenerate
from cgp_toolkit.workspace.spec import (
    PACKAGED_SPEC,
    default_out,
    find_spec,
    inspect_model,
    lint_rules,
    read_model,
    read_spec,
    shown,
    shown_all,
)
from cgp_toolkit.workspace.vectors import vectors_by_requirement

__all__ = [
    "PACKAGED_SPEC",
    "Change",
    "Difference",
    "Output",
    "Run",
    "TargetError",
    "Works",
    "WorkspaceError",
    "check",
    "compare",
    "default_out",
    "emit",
    "find_spec",
    "follow",
    "generate",
    "inspect_model",
    "lay_out",
    "lint_rules",
    "read_model",
    "read_spec",
    "regenerate",
    "shown",
    "shown_all",
    "vectors_by_requirement",
    "write",
]
