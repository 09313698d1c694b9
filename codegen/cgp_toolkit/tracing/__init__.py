"""Requirements, traced: what enforces each, computed from the model and held to what the model says about it."""

from __future__ import annotations

from cgp_toolkit.tracing.enforcer import CLAIMED_AS, COMPUTED, Enforcer, Means
from cgp_toolkit.tracing.lint import CATALOGUE, inspect
from cgp_toolkit.tracing.trace import Trace, trace

__all__ = ["CATALOGUE", "CLAIMED_AS", "COMPUTED", "Enforcer", "Means", "Trace", "inspect", "trace"]
