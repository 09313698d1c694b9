"""What probes of a running peer show."""

from __future__ import annotations

from collections.abc import Iterator

from cgp_toolkit.model import Model
from cgp_toolkit.tracing.enforcer import Enforcer, Means


def probes(model: Model) -> Iterator[tuple[str, Enforcer]]:
    """Requirements and the probes that decide them, in the order of the model; what can't be tested decides nothing."""
    for probe in model.probes.values():
        if probe.untested is None:
            what = " ".join(probe.doc.split()).rstrip(".")
            for requirement in probe.requirements:
                yield requirement, Enforcer(Means.PROBE, probe.name, what, True, probe.position)
